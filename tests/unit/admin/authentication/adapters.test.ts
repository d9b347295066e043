import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { targetsOf } from '../../../../src/admin/authentication/adapters.ts';
import { digestOf } from '../../../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../../../src/auth/password-hashes/passwords.ts';
import { offeredSchemes } from '../../../../src/auth/schemes/registry.ts';
import { lock } from '../../../../src/files/lock.ts';
import { AdminProject, type Fields, fieldsOf, pageOf, problemFields } from '../admin-project.ts';

const LOCAL = 'config/autoload/local.yaml';
const BASIC: Fields = { name: 'staff', type: 'basic', realm: 'my api', htpasswd: 'data/htpasswd' };
const DIGEST: Fields = {
  name: 'partners',
  type: 'digest',
  realm: 'api',
  digest_domains: '/a /b',
  nonce_timeout: '60',
  htdigest: 'data/htdigest',
};
/** Values of a form for fields that were not sent. */
const DEFAULTS = new Map<string, string>(
  offeredSchemes.flatMap(({ options }) =>
    Object.entries<object>(options).map(([key, schema]) => [key, String(Reflect.get(schema, 'fallback') ?? '')]),
  ),
);
const VARIABLE = ['$', '{HOME}'].join('');
const PASSWORD = 'secret word';
const EXISTING = `# mine
platform-mvc-auth:
  authentication:
    adapters:
      # old
      old:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [basic], realm: 'old', htpasswd: data/htpasswd } # keep
    map: { Library-v1: old }
`;

let project: AdminProject;
beforeEach(() => {
  project = new AdminProject();
  project.write('data/htpasswd', `anna:${hashPassword(PASSWORD, 'sha1')}\n`);
  project.write('data/htdigest', `anna:api:${digestOf('anna', 'api', PASSWORD, 'MD5')}\n`);
});
afterEach(() => project.remove());

const done = (page: string) => ({ kind: 'redirection', path: `/platform/admin/${page}` });

