import { lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { type EntryKey, keyProblem, setEntry } from '../../auth/password-files/edit.ts';
import type { FileReading, PasswordFile } from '../../auth/password-files/lines.ts';
import { readTextFile } from '../../auth/password-files/text-file.ts';
import type { NamedPasswordFile } from '../../auth/schemes/registry.ts';
import { inProject } from '../../config/configuration.ts';
import { OWNER_ONLY, realFile } from '../../files/replace-file.ts';
import { codeOf } from '../../files/system-error.ts';
import type { AdminField } from '../../presentation/page-data/admin-page.ts';
import type { AdminSite, FieldProblem, Input } from '../contract.ts';
import type { fieldMaker } from '../fields.ts';

/** A password file of an adapter. */
export interface UserFile extends NamedPasswordFile {
  /** Realm of the adapter, even if the file contains no realms. */
  readonly realm: string;
}

export type UserFileReading =
  | {
      readonly kind: 'read';
      readonly entries: ReadonlyMap<string, string>;
      /** Problems of unusable lines, by user; each completes a sentence that begins with “The line”. */
      readonly unusable: ReadonlyMap<string, string>;
    }
  /** `problem`: a sentence that names the file. */
  | { readonly kind: 'unusable'; readonly isMissing: boolean; readonly problem: string };

/** Only folder in which a form may create a file. */
const CREATION_FOLDER = 'data';
const OWNERS_FOLDER = 0o700;
const LINK_PROBLEM = `A symbolic link leads out of ${CREATION_FOLDER}/. Write another path.`;

export function readUserFile(projectFolder: string, { kind, path, realm }: UserFile): UserFileReading {
  const reading = readTextFile(inProject(projectFolder, path));
  if (reading.kind === 'failed') {
    const isMissing = reading.problem === 'not found';
    return { kind: 'unusable', isMissing, problem: `${path} ${isMissing ? 'was not found' : reading.problem}.` };
  }
  const parsed = kind.parse(reading.text, realm);
  if (parsed.kind === 'read')
    return { kind: 'read', entries: parsed.content.entries, unusable: unusableIn(reading.text, parsed) };
  const problems = parsed.complaints.map(({ line, problem }) =>
    line === 0 ? `${path} ${problem}` : `Line ${line} of ${path} ${problem}`,
  );
  return { kind: 'unusable', isMissing: false, problem: problems.join(' ') };
}

/** Problems of lines, by user; only the first line of a user counts. */
function unusableIn(
  text: string,
  { content, complaints }: Extract<FileReading<PasswordFile>, { kind: 'read' }>,
): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  const reported = complaints.map(
    ({ line, problem }) => [(lines[line - 1] ?? '').trim().split(':', 1)[0] ?? '', problem] as const,
  );
  return new Map(reported.filter(([user]) => !content.entries.has(user)).toReversed());
}

const OTHER_PASSWORD = 'The two passwords differ. Type both again.';

/** Two controls for a new password, which is typed twice because it is not shown. */
export function newPasswordFields(field: ReturnType<typeof fieldMaker>, hint?: string): readonly AdminField[] {
  return [
    field('password', 'Password', { control: 'password', ...(hint !== undefined && { hint }) }),
    field('again', 'Password again', { control: 'password' }),
  ];
}

/** Reports problems of a new user at the field `user` and the fields of {@link newPasswordFields}. */
export function newUserProblems(user: string, input: Input, file: UserFile): readonly FieldProblem[] {
  const password = input.get('password') ?? '';
  const problem = keyProblem(entryKeyOf(file, user));
  const name =
    problem === undefined ? undefined : user === '' ? 'The user name is empty. Write one.' : `The line ${problem}`;
  const secret = file.kind.passwordProblem(password);
  return [
    ...(name === undefined ? [] : [{ field: 'user', text: name }]),
    ...(secret === undefined ? [] : [{ field: 'password', text: secret }]),
    ...(secret === undefined && input.get('again') !== password ? [{ field: 'again', text: OTHER_PASSWORD }] : []),
  ];
}

