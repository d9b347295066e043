import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DocumentReference } from '../model/locations.ts';
import { DOCUMENTATION_ROOT, documentPath, encodeSegment } from '../model/locations.ts';
import { openRelease } from '../store/artifact-store.ts';
import type { StoredRepresentation } from '../store/contract.ts';
import { RELEASES_FOLDER } from '../store/release.ts';
import { SiteDocuments } from '../store/site.ts';
import { escapeHtml } from '../views/helpers/markup.ts';
import { publish } from './publish.ts';
import type { SiteReading } from './read-site.ts';
import type { Renderer } from './renderer.ts';

/** Where a page is: `Book/index.html` or `Book.html`, as Astro's `build.format` has them. */
export type PageFormat = 'directory' | 'file';

export interface StaticTree {
  readonly apis: number;
  readonly pages: number;
  readonly files: number;
  /** Documents that no file can be named after, by their paths. */
  readonly leftOut: readonly string[];
}

/** Longer names are refused by file systems. */
const MOST_NAME_BYTES = 255;
/** What names of files cannot hold, or would leave their folder with. */
const NO_FILE_NAME = /[/\\\0]|^\.{1,2}$/;
const LINK = new RegExp(`(\\shref=")(${DOCUMENTATION_ROOT}[^"#?]*)`, 'g');

/**
 * Writes public documentation as files that any file server can serve: every page and every machine format, which the files' extensions say.
 * Without a version in front there is the page alone, and leads to that of the default version.
 * @param folder that is the root of the file server; files in it stay
 * @throws what `publish` throws, and when the documentation needs a log-in, which no file asks for
 */
export async function writeStaticTree(folder: string, site: SiteReading, renderer: Renderer, pageFormat: PageFormat): Promise<StaticTree> {
  if (site.configuration.access.kind !== 'public') throw new Error('The documentation needs a log-in, and files ask for none.');
  const draft = mkdtempSync(join(tmpdir(), 'platform-documentation-static-'));
  try {
    const templates = { compilation: Promise.resolve(), renderer: Promise.resolve(renderer) };
    const { release, apis } = await publish(draft, site, templates, { keepGoing: false });
    return { apis, ...(await writeRelease(join(draft, RELEASES_FOLDER, release), folder, site, pageFormat)) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function writeRelease(release: string, folder: string, site: SiteReading, pageFormat: PageFormat): Promise<Omit<StaticTree, 'apis'>> {
  const { formats, accessRule, configuration } = site;
  const store = openRelease(release, { formats, accessRule });
  const documents = new SiteDocuments(site.apis, { site: configuration.site, formats, development: false, accessRule });
  const references = [...documents.references()];
  const pages = new Set(references.map((reference) => documentPath(reference)));
  const defaults = new Map(documents.entries().map(({ name, defaultVersion }) => [name, defaultVersion]));
  const leftOut: string[] = [];
  let files = 0;
  const write = (path: string, content: string | Uint8Array): void => {
    const file = fileOf(path);
    if (file === undefined) {
      leftOut.push(path);
      return;
    }
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    files += 1;
  };
  for (const reference of references) {
    for (const format of formats.filter(({ levels }) => levels.includes(reference.level))) {
      const representation = await store.representation(reference, format.name);
      if (representation.kind === 'page') throw new Error(`The release lacks ${documentPath(reference)}.`);
      const bytes = await identityOf(representation);
      const isPage = format.name === 'html';
      const content = isPage ? withLinks(Buffer.from(bytes).toString('utf8'), pages, pageFormat) : bytes;
      write(isPage ? pageFile(documentPath(reference), pageFormat) : documentPath(reference, format.extension), content);
    }
    const short = shortPath(reference, defaults);
    // An API may be named like a version of another.
    if (short !== undefined && !pages.has(short)) write(pageFile(short, pageFormat), redirection(linkTo(documentPath(reference), pageFormat)));
  }
  return { pages: references.length, files, leftOut };
}

async function identityOf(representation: StoredRepresentation): Promise<Uint8Array> {
  return representation.body('identity');
}

/** The path without a version, where that is the default one. */
function shortPath(reference: DocumentReference, defaults: ReadonlyMap<string, number>): string | undefined {
  if (reference.level === 'list' || defaults.get(reference.api) !== reference.version) return undefined;
  const api = `${DOCUMENTATION_ROOT}/${encodeSegment(reference.api)}`;
  return api + documentPath(reference).slice(documentPath({ level: 'api', api: reference.api, version: reference.version }).length);
}

/** Links of the site's own and twins stay as they are; what leads to a page leads to its file without a detour. */
function withLinks(html: string, pages: ReadonlySet<string>, pageFormat: PageFormat): string {
  return html.replaceAll(LINK, (whole: string, start: string, path: string) => (pages.has(path) ? start + linkTo(path, pageFormat) : whole));
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
  return names.some((name) => NO_FILE_NAME.test(name) || Buffer.byteLength(name) > MOST_NAME_BYTES) ? undefined : join(...names);
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