describe('a new adapter', () => {
  test('of type HTTP Basic is written to local.yaml as the specification has it', async () => {
    expect(await project.send('/authentication/new', BASIC)).toEqual(done('authentication?done=adapter-created'));
    const options = { accept_schemes: ['basic'], realm: 'my api', htpasswd: 'data/htpasswd' };
    const staff = { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options };
    expect(load(project.read(LOCAL))).toEqual({ 'platform-mvc-auth': { authentication: { adapters: { staff } } } });
    expect(project.changes).toEqual([{ action: 'adapter created', target: 'staff', file: LOCAL }]);
  });

  test('of type HTTP Digest is written with the timeout as text', async () => {
    expect(await project.send('/authentication/new', DIGEST)).toEqual(done('authentication?done=adapter-created'));
    expect(project.read(LOCAL)).toContain(
      "        options:\n          accept_schemes: [digest]\n          realm: api\n          digest_domains: /a /b\n          nonce_timeout: '60'\n          htdigest: data/htdigest\n",
    );
  });

  test('leaves every other line of the file as it is', async () => {
    project.write(LOCAL, EXISTING);
    await project.send('/authentication/new', BASIC);
    expect(
      project
        .read(LOCAL)
        .split('\n')
        .filter((line) => EXISTING.includes(line))
        .join('\n'),
    ).toContain("realm: 'old', htpasswd: data/htpasswd } # keep");
    expect(project.read(LOCAL).startsWith(EXISTING.slice(0, EXISTING.indexOf('    map')))).toBe(true);
  });

  test.each<readonly [string, Fields, readonly (string | null)[]]>([
    ['nothing filled in', { ...BASIC, name: '', realm: '', htpasswd: '' }, ['name', 'realm', 'htpasswd']],
    ['a name that stands for something else', { ...BASIC, name: 'public' }, ['name']],
    ['a name that is too long', { ...BASIC, name: 'x'.repeat(101) }, ['name']],
    ['a name that YAML could not read', { ...BASIC, name: 'x'.repeat(3000) }, ['name']],
    ['a name that is no name', { ...BASIC, name: 'a/b' }, ['name']],
    ['a file that is not there', { ...BASIC, htpasswd: 'data/nothing' }, ['htpasswd']],
    ['a file outside the project', { ...BASIC, htpasswd: '../x' }, ['htpasswd', 'htpasswd']],
    ['a realm that no user of the file has', { ...DIGEST, realm: 'other' }, ['htdigest']],
    ['a realm with a colon', { ...DIGEST, realm: 'a:b' }, ['htdigest', 'realm']],
    ['a realm that is too long', { ...BASIC, realm: 'x'.repeat(256) }, ['realm']],
    [
      'a timeout that is no number',
      { ...DIGEST, nonce_timeout: 'soon', digest_domains: 'nowhere' },
      ['digest_domains', 'nonce_timeout'],
    ],
    ['no type', { ...BASIC, type: 'none' }, ['type']],
    ['a control character', { ...BASIC, realm: 'a\u0000b' }, ['realm']],
  ])('with %s is refused, with every error at its field and the input kept', async (_title, input, fields) => {
    const answer = await project.send('/authentication/new', { ...input, password: 'typed' });
    const page = pageOf(answer);
    expect(answer).toMatchObject({ status: 422 });
    expect([...problemFields(page)].sort()).toEqual([...fields].sort());
    for (const field of fieldsOf(page)) {
      expect(field.problem !== null).toBe(fields.includes(field.name));
      const kept = input[field.name] ?? DEFAULTS.get(field.name) ?? '';
      expect(field.value).toBe(['password', 'again'].includes(field.name) ? '' : kept);
    }
    expect(() => project.read(LOCAL)).toThrow(/ENOENT/);
    expect(project.changes).toEqual([]);
  });

  test('never takes the place of one of the same name', async () => {
    project.write(LOCAL, EXISTING);
    expect(problemFields(pageOf(await project.send('/authentication/new', { ...BASIC, name: 'old' })))).toEqual([
      'name',
    ]);
    expect(project.read(LOCAL)).toBe(EXISTING);
  });

  test('writes what looks like a variable as it was typed', async () => {
    await project.send('/authentication/new', { ...BASIC, realm: VARIABLE });
    expect(project.site().reading.configuration.authentication.adapters[0]?.realm).toBe(VARIABLE);
  });

  test.each([
    ['htpasswd', 'staff', { ...BASIC, htpasswd: 'data/new/users' }, 'data/new/users'],
    ['htdigest', 'partners', { ...DIGEST, htdigest: 'data/digest' }, 'data/digest'],
  ])('creates its %s with a first user, for its owner alone, when told to', async (_kind, name, input, file) => {
    const first = { ...input, user: 'otto', password: PASSWORD, again: PASSWORD };
    expect(pageOf(await project.send('/authentication/new', first)).notice?.kind).toBe('refused');
    expect(await project.send('/authentication/new', { ...first, intent: 'create-file' })).toEqual(
      done('authentication?done=adapter-created'),
    );
    expect(statSync(join(project.folder, file)).mode & 0o777).toBe(0o600);
    expect(project.read(file)).toMatch(/^otto:/);
    expect(project.read(file)).not.toContain(PASSWORD);
    const test = await project.send(`/authentication/test?name=${name}`, { user: 'otto', password: PASSWORD });
    expect(pageOf(test).notice?.text).toBe('Yes: this user can log in.');
  });

  test.each([
    ['htpasswd', BASIC],
    ['htdigest', { ...DIGEST, name: 'staff' }],
  ])('creates no %s where there is one, and says that the first user was not added', async (field, input) => {
    const before = project.read(`data/${field}`);
    const answer = await project.send('/authentication/new', {
      ...input,
      user: 'otto',
      password: 'long word',
      again: 'long word',
      intent: 'create-file',
    });
    expect(answer).toMatchObject({ kind: 'page', status: 422 });
    const page = pageOf(answer);
    expect(problemFields(page)).toEqual([field]);
    expect(page.notice?.problems[0]?.text).toMatch(/data\/\w+ exists already.*first user was not added.*“Save”/);
    expect(fieldsOf(page).find(({ name }) => name === 'user')?.value).toBe('otto');
    expect(project.read(`data/${field}`)).toBe(before);
    expect(() => project.read(LOCAL)).toThrow(/ENOENT/);
    expect(project.changes).toEqual([]);
    expect(await project.send('/authentication/new', { ...input, user: 'otto', intent: 'save' })).toMatchObject({
      kind: 'redirection',
    });
  });

  test('creates no file where one appears while the form is processed', async () => {
    project.write('config/autoload/x.txt', '');
    const site = project.site();
    const input = {
      ...BASIC,
      htpasswd: 'data/new',
      user: 'otto',
      password: 'long word',
      again: 'long word',
      intent: 'create-file',
    };
    const form = await project.filled('/authentication/new');
    const unlock = await lock(join(project.folder, 'config/.autoload.lock'));
    const pending = project.ask('/authentication/new', { ...form, ...input }, 'anna', site);
    project.write('data/new', 'theirs\n');
    unlock();
    expect(problemFields(pageOf(await pending))).toEqual(['htpasswd']);
    expect(project.read('data/new')).toBe('theirs\n');
    expect(() => project.read(LOCAL)).toThrow(/ENOENT/);
  });

  test.each(['config/x', '/tmp/x', 'data', 'data/../x', 'x'])('creates no file at %s', async (htpasswd) => {
    const answer = await project.send('/authentication/new', {
      ...BASIC,
      htpasswd,
      user: 'otto',
      password: 'long word',
      again: 'long word',
      intent: 'create-file',
    });
    expect(problemFields(pageOf(answer))).toContain('htpasswd');
  });

  test('creates neither file nor folder where a link leads out of the folder', async () => {
    mkdirSync(join(project.folder, 'outside'));
    symlinkSync('../outside', join(project.folder, 'data/link'));
    const create = (htpasswd: string) =>
      project.send('/authentication/new', {
        ...BASIC,
        htpasswd,
        user: 'otto',
        password: 'long word',
        again: 'long word',
        intent: 'create-file',
      });
    for (const path of ['data/link/users', 'data/link/new/deep/users']) {
      expect(pageOf(await create(path)).notice?.problems[0]?.text).toMatch(/A symbolic link leads out of data/);
    }
    expect(readdirSync(join(project.folder, 'outside'))).toEqual([]);
  });

  test('creates folders for their owner alone', async () => {
    rmSync(join(project.folder, 'data'), { recursive: true });
    const input = {
      ...BASIC,
      htpasswd: 'data/new/deep/users',
      user: 'otto',
      password: 'long word',
      again: 'long word',
      intent: 'create-file',
    };
    expect(await project.send('/authentication/new', input)).toMatchObject({ kind: 'redirection' });
    expect(
      ['data', 'data/new', 'data/new/deep'].map((folder) => statSync(join(project.folder, folder)).mode & 0o777),
    ).toEqual([0o700, 0o700, 0o700]);
  });

  test('creates no file while anything else is wrong', async () => {
    const input = { ...BASIC, name: '', htpasswd: 'data/new', user: 'o:o', password: '', intent: 'create-file' };
    expect([...problemFields(pageOf(await project.send('/authentication/new', input)))].sort()).toEqual([
      'name',
      'password',
      'user',
    ]);
    expect(() => project.read('data/new')).toThrow(/ENOENT/);
  });

  test('says that a first user has no name, not that a line has to go', async () => {
    const input = {
      ...BASIC,
      htpasswd: 'data/new',
      user: '',
      password: 'long word',
      again: 'long word',
      intent: 'create-file',
    };
    const { notice } = pageOf(await project.send('/authentication/new', input));
    expect(notice?.problems.map(({ text }) => text)).toEqual(['The user name is empty. Write one.']);
  });
});

