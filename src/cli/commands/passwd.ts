import { resolve } from 'node:path';
import {
  deleteEntry,
  type EntryKey,
  findEntry,
  keyProblem,
  listEntries,
  setEntry,
} from '../../auth/password-files/edit.ts';
import { digestOf } from '../../auth/password-files/kinds.ts';
import {
  hashPassword,
  newPasswordKinds,
  passwordProblem,
  USUAL_HASH,
  verifyPassword,
} from '../../auth/password-hashes/passwords.ts';
import { type DigestAlgorithm, isSame } from '../../auth/secrets.ts';
import { nameAll } from '../../options/schema.ts';
import { type Command, type ExitCode, forShell, type Invocation, UsageError } from '../command.ts';
import { findUseless, refuseUnreadable } from '../configured-file.ts';
import {
  editPasswordFile,
  kindOf,
  type NamedFile,
  PasswordFileError,
  readPasswordFile,
  refuseOtherFile,
  refuseOtherKind,
} from '../password-file.ts';
import { Interrupted, readPassword } from '../questions.ts';

const HELP = `Usage: platform-docs passwd set|delete|verify <file> <user> [options]
       platform-docs passwd list <file>

Edits password files (htpasswd) and, with --realm, digest files (htdigest). The password comes from a
prompt or as one line from standard input, never from arguments. The file is replaced in one step and
is readable by its owner, and by its group if only these two could read it before; other lines stay as they
are. Missing folders of the project are created.

Options:
  --realm <realm>        The realm of a digest file, the same as that of its adapter
  --hash <name>          How a password file stores it: ${nameAll([`${USUAL_HASH} (default)`, ...newPasswordKinds.slice(1)])}
  --algorithm <name>     How a digest file stores it: md5 or sha-256; default: as its other lines, else md5

Exit codes: 0 done, or the password is right; 1 it is wrong, there is no such user, or the file cannot be
used; 2 wrong use; 130 ended by Ctrl-C
`;

const ALGORITHMS: Readonly<Record<string, DigestAlgorithm>> = { md5: 'MD5', 'sha-256': 'SHA-256' };
const SHA_256_DIGEST = /^[0-9a-f]{64}$/i;

interface Task {
  readonly file: NamedFile;
  readonly key: EntryKey;
  readonly hash: string;
  readonly algorithm: DigestAlgorithm | undefined;
  readonly terminal: Invocation['terminal'];
  readonly dialog: Invocation['dialog'];
  readonly environment: Invocation['environment'];
}

/** Edits password and digest files. */
export const passwd: Command = {
  help: HELP,
  options: { realm: { type: 'string' }, hash: { type: 'string' }, algorithm: { type: 'string' } },
  mostArguments: 3,
  async run(invocation) {
    try {
      return await runAction(invocation);
    } catch (error) {
      if (error instanceof Interrupted) return 130;
      if (!(error instanceof PasswordFileError)) throw error;
      invocation.terminal.complain(`platform-docs: ${error.message}`);
      return 1;
    }
  },
};

function runAction({
  arguments: [action, shown, user],
  options,
  projectFolder,
  environment,
  terminal,
  dialog,
}: Invocation): ExitCode | Promise<ExitCode> {
  const actions = { set, delete: remove, verify };
  if (action === undefined) throw new UsageError('The action is missing. Write set, delete, verify or list.');
  if (shown === undefined) throw new UsageError('The file is missing. Name one, such as data/htpasswd.');
  const file = { path: resolve(projectFolder, shown), shown, projectFolder };
  if (action === 'list') {
    if (user !== undefined) throw new UsageError(`The argument ${JSON.stringify(user)} is not expected.`);
    return list(file, options.get('realm'), environment, terminal);
  }
  const run = Object.entries(actions).find(([name]) => name === action)?.[1];
  if (run === undefined)
    throw new UsageError(`${JSON.stringify(action)} is not known. Write set, delete, verify or list.`);
  if (user === undefined) throw new UsageError('The user is missing. Name one, such as alice.');
  const realm = options.get('realm');
  const key = { user, realm: typeof realm === 'string' ? realm : null };
  const problem = keyProblem(key);
  if (problem !== undefined) throw new UsageError(`The entry ${problem}`);
  return run({ file, key, environment, terminal, dialog, ...storageOf(options) });
}

function storageOf(options: Invocation['options']): Pick<Task, 'hash' | 'algorithm'> {
  const named = { hash: options.get('hash'), algorithm: options.get('algorithm') };
  if (named.hash !== undefined && options.has('realm'))
    throw new UsageError('A digest file takes no --hash. Write --algorithm md5 or --algorithm sha-256.');
  if (named.algorithm !== undefined && !options.has('realm'))
    throw new UsageError('--algorithm is for digest files only. Add --realm, or leave --algorithm out.');
  const kind = newPasswordKinds.find((name) => name === (named.hash ?? USUAL_HASH));
  if (kind === undefined)
    throw new UsageError(`The hash ${JSON.stringify(named.hash)} is not known. Write ${newPasswordKinds.join(', ')}.`);
  const algorithm = Object.entries(ALGORITHMS).find(([name]) => name === named.algorithm)?.[1];
  if (named.algorithm !== undefined && algorithm === undefined)
    throw new UsageError(`The algorithm ${JSON.stringify(named.algorithm)} is not known. Write md5 or sha-256.`);
  return { hash: kind, algorithm };
}

