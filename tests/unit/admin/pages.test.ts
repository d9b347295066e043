import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdminSite } from '../../../src/admin/contract.ts';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import type { AdminPage, AdminPart } from '../../../src/presentation/page-data/admin-page.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { type AdminProject, fieldsOf, formsOf, GLOBAL, RAML, titledProject } from './admin-project.ts';
import { UGLY } from './ugly-descriptor.ts';

const LOCAL = 'config/autoload/local.yaml';
const DESCRIPTOR = 'api-descriptors/library/v1.yaml';

let project: AdminProject;
beforeEach(() => {
  project = titledProject();
  project.write('data/users', `anna:${hashPassword('x', 'sha1')}\n`);
  project.write(DESCRIPTOR, UGLY);
  project.write(LOCAL, `${basicAdapter('staff', 'data/users')}    map: { Library: staff }\n`);
  project.write(GLOBAL, `platform-content-negotiation: { selectors: { Own: { ${RAML}: [a/b] } } }\n`);
});
afterEach(() => project.remove());

const trailOf = ({ trail }: AdminPage) => trail.map(({ text, href }) => [text, href.replace('/platform/admin', '')]);
const cardsIn = (parts: readonly AdminPart[], heading: string) =>
  parts.flatMap((part) => (part.kind === 'cards' && part.heading === heading ? part.cards : []));

describe('a page says where one is', () => {
  test.each([
    [true, 'Development'],
    [false, 'Production'],
  ])('in development (%s): %s, with the way back to the documentation', async (isDevelopment, mode) => {
    project.isDevelopment = isDevelopment;
    const documentation = 'https://docs.example.com/platform/documentation';
    expect(await project.page('/status')).toMatchObject({ mode, documentation });
  });

  test('by its trail, below the first page of a section', async () => {
    expect(trailOf(await project.page('/authentication'))).toEqual([]);
    const section = ['Authentication', '/authentication'];
    expect(trailOf(await project.page('/authentication/new'))).toEqual([section, ['New adapter', '']]);
    expect(trailOf(await project.page('/authentication/user?name=staff&file=htpasswd'))).toEqual([
      section,
      ['Users of staff', '/authentication/users?name=staff'],
      ['New user of staff', ''],
    ]);
    expect(trailOf(await project.page('/documentation/service?api=Library-v1&service=Book'))).toEqual([
      ['API documentation', '/documentation'],
      ['Library-v1', '/documentation/api?api=Library-v1'],
      ['Service Book', ''],
    ]);
  });
});

test.each([
  ['/authentication/new', LOCAL],
  ['/authentication/edit?name=staff', LOCAL],
  ['/authentication/map?target=Library-v2', LOCAL],
  ['/authentication/user?name=staff&file=htpasswd', 'data/users'],
  ['/content-negotiation/new', GLOBAL],
  ['/content-negotiation/delete?selector=Own', GLOBAL],
  [`/content-negotiation/view-model?selector=Own&view_model=${encodeURIComponent(RAML)}`, GLOBAL],
  ['/documentation/service?api=Library-v1&service=Book', DESCRIPTOR],
])('the form at %s names the file that it changes: %s', async (target, file) => {
  expect(formsOf(await project.page(target))[0]?.file).toBe(file);
});

test('a log-in is tested where its adapter is edited, by a form that changes no file', async () => {
  const [, form] = formsOf(await project.page('/authentication/edit?name=staff'));
  expect([form?.file, form?.action]).toEqual([undefined, '/platform/admin/authentication/test?name=staff']);
  const hidden = Object.fromEntries((form?.hidden ?? []).map(({ name, value }) => [name, value]));
  const answer = await project.page('/authentication/test?name=staff', { ...hidden, user: 'anna', password: 'x' });
  expect(answer.notice?.text).toBe('Yes: this user can log in.');
});

test('versions stand below their API, and what they inherit is muted', async () => {
  const { parts } = await project.page('/authentication');
  expect(cardsIn(parts, 'APIs')).toMatchObject([
    { title: 'Library', isBelow: false, facts: [{ text: 'staff', isMuted: false }] },
    { title: 'Library-v1', isBelow: true, facts: [{ text: 'staff, as Library', isMuted: true }] },
    { title: 'Library-v2', isBelow: true, facts: [{ text: 'staff, as Library', isMuted: true }] },
  ]);
});

test('the form of a version without an adapter of its own says which one it has', async () => {
  const options = async (target: string) =>
    fieldsOf(await project.page(`/authentication/map?target=${target}`)).flatMap(({ options: all }) =>
      all.filter(({ value }) => value === '').map(({ text }) => text),
    );
  expect(await options('Library')).toEqual(['None']);
  expect(await options('Library-v2')).toEqual(['None of its own: staff, as Library']);
});

describe('the status page begins with one line', () => {
  test('that everything works, and repeats no adapter', async () => {
    project.isDevelopment = false;
    const { parts } = await project.page('/status');
    expect(parts[0]).toEqual({
      kind: 'text',
      text: 'The configuration has no problems. Every adapter works. Every descriptor could be read.',
      isGood: true,
    });
    expect(cardsIn(parts, 'Adapters')).toEqual([]);
    const [card] = cardsIn(parts, 'Site');
    expect(card?.facts).toContainEqual({ term: 'Last build', text: '2026-01-02 03:04 UTC' });
    expect(card?.facts.find(({ term }) => term === 'Last change')?.text).toMatch(/^\d{4}-.* UTC, config\/autoload\//);
  });

  test('that counts what does not work, and lists it', async () => {
    const health: AdminSite['health'] = new Map([['staff', { kind: 'closed', reason: 'No file.' }]]);
    const site = { ...project.site(), health, descriptorProblems: ['a', 'b'] };
    const answer = await project.ask('/status', null, 'anna', site);
    const parts = answer.kind === 'page' ? answer.page.parts : [];
    const text = 'Needs attention: 1 closed adapter, 2 problems of the descriptors.';
    expect(parts[0]).toEqual({ kind: 'text', text, isGood: false });
    expect(cardsIn(parts, 'Adapters').map(({ title }) => title)).toEqual(['staff']);
  });
});
