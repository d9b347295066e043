import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discoverableOf } from '../discovery/discoverable.ts';
import { discoveryFiles } from '../discovery/registry.ts';
import { FormatError } from '../formats/contract.ts';
import { extensionIn } from '../model/language.ts';
import type { DocumentReference } from '../model/locations.ts';
import { DOCUMENTATION_ROOT, documentPath, encodeSegment, SEARCH_EXTENSION } from '../model/locations.ts';
import type { ProjectReading } from '../project/read-project.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { openRelease } from '../store/artifact-store.ts';
import type { Representation, StoredRepresentation } from '../store/contract.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import { escapeHtml } from '../views/helpers/markup.ts';
import { languagesOf } from './machine-formats.ts';

/** Where a page is: `Book/index.html` or `Book.html`, as Astro's `build.format` has them. */
export type PageFormat = 'directory' | 'file';

interface StaticTree {
  readonly files: number;
  /** Documents that no file can be named after, one line each. */
  readonly leftOut: readonly string[];
}

/** Longer names are refused by file systems. */
const MOST_NAME_BYTES = 255;
/** What names of files cannot hold, or would leave their folder with. */
const NO_FILE_NAME = /[/\\\0]|^\.{1,2}$/;
const PAGE_EXTENSION = '.html';
/** Asks a server of ours, which files do not have: its script shows it, and searches in the browser. */
const SEARCH_FORM = '<search class="pd-search"';
const LINK = new RegExp(`(\\shref=")(${DOCUMENTATION_ROOT}[^"#?]*)`, 'g');

/** @returns why there can be no files of the documentation: its log-in, which no file asks for; undefined: there can */
export function staticRefusal({ configuration: { access } }: ProjectReading): string | undefined {
  if (access.kind === 'public') return undefined;
  return (
    `The documentation is not written as files: it needs a log-in (${access.name}), which files cannot ask for. ` +
    `Remove platform-documentation.access and paths over ${DOCUMENTATION_ROOT}, or run the server.`
  );
}

/**
 * Replaces a folder by one that any file server can serve: the documentation, what its pages link to, and a start page.
 * @param release folder of what is published
 * @param clientFolder of what pages link to
 */
