import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminAnswer } from '../../../src/admin/handler.ts';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { lock } from '../../../src/files/lock.ts';
import { ADMIN_ROOT } from '../../../src/presentation/page-data/admin-page.ts';
import { configurationSchema } from '../../../src/project/configuration.ts';
import { wordsOf } from '../../../src/words/words.ts';
import {
  type AdminProject,
  type Fields,
  fieldsOf,
  filledIn,
  GLOBAL,
  JSON_MODEL,
  pageOf,
  problemFields,
  RAML,
  titledProject,
} from './admin-project.ts';

let project: AdminProject;
beforeEach(() => {
  project = titledProject();
});
afterEach(() => project.remove());

const selectorNames = () => project.site().reading.configuration.selectors.map(({ name }) => name);
const done = (page: string) => ({ kind: 'redirection', path: `/platform/admin/${page}` });

test('pages say that they are in English, also in a site of another language', async () => {
  const { language } = wordsOf(pageOf(await project.ask('/status')).site);
  expect([language.tag, language.direction]).toEqual(['en', 'ltr']);
});

describe('forms', () => {
  const create = { name: 'Own' };

  test('made for another user, for another form, too long ago or without a token are not accepted, and keep what was filled in', async () => {
    const form = await project.filled('/content-negotiation/new');
    const other = await project.filled('/authentication/new');
    const attempts: readonly (readonly [Fields, string])[] = [
      [form, 'otto'],
      [{ ...form, token: other['token'] ?? '' }, 'anna'],
      [{ ...form, token: `${form['token']}x` }, 'anna'],
      [{ ...form, version: 'another' }, 'anna'],
      [{}, 'anna'],
    ];
    for (const [sent, person] of attempts) {
      const answer = await project.ask('/content-negotiation/new', { ...sent, ...create }, person);
      expect(answer).toMatchObject({ kind: 'page', status: 403 });
      expect(fieldsOf(pageOf(answer))[0]?.value).toBe('Own');
    }
    project.now += 13 * 60 * 60 * 1000;
    expect(await project.ask('/content-negotiation/new', { ...form, ...create })).toMatchObject({ status: 403 });
    expect(project.read(GLOBAL)).not.toContain('Own');
    expect(project.changes).toEqual([]);
  });

  test('made over files that have changed since are taken, as long as what they change is the same', async () => {
    const form = await project.filled('/content-negotiation/new');
    project.write(GLOBAL, '# theirs\n');
    const answer = await project.ask('/content-negotiation/new', { ...form, ...create });
    expect(answer).toEqual(done('content-negotiation?done=selector-created'));
    expect(project.read(GLOBAL)).toMatch(/^# theirs\nplatform-content-negotiation:\n {2}selectors:\n {4}Own: \{\}\n$/);
  });

  test('read the whole configuration once a save: as it is to be', async () => {
    const form = await project.filled('/content-negotiation/new');
    const readings = vi.spyOn(configurationSchema, 'read');
    try {
      await project.ask('/content-negotiation/new', { ...form, ...create });
      expect(readings).toHaveBeenCalledTimes(1);
      expect(selectorNames()).toContain('Own');
      expect(readings).toHaveBeenCalledTimes(1);
    } finally {
      readings.mockRestore();
    }
  });

  const ADAPTERS = `platform-mvc-auth:
  authentication:
    adapters:
      one: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: mine, htpasswd: data/users } }
      two: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: theirs, htpasswd: data/users } }
    map: { Library: one }
platform-content-negotiation: { selectors: { Documentation: { ${RAML}: [a/b] } } }
`;
  test.each<readonly [string, string, Fields, readonly [from: string, to: string], readonly string[]]>([
    [
      'an adapter',
      '/authentication/edit?name=one',
      { realm: 'new' },
      ['htpasswd: data/users', 'htpasswd: data/others'],
      ['Realm: The configuration now has: mine', 'Password file: The configuration now has: data/others'],
    ],
    [
      'an adapter of another type',
      '/authentication/edit?name=one',
      {},
      ['[basic]', '[digest]'],
      ['Type: The configuration now has: HTTP Digest'],
    ],
    [
      'a map',
      '/authentication/map?target=Library',
      {},
      ['Library: one', 'Library: two'],
      ['Adapter: The configuration now has: two, HTTP Basic, realm theirs'],
    ],
    [
      'a map that is gone',
      '/authentication/map?target=Library',
      {},
      ['Library: one', ''],
      ['Adapter: The configuration now has: None'],
    ],
    [
      'a view model',
      `/content-negotiation/view-model?selector=Documentation&view_model=${encodeURIComponent(RAML)}`,
      {},
      ['[a/b]', '[a/b, c/d]'],
      ['Media types: The configuration now has: a/b\nc/d'],
    ],
  ])(
    'about %s with an edit conflict show what the file says at each field, and overwrite it only when they are sent again',
    async (_title, target, typed, [from, to], told) => {
      const file = 'config/autoload/local.yaml';
      const users = `anna:${hashPassword('x', 'sha1')}\n`;
      project.write('data/users', users);
      project.write('data/others', users);
      project.write(file, ADAPTERS);
      const form = { ...(await project.filled(target)), ...typed };
      const theirs = ADAPTERS.replace(from, to);
      project.write(file, theirs);
      const answer = await project.ask(target, form);
      expect(answer).toMatchObject({ kind: 'page', status: 409 });
      const page = pageOf(answer);
      expect(page.notice?.problems.slice(1).map(({ text }) => text)).toEqual(told);
      expect(
        fieldsOf(page).flatMap(({ label, problem }) => (problem === null ? [] : [`${label}: ${problem}`])),
      ).toEqual(told);
      expect(filledIn(page)).toMatchObject({ ...form, token: expect.any(String), version: expect.any(String) });
      expect(project.read(file)).toBe(theirs);
      expect(await project.ask(target, filledIn(page))).toMatchObject({ kind: 'redirection' });
    },
  );

  describe('sent fifty times at once', () => {
    const FIFTY = Array.from({ length: 50 }, (_, index) => `S${index}`);
    const selectors = () => project.site().reading.configuration.selectors;
    const statuses = (answers: readonly AdminAnswer[]) =>
      answers.map((answer) => (answer.kind === 'page' ? answer.status : answer.kind));

    test('about as many things are all taken', async () => {
      const form = await project.filled('/content-negotiation/new');
      const answers = await Promise.all(
        FIFTY.map((name) => project.ask('/content-negotiation/new', { ...form, name })),
      );
      expect(new Set(statuses(answers))).toEqual(new Set(['redirection']));
      expect(selectors().map(({ name }) => name)).toEqual(FIFTY);
      const target = (name: string) =>
        `/content-negotiation/view-model?selector=${name}&view_model=${encodeURIComponent(RAML)}`;
      const lines = FIFTY.map((name) => `    ${name}: { ${RAML}: [a/b] }\n`).join('');
      project.write(GLOBAL, `platform-content-negotiation:\n  selectors:\n${lines}`);
      const forms = await Promise.all(FIFTY.map((name) => project.filled(target(name))));
      const edits = FIFTY.map((name, index) =>
        project.ask(target(name), { ...forms[index], media_types: `x/${name}` }),
      );
      expect(new Set(statuses(await Promise.all(edits)))).toEqual(new Set(['redirection']));
      expect(selectors().map(({ viewModels }) => viewModels[0]?.mediaTypes[0])).toEqual(
        FIFTY.map((name) => `x/${name}`),
      );
    });

    test('about one thing lose nothing silently: one is accepted, the others are edit conflicts', async () => {
      project.write(GLOBAL, `platform-content-negotiation: { selectors: { A: { ${RAML}: [a/b] } } }\n`);
      const target = `/content-negotiation/view-model?selector=A&view_model=${encodeURIComponent(RAML)}`;
      const form = await project.filled(target);
      const answers = await Promise.all(
        FIFTY.map((name) => project.ask(target, { ...form, media_types: `x/${name}` })),
      );
      expect(statuses(answers).toSorted()).toEqual([...Array(49).fill(409), 'redirection']);
      const taken = FIFTY.find((_, index) => answers[index]?.kind === 'redirection');
      expect(selectors()[0]?.viewModels[0]?.mediaTypes).toEqual([`x/${taken}`]);
    });

    test.each([
      ['/content-negotiation/new', { name: 'Own' }],
      ['/authentication/new', { name: 'own', type: 'basic', realm: 'api', htpasswd: 'data/users' }],
    ])('to create one thing at %s create it once', async (target, fields) => {
      project.write('data/users', `anna:${hashPassword('x', 'sha1')}\n`);
      const form = await project.filled(target);
      const answers = await Promise.all(FIFTY.map(() => project.ask(target, { ...form, ...fields })));
      expect(statuses(answers).toSorted()).toEqual([...Array(49).fill(422), 'redirection']);
      expect(problemFields(pageOf(answers.at(-1) ?? { kind: 'missing' }))).toEqual(['name']);
      expect(project.changes).toHaveLength(1);
    });
  });

  test.each([
    ['/authentication/edit?name=one', { realm: 'new' }],
    ['/authentication/map?target=Library', { adapter: 'two' }],
    ['/authentication/delete?name=one', {}],
  ])('of %s are no edit conflict with an edit of another adapter', async (target, typed) => {
    project.write('data/users', `anna:${hashPassword('x', 'sha1')}\n`);
    const text = target.includes('delete') ? ADAPTERS.replace('Library: one', 'Library: two') : ADAPTERS;
    project.write('config/autoload/local.yaml', text);
    const form = await project.filled(target);
    expect(await project.send('/authentication/edit?name=two', { realm: 'changed' })).toMatchObject({
      kind: 'redirection',
    });
    expect(await project.ask(target, { ...form, ...typed })).toMatchObject({ kind: 'redirection' });
    expect(project.read('config/autoload/local.yaml')).toContain('realm: changed');
  });

  test('to add to what was deleted meanwhile, or to delete what others have added to, are an edit conflict', async () => {
    project.write(GLOBAL, `platform-content-negotiation: { selectors: { A: { ${RAML}: [a/b] } } }\n`);
    const target = '/content-negotiation/delete?selector=A';
    const form = await project.filled(target);
    const add = '/content-negotiation/view-model?selector=A';
    expect(await project.send(add, { view_model: JSON_MODEL, media_types: 'c/d' })).toMatchObject({
      kind: 'redirection',
    });
    expect(await project.ask(target, form)).toMatchObject({ kind: 'page', status: 409 });
    expect(project.read(GLOBAL)).toContain('[c/d]');
    const opened = await project.filled(add);
    const site = project.site();
    expect(await project.send(target, {})).toMatchObject({ kind: 'redirection' });
    const late = await project.ask(add, { ...opened, view_model: JSON_MODEL, media_types: 'e/f' }, 'anna', site);
    expect(late).toMatchObject({ kind: 'page', status: 409 });
    expect(selectorNames()).toEqual([]);
  });

  test('change nothing of a file that cannot be edited without a loss', async () => {
    const text = 'x-anchors: &a { A: {} }\nplatform-content-negotiation:\n  selectors: *a\n';
    project.write(GLOBAL, text);
    expect(pageOf(await project.send('/content-negotiation/new', create)).notice?.problems.at(-1)?.text).toContain(
      'by hand',
    );
    expect(project.read(GLOBAL)).toBe(text);
  });
});

describe('a form is shown again, with the reason and what was typed,', () => {
  const expectTold = async (status: number, text: RegExp): Promise<void> => {
    const answer = await project.send('/content-negotiation/new', { name: 'Own' });
    expect(answer).toMatchObject({ kind: 'page', status });
    const page = pageOf(answer);
    expect(page.notice?.problems.map((problem) => problem.text).join()).toMatch(text);
    expect(fieldsOf(page)[0]?.value).toBe('Own');
    expect(JSON.stringify(page)).not.toContain(project.folder);
    expect(project.changes).toEqual([]);
  };

  test('where a file stands in the place of a folder', async () => {
    project.remove();
    project.write('config', 'a file');
    await expectTold(503, /config E[A-Z]+\. There is a file where a folder must be/);
  });

  test.skipIf(process.getuid?.() === 0)(
    'where the folder must not be written to (skipped for root, who may write everywhere)',
    async () => {
      chmodSync(join(project.folder, 'config'), 0o555);
      await expectTold(503, /config EACCES\. Allow the server to write there/);
      chmodSync(join(project.folder, 'config'), 0o755);
    },
  );

  test('where a folder stands in the place of a file', async () => {
    project.remove();
    project.write(`${GLOBAL}/file`, '');
    await expectTold(422, /global\.yaml is a folder\. Move it away/);
  });

  test('where the file is no UTF-8 text', async () => {
    writeFileSync(join(project.folder, GLOBAL), Buffer.from([0x23, 0xff, 0xfe, 0x0a]));
    await expectTold(422, /global\.yaml is not UTF-8 text\. Save it as UTF-8/);
  });

  test('where another program is at work', async () => {
    const unlock = await lock(join(project.folder, 'config/.autoload.lock'));
    await expectTold(503, /Another program is changing the configuration\. Send the form again/);
    unlock();
  });
});

describe('pages', () => {
  test.each([
    ['', { kind: 'redirection' }],
    ['/nothing', { kind: 'missing' }],
    ['/status/', { kind: 'missing' }],
    ['/__proto__', { kind: 'missing' }],
    ['/status', { kind: 'page', status: 200 }],
    ['/authentication?done=adapter-created', { kind: 'page', status: 200 }],
  ])('%s is answered', async (target, answer) => expect(await project.ask(target)).toMatchObject(answer));

  test('without a form take none', async () => {
    for (const target of ['', '/status', '/authentication', '/content-negotiation'])
      expect(await project.ask(target, {})).toEqual({ kind: 'not-allowed' });
  });

  test('report what was done to the user who did it, for a while, and not to a user who follows a link', async () => {
    await project.send('/content-negotiation/new', { name: 'Own' });
    const target = project.redirection.slice(ADMIN_ROOT.length);
    const noticeAt = async (path: string, person?: string) => pageOf(await project.ask(path, null, person)).notice;
    expect((await noticeAt(target))?.text).toMatch(/^The selector was created/);
    expect(await noticeAt('/content-negotiation?done=selector-created')).toBeNull();
    expect(await noticeAt(target.replace('created', 'deleted'))).toBeNull();
    expect(await noticeAt(target.replace('content-negotiation', 'authentication'))).toBeNull();
    expect(await noticeAt(target, 'otto')).toBeNull();
    project.now += 13 * 60 * 60 * 1000;
    expect(await noticeAt(target)).toBeNull();
  });

  test('say nothing that a query holds', async () => {
    expect(JSON.stringify(await project.ask('/authentication?done=<b>'))).not.toContain('<b>');
  });

  test('report what is wrong with the configuration', async () => {
    project.write(GLOBAL, 'unknown: 1\n');
    expect(JSON.stringify(await project.page('/status'))).toContain('This key is not known.');
  });

  test('report what is wrong with the file of groups', async () => {
    project.write(GLOBAL, 'platform-mvc-auth: { htgroup: data/groups }\n');
    expect(JSON.stringify(await project.page('/status'))).toContain('data/groups: not found.');
    project.write('data/groups', 'editors: anna\n');
    expect(JSON.stringify(await project.page('/status'))).toContain('The configuration has no problems.');
  });
});

describe('while other files are active', () => {
  const WITH = (name: string) =>
    `platform-mvc-auth: { authentication: { adapters: { ${name}: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: a, htpasswd: data/users } } }, map: { Library: ${name} } } }\n`;
  beforeEach(() => {
    project.write('data/users', `anna:${hashPassword('x', 'sha1')}\n`);
    project.write(GLOBAL, WITH('served'));
    project.active = project.site().reading;
    project.write(GLOBAL, `${WITH('written')}unknown: 1\n`);
  });

  test('the status page reports what is served, and what is wrong with the files', async () => {
    const page = await project.page('/status');
    expect(page.notice).toMatchObject({ kind: 'refused', text: expect.stringContaining('were refused') });
    const parts = JSON.stringify(page.parts);
    expect(parts).toContain('Library: served');
    expect(parts).toContain('This key is not known.');
    expect(parts).not.toContain('"written"');
  });

  test('other pages show what the files say, and that it is not active', async () => {
    const page = await project.page('/authentication');
    expect(page.parts[0]).toMatchObject({ kind: 'text', text: expect.stringContaining('are not active') });
    expect(
      page.parts.flatMap((part) =>
        part.kind === 'cards' ? part.cards.map(({ title, state }) => [title, state?.text]) : [],
      ),
    ).toContainEqual(['written', 'Not active']);
  });
});
