import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { LockHeld, lock } from '../files/lock.ts';
import { realFile, replaceFile } from '../files/replace-file.ts';
import { codeOf } from '../files/system-error.ts';
import type { FieldProblem, Submission } from './contract.ts';

/** Maximum wait for a lock; shorter than in other programs, since a user waits for the page. */
const PATIENCE_MILLISECONDS = 3000;
/** Minimum wait for a lock, even if earlier changes of this process have used up the maximum. */
const LEAST_PATIENCE_MILLISECONDS = 250;
/** Last queued change of this process for each lock file; the next change waits for it before taking the lock. */
const turns = new Map<string, Promise<ChangeResult>>();

/** Change of one file. Its functions read the file, and are called while the lock is held. */
interface FileChange {
  /** Name of the changed object, for the audit log. */
  readonly target: string;
  /** Lock file, relative to the project; it exists during the change. */
  readonly lockFile: string;
  /** Name of the changed content in messages: `configuration`. */
  readonly subject: string;
  /** Version of the current content; a form made from another version is an edit conflict. */
  version(): string;
  draft(): Draft | NotChanged;
}

export interface Draft {
  readonly kind: 'draft';
  /** Kind of change, for the audit log. */
  readonly action: string;
  /** Path relative to the project. */
  readonly file: string;
  /** New content of the whole file. */
  readonly text: string;
}

/** `changed`: the file has the wanted text, possibly since before the change. */
export type ChangeResult = { readonly kind: 'changed' } | NotChanged;

export interface NotChanged {
  readonly kind: 'refused';
  readonly status: 403 | 409 | 422 | 429 | 503;
  readonly problems: readonly FieldProblem[];
}

/**
 * Replaces one file under a lock, and adds a line to the audit log. Nothing is written if the content has changed since
 * the form was made.
 */
export async function changeFile(submission: Submission, change: FileChange): Promise<ChangeResult> {
  if (submission.isExpired) return expired();
  const since = performance.now();
  const lockFile = join(submission.site.projectFolder, change.lockFile);
  const before = turns.get(lockFile);
  const turn = (async (): Promise<ChangeResult> => {
    await before?.catch(() => undefined);
    const left = PATIENCE_MILLISECONDS - (performance.now() - since);
    return changeUnderLock(submission, change, lockFile, Math.max(left, LEAST_PATIENCE_MILLISECONDS));
  })();
  turns.set(lockFile, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(lockFile) === turn) turns.delete(lockFile);
  }
}

async function changeUnderLock(
  { site, version }: Submission,
  change: FileChange,
  lockFile: string,
  patienceMilliseconds: number,
): Promise<ChangeResult> {
  let unlock = (): void => undefined;
  try {
    unlock = await lock(inFolder(lockFile), patienceMilliseconds);
    if (change.version() !== version) return conflict(change.subject);
    const draft = change.draft();
    if (draft.kind === 'refused') return draft;
    const { action, file, text } = draft;
    const path = realFile(inFolder(join(site.projectFolder, file)));
    if (text === textOf(path)) return { kind: 'changed' };
    replaceFile(path, text, modeOf(path));
    site.audit({ action, target: change.target, file });
  } catch (error) {
    const { status, text } = writeFailure(error, change.subject, site.projectFolder);
    return { kind: 'refused', status, problems: [{ field: null, text }] };
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
  const text = 'This form is too old, or was not made for you. Your input is still here: check it, and send it again.';
  return { kind: 'refused', status: 403, problems: [{ field: null, text }] };
}

/** @param subject name of the changed content: `configuration` */
export function conflict(subject: string): NotChanged {
  const text =
    `This part of the ${subject} has changed since the form was opened. Nothing was written. ` +
    'Your input is still here: check it, and send it again.';
  return { kind: 'refused', status: 409, problems: [{ field: null, text }] };
}

/**
 * Reads the text of a file, including a byte order mark; `''` for a missing file.
 * @throws {@link UnfitFile}, and errors of the operating system
 */
export function textOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return '';
  if (!status.isFile()) throw new UnfitFile(path, `is ${status.isDirectory() ? 'a folder' : 'no file'}. Move it away.`);
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnfitFile(path, 'is not UTF-8 text. Save it as UTF-8.');
  }
}

/** Creates the folder that contains a path. @returns the path */
function inFolder(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** Mode bits of a file; undefined for a file that does not exist yet. */
function modeOf(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}

/** Reports that a form cannot edit an existing file. */
class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
  readonly path: string;

  /** @param reason rest of a sentence that begins with the path, then the remedy */
  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** Failure shown on the page; `status` is 422 if the file must be corrected, else 503. */
interface WriteFailure {
  readonly status: 422 | 503;
  readonly text: string;
}

/** Remedies, by error code of the operating system. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ...['EACCES', 'EPERM', 'EROFS'].map((code) => [code, 'Allow the server to write there.'] as const),
  ...['EEXIST', 'ENOTDIR'].map((code) => [code, 'There is a file where a folder must be. Move it away.'] as const),
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, 'Free some space there.'] as const),
]);
const OTHERWISE = 'Correct that, and send the form again.';

/**
 * Explains why nothing was written, with a remedy.
 * @param subject name of the changed content: `configuration`
 * @throws any error that neither a file nor the operating system caused: a bug
 */
function writeFailure(error: unknown, subject: string, projectFolder: string): WriteFailure {
  if (error instanceof LockHeld)
    return { status: 503, text: `Another program is changing the ${subject}. Send the form again in a moment.` };
  if (error instanceof UnfitFile)
    return { status: 422, text: `${relative(projectFolder, error.path)} ${error.message}` };
  const code = codeOf(error);
  if (!(error instanceof Error && /^E[A-Z0-9]+$/.test(code))) throw error;
  const place = 'path' in error && typeof error.path === 'string' ? ` ${placeOf(error.path, projectFolder)}` : '';
  return { status: 503, text: `The ${subject} cannot be written:${place} ${code}. ${REMEDIES.get(code) ?? OTHERWISE}` };
}

/** Path relative to the project; for our hidden files, such as locks, the path of their folder. */
function placeOf(path: string, projectFolder: string): string {
  return relative(projectFolder, basename(path).startsWith('.') ? dirname(path) : path) || 'the folder of the project';
}
