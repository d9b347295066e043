import { isSame } from '../../auth/constant-time.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import type { AdminSite, FieldProblem } from '../contract.ts';
import { userFilesOf } from './adapters.ts';
import { readUserFile, type UserFile } from './user-file.ts';

interface AdapterChange {
  readonly before: AdapterRecord;
  /** Files that the adapter would read. */
  readonly files: readonly UserFile[];
  /** First user of the files that are about to be created; null: none is. */
  readonly firstUser: string | null;
}

/**
 * The user who changes the adapter of these pages must be able to log in afterwards: each of its files has to contain
 * the credentials of this log-in. Of
 * another line for the same name it is not known here whose password it is.
 */
export function lockOutProblems(site: AdminSite, { before, files, firstUser }: AdapterChange): readonly FieldProblem[] {
  const { identity } = site;
  if (identity?.adapter !== before.name) return [];
  const { name } = identity;
  const known = userFilesOf(before, site).flatMap((file) => entryOf(site, file, name) ?? []);
  return files.flatMap((file): readonly FieldProblem[] => {
    const reading = readUserFile(site.projectFolder, file);
    // A missing or unreadable file is reported elsewhere.
    if (reading.kind === 'unusable' && !(reading.isMissing && firstUser !== null)) return [];
    const entry = entryOf(site, file, name);
    const isKnown =
      entry === undefined
        ? reading.kind === 'unusable' && firstUser === name
        : known.some((stored) => isSame(stored, entry));
    if (isKnown) return [];
    const text = `You, ${name}, could no longer log in to these pages, or only with another password. Copy your line into ${file.path} first, or let platform-admin.adapter name another adapter.`;
    return [{ field: file.option, text }];
  });
}

function entryOf({ projectFolder }: AdminSite, file: UserFile, user: string): string | undefined {
  const reading = readUserFile(projectFolder, file);
  return reading.kind === 'read' ? reading.entries.get(user) : undefined;
}
