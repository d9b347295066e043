import { compressForUs, decompress } from '../../store/codings.ts';
import { type DocumentDependencies, SectionReading, writeSection } from './dependency-section.ts';
import type { Memory } from './memory-file.ts';

/** Recorded dependencies of the pages and documents in the previous release. */
export class DependenciesBefore {
  readonly #memory: Memory;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #read = new Map<string, SectionReading | undefined>();

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#keys = new Map(memory.dependencies?.apis);
  }

  /** Hash of everything that the documents of an API were made from. */
  keyOf(api: string): string | undefined {
    return this.#keys.get(api);
  }

  /** Dependencies of an API, compressed as in the memory file. */
  bytes(api: string): Uint8Array | undefined {
    return this.#memory.section(sectionOf(api));
  }

  section(api: string): SectionReading | undefined {
    const bytes = this.#read.has(api) ? undefined : this.bytes(api);
    if (bytes !== undefined) this.#read.set(api, new SectionReading(decompress(bytes).toString('utf8')));
    return this.#read.get(api);
  }
}

/**
 * Collects the dependencies of the pages and documents of a release, in one section for each API. The section of an
 * unchanged API is copied from the previous build.
 */
export class DependencyNotes {
  readonly #sections = new Map<string, Map<string, DocumentDependencies> | Uint8Array | Promise<Uint8Array>>();

  /**
   * Adds the dependencies of a document, unless the section of its API is complete.
   * @param key key of the document in the release
   */
  add(api: string, key: string, document: DocumentDependencies): void {
    const section = this.#sections.get(api) ?? new Map<string, DocumentDependencies>();
    this.#sections.set(api, section);
    if (section instanceof Map) section.set(key, document);
  }

  /** @param section complete section of the API in the memory file of the previous build */
  keep(api: string, section: Uint8Array): void {
    this.#sections.set(api, section);
  }

  /** Completes the section of an API and compresses it, to a fifth: names repeat on every page. */
  end(api: string): void {
    const section = this.#sections.get(api) ?? new Map<string, DocumentDependencies>();
    if (section instanceof Map) this.#sections.set(api, compressForUs(writeSection(section)));
  }

  /** Sections of APIs for the memory file. */
  async written(apis: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array>> {
    const sections = new Map<string, Uint8Array>();
    for (const api of apis) {
      this.end(api);
      const section = await this.#sections.get(api);
      if (section instanceof Uint8Array) sections.set(sectionOf(api), section);
    }
    return sections;
  }
}

/** Name of an API's section in the memory file. */
function sectionOf(api: string): string {
  return `dependencies ${api}`;
}
