import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { discoverableOf } from '../discovery/documents.ts';
import { discoveryFiles } from '../discovery/registry.ts';
import { html } from '../formats/html/html.ts';
import { languagesOf } from '../formats/twins.ts';
import { tagsOf } from '../model/language.ts';
import { basePathOf, type DocumentReference } from '../model/locations.ts';
import { namesOf, namesPath, namesTitle } from '../presentation/navigation/names.ts';
import type { Page } from '../presentation/page-data/document.ts';
import { filesBelow } from '../project/fingerprint.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { openRelease } from '../store/artifact-store.ts';
import { COPY_ENDINGS, compressElsewhere, compressedCodings } from '../store/codings.ts';
import type { SiteDocuments } from '../store/site-documents.ts';
import { escapeHtml } from '../views/html.ts';
import { fileOf } from './static-links.ts';

const ENDINGS = ['', ...Object.values(COPY_ENDINGS)];

/**
 * Writes documents as files. Names come from descriptors: if a file or a compressed copy of it would have the path of
 * another document's file or folder, only the first of the two documents is written.
 */
export class TreeFiles {
  readonly #folder: string;
  /** Paths of files, including their later compressed copies. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  count = 0;

  /** @param folder root of the tree */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the reason why the document is left out; undefined if it is written */
  write(path: string, content: string | Uint8Array): string | undefined {
    const file = fileOf(path);
    if (file === undefined) return `${path} is left out: no file can have that name.`;
    const names = ENDINGS.map((ending) => file + ending);
    const folders = foldersOf(file);
    const isTaken = (name: string): boolean => this.#files.has(name) || this.#folders.has(name);
    if (names.some(isTaken) || folders.some((name) => this.#files.has(name)))
      return `${path} is left out: another document has a file of its name.`;
    for (const name of names) this.#files.add(name);
    for (const name of folders) this.#folders.add(name);
    const target = join(this.#folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    this.count += 1;
    return undefined;
  }
}

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Paths of files to compress: documents of any format, and the text files that pages link to. */
const HAS_COPIES = /^(?!\/_astro\/)|\.(?:css|js|svg)$/;

/** Number of files to compress at the same time: the default number of threads in libuv. */
const AT_ONCE = 4;

/**
 * Writes a compressed copy of each file in every coding: `Library-v1.json.br`. Copies that are larger than the file are
 * written as well, so that a server can rely on every copy.
 * @param folder root of the tree
 * @returns number of copies
 */
export async function writeCopies(folder: string): Promise<number> {
  const files = filesBelow(folder).filter((file) => HAS_COPIES.test(pathOf(folder, file)));
  const left = files.values();
  const work = async (): Promise<void> => {
    for (const file of left) {
      const body = readFileSync(file);
      for (const coding of compressedCodings)
        writeFileSync(file + COPY_ENDINGS[coding], await compressElsewhere(body, coding));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files.length * compressedCodings.length;
}

function pathOf(folder: string, file: string): string {
  return file.slice(folder.length).replaceAll(sep, '/');
}

interface NamesPage {
  readonly path: string;
  readonly page: Page;
}

/** Indexes of names for every API version in every language: they replace the server's search in static files. */
export function* namesPages(documents: SiteDocuments): Generator<NamesPage> {
  for (const language of languagesOf(html, tagsOf(documents.site))) {
    const spoken = documents.inLanguage(language);
    for (const api of spoken.visible())
      for (const [part, names] of namesOf(api).entries())
        yield {
          path: namesPath(api.getName(), api.getVersion(), spoken.site, part),
          page: { kind: 'names', site: spoken.site, names },
        };
  }
}

/** Link to the index of names, in place of the server's search; '' for the list of APIs, which is its own index. */
export function namesLink(documents: SiteDocuments, reference: DocumentReference, language: string | null): string {
  if (reference.level === 'list') return '';
  const { site } = documents.inLanguage(language);
  const href = basePathOf(site.baseUrl) + namesPath(reference.api, reference.version, site, 0);
  return `<a class="pd-names" href="${escapeHtml(href)}">${escapeHtml(namesTitle(site))}</a>`;
}

/** Writes the files through which programs discover the documentation, if possible. @returns number of files */
export async function writeDiscovery(folder: string, release: string, project: ProjectReading): Promise<number> {
  let files = 0;
  if (project.configuration.discovery === false) return files;
  const { formats, accessRule } = project;
  const found = discoverableOf(openRelease(release, { formats, accessRule }), formats);
  for (const [path, discoveryFile] of discoveryFiles(found)) {
    const text = await discoveryFile.write(found);
    if (text === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    files += 1;
  }
  return files;
}
