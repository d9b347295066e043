import { printPair } from '../../config/edit/print.ts';
import { errorsFirst } from '../../model/diagnostic.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { FetchError } from '../fetch/download.ts';
import { fetchSource } from '../fetch/fetched-source.ts';
import { LOCK_FILE, lockedSource, lockText } from '../fetch/lock-file.ts';
import { readSource, type Source } from './sources.ts';
import { InitError, type NewFile } from './write-files.ts';

const SOURCES_FILE = 'config/autoload/sources.global.yaml';
/** File outside of version control, for URLs with a query, which may contain a token. */
const SECRET_FILE = 'config/autoload/sources.local.yaml';
/** Matches a URL, which would otherwise be used as a path. */
export const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

/**
 * Reads descriptors from a path or a URL.
 * @param shown path relative to the current folder, absolute path or URL, as the user typed it
 * @param others descriptors of other sources, whose paths are not taken again
 * @throws {@link InitError} if there are no descriptors or they have errors
 */
export async function readAnySource(currentFolder: string, shown: string, others: readonly Source[]): Promise<Source> {
  if (!ADDRESS.test(shown)) return readSource(currentFolder, shown);
  const url = URL.parse(shown);
  if (url === null)
    throw new InitError('The address is not a URL. Write one such as https://api.example.com/openapi.yaml.');
  try {
    const source = await fetchSource(url, new Set(others.flatMap(({ fetched }) => fetched?.path ?? [])));
    const errors = source.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new InitError(`${url.origin}: the project was not created.`, errorsFirst(errors));
    const made = [...source.files].map(([path, content]) => ({ path: `${DESCRIPTOR_FOLDER}/${path}`, content }));
    const fetched = { path: source.path, url: shown, locked: lockedSource(source, url) };
    return { shown, files: [], made, leftOut: [], name: url.hostname, fetched };
  } catch (error) {
    throw error instanceof FetchError ? new InitError(error.message) : error;
  }
}

/** Files by which "platform-docs fetch" fetches the descriptors anew. */
export function fetchFiles(sources: readonly Source[]): readonly NewFile[] {
  const fetched = sources.flatMap((source) => source.fetched ?? []);
  if (fetched.length === 0) return [];
  const inFile = (path: string, isSecret: boolean, advice: string): readonly NewFile[] => {
    const own = fetched.filter(({ url }) => url.includes('?') === isSecret);
    if (own.length === 0) return [];
    const sources = Object.fromEntries(own.map((source) => [source.path, source.url]));
    const settings = printPair('platform-documentation', { sources }).join('\n');
    const head = `# "platform-docs fetch" writes these to ${DESCRIPTOR_FOLDER}/.${advice}\n`;
    return [{ path, content: `${head}${settings}\n`, isSecret }];
  };
  return [
    ...inFile(SOURCES_FILE, false, ''),
    ...inFile(SECRET_FILE, true, ` Move those without secrets to ${SOURCES_FILE}.`),
    { path: LOCK_FILE, content: lockText(new Map(fetched.map(({ path, locked }) => [path, locked]))) },
  ];
}
