import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { replaceFile } from '../../files/replace-file.ts';
import { decompress } from '../../store/codings.ts';
import { shortHash } from '../../store/short-hash.ts';
import { DependencySection } from './dependency-section.ts';
import { readSection } from './read-section.ts';
import type { PageDependencies, PartDependencies, SectionReading, TextDependencies } from './section-contents.ts';

/** Beside `current`. */
const DEPENDENCY_FILE = 'dependencies.bin';
/** Names are repeated for every page: the fastest level makes a fifth of them. */
const FASTEST = { level: 1 };

/** Dependencies of the pages and documents of a release. */
export interface DependencyReading {
  /** Hash of templates, product and packages that have rendered them. */
  readonly renderer: string;
  /** Hash of all that the documents of an API were made of. */
  api(name: string): string | undefined;
  /** All of an API, as it is written. */
  section(api: string): Uint8Array | undefined;
  /** @param key of a page in the release */
  page(api: string, key: string): PageDependencies | undefined;
  /** @param key of a document in the release */
  parts(api: string, key: string): PartDependencies | undefined;
  /** Dependencies of a document with shown texts, see {@link parts}. */
  texts(api: string, key: string): TextDependencies | undefined;
  /** Dependencies of an API; undefined where none are known. */
  reading(api: string): SectionReading | undefined;
}

interface WrittenRelease {
  /** Name of the release. */
  readonly release: string;
  readonly renderer: string;
  /** Name → {@link DependencyReading.api}. */
  readonly apis: ReadonlyMap<string, string>;
}

/** The line before the sections, which have one each. */
interface Head {
  readonly release: string;
  readonly renderer: string;
  /** Name, {@link DependencyReading.api} and length in bytes. */
  readonly apis: readonly (readonly [name: string, key: string, length: number])[];
}

/**
 * Collects what the pages and documents of a release are made of; the same ones give the same bytes in any order of
 * what is noted of one. Every API has a section of its own: where nothing of it has changed, that is taken as it is.
 */
export class DependencyWriter {
  readonly #sections = new Map<string, DependencySection | Uint8Array>();
  #before: DependencyReading | undefined;

  /** Most of what is noted is what was read there. */
  follow(before: DependencyReading): void {
    this.#before = before;
  }

  /** @param key of the page in the release */
  add(api: string, key: string, page: PageDependencies): void {
    this.#sectionOf(api)?.addPage(key, page);
  }

  /** @param key of the document in the release */
  addParts(api: string, key: string, parts: PartDependencies): void {
    this.#sectionOf(api)?.addParts(key, parts);
  }

  /** Adds the texts of a document, see {@link addParts}. */
  addTexts(api: string, key: string, texts: TextDependencies): void {
    this.#sectionOf(api)?.addTexts(key, texts);
  }

  /** @param section all of an API, as it was read */
  keep(api: string, section: Uint8Array): void {
    this.#sections.set(api, section);
  }

  /** Nothing more is noted of an API: as names its section takes many times the memory of what is written. */
  end(api: string): void {
    const section = this.#sections.get(api);
    if (section instanceof DependencySection) this.#sections.set(api, bytesOf(section));
  }

  /** @param folder `dist/documentation` */
  write(folder: string, { release, renderer, apis }: WrittenRelease): void {
    const sections = [...apis].map(([name, key]) => {
      const section = this.#sections.get(name) ?? new DependencySection();
      return { name, key, bytes: section instanceof DependencySection ? bytesOf(section) : section };
    });
    const head: Head = {
      ...{ release, renderer },
      apis: sections.map(({ name, key, bytes }) => [name, key, bytes.byteLength]),
    };
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...sections.map(({ bytes }) => bytes)]);
    replaceFile(join(folder, DEPENDENCY_FILE), Buffer.concat([Buffer.from(`${shortHash(body)}\n`), body]));
  }

  /** Section of an API; undefined where it was taken unchanged, or has ended. */
  #sectionOf(api: string): DependencySection | undefined {
    const known = this.#sections.get(api) ?? new DependencySection(this.#before?.reading(api));
    this.#sections.set(api, known);
    return known instanceof DependencySection ? known : undefined;
  }
}

function bytesOf(section: DependencySection): Uint8Array {
  return gzipSync(section.toJson(), FASTEST);
}

/**
 * Reads the dependencies of the pages of a release.
 * @param folder `dist/documentation`
 * @returns undefined where that is not known, or damaged
 */
export function readDependencies(folder: string, release: string): DependencyReading | undefined {
  const contents = readContents(folder);
  if (contents?.head.release !== release) return undefined;
  const { head, sections } = contents;
  const keys = new Map(head.apis.map(([name, key]) => [name, key]));
  const read = new Map<string, SectionReading>();
  const sectionOf = (api: string): SectionReading | undefined => {
    const bytes = sections.get(api);
    const section = read.get(api) ?? (bytes && readSection(decompress(bytes, 'gzip').toString('utf8')));
    if (section !== undefined) read.set(api, section);
    return section;
  };
  return {
    renderer: head.renderer,
    api: (name) => keys.get(name),
    section: (api) => sections.get(api),
    page: (api, key) => sectionOf(api)?.page(key),
    parts: (api, key) => sectionOf(api)?.parts(key),
    texts: (api, key) => sectionOf(api)?.texts(key),
    reading: (api) => read.get(api),
  };
}

/** Reads the file; undefined where it is not as a build has written it. */
function readContents(
  folder: string,
): { readonly head: Head; readonly sections: ReadonlyMap<string, Buffer> } | undefined {
  try {
    const bytes = readFileSync(join(folder, DEPENDENCY_FILE));
    const start = bytes.indexOf('\n') + 1;
    if (`${shortHash(bytes.subarray(start))}\n` !== bytes.toString('utf8', 0, start)) return undefined;
    let at = bytes.indexOf('\n', start) + 1;
    const head = JSON.parse(bytes.toString('utf8', start, at)) as Head;
    const sections = new Map<string, Buffer>();
    for (const [name, , length] of head.apis) {
      sections.set(name, bytes.subarray(at, at + length));
      at += length;
    }
    return { head, sections };
  } catch {
    return undefined;
  }
}
