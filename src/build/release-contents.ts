import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../formats/html/html.ts';
import { documentPath } from '../model/locations.ts';
import { INDEX_FILE, isDocumentKey, type ReleaseIndex } from '../store/release.ts';

/** Numbers of documents that were rendered, and that come from the release before. */
interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

/** Contents of a release for one version of an API, without the documents that servers derive at a request. */
export interface VersionContents {
  readonly name: string;
  readonly version: number;
  /** Pages in all languages together. */
  readonly pages: DocumentCounts;
  /** Machine formats by their names, without those that have no document. */
  readonly formats: Readonly<Record<string, DocumentCounts>>;
}

const NONE: DocumentCounts = { rendered: 0, reused: 0 };

/**
 * Counts documents by version of an API, in the order of the release; formats are in the order of their names.
 * @param artifacts key → whether it is that of the release before
 */
export function contentsOf(
  artifacts: Iterable<readonly [key: string, isKept: boolean]>,
  outlines: readonly { readonly api: string; readonly version: number }[],
  { languages = [] }: ReleaseIndex['site'],
): readonly VersionContents[] {
  const pathOf = (api: string, version: number): string => documentPath({ level: 'api', api, version });
  const depth = pathOf('a', 1).split('/').length;
  const byPath = new Map(
    outlines.map(({ api, version }) => [pathOf(api, version), new Map<string, DocumentCounts>()] as const),
  );
  const endings = languages.map(({ tag }) => `.${tag}`);
  for (const [key, isKept] of artifacts) {
    if (!isDocumentKey(key)) continue;
    const [written = '', path = ''] = key.split(' ');
    const counts = byPath.get(path.split('/', depth).join('/'));
    // The list belongs to no API.
    if (counts === undefined) continue;
    const ending = endings.find((end) => written.endsWith(end)) ?? '';
    const format = written.slice(0, written.length - ending.length);
    const { rendered, reused } = counts.get(format) ?? NONE;
    counts.set(format, isKept ? { rendered, reused: reused + 1 } : { rendered: rendered + 1, reused });
  }
  return outlines.map(({ api, version }) => {
    const { [html.name]: pages = NONE, ...formats } = Object.fromEntries(
      [...(byPath.get(pathOf(api, version)) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    return { name: api, version, pages, formats };
  });
}

/**
 * Contents of a release in which all documents count as reused.
 * @param folder `…/releases/<id>`
 * @throws what the operating system says where it is gone
 */
export function contentsIn(folder: string): readonly VersionContents[] {
  const index = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as ReleaseIndex;
  return contentsOf(
    Object.keys(index.artifacts).map((key) => [key, true]),
    index.outlines,
    index.site,
  );
}
