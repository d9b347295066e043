import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../../../src/auth/password-hashes/passwords.ts';
import { basicAdapter } from '../../../fixtures/auth/basic-adapter.ts';
import { AdminProject, type Fields, fieldsOf, pageOf, problemFields } from '../admin-project.ts';

const LOCAL = 'config/autoload/local.yaml';
const PASSWORD = 'secret word';
const EXISTING = `${basicAdapter('old', 'data/htpasswd')}    map: { Library-v1: old }
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
    ['a file without the administrator', { htpasswd: 'data/others' }, 'htpasswd'],
    ['a file where they have another password', { htpasswd: 'data/changed' }, 'htpasswd'],
    [
      'a file that is created for another user',
      { htpasswd: 'data/new', user: 'zoe', password: 'long word', again: 'long word', intent: 'create-file' },
      'htpasswd',
    ],
    [
      'a type that they cannot log in with',
      { type: 'digest', digest_domains: '', nonce_timeout: '60', htdigest: 'data/digest-others' },
      'htdigest',
    ],
  ])('is not changed to %s', async (_title, input, field) => {
    const before = project.read(LOCAL);
    const answer = await project.send(TARGET, input);
    expect(answer).toMatchObject({ kind: 'page', status: 422 });
    expect(problemFields(pageOf(answer))).toEqual([field]);
    expect(pageOf(answer).notice?.problems[0]?.text).toMatch(/could no longer log in to these pages/);
    expect(project.read(LOCAL)).toBe(before);
    expect(() => project.read('data/new')).toThrow(/ENOENT/);
  });

  test('does not lose the realm that their digest is of', async () => {
    project.write('data/htdigest', line('anna', 'old') + line('zoe', 'new'));
    project.write(
      LOCAL,
      project.read(LOCAL).replace('[basic]', '[digest]').replace('htpasswd: data/htpasswd', 'htdigest: data/htdigest'),
    );
    expect(problemFields(pageOf(await project.send(TARGET, { realm: 'new' })))).toEqual(['htdigest']);
    expect(await project.send(TARGET, { nonce_timeout: '60' })).toMatchObject({ kind: 'redirection' });
  });

  test.each<readonly [string, Fields]>([
    ['another realm of HTTP Basic', { realm: 'new' }],
    ['another file with the same line', { htpasswd: 'data/again' }],
    [
      'a file that is created for them',
      { htpasswd: 'data/new', user: 'anna', password: 'long word', again: 'long word', intent: 'create-file' },
    ],
  ])('is changed to %s', async (_title, input) => {
    expect(await project.send(TARGET, input)).toEqual(done('authentication?done=adapter-changed'));
  });

  test('may be changed by any client where no log-in is required, and so may other adapters', async () => {
    project.identity = { adapter: 'elsewhere', name: 'anna' };
    expect(await project.send(TARGET, { htpasswd: 'data/others' })).toMatchObject({ kind: 'redirection' });
    project.identity = null;
    expect(await project.send(TARGET, { htpasswd: 'data/changed' })).toMatchObject({ kind: 'redirection' });
  });

  test('is not deleted', async () => {
    await project.send('/authentication/map?target=Library-v1', { adapter: '' });
    expect((await project.page('/authentication/delete?name=old')).notice?.problems[0]?.text).toContain(
      'these administration pages. Name another one in the configuration first.',
    );
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

  test('is written to the audit log each time, with a user who would be authenticated alone', async () => {
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
    expect(answers.map((answer) => answer.kind === 'page' && answer.status).sort()).toEqual([
      200, 200, 200, 429, 429, 429,
    ]);
    const refusal = await guess(PASSWORD);
    expect(refusal).toMatchObject({ kind: 'page', status: 429 });
    expect(pageOf(refusal).notice?.problems[0]?.text).toMatch(
      /^Too many wrong passwords were tried .* Try again in \d+ seconds\.$/,
    );
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

  describe('with an adapter of both schemes', () => {
    const BOTH = EXISTING.replace('accept_schemes: [basic]', 'accept_schemes: [basic, digest]').replace(
      'htpasswd }',
      'htpasswd, htdigest: data/htdigest }',
    );
    const digest = (user: string, password: string): string =>
      `${user}:old:${digestOf(user, 'old', password, 'MD5')}\n`;
    beforeEach(() => {
      project.write(LOCAL, BOTH);
      project.write('data/htdigest', `${digest('dora', PASSWORD)}${digest('anna', 'another')}`);
    });

    test.each([
      // user   password    answer                                     why, of Basic and of Digest                          outcome
      ['anna', PASSWORD, 'Yes: this user can log in by HTTP Basic.', ['right', 'wrong'], 'authenticated'],
      ['anna', 'another', 'Yes: this user can log in by HTTP Digest.', ['wrong', 'right'], 'authenticated'],
      ['dora', PASSWORD, 'Yes: this user can log in by HTTP Digest.', ['no such user', 'right'], 'authenticated'],
      ['dora', 'x', 'No: this user cannot log in.', ['there is no such user', 'wrong'], 'rejected'],
      [
        'zoe',
        PASSWORD,
        'No: this user cannot log in.',
        ['there is no such user', 'there is no such user in the realm old'],
        'rejected',
      ],
    ] as const)('%s with %s: %s', async (user, password, text, [basic, digested], outcome) => {
      const { notice } = pageOf(await project.send('/authentication/test?name=old', { user, password }));
      expect(notice?.text).toBe(text);
      expect(notice?.problems.map((problem) => problem.text)).toEqual([
        expect.stringMatching(new RegExp(`^HTTP Basic: data/htpasswd: .*${basic}$`)),
        expect.stringMatching(new RegExp(`^HTTP Digest: data/htdigest: .*${digested}$`)),
      ]);
      expect(project.tests).toEqual([{ adapter: 'old', user: outcome === 'authenticated' ? user : null, outcome }]);
    });

    test('who gets in by one of them is no failure, however often', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect(await project.send('/authentication/test?name=old', { user: 'dora', password: PASSWORD })).toMatchObject(
          { status: 200 },
        );
      }
    });

    test('every log-in is refused while one of its files cannot be read, which closes the adapter', async () => {
      project.write('data/htdigest', '');
      const { notice } = pageOf(
        await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD }),
      );
      expect(notice?.text).toBe('No: this user cannot log in.');
      expect(project.tests).toEqual([{ adapter: 'old', user: null, outcome: 'unavailable' }]);
    });
  });

  test.each([
    ['plain text', 'zoe:plain'],
    ['DES', 'zoe:rqXexS6ZhobKA'],
    ['a damaged value', 'zoe:$2y$05$short'],
  ])('tells a user whose line has %s from one who is not there', async (_title, line) => {
    project.write('data/htpasswd', `anna:${hashPassword(PASSWORD, 'sha1')}\n${line}\n`);
    const { notice } = pageOf(await project.send('/authentication/test?name=old', { user: 'zoe', password: 'plain' }));
    expect(notice?.text).toMatch(/^No/);
    expect(notice?.problems[0]?.text).toMatch(
      /^data\/htpasswd: the file has a line for this user, but it has a password in a form that is not accepted/,
    );
    expect(JSON.stringify(await project.page('/authentication'))).toContain(
      'data/htpasswd, 1 user, 1 more with a line that cannot be used',
    );
  });

  test.each([
    // what the file holds    what is reported
    ['', 'data/htpasswd has no usable user.'],
    ['anna\u0001:x\n', 'Line 1 of data/htpasswd holds control characters.'],
    [
      'zoe:plain\n',
      'data/htpasswd has no usable user. Add one with "platform-docs passwd set". Line 1 of data/htpasswd has a password in a form',
    ],
  ])('over a damaged file says so: %j', async (text, told) => {
    project.write('data/htpasswd', text);
    const page = pageOf(await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD }));
    expect(page.notice?.problems[0]?.text.startsWith(told)).toBe(true);
  });

  test('over a file that is lost says so', async () => {
    project.write(LOCAL, EXISTING.replace('data/htpasswd', 'data/lost'));
    const page = pageOf(await project.send('/authentication/test?name=old', { user: 'anna', password: PASSWORD }));
    expect(page.notice?.problems[0]?.text).toBe('data/lost was not found.');
  });
});
