import { gzipSync } from 'node:zlib';
import { decompress } from '../../store/codings.ts';
import { type DocumentDependencies, SectionReading, writeSection } from './dependency-section.ts';
import type { Memory } from './memory-file.ts';

/** Names are repeated for every page: the fastest level makes a fifth of them. */
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

  /** Dependencies of an API as they are written. */
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
 * Collects what the pages and documents of a release are made of. Every API has a section of its own: where nothing of
 * it has changed, that is taken as it is.
 */
export class DependencyNotes {
  readonly #sections = new Map<string, Map<string, DocumentDependencies> | Uint8Array>();

  /**
   * Does nothing for an API whose section is complete.
   * @param key of the document in the release
   */
  add(api: string, key: string, document: DocumentDependencies): void {
    const section = this.#sections.get(api) ?? new Map<string, DocumentDependencies>();
    this.#sections.set(api, section);
    if (section instanceof Map) section.set(key, document);
  }

  /** @param section all of an API, as it is in the memory before */
  keep(api: string, section: Uint8Array): void {
    this.#sections.set(api, section);
  }

  /** Completes the section of an API: as names it takes many times the memory of what is written. */
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