async function set(task: Task): Promise<ExitCode> {
  const { file, key, environment, terminal, dialog } = task;
  const { shown } = file;
  // Wrong arguments are refused before the user types a password.
  const before = readPasswordFile(file, true);
  refuseSwapped(shown, key.user, findEntry(before, key) !== undefined);
  refuseOtherKind(before, key, shown);
  refuseOtherFile(before, key, shown);
  await refuseUnreadable(file, key, before, environment);
  const password = await readPassword(dialog, ['Password: ', 'Again: ']);
  const problem = passwordProblem(password, key.realm === null ? task.hash : 'digest');
  if (problem !== undefined) throw new UsageError(problem);
  let isNew = true;
  const warning = await editPasswordFile(file, (text) => {
    refuseOtherKind(text, key, shown);
    isNew = findEntry(text, key) === undefined;
    const value =
      key.realm === null
        ? hashPassword(password, task.hash)
        : digestOf(key.user, key.realm, password, task.algorithm ?? algorithmOf(text));
    return setEntry(text, key, value);
  });
  terminal.inform(`${isNew ? 'Added' : 'Changed'} ${key.user} in ${shown}.`);
  if (warning !== undefined) terminal.complain(warning);
  return 0;
}

/** Refuses arguments in the wrong order: they would create a file named after the user. */
function refuseSwapped(shown: string, user: string, isThere: boolean): void {
  if (isThere || !user.includes('/')) return;
  const remedy = shown.includes('/')
    ? 'Choose another name.'
    : `The file comes first: write platform-docs passwd set ${forShell(user)} ${forShell(shown)}.`;
  throw new UsageError(`The user name ${JSON.stringify(user)} contains "/". ${remedy}`);
}

async function remove({ file, key, terminal }: Task): Promise<ExitCode> {
  const { shown } = file;
  refuseOtherKind(readPasswordFile(file, false), key, shown);
  let found = true;
  const warning = await editPasswordFile(file, (text) => {
    const others = deleteEntry(text, key);
    found = others !== undefined;
    return others;
  });
  if (!found) throw new PasswordFileError(`${shown} has no user ${JSON.stringify(key.user)}${ofRealm(key)}.`);
  terminal.inform(`Removed ${key.user} from ${shown}.`);
  if (warning !== undefined) terminal.complain(warning);
  return 0;
}

async function verify({ file, key, terminal, dialog }: Task): Promise<ExitCode> {
  const { shown } = file;
  const text = readPasswordFile(file, false);
  refuseOtherKind(text, key, shown);
  const stored = findEntry(text, key);
  if (stored === undefined)
    throw new PasswordFileError(`${shown} has no user ${JSON.stringify(key.user)}${ofRealm(key)}.`);
  const password = await readPassword(dialog, ['Password: ']);
  const isRight =
    key.realm === null ? verifyPassword(password, stored) : isDigestOf(stored, password, key.user, key.realm);
  if (isRight) terminal.print('The password is right.');
  else terminal.complain('The password is wrong.');
  return isRight ? 0 : 1;
}

async function list(
  file: NamedFile,
  realm: string | boolean | undefined,
  environment: Invocation['environment'],
  terminal: Invocation['terminal'],
): Promise<ExitCode> {
  const text = readPasswordFile(file, false);
  const kind = kindOf(text);
  if (realm !== undefined && kind === 'htpasswd')
    throw new UsageError(`${file.shown} is a password file, which has no realms. Leave --realm out.`);
  const reasonOf = await findUseless(file, environment);
  for (const entry of kind === undefined ? [] : listEntries(text, kind)) {
    if (realm !== undefined && entry.realm !== realm) continue;
    const name = entry.realm === null ? entry.user : `${entry.user}:${entry.realm}`;
    const reason = reasonOf(entry);
    // Programs can split lines at the tab: names of users that can log in contain none.
    terminal.print(reason === undefined ? name : `${name}\tcannot log in here: ${reason}`);
  }
  return 0;
}

/** Chooses the algorithm for a new digest: SHA-256 if all digests of the file use it, otherwise MD5. */
function algorithmOf(text: string): DigestAlgorithm {
  const values = listEntries(text, 'htdigest').map(({ value }) => value);
  return values.length > 0 && values.every((value) => SHA_256_DIGEST.test(value)) ? 'SHA-256' : 'MD5';
}

function isDigestOf(stored: string, password: string, user: string, realm: string): boolean {
  return isSame(stored.toLowerCase(), digestOf(user, realm, password, SHA_256_DIGEST.test(stored) ? 'SHA-256' : 'MD5'));
}

function ofRealm({ realm }: EntryKey): string {
  return realm === null ? '' : ` in the realm ${JSON.stringify(realm)}`;
}
