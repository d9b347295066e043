import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { html } from '../formats/html/html.ts';
import { documentPath } from '../model/locations.ts';
import { INDEX_FILE, isDocumentKey, type ReleaseIndex } from '../store/release.ts';
import { shortHash } from '../store/stored-bytes.ts';

/** Number of documents that were rendered, and number of documents reused from the previous release. */
interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

/** Contents of a release for one version of an API, without the documents that servers derive on request. */
export interface VersionContents {
  readonly name: string;
  readonly version: number;
  /** Number of pages, in all languages together. */
  readonly pages: DocumentCounts;
  /** Number of documents by machine format, without formats that have no documents. */
  readonly formats: Readonly<Record<string, DocumentCounts>>;
}

const NONE: DocumentCounts = { rendered: 0, reused: 0 };

/**
 * Counts documents by version of an API, in the order of the release; formats are sorted by name.
 * @param artifacts keys, each with whether the artifact was reused from the previous release
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
    // The list of APIs belongs to no version.
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
 * @throws the error of the operating system if the folder is missing
 */
export function contentsIn(folder: string): readonly VersionContents[] {
  const index = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as ReleaseIndex;
  return contentsOf(
    Object.keys(index.artifacts).map((key) => [key, true]),
    index.outlines,
    index.site,
  );
}

/** Bytes for each read call: a chunk fits into the processor cache. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Checksum of every byte of a release, which detects damage even if the file sizes are right. It takes a third of the
 * time of a hash, and is computed in each build that finds no other change.
 * @param folder `…/releases/<id>`
 * @throws the error of the operating system if the folder is missing
 */
export function releaseChecksum(folder: string): string {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  return checksumOfFiles(new Map(readdirSync(folder).map((name) => [name, checksumOf(join(folder, name), chunk)])));
}

/** @param files CRC-32 of each file, by file name */
export function checksumOfFiles(files: ReadonlyMap<string, number>): string {
  return shortHash(JSON.stringify([...files].sort(([one], [other]) => (one < other ? -1 : 1))));
}

function checksumOf(path: string, chunk: Buffer): number {
  let sum = 0;
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      sum = crc32(chunk.subarray(0, read), sum);
  } finally {
    closeSync(file);
  }
  return sum;
}
