import {
  ADMIN_ROOT,
  type AdminLink,
  type AdminNotice,
  type AdminPage,
  type AdminPart,
} from '../presentation/page-data/admin-page.ts';
import { deleteAdapterScreen, editAdapterScreen, newAdapterScreen } from './authentication/adapter-screens.ts';
import { adapterListScreen, mapScreen } from './authentication/map-screens.ts';
import { testScreen } from './authentication/test-screen.ts';
import { removeUserScreen, userScreen, usersScreen } from './authentication/user-screens.ts';
import { isActive, readingNow } from './change-configuration.ts';
import { type AdminSite, type Content, doneText, type Input, type Screen, type ScreenRequest } from './contract.ts';
import { apiListScreen, apiScreen } from './documentation/api-screens.ts';
import { operationScreen, serviceScreen } from './documentation/service-screens.ts';
import {
  deleteSelectorScreen,
  newSelectorScreen,
  selectorListScreen,
  viewModelScreen,
} from './negotiation/selector-screens.ts';
import { statusScreen } from './status-screen.ts';
import { hashOf, type Tokens } from './tokens.ts';

const screens: readonly Screen[] = [
  statusScreen,
  adapterListScreen,
  newAdapterScreen,
  editAdapterScreen,
  deleteAdapterScreen,
  usersScreen,
  userScreen,
  removeUserScreen,
  testScreen,
  mapScreen,
  selectorListScreen,
  newSelectorScreen,
  viewModelScreen,
  deleteSelectorScreen,
  apiListScreen,
  apiScreen,
  serviceScreen,
  operationScreen,
];

const SECTIONS = [
  ['Status', '/status'],
  ['Authentication', '/authentication'],
  ['Content negotiation', '/content-negotiation'],
  ['API documentation', '/documentation'],
] as const;

interface AdminRequest {
  /** Path below {@link ADMIN_ROOT}; `''` for the root. */
  readonly path: string;
  readonly query: Input;
  /** Fields of the submitted form; null if the request only asks for the page. */
  readonly input: Input | null;
  /** Identifier of the user: a form is valid only for the user who requested it. */
  readonly person: string;
}

export type AdminAnswer =
  | { readonly kind: 'page'; readonly status: number; readonly page: AdminPage }
  | { readonly kind: 'redirection'; readonly path: string }
  | { readonly kind: 'missing' }
  /** The page has no form to submit. */
  | { readonly kind: 'not-allowed' };

/** Answers a request for an administration page; its only effects are the changes of a submitted form. */
export async function answerAdmin(
  site: AdminSite,
  tokens: Tokens,
  { path, query, input, person }: AdminRequest,
): Promise<AdminAnswer> {
  if (path === '')
    return input === null ? { kind: 'redirection', path: `${ADMIN_ROOT}/status` } : { kind: 'not-allowed' };
  const screen = screens.find((candidate) => candidate.path === path);
  if (screen === undefined) return { kind: 'missing' };
  const own = new URLSearchParams([...query].filter(([name]) => name !== 'done' && name !== 'proof')).toString();
  const action = `${ADMIN_ROOT}${path}${own === '' ? '' : `?${own}`}`;
  const versionNow = (reading: AdminSite['reading']): string =>
    screen.subject === undefined ? '' : hashOf(screen.subject({ site: { ...site, reading }, query }));
  const request: ScreenRequest = {
    site,
    query,
    form: (form, other): AdminPart => {
      // A form that is shown again has the version of the current files: its notice lists the differences.
      const version = other === undefined ? versionNow(input === null ? site.reading : readingNow(site)) : '';
      const hidden = [
        { name: 'version', value: version },
        { name: 'token', value: tokens.make([person, other ?? action, version]) },
      ];
      return { kind: 'form', form: { ...form, action: other ?? action, hidden } };
    },
  };
  const done = query.get('done') ?? '';
  // Without a proof, a link from another site could report a change that was never made.
  const notice = tokens.isValid(query.get('proof') ?? '', doneFacts(person, action, done)) ? noticeOf(done) : null;
  const page = (status: number, content: Content): AdminAnswer => ({
    kind: 'page',
    status,
    page: pageOf(site, path, content, notice),
  });
  if (input === null) {
    const content = screen.show(request);
    return content === undefined ? { kind: 'missing' } : page(200, content);
  }
  if (screen.submit === undefined) return { kind: 'not-allowed' };
  const sent = input.get('version') ?? '';
  const isExpired = !tokens.isValid(input.get('token') ?? '', [person, action, sent]);
  const result = await screen.submit({ ...request, version: sent, versionNow, input, isExpired });
  if (result === undefined) return { kind: 'missing' };
  if (result.kind === 'done') {
    const proof = tokens.make(doneFacts(person, result.path, result.done));
    return {
      kind: 'redirection',
      path: `${result.path}${result.path.includes('?') ? '&' : '?'}${new URLSearchParams({ done: result.done, proof })}`,
    };
  }
  return page(result.status, result.content);
}

/** @param path with its query, without `done` and `proof` */
function doneFacts(person: string, path: string, done: string): readonly string[] {
  return ['done', person, path, done];
}

function noticeOf(done: string): AdminNotice | null {
  const text = doneText(done);
  return text === undefined ? null : { kind: 'done', text, problems: [] };
}

const NOT_ACTIVE: AdminPart = {
  kind: 'text',
  text: 'The files of the configuration are not active; the status page says why. Forms show and change the files.',
};

function pageOf(site: AdminSite, path: string, content: Content, done: AdminNotice | null): AdminPage {
  const { title, above = [], notice, parts } = content;
  const sections = SECTIONS.map(
    ([text, below]): AdminLink => ({
      text,
      path: ADMIN_ROOT + below,
      isCurrent: path === below || path.startsWith(`${below}/`),
    }),
  );
  const section = sections.filter((link) => link.isCurrent && link.path !== ADMIN_ROOT + path);
  const trail = [...section, ...above, ...section.map(() => ({ text: title, path: '' }))];
  const shown = path === statusScreen.path || isActive(site) ? parts : [NOT_ACTIVE, ...parts];
  // Screens are in English on every site, and so is the page around them.
  const { language, languages, ...english } = site.site;
  return {
    kind: 'admin',
    site: english,
    title,
    mode: site.readsDescriptorsAtOnce ? 'Development' : 'Production',
    documentation: site.documentationUrl,
    trail: trail.map((link) => ({ text: link.text, href: link.path, isCurrent: link.path === '', count: null })),
    sections,
    notice: notice ?? done,
    parts: shown,
  };
}