/** @returns the reason why no file can be created at the path; undefined if one can be created */
export function creationProblem(path: string): string | undefined {
  const [folder, ...below] = normalize(path).split(sep);
  if (
    !isAbsolute(path) &&
    folder === CREATION_FOLDER &&
    below.length > 0 &&
    below.at(-1) !== '' &&
    !path.includes('\0')
  )
    return undefined;
  return `Files are created only below ${CREATION_FOLDER}/. Write a path such as ${CREATION_FOLDER}/htpasswd, or create the file with "platform-docs passwd set".`;
}

/**
 * Creates a file with one user; only the owner of the file can read it. An existing file is never overwritten.
 * @param of a file whose path {@link creationProblem} accepts
 * @returns the reason why the file was not created; undefined if it was
 */
export function createUserFile(
  projectFolder: string,
  of: UserFile,
  user: string,
  password: string,
): string | undefined {
  const file = inProject(projectFolder, of.path);
  try {
    const root = join(projectFolder, CREATION_FOLDER);
    makeFolder(root);
    // The path is checked before and after folders are created: existing folders may be links out of the root.
    if (!isBelow(nearestExisting(dirname(file)), root)) return LINK_PROBLEM;
    makeFolder(dirname(file));
    if (!isBelow(dirname(file), root)) return LINK_PROBLEM;
    const line = setEntry('', entryKeyOf(of, user), storedValue(of, user, password));
    writeFileSync(file, line, { flag: 'wx', mode: OWNER_ONLY });
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === 'EEXIST' ? fileExists(of.path) : `The file cannot be created (${code}).`;
  }
}

/** Key of a user's entry in a password file. */
export function entryKeyOf({ kind, realm }: UserFile, user: string): EntryKey {
  return { user, realm: kind.hasRealm ? realm : null };
}

/** Stored value for a password; slow, since it hashes the password. */
export function storedValue({ kind, realm }: UserFile, user: string, password: string): string {
  return kind.store({ user, realm, password });
}

/** Explains why forms cannot edit the users of a file; undefined for an existing password file below `data`. */
export function editProblem({ projectFolder, reading }: EditedSite, { path }: UserFile): string | undefined {
  const remedy = 'Change its users with "platform-docs passwd".';
  if (creationProblem(path) !== undefined) return `${path} is not below ${CREATION_FOLDER}/. ${remedy}`;
  const { auditLog, authorization } = reading.configuration;
  const others = [auditLog.kind === 'file' ? auditLog.path : null, authorization.groupFile];
  const real = (file: string): string => realFile(inProject(projectFolder, file));
  if (others.some((other) => other !== null && real(other) === real(path)))
    return `${path} is the audit log or the file of groups. Name another password file.`;
  try {
    const isHere = isBelow(inProject(projectFolder, path), join(projectFolder, CREATION_FOLDER));
    return isHere ? undefined : `A symbolic link leads out of ${CREATION_FOLDER}/. ${remedy}`;
  } catch {
    return `${path} cannot be read. ${remedy}`;
  }
}

type EditedSite = Pick<AdminSite, 'projectFolder' | 'reading'>;

/** Explains why the first user was not added: the file exists already. */
export function fileExists(path: string): string {
  const remedy = 'Write another path, or choose “Save” to use the file as it is.';
  return `${path} exists already, and was not changed: the first user was not added. ${remedy}`;
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNERS_FOLDER });
}

/** Nearest existing folder: the folder itself or an ancestor. */
function nearestExisting(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? nearestExisting(dirname(folder)) : folder;
}

/** Whether a folder is below a root after links are resolved. @throws errors of the operating system */
function isBelow(folder: string, root: string): boolean {
  const [actual, top] = [realpathSync(folder), realpathSync(root)];
  return actual === top || actual.startsWith(top + sep);
}
