import type { AdminCard, AdminLink, AdminPart } from '../../model/page/admin-page.ts';
import type { AdminSite, Screen } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { AUTHENTICATION_PATH, chosenAdapter, userFilesOf } from './adapters.ts';
import { editProblem, readUserFile, type UserFile } from './user-file.ts';

/** The users of an adapter, by file: an adapter of two schemes reads two. */
export const usersScreen: Screen = {
  path: '/authentication/users',
  show(request) {
    const { site } = request;
    const adapter = chosenAdapter(request);
    return (
      adapter && {
        title: `Users of ${adapter.name}`,
        parts: [
          ...userFilesOf(adapter, site).flatMap((file) => fileParts(site, adapter.name, file)),
          { kind: 'links', links: [{ text: 'Back', path: AUTHENTICATION_PATH }] },
        ],
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
      empty: 'It has no user.',
    },
    problem === undefined
      ? { kind: 'links', links: [{ ...link('Add user', 'user'), isPrimary: true }] }
      : { kind: 'text', text: problem },
  ];
}
