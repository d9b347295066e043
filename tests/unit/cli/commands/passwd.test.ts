import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newPasswordKinds } from '../../../../src/auth/password-hashes/passwords.ts';
import type { Run } from '../../../commands/run-command.ts';
import { isInstalled } from '../../../http/clients/programs.ts';
import { projectWith } from '../../config/project.ts';
import { runAtTerminal, runIn, type Step, spawnIn } from '../run-cli.ts';

const passwd = (folder: string, args: readonly string[], input: string | Uint8Array = ''): Promise<Run> =>
  runIn(folder, ['passwd', ...args], { input });

const passwdAtTerminal = (folder: string, args: readonly string[], steps: readonly Step[]) =>
  runAtTerminal(folder, ['passwd', ...args], steps);

const project = (files: Readonly<Record<string, string>> = {}): string =>
  projectWith({ 'data/.gitkeep': '', ...files });
const textOf = (folder: string, file = 'data/p'): string => readFileSync(join(folder, file), 'utf8');
const modeOf = (folder: string, file = 'data/p'): number => statSync(join(folder, file)).mode & 0o777;

describe('platform-docs passwd', () => {
  test.each([
    [[], /^alice:\$2[aby]\$10\$/],
    [['--hash', 'bcrypt'], /^alice:\$2[aby]\$10\$/],
    [['--hash', 'apr1'], /^alice:\$apr1\$/],
    [['--hash', 'sha1'], /^alice:\{SHA\}/],
    [['--realm', 'api'], /^alice:api:[0-9a-f]{32}\n$/],
    [['--realm', 'api', '--algorithm', 'sha-256'], /^alice:api:[0-9a-f]{64}\n$/],
  ])('set with %j, then verify: right for this password alone', async (options, stored) => {
    const folder = project();
    expect(await passwd(folder, ['set', 'data/p', 'alice', ...options], 'p:ä word\n')).toEqual({
      code: 0,
      stdout: 'Added alice in data/p.\n',
      stderr: '',
    });
    expect(textOf(folder)).toMatch(stored);
    expect(modeOf(folder)).toBe(0o600);
    const realm = options.includes('--realm') ? ['--realm', 'api'] : [];
    expect(await passwd(folder, ['verify', 'data/p', 'alice', ...realm], 'p:ä word')).toMatchObject({
      code: 0,
      stdout: 'The password is right.\n',
    });
    for (const wrong of ['p:ä worD\n', 'p:ä word \n', '\n', `${textOf(folder).trim().split(':').at(-1)}\n`])
      expect(await passwd(folder, ['verify', 'data/p', 'alice', ...realm], wrong)).toMatchObject({
        code: 1,
        stderr: 'The password is wrong.\n',
      });
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(['.gitkeep', 'p']);
  });

  test.skipIf(!isInstalled('htpasswd'))(
    'the real htpasswd takes what set writes (skipped where it is not installed: apache2-utils)',
    async () => {
      const folder = project();
      for (const hash of ['bcrypt', 'apr1', 'sha1']) {
        await passwd(folder, ['set', 'data/p', hash, '--hash', hash], 'pass word\n');
        expect(spawnSync('htpasswd', ['-vb', 'data/p', hash, 'pass word'], { cwd: folder }).status).toBe(0);
        expect(spawnSync('htpasswd', ['-vb', 'data/p', hash, 'pass Word'], { cwd: folder }).status).not.toBe(0);
      }
    },
  );

  test('changes one line and keeps the others as they are', async () => {
    const folder = project({ 'data/p': '# staff\nalice:{SHA}x\r\nbob:plain\n\ncarol:$apr1$a$b' });
    expect(await passwd(folder, ['set', 'data/p', 'dave', '--hash', 'sha1'], 'long word\n')).toMatchObject({ code: 0 });
    expect(textOf(folder)).toMatch(
      /^# staff\nalice:\{SHA\}x\r\nbob:plain\n\ncarol:\$apr1\$a\$b\r?\ndave:\{SHA\}\S+\r?\n$/,
    );
    expect(await passwd(folder, ['set', 'data/p', 'bob', '--hash', 'sha1'], 'long word\n')).toMatchObject({
      code: 0,
      stdout: 'Changed bob in data/p.\n',
    });
    expect(await passwd(folder, ['delete', 'data/p', 'dave'])).toMatchObject({
      code: 0,
      stdout: 'Removed dave from data/p.\n',
    });
    expect(textOf(folder)).toMatch(/^# staff\nalice:\{SHA\}x\r\nbob:\{SHA\}\S+\n\ncarol:\$apr1\$a\$b\r?\n$/);
    const listed = await passwd(folder, ['list', 'data/p']);
    expect(listed.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['alice', 'bob', 'carol', '']);
  });

  test('a digest file holds several realms, and new lines follow its algorithm', async () => {
    const folder = project({ 'data/p': `alice:api:${'a'.repeat(64)}\nalice:other:${'b'.repeat(64)}\n` });
    await passwd(folder, ['set', 'data/p', 'bob', '--realm', 'api'], 'long word\n');
    expect(textOf(folder)).toMatch(/\nbob:api:[0-9a-f]{64}\n$/);
    expect(await passwd(folder, ['list', 'data/p'])).toMatchObject({ stdout: 'alice:api\nalice:other\nbob:api\n' });
    expect(await passwd(folder, ['list', 'data/p', '--realm', 'other'])).toMatchObject({ stdout: 'alice:other\n' });
    await passwd(folder, ['delete', 'data/p', 'alice', '--realm', 'api']);
    expect(textOf(folder)).toMatch(/^alice:other:b+\nbob:api:/);
  });

  test.each([
    // before, after, what is said
    [0o644, 0o600, 'could be read by others'],
    [0o604, 0o600, 'could be read by others'],
    [0o640, 0o640, ''],
    [0o660, 0o640, ''],
    [0o600, 0o600, ''],
    [0o400, 0o400, ''],
  ])(
    'of mode %o others lose what they have; a group that alone may read, as that of a server, keeps it: %o',
    async (...given) => {
      const [before, after, said] = given;
      const folder = project({ 'data/p': 'a:{SHA}x\n' });
      for (const args of [
        ['set', 'data/p', 'b', '--hash', 'sha1'],
        ['delete', 'data/p', 'b'],
      ]) {
        chmodSync(join(folder, 'data/p'), before);
        const { stderr } = await passwd(folder, args, 'long word\n');
        expect(stderr).toContain(said);
        expect(stderr === '').toBe(said === '');
        expect(modeOf(folder)).toBe(after);
      }
    },
  );

  test.each([
    ['editors: bob carol\n', 2, 'No line of data/p has a password hash.'],
    ['platform-documentation:\n  title: Shop\n', 2, 'No line of data/p has a password hash.'],
    ['x:whibwWVcpsOQE\n', 0, ''],
    ['# no user yet\n', 0, ''],
  ])('no line is added to a file that is none of passwords: %j', async (text, code, said) => {
    const folder = project({ 'data/p': text });
    const run = await passwd(folder, ['set', 'data/p', 'x', '--hash', 'sha1'], 'long word\n');
    expect(run).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect(textOf(folder) === text).toBe(code === 2);
  });

  test.skipIf(process.platform !== 'linux')('what the system refuses is said with what helps', async () => {
    expect(await passwd(project(), ['set', '/sys/p', 'x', '--hash', 'sha1'], 'long word\n')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^platform-docs: \/sys\/p cannot be written \(E\w+\)\. This user may not do that/),
    });
  });

  test('symbolic links stay, also one that leads to nothing yet', async () => {
    const folder = project();
    mkdirSync(join(folder, 'secrets'));
    symlinkSync('../secrets/real', join(folder, 'data/p'));
    for (const user of ['a', 'b']) await passwd(folder, ['set', 'data/p', user, '--hash', 'sha1'], 'long word\n');
    expect(lstatSync(join(folder, 'data/p')).isSymbolicLink()).toBe(true);
    expect(textOf(folder, 'secrets/real').split('\n')).toHaveLength(3);
    expect(readdirSync(join(folder, 'secrets'))).toEqual(['real']);
  });

  test('edits of several processes at the same time lose nothing', async () => {
    const folder = project();
    const users = Array.from({ length: 8 }, (_, index) => `user${index}`);
    const set = (user: string): Promise<Run> =>
      spawnIn(folder, ['passwd', 'set', 'data/p', user, '--hash', 'sha1'], { input: 'long word\n' });
    const runs = await Promise.all(users.map(set));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(users.map(() => [0, expect.anything()]));
    expect((await passwd(folder, ['list', 'data/p'])).stdout.trim().split('\n').sort()).toEqual(users);
  });

  test('a lock that was left behind is taken over', async () => {
    const folder = project({ 'data/p.lock': '1 x\n' });
    utimesSync(join(folder, 'data/p.lock'), new Date(0), new Date(0));
    expect(await passwd(folder, ['set', 'data/p', 'a', '--hash', 'sha1'], 'long word\n')).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'data/p.lock'))).toBe(false);
  });

  test.each([
    // arguments                                              input     code  message
    [[], '', 2, 'The action is missing. Write set, delete, verify or list.'],
    [['set'], '', 2, 'The file is missing. Name one, such as data/htpasswd.'],
    [['set', 'data/p'], '', 2, 'The user is missing. Name one, such as alice.'],
    [['ste', 'data/p', 'a'], '', 2, '"ste" is not known.'],
    [['constructor', 'data/p', 'a'], '', 2, '"constructor" is not known.'],
    [['set', 'data/p', 'a', 'secret'], '', 2, 'The argument "secret" is not expected.'],
    [['list', 'data/p', 'a'], '', 2, 'The argument "a" is not expected.'],
    [['set', 'data/p', 'a:b'], 'long word\n', 2, 'colon'],
    [['set', 'data/p', '#a'], 'long word\n', 2, 'begins with #'],
    [['set', 'data/p', 'a\nb'], 'long word\n', 2, 'control character'],
    [['set', 'data/p', 'a', '--realm', 'x:y'], 'long word\n', 2, 'colon'],
    [['set', 'data/p', 'a', '--hash', 'plain'], 'long word\n', 2, `Write ${newPasswordKinds.join(', ')}.`],
    [['set', 'data/p', 'a', '--realm', 'r', '--hash', 'sha1'], 'long word\n', 2, 'takes no --hash'],
    [['set', 'data/p', 'a', '--algorithm', 'md5'], 'long word\n', 2, 'Add --realm'],
    [['set', 'data/p', 'a', '--realm', 'r', '--algorithm', 'constructor'], 'long word\n', 2, 'Write md5 or sha-256.'],
    [['set', 'data/p', 'a'], '', 2, 'There is no password on standard input.'],
    [['set', 'data/p', 'a'], '\n', 2, 'The password is empty.'],
    [['set', 'data/p', 'a'], 'secret\n', 2, 'The password has fewer than 8 characters. Choose a longer one.'],
    [['set', 'data/p', 'a'], 'one\ntwo\n', 2, 'more than one line'],
    [['set', 'data/p', 'a'], 'x\u0007\n', 2, 'control characters'],
    [['set', 'data/p', 'a'], Uint8Array.of(0xff, 0x0a), 2, 'not UTF-8'],
    [['set', 'data/p', 'a'], 'x'.repeat(73), 2, 'more than 72 bytes'],
    [['set', 'data/p', 'a'], 'x'.repeat(20_000), 2, 'too long'],
    [['set', 'data/d', 'a'], 'long word\n', 2, 'data/d is a digest file. Name the realm with --realm.'],
    [
      ['set', 'data/h', 'a', '--realm', 'r'],
      'long word\n',
      2,
      'data/h is a password file, which has no realms. Leave --realm out, or remove the file first.',
    ],
    [
      ['set', 'alice', 'data/p'],
      'long word\n',
      2,
      'The user name "data/p" contains "/". The file comes first: write platform-docs passwd set data/p alice.',
    ],
    [['set', 'data/p', 'a/b'], 'long word\n', 2, 'The user name "a/b" contains "/". Choose another name.'],
    [
      ['verify', 'data/none', 'a'],
      'long word\n',
      1,
      'data/none was not found. Correct the path, or create it with "platform-docs passwd set data/none <user>".\n',
    ],
    [['delete', 'data/none', 'a'], '', 1, 'data/none was not found. Correct the path'],
    [['list', 'data/none'], '', 1, 'data/none was not found. Correct the path'],
    [['verify', 'data/h', 'zoe'], 'long word\n', 1, 'data/h has no user "zoe".'],
    [['delete', 'data/h', 'zoe'], '', 1, 'data/h has no user "zoe".'],
    [['delete', 'data/d', 'a', '--realm', 'r2'], '', 1, 'data/d has no user "a" in the realm "r2".'],
    [['list', 'data'], '', 1, 'data is not a file. Name a file that this user may read.\n'],
    [
      ['set', '../none/p', 'a'],
      'long word\n',
      1,
      'platform-docs: ../none/p cannot be created: there is no folder ../none. Create the folder first, or correct the path.\n',
    ],
    [
      ['set', 'data/h/p', 'a'],
      'long word\n',
      1,
      'platform-docs: data/h/p cannot be created: there is no folder data/h. Create the folder first, or correct the path.\n',
    ],
  ])('%j with %j answers %d: %s', async (args, input, code, message) => {
    const files = { 'data/d': `a:r:${'0'.repeat(32)}\n`, 'data/h': 'a:{SHA}x\n' };
    const folder = project(files);
    const run = await passwd(folder, args, input);
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    for (const [path, text] of Object.entries(files)) expect(textOf(folder, path)).toBe(text);
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(['.gitkeep', 'd', 'h']);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  const ADAPTERS = `platform-mvc-auth:
  authentication:
    adapters:
      staff:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [basic], realm: Staff, htpasswd: data/htpasswd }
      partners:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [digest], realm: Library partners, digest_domains: '', nonce_timeout: '3600', htdigest: data/htdigest }
`;

  test.each([
    [
      ['data/htdigest', 'alice'],
      'data/htdigest is the htdigest file of the adapter "partners": write platform-docs passwd set data/htdigest alice --realm \'Library partners\'.',
    ],
    [
      ['data/htdigest', 'alice', '--realm', 'Staff'],
      "write platform-docs passwd set data/htdigest alice --realm 'Library partners'.",
    ],
    [
      ['./data/htpasswd', 'alice', '--realm', 'Staff'],
      './data/htpasswd is the htpasswd file of the adapter "staff": write platform-docs passwd set ./data/htpasswd alice.',
    ],
  ])('set %j is refused where the adapter that names the file could not read it', async (args, message) => {
    const folder = project({ 'config/autoload/local.yaml': ADAPTERS });
    const run = await passwd(folder, ['set', ...args], 'long word\n');
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(readdirSync(join(folder, 'data'))).toEqual(['.gitkeep']);
  });

  test.each([
    [ADAPTERS, ['data/htdigest', 'alice', '--realm', 'Library partners']],
    [ADAPTERS, ['data/htpasswd', 'alice']],
    [ADAPTERS, ['data/other', 'alice']],
    ['a: [', ['data/htdigest', 'alice']],
    [ADAPTERS.replace('[digest]', '[other]'), ['data/htdigest', 'alice']],
  ])('with the configuration %j set %j makes the file', async (configuration, args) => {
    const folder = project({ 'config/autoload/local.yaml': configuration });
    expect(await passwd(folder, ['set', ...args], 'long word\n')).toMatchObject({ code: 0, stderr: '' });
  });

  const AGAIN = '\tcannot log in here: its password must be set again';
  const NO_REALM = '\tcannot log in here: no adapter that names the file has this realm';

  test.each([
    [
      'data/htpasswd',
      ['alice:{SHA}NWdeaPS1r3uZXZIFrkOelp6EsfY=', 'bob:plain', 'carol:'],
      ['alice', `bob${AGAIN}`, `carol${AGAIN}`],
    ],
    ['data/other', ['alice:{SHA}NWdeaPS1r3uZXZIFrkOelp6EsfY=', 'bob:plain'], ['alice', `bob${AGAIN}`]],
    [
      'data/htdigest',
      [`a:Library partners:${'0'.repeat(32)}`, `b:Apache:${'0'.repeat(32)}`, `c:Library partners:${'0'.repeat(64)}`],
      ['a:Library partners', `b:Apache${NO_REALM}`, `c:Library partners${AGAIN}`],
    ],
    [
      'data/other',
      [`b:Apache:${'0'.repeat(32)}`, `c:Apache:${'0'.repeat(64)}`, 'd:Apache:x'],
      ['b:Apache', 'c:Apache', `d:Apache${AGAIN}`],
    ],
  ])('list says who never logs in, of %s with %j', async (file, lines, listed) => {
    const folder = project({ 'config/autoload/local.yaml': ADAPTERS, [file]: `${lines.join('\n')}\n` });
    expect((await passwd(folder, ['list', file])).stdout).toBe(`${listed.join('\n')}\n`);
  });

  test('list says nothing of realms where the configuration has mistakes', async () => {
    const configuration = ADAPTERS.replace('[digest]', '[other]');
    const files = { 'config/autoload/local.yaml': configuration, 'data/htdigest': `b:Apache:${'0'.repeat(32)}\n` };
    expect((await passwd(project(files), ['list', 'data/htdigest'])).stdout).toBe('b:Apache\n');
  });

  test('a realm that a digest file has already may be that of another server', async () => {
    const files = { 'config/autoload/local.yaml': ADAPTERS, 'data/htdigest': `bob:Apache:${'0'.repeat(32)}\n` };
    const run = await passwd(project(files), ['set', 'data/htdigest', 'alice', '--realm', 'Apache'], 'long word\n');
    expect(run).toMatchObject({ code: 0, stdout: 'Added alice in data/htdigest.\n' });
  });

  test('a user whose name has a slash already gets a new password', async () => {
    const folder = project({ 'data/p': 'host/a:{SHA}x\n' });
    expect(await passwd(folder, ['set', 'data/p', 'host/a'], 'long word\n')).toMatchObject({
      code: 0,
      stdout: 'Changed host/a in data/p.\n',
    });
  });

  test('folders of the project that are missing are made, once the password is known', async () => {
    const folder = projectWith({});
    expect(await passwd(folder, ['set', 'data/staff/p', 'a'], '')).toMatchObject({ code: 2 });
    expect(readdirSync(folder)).not.toContain('data');
    expect(await passwd(folder, ['set', 'data/staff/p', 'a'], 'long word\n')).toEqual({
      code: 0,
      stdout: 'Added a in data/staff/p.\n',
      stderr: '',
    });
    expect([modeOf(folder, 'data/staff/p'), readdirSync(join(folder, 'data/staff'))]).toEqual([0o600, ['p']]);
  });

  test('a file that is not UTF-8 is left as it is', async () => {
    const folder = project();
    const bytes = Buffer.from('m\xfcller:{SHA}x\n', 'latin1');
    writeFileSync(join(folder, 'data/p'), bytes);
    expect(await passwd(folder, ['set', 'data/p', 'a'], 'long word\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not UTF-8'),
    });
    expect(readFileSync(join(folder, 'data/p'))).toEqual(bytes);
  });
});

