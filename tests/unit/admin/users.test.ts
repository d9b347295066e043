import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/auth/password-files/kinds.ts';
import { hashPassword, verifyPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { lock } from '../../../src/files/lock.ts';
import type { AdminCard } from '../../../src/presentation/page-data/admin-page.ts';
import { AdminProject, fieldsOf, pageOf, problemFields } from './admin-project.ts';

const PASSWORD = 'secret word';
const adapter = (options: string): string =>
  `{ adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { ${options} } }`;
const CONFIGURATION = `platform-mvc-auth:
  authentication:
    adapters:
      staff: ${adapter('accept_schemes: [basic], realm: api, htpasswd: data/htpasswd')}
      partners: ${adapter("accept_schemes: [digest], realm: api, digest_domains: '', nonce_timeout: '60', htdigest: data/htdigest")}
      outside: ${adapter('accept_schemes: [basic], realm: api, htpasswd: secrets/htpasswd')}
`;
const STORED = hashPassword(PASSWORD, 'sha1');
const STAFF = `# the staff\r\nanna:${STORED}\r\nbert:plain\r\ncleo:${STORED}\r\n`;

let project: AdminProject;
beforeEach(() => {
  project = new AdminProject();
  project.write('config/autoload/local.yaml', CONFIGURATION);
  project.write('data/htpasswd', STAFF);
  project.write('data/htdigest', `anna:api:${digestOf('anna', 'api', PASSWORD, 'MD5')}\nzoe:other:${'0'.repeat(32)}\n`);
  project.write('secrets/htpasswd', `anna:${STORED}\n`);
});
afterEach(() => project.remove());

const done = (name: string, what: string) => ({
  kind: 'redirection',
  path: `/platform/admin/authentication/users?name=${name}&done=${what}`,
});
/** Fields that a form sends for a new password. */
const typed = (password: string) => ({ password, again: password });
const NEW = '/authentication/user?name=staff&file=htpasswd';

async function cardsAt(target: string): Promise<readonly AdminCard[]> {
  const { parts } = await project.page(target);
  return parts.flatMap((part) => (part.kind === 'cards' ? part.cards : []));
}

describe('the users of an adapter', () => {
  test('are listed, those whose line cannot be used with why, and nothing of what is stored', async () => {
    const cards = await cardsAt('/authentication/users?name=staff');
    expect(cards.map(({ title, state }) => [title, state?.isGood ?? null])).toEqual([
      ['anna', null],
      ['cleo', null],
      ['bert', false],
    ]);
    expect(JSON.stringify(cards)).not.toContain(STORED);
    expect((await cardsAt('/authentication/users?name=partners')).map(({ title }) => title)).toEqual(['anna']);
  });

  test('of a file elsewhere are listed, and changed by the command alone', async () => {
    const cards = await cardsAt('/authentication/users?name=outside');
    expect(cards.map(({ title, links }) => [title, links])).toEqual([['anna', []]]);
    const { parts } = await project.page('/authentication/users?name=outside');
    expect(parts).toContainEqual({
      kind: 'text',
      text: 'secrets/htpasswd is not below data/. Change its users with "platform-docs passwd".',
    });
    for (const page of ['user', 'remove-user'])
      for (const input of [null, { password: 'x', user: 'eve' }])
        expect(await project.ask(`/authentication/${page}?name=outside&file=htpasswd&user=anna`, input)).toEqual({
          kind: 'missing',
        });
  });

  test('of a file that a link leads out of data/ to are not changed', async () => {
    mkdirSync(join(project.folder, 'data/more'));
    symlinkSync(join(project.folder, 'secrets/htpasswd'), join(project.folder, 'data/more/htpasswd'));
    project.write('config/autoload/local.yaml', CONFIGURATION.replace('secrets/htpasswd', 'data/more/htpasswd'));
    expect(await project.ask('/authentication/user?name=outside&file=htpasswd')).toEqual({ kind: 'missing' });
    expect((await cardsAt('/authentication/users?name=outside')).flatMap(({ links }) => links)).toEqual([]);
  });
});

describe('a new user', () => {
  test('is a line at the end; other lines, their ends and the mode of the file stay', async () => {
    chmodSync(join(project.folder, 'data/htpasswd'), 0o640);
    expect(await project.send(NEW, { user: 'dora', ...typed(PASSWORD) })).toEqual(done('staff', 'user-added'));
    const [, stored = ''] = /^([\s\S]*)dora:(\S+)\r\n$/.exec(project.read('data/htpasswd'))?.slice(1) ?? [];
    expect(project.read('data/htpasswd')).toBe(`${STAFF}dora:${stored}\r\n`);
    expect(verifyPassword(PASSWORD, stored)).toBe(true);
    expect(statSync(join(project.folder, 'data/htpasswd')).mode & 0o777).toBe(0o640);
    expect(project.changes).toEqual([{ action: 'user added', target: 'staff: dora', file: 'data/htpasswd' }]);
  });

  test.each([
    ['', false],
    ['platform-admin: { adapter: staff }\n', true],
    ['platform-admin: { adapter: partners }\n', false],
  ])('with %j is said to be an administrator: %j', async (configuration, isSaid) => {
    project.write('config/autoload/local.yaml', CONFIGURATION + configuration);
    const page = JSON.stringify(await project.page(NEW));
    expect(page.includes('Users of this file may use these pages.')).toBe(isSaid);
  });

  test('of a digest file belongs to the realm of the adapter', async () => {
    const target = '/authentication/user?name=partners&file=htdigest';
    expect(await project.send(target, { user: 'dora', ...typed(PASSWORD) })).toEqual(done('partners', 'user-added'));
    expect(project.read('data/htdigest')).toContain(`\ndora:api:${digestOf('dora', 'api', PASSWORD, 'MD5')}\n`);
    expect(project.read('data/htdigest')).toContain('zoe:other:');
  });

  test.each([
    ['anna', PASSWORD, ['user']],
    ['bert', PASSWORD, ['user']],
    ['', PASSWORD, ['user']],
    ['a:b', PASSWORD, ['user']],
    ['#a', PASSWORD, ['user']],
    ['a\nroot:x', PASSWORD, ['user']],
    ['dora', '', ['password']],
    ['dora', 'secret', ['password']],
    ['dora', 'x'.repeat(73), ['password']],
  ])('%j with %j is refused', async (user, password, fields) => {
    const page = pageOf(await project.send(NEW, { user, ...typed(password) }));
    expect(problemFields(page)).toEqual(fields);
    expect(fieldsOf(page).find(({ name }) => name === 'password')?.value).toBe('');
    expect(project.read('data/htpasswd')).toBe(STAFF);
    expect(project.changes).toEqual([]);
  });

  test.each(['', `${PASSWORD} `])('is not added where the password is %j the second time', async (again) => {
    const page = pageOf(await project.send(NEW, { user: 'dora', password: PASSWORD, again }));
    expect(problemFields(page)).toEqual(['again']);
    expect(project.read('data/htpasswd')).toBe(STAFF);
  });

  test('is not added while another program changes the file', async () => {
    const unlock = await lock(join(project.folder, 'data/htpasswd.lock'));
    try {
      expect(await project.send(NEW, { user: 'dora', ...typed(PASSWORD) })).toMatchObject({ status: 503 });
    } finally {
      unlock();
    }
    expect(project.read('data/htpasswd')).toBe(STAFF);
  });

  test('needs the form that this process has made', async () => {
    expect(await project.ask(NEW, { user: 'dora', ...typed(PASSWORD) })).toMatchObject({ status: 403 });
    expect(project.read('data/htpasswd')).toBe(STAFF);
  });
});

describe('a new password', () => {
  test('takes the place of the one before, also of one that cannot be used', async () => {
    for (const user of ['anna', 'bert'])
      expect(await project.send(`${NEW}&user=${user}`, typed('another word'))).toEqual(done('staff', 'user-changed'));
    const lines = project.read('data/htpasswd').split('\r\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['# the staff', 'anna', 'bert', 'cleo', '']);
    expect(verifyPassword('another word', lines[2]?.slice('bert:'.length) ?? '')).toBe(true);
    expect(project.changes.map(({ action }) => action)).toEqual(['password changed', 'password changed']);
  });

  test('is for users who are there', async () => {
    expect(await project.ask(`${NEW}&user=nobody`)).toEqual({ kind: 'missing' });
  });

  test('is not set for a user who has been removed since the form was opened', async () => {
    const form = await project.filled(`${NEW}&user=anna`);
    project.write('data/htpasswd', `cleo:${STORED}\n`);
    expect(await project.ask(`${NEW}&user=anna`, { ...form, ...typed(PASSWORD) })).toMatchObject({ kind: 'missing' });
    expect(project.read('data/htpasswd')).toBe(`cleo:${STORED}\n`);
  });
});

describe('a user is removed', () => {
  const remove = (user: string, of = 'name=staff&file=htpasswd') => `/authentication/remove-user?${of}&user=${user}`;

  test('with a word on each adapter that reads the line', async () => {
    const also = `      also: ${adapter('accept_schemes: [basic], realm: other, htpasswd: data/htpasswd')}
      other: ${adapter('accept_schemes: [digest], realm: other, htdigest: data/htdigest')}\n`;
    project.write('config/autoload/local.yaml', CONFIGURATION + also);
    project.write('data/htdigest', ['anna', 'ben'].map((user) => `${user}:api:${'0'.repeat(32)}\n`).join(''));
    const textAt = async (path: string) => (await project.page(path)).parts[0];
    expect(await textAt(remove('cleo'))).toMatchObject({
      text: 'The line of cleo in data/htpasswd is removed; cleo can no longer log in with staff or also.',
    });
    expect(await textAt(remove('anna', 'name=partners&file=htdigest'))).toMatchObject({
      text: expect.stringMatching(/log in with partners\.$/),
    });
  });

  test('with all lines of that name, and no other', async () => {
    project.write('data/htpasswd', `${STAFF}anna:${STORED}\r\n`);
    expect(await project.send(remove('anna'), {})).toEqual(done('staff', 'user-removed'));
    expect(project.read('data/htpasswd')).toBe(STAFF.replace(/anna:.*\r\n/, ''));
    expect(project.changes).toEqual([{ action: 'user removed', target: 'staff: anna', file: 'data/htpasswd' }]);
  });

  test('never by themselves', async () => {
    project.identity = { adapter: 'staff', name: 'anna' };
    const page = await project.page(remove('anna'));
    expect(page.notice?.problems[0]?.text).toContain('You are anna');
    expect(page.parts.some(({ kind }) => kind === 'form')).toBe(false);
    project.identity = { adapter: 'partners', name: 'anna' };
    expect(await project.send(remove('anna'), {})).toMatchObject({ kind: 'redirection' });
  });

  test('never by themselves through another adapter of the same file', async () => {
    project.write(
      'config/autoload/local.yaml',
      CONFIGURATION.replace('data/htdigest', 'data/other').replaceAll('secrets/htpasswd', 'data/htpasswd'),
    );
    project.identity = { adapter: 'staff', name: 'anna' };
    const page = await project.page(remove('anna', 'name=outside&file=htpasswd'));
    expect(page.notice?.problems[0]?.text).toContain('You are anna');
  });

  test('never as the last one who can log in', async () => {
    const form = await project.filled(remove('anna'));
    expect(await project.send(remove('cleo'), {})).toMatchObject({ kind: 'redirection' });
    const answer = await project.ask(remove('anna'), form);
    expect(answer).toMatchObject({ kind: 'page', status: 422 });
    expect(pageOf(answer).notice?.problems[0]?.text).toContain('the last user');
    expect(project.read('data/htpasswd')).toContain('anna:');
    // A line that admits no client does not count, and may go.
    expect(await project.send(remove('bert'), {})).toMatchObject({ kind: 'redirection' });
  });
});

test.each([
  ['the audit log', `platform-server: { audit_log: data/audit.log }`, `{"time":"now"}\nanna:${STORED}\n`],
  ['what is no password file', '', `{"time":"now"}\n`],
])('%s is not changed, though an adapter names it', async (_, configuration, text) => {
  project.write('config/autoload/local.yaml', CONFIGURATION.replaceAll('data/htpasswd', 'data/audit.log'));
  if (configuration !== '') project.write('config/autoload/audit.local.yaml', configuration);
  project.write('data/audit.log', text);
  for (const input of [{ user: 'eve', ...typed(PASSWORD) }, {}])
    for (const page of ['user', 'remove-user'])
      expect(
        await project.ask(
          `/authentication/${page}?name=staff&file=htpasswd&user=${encodeURIComponent('{"time"')}`,
          input,
        ),
      ).toEqual({ kind: 'missing' });
  expect(project.read('data/audit.log')).toBe(text);
});

test('the form of an adapter asks for a first user only where there is no file', async () => {
  const names = async () => fieldsOf(await project.page('/authentication/edit?name=staff')).map(({ name }) => name);
  expect(await names()).not.toContain('user');
  project.write('config/autoload/local.yaml', CONFIGURATION.replace('data/htpasswd', 'data/none'));
  expect(await names()).toContain('user');
});