export async function replaceStaticTree(
  folder: string,
  {
    release,
    clientFolder,
    site,
  }: { readonly release: string; readonly clientFolder: string; readonly site: ProjectReading },
): Promise<StaticTree> {
  const draft = `${folder}.draft-${process.pid}`;
  try {
    cpSync(clientFolder, draft, { recursive: true });
    const written = await writeStaticTree(draft, release, site, 'directory');
    const files = await writeDiscovery(draft, release, site);
    writeFileSync(join(draft, 'index.html'), redirection(linkTo(DOCUMENTATION_ROOT, 'directory')));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return { ...written, files: written.files + files };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Writes documentation as files that any file server can serve: every page and every machine format, which the files'
 * extensions say. Without a version in front there is the page alone, and leads to that of the default version.
 * @param folder that is the root of the file server; files in it stay
 * @param release folder of what was published of the site
 * @throws where {@link staticRefusal} says why
 */
export async function writeStaticTree(
  folder: string,
  release: string,
  site: ProjectReading,
  pageFormat: PageFormat,
): Promise<StaticTree> {
  const refusal = staticRefusal(site);
  if (refusal !== undefined) throw new Error(refusal);
  const { formats, accessRule } = site;
  const store = openRelease(release, { formats, accessRule });
  const documents = new SiteDocuments(site.apis, { site: site.site, formats, development: false, accessRule });
  const references = [...documents.references()];
  const pages = new Set(references.map((reference) => documentPath(reference)));
  const defaults = new Map(documents.entries().map(({ name, defaultVersion }) => [name, defaultVersion]));
  const leftOut: string[] = [];
  let files = 0;
  const write = (path: string, content: string | Uint8Array): void => {
    const file = fileOf(path);
    if (file === undefined) {
      leftOut.push(`${path} is left out: no file can have that name.`);
      return;
    }
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    files += 1;
  };
  for (const reference of references) {
    const here = formats.filter(({ levels }) => levels.includes(reference.level));
    const inLanguages = here.flatMap((format) => languagesOf(format, site.site).map((tag) => [format, tag] as const));
    for (const [format, language] of inLanguages) {
      const representation = await representationOf(store, reference, format.name, language);
      if (typeof representation === 'string') {
        leftOut.push(representation);
        continue;
      }
      if (representation.kind === 'page') throw new Error(`The release lacks ${documentPath(reference)}.`);
      const bytes = await identityOf(representation);
      const isPage = format.name === 'html';
      const content = isPage ? withLinks(Buffer.from(bytes).toString('utf8'), pages, pageFormat) : bytes;
      const twin = documentPath(reference, extensionIn(language, format.extension));
      write(isPage && language === null ? pageFile(documentPath(reference), pageFormat) : twin, content);
    }
    if (reference.level === 'api')
      write(
        documentPath(reference, SEARCH_EXTENSION),
        await identityOf(store.searchShard(reference.api, reference.version)),
      );
    const short = shortPath(reference, defaults);
    // An API may be named like a version of another.
    if (short !== undefined && !pages.has(short))
      write(pageFile(short, pageFormat), redirection(linkTo(documentPath(reference), pageFormat)));
  }
  for (const [path, { bytes }] of site.themeAssets) write(path, bytes);
  return { files, leftOut };
}

/** Files by which programs find the documentation, as far as they can be made. @returns how many there are */
async function writeDiscovery(folder: string, release: string, site: ProjectReading): Promise<number> {
  if (site.configuration.discovery === false) return 0;
  const { formats, accessRule } = site;
  const found = discoverableOf(openRelease(release, { formats, accessRule }), formats);
  let files = 0;
  for (const [path, { write }] of discoveryFiles(found)) {
    const text = await write(found);
    if (text === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    files += 1;
  }
  return files;
}

/** @returns a line that says why a custom format has none */
async function representationOf(
  store: ArtifactStore,
  reference: DocumentReference,
  format: string,
  language: string | null,
): Promise<Representation | string> {
  try {
    return await store.representation(reference, format, undefined, language);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
}

async function identityOf(representation: StoredRepresentation): Promise<Uint8Array> {
  return representation.body('identity');
}

/** The path without a version, where that is the default one. */
function shortPath(reference: DocumentReference, defaults: ReadonlyMap<string, number>): string | undefined {
  if (reference.level === 'list' || defaults.get(reference.api) !== reference.version) return undefined;
  const api = `${DOCUMENTATION_ROOT}/${encodeSegment(reference.api)}`;
  return (
    api +
    documentPath(reference).slice(documentPath({ level: 'api', api: reference.api, version: reference.version }).length)
  );
}

/** Links of the site's own and twins stay as they are; what leads to a page leads to its file without a detour. */
function withLinks(html: string, pages: ReadonlySet<string>, pageFormat: PageFormat): string {
  const hidden = `<search hidden data-pages="${linkTo('', pageFormat)}" class="pd-search"`;
  return html.replaceAll(SEARCH_FORM, hidden).replaceAll(LINK, (whole: string, start: string, path: string) => {
    // In several languages pages link to twins: that of the default language is the page itself.
    const page = path.endsWith(PAGE_EXTENSION) ? path.slice(0, -PAGE_EXTENSION.length) : path;
    const target = pages.has(path) ? path : page;
    return pages.has(target) ? start + linkTo(target, pageFormat) : whole;
  });
}

function linkTo(path: string, pageFormat: PageFormat): string {
  return pageFormat === 'directory' ? `${path}/` : `${path}.html`;
}

function pageFile(path: string, pageFormat: PageFormat): string {
  return pageFormat === 'directory' ? `${path}/index.html` : `${path}.html`;
}

/** Relative to the root of the file server, which decodes paths; undefined where no file can have the name. */
function fileOf(path: string): string | undefined {
  const names = path.slice(1).split('/').map(decodeURIComponent);
  return names.some((name) => NO_FILE_NAME.test(name) || Buffer.byteLength(name) > MOST_NAME_BYTES)
    ? undefined
    : join(...names);
}

function redirection(target: string): string {
  const url = escapeHtml(target);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${url}">
<meta http-equiv="refresh" content="0; url=${url}">
<p>This is <a href="${url}">${url}</a>.</p>
</html>
`;
}