describe('an adapter that is there', () => {
  beforeEach(() => project.write(LOCAL, EXISTING));

  test('is edited in place', async () => {
    expect(await project.send('/authentication/edit?name=old', { realm: "new's" })).toEqual(
      done('authentication?done=adapter-changed'),
    );
    expect(project.read(LOCAL)).toBe(EXISTING.replace("realm: 'old'", "realm: 'new''s'"));
  });

  test('changes its type', async () => {
    const input = {
      type: 'digest',
      realm: 'api',
      digest_domains: '',
      nonce_timeout: '3600',
      htdigest: 'data/htdigest',
    };
    expect(await project.send('/authentication/edit?name=old', input)).toEqual(
      done('authentication?done=adapter-changed'),
    );
    expect(project.site().reading.configuration.authentication.adapters[0]).toMatchObject({
      schemes: ['digest'],
      options: { htpasswd: null, htdigest: 'data/htdigest' },
    });
    expect(project.read(LOCAL)).toContain('# keep');
  });

  test('that is saved as it was leaves the file as it was', async () => {
    expect(await project.send('/authentication/edit?name=old', {})).toEqual(
      done('authentication?done=adapter-changed'),
    );
    expect(project.read(LOCAL)).toBe(EXISTING);
  });

  test('is not deleted while something uses it', async () => {
    const page = await project.page('/authentication/delete?name=old');
    expect(page.parts.some(({ kind }) => kind === 'form')).toBe(false);
    expect(page.notice?.problems[0]?.text).toContain('API Library-v1. Map the API to another one first.');
  });

  test('is deleted when its form was open before something used it, only if nothing does', async () => {
    await project.send('/authentication/map?target=Library-v1', { adapter: '' });
    const form = await project.filled('/authentication/delete?name=old');
    await project.send('/authentication/map?target=Library', { adapter: 'old' });
    expect(await project.ask('/authentication/delete?name=old', form)).toMatchObject({ kind: 'page', status: 409 });
    await project.send('/authentication/map?target=Library', { adapter: '' });
    expect(await project.send('/authentication/delete?name=old', {})).toEqual(
      done('authentication?done=adapter-deleted'),
    );
    expect(project.site().reading).toMatchObject({
      problems: [],
      configuration: { authentication: { adapters: [], map: [] } },
    });
    expect(project.read(LOCAL)).toContain('# old');
  });

  test.each(['edit', 'delete', 'test'])('and one that is not: %s of an unknown name is missing', async (page) => {
    expect(await project.ask(`/authentication/${page}?name=nobody`)).toEqual({ kind: 'missing' });
    expect(await project.ask(`/authentication/${page}?name=nobody`, {})).toEqual({ kind: 'missing' });
  });
});

