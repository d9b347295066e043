import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/auth/password-files/htdigest.ts';
import { hashPassword } from '../../../src/auth/password-hashes/new-password.ts';
import type { Fields } from './admin-project.ts';
import { AdminProject, fieldsOf, pageOf, problemFields } from './admin-project.ts';

const LOCAL = 'config/autoload/local.yaml';
const PASSWORD = 'secret word';
const EXISTING = `platform-mvc-auth:
  authentication:
    adapters:
      old:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [basic], realm: 'old', htpasswd: data/htpasswd }
    map: { Library-v1: old }
`;

let project: AdminProject;
beforeEach(() => {
  project = new AdminProject();
  project.write('data/htpasswd', `anna:${hashPassword(PASSWORD, 'sha1')}\n`);
});
afterEach(() => project.remove());

const done = (page: string) => ({ kind: 'redirection', path: `/platform/admin/${page}` });

describe('the adapter of these pages', () => {
  const TARGET = '/authentication/edit?name=old';
  const line = (user: string, realm: string) => `${user}:${realm}:${digestOf(user, realm, PASSWORD, 'MD5')}\n`;
  beforeEach(() => {
    project.write(LOCAL, `${EXISTING}platform-admin: { adapter: old }\n`);
    project.write('data/others', `zoe:${hashPassword(PASSWORD, 'sha1')}\n`);
    project.write('data/again', `zoe:${hashPassword('x', 'sha1')}\nanna:${hashPassword(PASSWORD, 'sha1')}\n`);
    project.write('data/changed', `anna:${hashPassword('another', 'sha1')}\n`);
    project.write('data/digest-others', line('zoe', 'old'));
    project.identity = { adapter: 'old', name: 'anna' };
  });

  test.each<readonly [string, Fields, string]>([
    ['a file without whoever asks', { htpasswd: 'data/others' }, 'htpasswd'],
    ['a file where they have another password', { htpasswd: 'data/changed' }, 'htpasswd'],
    ['a file that is created for somebody else', { htpasswd: 'data/new', user: 'zoe', password: 'x', intent: 'create-file' }, 'htpasswd'],
    ['a type that they cannot log in with', { type: 'digest', digest_domains: '', nonce_timeout: '60', htdigest: 'data/digest-others' }, 'htdigest'],
  ])('is not changed to %s', async (_title, input, field) => {
    const before = project.read(LOCAL);
    const answer = await project.send(TARGET, input);
    expect(answer).toMatchObject({ kind: 'page', status: 422 });
    expect(problemFields(pageOf(answer))).toEqual([field]);
    expect(pageOf(answer).notice?.problems[0]?.text).toMatch(/could not log in to these pages any more/);
    expect(project.read(LOCAL)).toBe(before);
    expect(() => project.read('data/new')).toThrow(/ENOENT/);
  });

  test('does not lose the realm that their digest is of', async () => {
    project.write('data/htdigest', line('anna', 'old') + line('zoe', 'new'));
    project.write(LOCAL, project.read(LOCAL).replace('[basic]', '[digest]').replace('htpasswd: data/htpasswd', 'htdigest: data/htdigest'));
    expect(problemFields(pageOf(await project.send(TARGET, { realm: 'new' })))).toEqual(['htdigest']);
    expect(await project.send(TARGET, { nonce_timeout: '60' })).toMatchObject({ kind: 'redirection' });
  });

  test.each<readonly [string, Fields]>([
    ['another realm of HTTP Basic', { realm: 'new' }],
    ['another file with the same line', { htpasswd: 'data/again' }],
    ['a file that is created for them', { htpasswd: 'data/new', user: 'anna', password: 'x', intent: 'create-file' }],
  ])('is changed to %s', async (_title, input) => {
    expect(await project.send(TARGET, input)).toEqual(done('authentication?done=adapter-changed'));
  });

  test('is anybody\u2019s to change where nobody has to log in, and so are other adapters', async () => {
    project.identity = { adapter: 'elsewhere', name: 'anna' };
    expect(await project.send(TARGET, { htpasswd: 'data/others' })).toMatchObject({ kind: 'redirection' });
    project.identity = null;
    expect(await project.send(TARGET, { htpasswd: 'data/changed' })).toMatchObject({ kind: 'redirection' });
  });

  test('is not deleted', async () => {
    await project.send('/authentication/map?target=Library-v1', { adapter: '' });
    expect((await project.page('/authentication/delete?name=old')).notice?.problems[0]?.text).toContain('these administration pages');
  });
});

describe('testing credentials', () => {
  beforeEach(() => project.write(LOCAL, EXISTING));

  test.each<readonly [string, Fields, RegExp, RegExp]>([
    ['the right ones', { user: 'anna', password: PASSWORD }, /^Yes/, /right/],
    ['a wrong password', { user: 'anna', password: 'x' }, /^No/, /the password is wrong/],
    ['an unknown user', { user: 'zoe', password: PASSWORD }, /^No/, /no such user/],
  ])('of %s tells yes or no, and why', async (_title, input, text, why) => {
    const page = pageOf(await project.send('/authentication/test?name=old', input));
    expect(page.notice?.text).toMatch(text);
    expect(page.notice?.problems[0]?.text).toMatch(why);
    expect(JSON.stringify(page)).not.toContain(PASSWORD);
  });

  test('is told to the audit log each time, with the user who would get in alone', async () => {
    await project.send('/authentication/test?name=old', { user: 'anna', password: 'x' });
    await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD });
    expect(project.tests).toEqual([
      { adapter: 'old', user: null, outcome: 'rejected' },
      { adapter: 'old', user: 'anna', outcome: 'authenticated' },
    ]);
  });

  test('is refused after too many wrong ones, the right ones too, until the time has passed', async () => {
    const guess = (password: string) => project.send('/authentication/test?name=old', { user: 'anna', password });
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(guess));
    expect(answers.map((answer) => answer.kind === 'page' && answer.status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const refusal = await guess(PASSWORD);
    expect(refusal).toMatchObject({ kind: 'page', status: 429 });
    expect(pageOf(refusal).notice?.problems[0]?.text).toMatch(/^Too many wrong ones were tried .* Try again in \d+ seconds\.$/);
    expect(fieldsOf(pageOf(refusal))[0]?.value).toBe('anna');
    expect(project.tests.at(-1)).toEqual({ adapter: 'old', user: null, outcome: 'throttled' });
    project.client = '198.51.100.1';
    expect(pageOf(await guess(PASSWORD)).notice?.text).toMatch(/^Yes/);
    project.client = '192.0.2.1';
    project.now += 61_000;
    expect(pageOf(await guess(PASSWORD)).notice?.text).toMatch(/^Yes/);
  });

  test('tries nothing while nothing can be counted', async () => {
    project.isStateLost = true;
    const answer = await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD });
    expect(answer).toMatchObject({ kind: 'page', status: 503 });
    expect(JSON.stringify(answer)).not.toContain('the password is right');
    expect(project.tests).toEqual([{ adapter: 'old', user: null, outcome: 'unavailable' }]);
  });

  test('over a file that is lost says so', async () => {
    project.write(LOCAL, EXISTING.replace('data/htpasswd', 'data/lost'));
    const page = pageOf(await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD }));
    expect(page.notice?.problems[0]?.text).toBe('data/lost: the file not found');
  });
});
