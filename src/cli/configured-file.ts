import { resolve } from 'node:path';
import type { EntryKey } from '../auth/password-files/edit.ts';
import { type NamedPasswordFile, passwordFilesOf } from '../auth/schemes/password-files.ts';
import { loadSchemes } from '../auth/schemes/registry.ts';
import type { AdapterRecord } from '../config/configuration.ts';
import { readConfiguration } from '../project/configuration.ts';
import { type Invocation, UsageError } from './command.ts';
import { forShell } from './for-shell.ts';
import type { NamedFile } from './password-file.ts';

/** An adapter, and what it reads a file as. */
interface Reader extends Pick<NamedPasswordFile, 'option' | 'kind'> {
  readonly adapter: AdapterRecord;
}

/**
 * Refuses an entry that no adapter which names the file could read: one line of the other kind closes all of it. Files
 * that the configuration does not name, or an adapter with problems, may be of both kinds.
 */
export async function refuseUnreadable(
  file: NamedFile,
  { user, realm }: EntryKey,
  environment: Invocation['environment'],
): Promise<void> {
  const readers = await readersOf(file, environment);
  const [reader] = readers;
  const isReadBy = ({ kind, adapter }: Reader): boolean => (kind.hasRealm ? realm === adapter.realm : realm === null);
  if (reader === undefined || readers.some(isReadBy)) return;
  const { adapter, option, kind } = reader;
  const named = `platform-docs passwd set ${forShell(file.shown)} ${forShell(user)}`;
  const command = kind.hasRealm ? `${named} --realm ${forShell(adapter.realm)}${kind.setOption}` : named;
  throw new UsageError(
    `${file.shown} is the ${option} file of the adapter ${JSON.stringify(adapter.name)}: write ${command}.`,
  );
}

async function readersOf(
  { path, projectFolder }: NamedFile,
  environment: Invocation['environment'],
): Promise<readonly Reader[]> {
  const { configuration } = readConfiguration(projectFolder, environment);
  const schemes = await loadSchemes();
  return configuration.authentication.adapters
    .filter(({ problems }) => problems.length === 0)
    .flatMap((adapter) =>
      passwordFilesOf(adapter, schemes)
        .filter((named) => resolve(projectFolder, named.path) === path)
        .map(({ option, kind }) => ({ adapter, option, kind })),
    );
}