describe('mapping', () => {
  beforeEach(() => project.write(LOCAL, EXISTING));

  test('shows which version is closed, since only others have an adapter', async () => {
    const { parts } = await project.page('/authentication');
    const cards = parts.flatMap((part) => (part.kind === 'cards' && part.heading === 'APIs' ? part.cards : []));
    expect(cards.map(({ title, facts }) => [title, facts[0]?.text])).toEqual([
      ['Library', 'none'],
      ['Library-v1', 'old'],
      ['Library-v2', 'closed, since only other versions have an adapter'],
    ]);
  });

  test('has one row for an API of one version', () => {
    const apis = [{ name: 'Shelf', version: 3, services: [] }];
    const targets = targetsOf({ ...project.site(), apis });
    expect(targets.filter((target) => target.startsWith('Shelf'))).toEqual(['Shelf']);
  });

  test.each(['Library', 'Library-v2'])('%s is mapped where the map is, opened and unmapped again', async (target) => {
    expect(await project.send(`/authentication/map?target=${target}`, { adapter: 'old' })).toEqual(
      done('authentication?done=mapped'),
    );
    expect(project.read(LOCAL)).toBe(EXISTING.replace('Library-v1: old', `Library-v1: old, ${target}: old`));
    // It would close version 2: another one has an adapter.
    const refused = pageOf(await project.send(`/authentication/map?target=${target}`, { adapter: '' }));
    expect(problemFields(refused)).toEqual(['adapter']);
    expect(await project.send(`/authentication/map?target=${target}`, { adapter: 'public' })).toEqual(
      done('authentication?done=mapped'),
    );
    expect(project.read(LOCAL)).toBe(EXISTING.replace('Library-v1: old', `Library-v1: old, ${target}: public`));
    await project.send('/authentication/map?target=Library-v1', { adapter: '' });
    expect(await project.send(`/authentication/map?target=${target}`, { adapter: '' })).toEqual(
      done('authentication?done=mapped'),
    );
    expect(project.site().reading.configuration.authentication.map).toEqual([]);
  });

  test('goes to no adapter that is not there, and from no API that is not there', async () => {
    expect(
      problemFields(pageOf(await project.send('/authentication/map?target=Library', { adapter: 'nobody' }))),
    ).toContain('adapter');
    expect(await project.ask('/authentication/map?target=Nothing')).toEqual({ kind: 'missing' });
    expect(project.read(LOCAL)).toBe(EXISTING);
  });

  test('that another file says otherwise is refused', async () => {
    project.write(
      'config/autoload/global.yaml',
      'platform-mvc-auth: { authentication: { map: { Library-v2: old } } }\n',
    );
    project.write(LOCAL, EXISTING.replace('Library-v1', 'Library-v2'));
    const answer = await project.send('/authentication/map?target=Library-v2', { adapter: '' });
    expect(pageOf(answer).notice?.problems[0]?.text).toMatch(/A file other than .* sets this value/);
  });
});
