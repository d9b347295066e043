import { resolve } from 'node:path';
import { type EntryKey, listEntries, type StoredEntry } from '../auth/password-files/edit.ts';
import { htdigestKind, htpasswdKind, type PasswordFileKind } from '../auth/password-files/kinds.ts';
import { loadSchemes, type NamedPasswordFile, passwordFilesOf } from '../auth/schemes/registry.ts';
import type { AdapterRecord } from '../config/configuration.ts';
import { readConfiguration } from '../project/configuration.ts';
import { forShell, type Invocation, UsageError } from './command.ts';
import type { NamedFile } from './password-file.ts';

/** An adapter that reads a password file, with the kind of file that it expects. */
interface Reader extends Pick<NamedPasswordFile, 'option' | 'kind'> {
  readonly adapter: AdapterRecord;
}

const HTPASSWD: readonly PasswordFileKind[] = [htpasswdKind];
const HTDIGEST: readonly PasswordFileKind[] = [htdigestKind('MD5'), htdigestKind('SHA-256')];

/**
 * Refuses an entry that no adapter reading the file can use: an entry of the other kind makes the whole file unusable,
 * and no user can log in with an entry for another realm. Other programs may read the file: any entry is accepted if no
 * valid adapter reads it; another realm is accepted if the file already contains it, or if some adapter has problems.
 * @param text current content of the file
 */
export async function refuseUnreadable(
  file: NamedFile,
  { user, realm }: EntryKey,
  text: string,
  environment: Invocation['environment'],
): Promise<void> {
  const { readers, areAll } = await readersOf(file, environment);
  const [reader] = readers;
  const isForOthers =
    realm !== null && (!areAll || listEntries(text, 'htdigest').some((entry) => entry.realm === realm));
  const isReadBy = ({ kind, adapter }: Reader): boolean =>
    kind.hasRealm ? realm === adapter.realm || isForOthers : realm === null;
  if (reader === undefined || readers.some(isReadBy)) return;
  const { adapter, option, kind } = reader;
  const named = `platform-docs passwd set ${forShell(file.shown)} ${forShell(user)}`;
  const command = kind.hasRealm ? `${named} --realm ${forShell(adapter.realm)}${kind.setOption}` : named;
  throw new UsageError(
    `${file.shown} is the ${option} file of the adapter ${JSON.stringify(adapter.name)}: write ${command}.`,
  );
}

/** Creates a function that explains why no user can log in with an entry, or returns undefined if one may. */
export async function findUseless(
  file: NamedFile,
  environment: Invocation['environment'],
): Promise<(entry: StoredEntry) => string | undefined> {
  const { readers, areAll } = await readersOf(file, environment);
  const areKnown = readers.length > 0 && areAll;
  return (entry) => {
    const own = readers.filter(({ kind, adapter }) => (kind.hasRealm ? adapter.realm : null) === entry.realm);
    if (own.length === 0 && areKnown && entry.realm !== null) return 'no adapter that names the file has this realm';
    const usual = entry.realm === null ? HTPASSWD : HTDIGEST;
    const kinds = own.length > 0 && areAll ? own.map(({ kind }) => kind) : usual;
    return kinds.some((kind) => isUsable(entry, kind)) ? undefined : 'its password must be set again';
  };
}

function isUsable({ user, realm, value }: StoredEntry, kind: PasswordFileKind): boolean {
  const line = [user, ...(realm === null ? [] : [realm]), value].join(':');
  const reading = kind.parse(line, realm ?? '');
  return reading.kind === 'read' && reading.content.entries.has(user);
}

async function readersOf(
  { path, projectFolder }: NamedFile,
  environment: Invocation['environment'],
): Promise<{ readonly readers: readonly Reader[]; readonly areAll: boolean }> {
  const { configuration } = readConfiguration(projectFolder, environment);
  const schemes = await loadSchemes();
  const { adapters } = configuration.authentication;
  const usable = adapters.filter(({ problems }) => problems.length === 0);
  const readers = usable.flatMap((adapter) =>
    passwordFilesOf(adapter, schemes)
      .filter((named) => resolve(projectFolder, named.path) === path)
      .map(({ option, kind }) => ({ adapter, option, kind })),
  );
  return { readers, areAll: usable.length === adapters.length };
}
