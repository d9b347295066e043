import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { isInstalled, runProgram } from './programs.ts';
import { type AdapterName, ANNA, JULES, MAX_BODY_BYTES, OTTO } from './protected-project.ts';
import { ProtectedSite } from './protected-site.ts';

/** The body is sent when the server has asked for it. */
const WAITING = ['-H', 'Expect: 100-continue'];

/** curl's report on its last exchange. */
interface Exchange {
  readonly http_code: number;
  /** Octets of body in all exchanges. */
  readonly size_upload: number;
  readonly num_connects: number;
}

const credentialsOf = ({ name, password }: typeof ANNA): string => `${name}:${password}`;
const LOG_INS: readonly (readonly [string, AdapterName])[] = [
  ['--basic', 'staff'],
  ['--anyauth', 'staff'],
  ['--digest', 'partners'],
  ['--anyauth', 'partners'],
  ['--basic', 'everyone'],
  ['--digest', 'everyone'],
  ['--anyauth', 'everyone'],
  ['--digest', 'strong'],
  ['--anyauth', 'strong'],
];

describe.skipIf(!isInstalled('curl'))('curl (skipped where it is not installed: curl)', () => {
  const site = whileTesting(() => ProtectedSite.open());
  beforeAll(() => {
    writeFileSync(join(site.folder, 'small.bin'), Buffer.alloc(300_000, 'a'));
    writeFileSync(join(site.folder, 'largest.bin'), Buffer.alloc(MAX_BODY_BYTES, 'a'));
    writeFileSync(join(site.folder, 'large.bin'), Buffer.alloc(MAX_BODY_BYTES + 1, 'a'));
  });
  beforeEach(() => void site.upstream.take());

  /** @returns one exchange a URL; what the service was asked is in `site.upstream` */
  async function curl(paths: readonly string[], ...parameters: readonly string[]): Promise<readonly Exchange[]> {
    const urls = paths.flatMap((path) => ['-o', '/dev/null', site.origin + path]);
    const { status, output, errors } = await runProgram('curl', [
      '-q',
      '-sS',
      '--write-out',
      '%{json}\n',
      ...parameters,
      ...urls,
    ]);
    expect([status, errors]).toEqual([0, '']);
    return output
      .trimEnd()
      .split('\n')
      .map((line): Exchange => JSON.parse(line));
  }

  const codesOf = (exchanges: readonly Exchange[]): readonly number[] => exchanges.map(({ http_code: code }) => code);
  const file = (name: string): readonly string[] => [
    '-H',
    'Content-Type: application/octet-stream',
    '--data-binary',
    `@${join(site.folder, name)}`,
  ];

  describe.each(LOG_INS)('%s to adapter %s', (option, adapter) => {
    const notes = [`/${adapter}/notes`];

    test.each([ANNA, OTTO, JULES])('$name is authenticated, and the service receives its identity', async (user) => {
      expect(codesOf(await curl(notes, option, '-u', credentialsOf(user)))).toEqual([200]);
      expect(site.upstream.take()).toEqual([{ method: 'GET', path: `/${adapter}/notes`, user: user.name, bytes: 0 }]);
    });

    test('several requests on one connection, with any query', async () => {
      const paths = [
        `/${adapter}/notes?q=a+b`,
        `/${adapter}/notes?q=%22a%20b%22&c=%25`,
        `/${adapter}/notes?q="raw"&d='`,
        `/${adapter}/notes`,
      ];
      const exchanges = await curl(paths, option, '-u', credentialsOf(ANNA));
      expect(codesOf(exchanges)).toEqual([200, 200, 200, 200]);
      expect(exchanges.slice(1).map(({ num_connects: connects }) => connects)).toEqual([0, 0, 0]);
      expect(site.upstream.take().map(({ path, user }) => [path, user])).toEqual(paths.map((path) => [path, 'anna']));
    });

    test('HEAD', async () => {
      expect(codesOf(await curl(notes, option, '-u', credentialsOf(ANNA), '--head'))).toEqual([200]);
    });

    test('a body arrives whole and once', async () => {
      const exchanges = await curl(
        [`/${adapter}/notes?a=b`],
        option,
        '-u',
        credentialsOf(ANNA),
        '--json',
        '{"note":"ä"}',
      );
      expect(codesOf(exchanges)).toEqual([200]);
      expect(site.upstream.take()).toEqual([
        { method: 'POST', path: `/${adapter}/notes?a=b`, user: 'anna', bytes: 13 },
      ]);
    });

    test.each([
      ['small.bin', 300_000],
      ['largest.bin', MAX_BODY_BYTES],
    ])('a body that waits for 100 (Continue) arrives whole and once: %s', async (name, bytes) => {
      const exchanges = await curl(notes, option, '-u', credentialsOf(ANNA), ...WAITING, ...file(name));
      expect(codesOf(exchanges)).toEqual([200]);
      expect(site.upstream.take()).toEqual([{ method: 'POST', path: `/${adapter}/notes`, user: 'anna', bytes }]);
    });

    test('a body that is too large is refused with 413 before it is sent', async () => {
      const exchanges = await curl(notes, option, '-u', credentialsOf(ANNA), ...WAITING, ...file('large.bin'));
      expect(exchanges).toMatchObject([{ http_code: 413, size_upload: 0 }]);
      expect(site.upstream.take()).toEqual([]);
    });

    test.each([
      ['small.bin', 'wrong'],
      ['large.bin', 'wrong'],
      ['large.bin', ''],
    ])('%s with password "%s" is refused with 401 before it is sent', async (name, password) => {
      const exchanges = await curl(notes, option, '-u', `anna:${password}`, ...WAITING, ...file(name));
      expect(exchanges).toMatchObject([{ http_code: 401, size_upload: 0 }]);
      expect(site.upstream.take()).toEqual([]);
    });

    test.each(['small.bin', 'large.bin'])(
      '%s that does not wait is answered with 401 too when the password is wrong',
      async (name) => {
        const exchanges = await curl(notes, option, '-u', 'anna:wrong', '-H', 'Expect:', ...file(name));
        expect(codesOf(exchanges)).toEqual([401]);
        expect(site.upstream.take()).toEqual([]);
      },
    );

    test.each([
      ['a wrong password', 'anna:correct horsf'],
      ['no password', 'anna:'],
      ['an unknown user', 'nobody:correct horse'],
      ["another user's password", `anna:${JULES.password}`],
    ])('%s is refused, and the service is not asked', async (_, credentials) => {
      expect(codesOf(await curl(notes, option, '-u', credentials))).toEqual([401]);
      expect(site.upstream.take()).toEqual([]);
    });
  });

  test.each([
    ['--basic', 'partners'],
    ['--digest', 'staff'],
  ])('%s is no use where it is not offered (%s)', async (option, adapter) => {
    expect(codesOf(await curl([`/${adapter}/notes`], option, '-u', credentialsOf(ANNA)))).toEqual([401]);
    expect(site.upstream.take()).toEqual([]);
  });

  test('--anyauth takes Digest where both are offered', async () => {
    const { errors } = await runProgram('curl', [
      '-q',
      '-sSv',
      '--anyauth',
      '-u',
      credentialsOf(ANNA),
      `${site.origin}/everyone/notes`,
    ]);
    expect(errors).toMatch(/^> Authorization: Digest /m);
    expect(errors).not.toMatch(/^> Authorization: Basic /m);
  });

  test('--digest takes SHA-256 where both algorithms are offered', async () => {
    const { errors } = await runProgram('curl', [
      '-q',
      '-sSv',
      '--digest',
      '-u',
      credentialsOf(ANNA),
      `${site.origin}/strong/notes`,
    ]);
    expect(errors).toMatch(/^> Authorization: Digest .*algorithm=SHA-256/m);
  });

  test('what is open needs nothing, and wrong credentials are refused there too', async () => {
    expect(codesOf(await curl(['/staff/open']))).toEqual([200]);
    expect(codesOf(await curl(['/staff/open'], '--basic', '-u', 'anna:wrong'))).toEqual([401]);
    expect(site.upstream.take()).toHaveLength(1);
  });

  test('a header that names a user authenticates no client', async () => {
    expect(codesOf(await curl(['/staff/open'], '-H', 'X-Platform-Identity: anna'))).toEqual([200]);
    expect(site.upstream.take()).toMatchObject([{ user: undefined }]);
  });
});
