import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../files/lock.ts';
import { realFile, replaceFile } from '../files/replace-file.ts';
import type { FieldProblem, Submission } from './contract.ts';

/** One change of one file. What reads the file is asked under the lock. */
interface FileChange {
  /** For the audit log: of what. */
  readonly target: string;
  /** Relative to the project: there while the change is made. */
  readonly lockFile: string;
  /** What changes, as people call it: `configuration`. */
  readonly subject: string;
  /** Of what is there now; a form made from another one has been overtaken. */
  version(): string;
  draft(): Draft | NotChanged;
}

export interface Draft {
  readonly kind: 'draft';
  /** For the audit log: what is done. */
  readonly action: string;
  /** Relative to the project. */
  readonly file: string;
  /** The whole file. */
  readonly text: string;
}

/** `changed`: the file says what was asked for; it may have said so before. */
export type ChangeResult = { readonly kind: 'changed' } | NotChanged;

export interface NotChanged {
  readonly kind: 'refused';
  readonly status: 403 | 409 | 422;
  readonly problems: readonly FieldProblem[];
}

/** Writes one file, whole and under a lock, with a line in the audit log. Nothing is written where the form was made from something else. */
export async function changeFile(submission: Submission, change: FileChange): Promise<ChangeResult> {
  const { site, version, isExpired } = submission;
  if (isExpired) return expired();
  let unlock = (): void => undefined;
  try {
    unlock = await lock(join(site.projectFolder, change.lockFile));
    if (change.version() !== version) return conflict(change.subject);
    const draft = change.draft();
    if (draft.kind === 'refused') return draft;
    const { action, file, text } = draft;
    const path = realFile(join(site.projectFolder, file));
    if (text === textOf(path)) return { kind: 'changed' };
    replaceFile(path, text, modeOf(path));
    site.audit({ action, target: change.target, file });
  } catch (error) {
    return refused([{ field: null, text: `The ${change.subject} cannot be written (${codeOf(error)}). Nothing was changed.` }]);
  } finally {
    unlock();
  }
  site.reload();
  return { kind: 'changed' };
}

export function refused(problems: readonly FieldProblem[]): NotChanged {
  return { kind: 'refused', status: 422, problems };
}

export function expired(): NotChanged {
  const text = 'This form is too old, or was not made for you. What you have filled in is still here: look at it, and send it again.';
  return { kind: 'refused', status: 403, problems: [{ field: null, text }] };
}

/** @param subject `configuration` */
export function conflict(subject: string): NotChanged {
  const text = `The ${subject} has been changed since this form was opened. Nothing was written. What you have filled in is still here: look at it, and send it again.`;
  return { kind: 'refused', status: 409, problems: [{ field: null, text }] };
}

/** As it stands, with its byte order mark; `''` for a file that is not there. @throws what the operating system says, and when it is no UTF-8 */
export function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Undefined for a file that is not there yet. */
function modeOf(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}

/** What the operating system says. @throws what it does not say */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))) return String(error.code);
  throw error;
}
