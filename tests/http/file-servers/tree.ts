import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesFiles } from '../../../src/build/static-names.ts';
import { formats } from '../../../src/formats/registry.ts';
import { utf8Type } from '../../../src/http/document-fields.ts';
import { DOCUMENTATION_ROOT, encodeSegment } from '../../../src/model/locations.ts';
import { SEARCH_FILE } from '../../../src/store/companions.ts';

/** A file of the tree, and how it is asked for. */
interface ServedDocument {
  readonly address: string;
  readonly contentLocation: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const COPY = /\.(?:br|gz|zst)$/;
const PAGE = /\/index\.html$/;
/** Of pages without a version, which hosts without rules lead on. */
const REDIRECTION = '<meta http-equiv="refresh"';

/** Every document that a build has written, its twins and companions; those of problems are at no address. */
export function documentsOf(tree: string): readonly ServedDocument[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !COPY.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.startsWith(join(tree, DOCUMENTATION_ROOT)))
    .map((file) => ({
      path: `/${file
        .slice(tree.length + 1)
        .split('/')
        .map(encodeSegment)
        .join('/')}`,
      file,
    }))
    .map(({ path, file }) => ({ path, bytes: readFileSync(file) }))
    .filter(({ bytes }) => !bytes.includes(REDIRECTION))
    .map(({ path, bytes }) => ({
      address: path.replace(PAGE, ''),
      contentLocation: path.replace(PAGE, '.html'),
      mediaType: typeOf(path),
      bytes,
    }));
}

function typeOf(path: string): string {
  const [format] = [...formats, SEARCH_FILE, ...namesFiles(2)]
    .filter(({ extension }) => path.endsWith(extension))
    .toSorted((one, other) => other.extension.length - one.extension.length);
  return utf8Type(format?.mediaTypes[0] ?? 'nothing');
}
