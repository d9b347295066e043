import { relative } from 'node:path';
import { deleteEntry, findEntry, setEntry } from '../../auth/password-files/edit.ts';
import { type AdapterRecord, inProject } from '../../config/configuration.ts';
import { realFile } from '../../files/replace-file.ts';
import type { AdminCard, AdminLink, AdminPart } from '../../presentation/page-data/admin-page.ts';
import { type ChangeResult, changeFile, type Draft, type NotChanged, refused, textOf } from '../change-file.ts';
import type { AdminSite, Content, FieldProblem, Input, Screen, ScreenRequest, Submission } from '../contract.ts';
import { again, confirmationOf, fieldMaker, formContent, pathWith } from '../fields.ts';
import { AUTHENTICATION_PATH, chosenAdapter, findAdapter, userFilesOf } from './adapters.ts';
import {
  editProblem,
  entryKeyOf,
  newPasswordFields,
  newUserProblems,
  readUserFile,
  storedValue,
  type UserFile,
} from './user-file.ts';

/** Lists the users of an adapter by file: an adapter with two schemes reads two files. */
export const usersScreen: Screen = {
  path: '/authentication/users',
  show(request) {
    const { site } = request;
    const adapter = chosenAdapter(request);
    return (
      adapter && {
        title: `Users of ${adapter.name}`,
        parts: [...userFilesOf(adapter, site).flatMap((file) => fileParts(site, adapter.name, file))],
      }
    );
  },
};

function fileParts(site: AdminSite, adapter: string, file: UserFile): readonly AdminPart[] {
  const reading = readUserFile(site.projectFolder, file);
  if (reading.kind === 'unusable')
    return [{ kind: 'cards', heading: file.path, view: 'table', cards: [], empty: reading.problem }];
  const problem = editProblem(site, file);
  const link = (text: string, page: string, user?: string): AdminLink => ({
    text,
    about: user ?? `to ${file.path}`,
    path: pathWith(`${AUTHENTICATION_PATH}/${page}`, {
      name: adapter,
      file: file.option,
      ...(user === undefined ? {} : { user }),
    }),
  });
  const card = (user: string, text: string | null): AdminCard => ({
    title: user,
    state: text === null ? null : { isGood: false, text: `The line ${text}` },
    facts: [],
    links:
      problem === undefined
        ? [link('Change password', 'user', user), { ...link('Remove', 'remove-user', user), isDangerous: true }]
        : [],
  });
  return [
    {
      kind: 'cards',
      heading: file.path,
      view: 'table',
      cards: [
        ...[...reading.entries.keys()].map((user) => card(user, null)),
        ...[...reading.unusable].filter(([user]) => user !== '').map(([user, text]) => card(user, text)),
      ],
      empty: 'The file has no users.',
    },
    problem === undefined
      ? { kind: 'links', links: [{ ...link('Add user', 'user'), isPrimary: true }] }
      : { kind: 'text', text: problem },
  ];
}

const USER_TAKEN = 'There is a user of that name already. Choose another, or change the password of that one.';

/** Adds a user to a password file, or changes a user's password. */
export const userScreen: Screen = {
  path: '/authentication/user',
  subject: presence,
  show: (request) => userForm(request, new Map(), []),
  async submit(submission) {
    const place = placeOf(submission);
    if (place === undefined) return undefined;
    const { input, query } = submission;
    const own = query.get('user');
    const user = own ?? (input.get('user') ?? '').trim();
    const password = input.get('password') ?? '';
    const problems = newUserProblems(user, input, place.file);
    const result = await changeUsers(submission, place, user, (text, key) => {
      if (own === undefined && findEntry(text, key) !== undefined) return [{ field: 'user', text: USER_TAKEN }];
      if (problems.length > 0) return problems;
      const action = own === undefined ? 'user added' : 'password changed';
      return { action, text: setEntry(text, key, storedValue(place.file, user, password)) };
    });
    if (result.kind === 'changed')
      return { kind: 'done', path: usersPath(place.adapter), done: own === undefined ? 'user-added' : 'user-changed' };
    return again(result, (found) => userForm(submission, input, found));
  },
};

/** Removes a user from a password file, after confirmation. */
export const removeUserScreen: Screen = {
  path: '/authentication/remove-user',
  subject: presence,
  show: confirmation,
  async submit(submission) {
    const place = placeOf(submission);
    const user = submission.query.get('user');
    if (place === undefined || user === undefined) return undefined;
    const result = await changeUsers(submission, place, user, (text, key) => {
      const problem = removalProblem(submission, place, user);
      if (problem !== undefined) return [{ field: null, text: problem }];
      return { action: 'user removed', text: deleteEntry(text, key) ?? text };
    });
    if (result.kind === 'changed') return { kind: 'done', path: usersPath(place.adapter), done: 'user-removed' };
    return again(result, () => confirmation(submission));
  },
};

interface Place {
  readonly adapter: AdapterRecord;
  readonly file: UserFile;
}