describe.skipIf(!isInstalled('python3'))(
  'platform-docs passwd at a terminal (skipped where the program that plays it is not installed: python3)',
  () => {
    const twice = (first: string, second: string) =>
      [
        ['Password: ', first, 1],
        ['Again: ', second, 1],
      ] as const;

    test('asks twice and shows nothing of what is typed', async () => {
      const folder = project();
      const { code, shown } = passwdAtTerminal(
        folder,
        ['set', 'data/p', 'alice', '--hash', 'sha1'],
        twice('oops\u0015s3crät!!x\u007f\r', 's3crät!!\r'),
      );
      expect([code, shown.replaceAll('\r', '')]).toEqual([0, 'Password: \nAgain: \nAdded alice in data/p.\n']);
      expect(await passwd(folder, ['verify', 'data/p', 'alice'], 's3crät!!')).toMatchObject({ code: 0 });
      expect(passwdAtTerminal(folder, ['verify', 'data/p', 'alice'], [['Password: ', 's3crät!!\r', 1]]).code).toBe(0);
      expect(passwdAtTerminal(folder, ['verify', 'data/p', 'alice'], [['Password: ', 's3crat!!\r', 1]]).code).toBe(1);
    });

    test.each([
      ['two different answers', twice('one\r', 'two\r'), 2, 'The two passwords differ. Type the same one twice.'],
      ['Ctrl-C', [['Password: ', 'abc\u0003', 1]], 130, ''],
      ['Ctrl-D', [['Password: ', '\u0004', 1]], 2, 'There is no password.'],
    ] as const)('%s changes nothing', (_, steps, code, message) => {
      const folder = project();
      const run = passwdAtTerminal(folder, ['set', 'data/p', 'alice'], steps);
      expect([run.code, run.shown.includes(message), existsSync(join(folder, 'data/p'))]).toEqual([code, true, false]);
    });

    test('two lines pasted at once answer both questions', () => {
      const folder = project();
      expect(
        passwdAtTerminal(
          folder,
          ['set', 'data/p', 'alice', '--hash', 'sha1'],
          [['Password: ', 'pass word\rpass word\r', 1]],
        ).code,
      ).toBe(0);
    });
  },
);
