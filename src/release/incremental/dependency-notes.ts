import { gzipSync } from 'node:zlib';
import { decompress } from '../../store/codings.ts';
import { type DocumentDependencies, SectionReading, writeSection } from './dependency-section.ts';
import type { Memory } from './memory-file.ts';

/** Names repeat on every page: even the fastest level of gzip reduces them to a fifth. */
const FASTEST = { level: 1 };

/** Dependencies of the pages and documents of the release before. */
export class DependenciesBefore {
  readonly #memory: Memory;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #read = new Map<string, SectionReading | undefined>();

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#keys = new Map(memory.dependencies?.apis);
  }

  /** Hash of all that the documents of an API were made of. */
  keyOf(api: string): string | undefined {
    return this.#keys.get(api);
  }

  /** Dependencies of an API, compressed as in the file. */
  bytes(api: string): Uint8Array | undefined {
    return this.#memory.section(sectionOf(api));
  }

  section(api: string): SectionReading | undefined {
    const bytes = this.#read.has(api) ? undefined : this.bytes(api);
    if (bytes !== undefined) this.#read.set(api, new SectionReading(decompress(bytes, 'gzip').toString('utf8')));
    return this.#read.get(api);
  }
}

/**
 * Collects what the pages and documents of a release are made of, in one section for each API. The section of an
 * unchanged API is copied.
 */
export class DependencyNotes {
  readonly #sections = new Map<string, Map<string, DocumentDependencies> | Uint8Array>();

  /**
   * Adds the dependencies of a document, unless the section of its API is complete.
   * @param key of the document in the release
   */
  add(api: string, key: string, document: DocumentDependencies): void {
    const section = this.#sections.get(api) ?? new Map<string, DocumentDependencies>();
    this.#sections.set(api, section);
    if (section instanceof Map) section.set(key, document);
  }

  /** @param section whole section of the API in the memory of the build before */
  keep(api: string, section: Uint8Array): void {
    this.#sections.set(api, section);
  }

  /** Completes the section of an API and compresses it: its names take many times the memory. */
  end(api: string): void {
    const section = this.#sections.get(api) ?? new Map<string, DocumentDependencies>();
    if (section instanceof Map) this.#sections.set(api, gzipSync(writeSection(section), FASTEST));
  }

  /** Sections of APIs for the memory of the build. */
  written(apis: Iterable<string>): ReadonlyMap<string, Uint8Array> {
    const sections = new Map<string, Uint8Array>();
    for (const api of apis) {
      this.end(api);
      const section = this.#sections.get(api);
      if (section instanceof Uint8Array) sections.set(sectionOf(api), section);
    }
    return sections;
  }
}

/** Name of the dependencies of an API in the memory of a build. */
function sectionOf(api: string): string {
  return `dependencies ${api}`;
}