/** @returns undefined if the adapter does not read the file, or if forms cannot edit the file */
function placeOf({ site, query }: Pick<ScreenRequest, 'site' | 'query'>): Place | undefined {
  const adapter = chosenAdapter({ site, query });
  const file = adapter && userFilesOf(adapter, site).find(({ option }) => option === query.get('file'));
  if (adapter === undefined || file === undefined || editProblem(site, file) !== undefined) return undefined;
  // A file that does not parse as a password file is never written, even if an adapter names it.
  if (readUserFile(site.projectFolder, file).kind !== 'read') return undefined;
  return { adapter, file };
}

/** Form subject: whether the file has the user. It contains no password hash, which must not leave the server. */
function presence(request: Pick<ScreenRequest, 'site' | 'query'>): unknown {
  const place = placeOf(request);
  const user = request.query.get('user');
  return place && [user !== undefined && hasLine(request, place, user)];
}

function hasLine({ site }: Pick<ScreenRequest, 'site'>, { file }: Place, user: string): boolean {
  const reading = readUserFile(site.projectFolder, file);
  return reading.kind === 'read' && (reading.entries.has(user) || reading.unusable.has(user));
}

type Change = Pick<Draft, 'action' | 'text'> | readonly FieldProblem[];

/** Changes a password file while holding the lock that "platform-docs passwd" uses as well. */
function changeUsers(
  submission: Submission,
  { adapter, file }: Place,
  user: string,
  change: (text: string, key: ReturnType<typeof entryKeyOf>) => Change,
): Promise<ChangeResult> {
  const { site } = submission;
  const path = inProject(site.projectFolder, file.path);
  return changeFile(submission, {
    target: `${adapter.name}: ${user}`,
    lockFile: relative(site.projectFolder, `${realFile(path)}.lock`),
    subject: 'password file',
    version: () => submission.versionNow(site.reading),
    draft(): Draft | NotChanged {
      const changed = change(textOf(path), entryKeyOf(file, user));
      return 'action' in changed ? { kind: 'draft', ...changed, file: file.path } : refused(changed);
    },
  });
}

/** Refuses to remove the last user of a file, which would close its adapter, and the user who is logged in. */
function removalProblem({ site }: ScreenRequest, { file }: Place, user: string): string | undefined {
  if (site.identity?.name === user && isReadBy(site, site.identity.adapter, file))
    return `You are ${user}, and could no longer log in to these pages. Let another user remove you.`;
  const reading = readUserFile(site.projectFolder, file);
  const isLast = reading.kind === 'read' && reading.entries.size === 1 && reading.entries.has(user);
  return isLast ? `${user} is the last user of ${file.path}: an adapter needs one. Add another user first.` : undefined;
}

/** Whether an adapter reads a file, under any path to it. */
function isReadBy(site: ScreenRequest['site'], adapter: string, file: UserFile): boolean {
  const other = findAdapter(site.reading.configuration, adapter);
  const real = (path: string): string => realFile(inProject(site.projectFolder, path));
  return other !== undefined && userFilesOf(other, site).some(({ path }) => real(path) === real(file.path));
}

function userForm(request: ScreenRequest, input: Input, problems: readonly FieldProblem[]): Content | undefined {
  const place = placeOf(request);
  const own = request.query.get('user');
  if (place === undefined || (own !== undefined && !hasLine(request, place, own))) return undefined;
  const field = fieldMaker(input, problems);
  const { adapter: admins } = request.site.reading.configuration.admin;
  const isOfAdmins = admins !== null && isReadBy(request.site, admins, place.file);
  const hints = isOfAdmins ? { hint: 'Users of this file may use these pages.' } : {};
  const fields = [
    ...(own === undefined ? [field('user', 'User name', hints)] : []),
    ...newPasswordFields(field, `It is stored in ${place.file.path} as a hash.`),
  ];
  const title = own === undefined ? `New user of ${place.adapter.name}` : `Password of ${own}`;
  return formContent(request, title, fields, { file: place.file.path, ...usersAbove(place.adapter) });
}

function confirmation(request: ScreenRequest): Content | undefined {
  const place = placeOf(request);
  const user = request.query.get('user');
  if (place === undefined || user === undefined || !hasLine(request, place, user)) return undefined;
  const { file, adapter } = place;
  const others = request.site.reading.configuration.authentication.adapters.filter(
    ({ name, realm }) => name !== adapter.name && (!file.kind.hasRealm || realm === adapter.realm),
  );
  const readers = [adapter, ...others.filter(({ name }) => isReadBy(request.site, name, file))];
  const names = readers.map(({ name }) => name).join(' or ');
  const problem = removalProblem(request, place, user);
  return confirmationOf(request, {
    title: `Remove ${user}`,
    text: `The line of ${user} in ${file.path} is removed; ${user} can no longer log in with ${names}.`,
    button: { text: `Remove ${user}`, intent: 'remove' },
    problems: problem === undefined ? [] : [problem],
    file: file.path,
    ...usersAbove(adapter),
  });
}

/** Link to the list of users, above a form that leads back to it. */
function usersAbove(adapter: AdapterRecord): { readonly cancel: string; readonly above: readonly AdminLink[] } {
  const cancel = usersPath(adapter);
  return { cancel, above: [{ text: `Users of ${adapter.name}`, path: cancel }] };
}

function usersPath({ name }: AdapterRecord): string {
  return pathWith(`${AUTHENTICATION_PATH}/users`, { name });
}
