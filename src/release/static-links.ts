import { join } from 'node:path';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { escapeHtml } from '../views/html.ts';

/** Format of the path of a page: `Book/index.html` or `Book.html`, as in Astro's `build.format`. */
export type PageFormat = 'directory' | 'file';

/** Longest file name that common file systems accept. */
const MOST_NAME_BYTES = 255;
/** Invalid file names: they contain a separator or NUL, or refer to a parent folder. */
const NO_FILE_NAME = /[/\\\0]|^\.{1,2}$/;
const PAGE_EXTENSION = '.html';
/** Search form, which needs our server; in static files a script shows it and searches in the browser. */
const SEARCH_FORM = '<search class="pd-search"';
/** Form for changes between any two versions, which needs our server; a list of the available pages follows. */
const PAIR_FORM = '<form class="pd-pair"';
const PAIR_FILES = '<p class="pd-pair-files" hidden';
/** A link to a path, possibly below a base path. */
const LINK = new RegExp(`(\\shref="[^"#?:]*?)(${DOCUMENTATION_ROOT}[^"#?]*)`, 'g');

/** Changes links to pages into links to their files. Links to other formats and to the surrounding site stay. */
export function withLinks(page: string, pages: ReadonlySet<string>, pageFormat: PageFormat, names: string): string {
  const hidden = `${names}<search hidden data-pages="${linkTo('', pageFormat)}" class="pd-search"`;
  const ofFiles = page
    // A function, since names may contain replacement patterns, such as `$$`.
    .replaceAll(SEARCH_FORM, () => hidden)
    .replace(PAIR_FORM, '<form hidden class="pd-pair"')
    .replace(PAIR_FILES, '<p class="pd-pair-files"');
  return ofFiles.replaceAll(LINK, (whole: string, start: string, path: string) => {
    // Links between languages end in `.html`; in the default language that is the URL of the page without the ending.
    const page = path.endsWith(PAGE_EXTENSION) ? path.slice(0, -PAGE_EXTENSION.length) : path;
    const target = pages.has(path) ? path : page;
    return pages.has(target) ? start + linkTo(target, pageFormat) : whole;
  });
}

export function linkTo(path: string, pageFormat: PageFormat): string {
  return pageFormat === 'directory' ? `${path}/` : `${path}.html`;
}

export function pageFile(path: string, pageFormat: PageFormat): string {
  return pageFormat === 'directory' ? `${path}/index.html` : `${path}.html`;
}

/** File of a URL path, relative to the root of the file server; undefined if no file can have the name. */
export function fileOf(path: string): string | undefined {
  const names = path.slice(1).split('/').map(decodeURIComponent);
  return names.some((name) => NO_FILE_NAME.test(name) || Buffer.byteLength(name) > MOST_NAME_BYTES)
    ? undefined
    : join(...names);
}

export function redirection(target: string): string {
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
