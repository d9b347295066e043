import { beforeEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { isInstalled, runProgram } from './programs.ts';
import { type AdapterName, ANNA, type User } from './protected-project.ts';
import { ProtectedSite } from './protected-site.ts';

/** Exit status of wget for a log-in that failed. */
const AUTHENTICATION_FAILED = 6;
// wget knows MD5 alone, so the first challenge of adapter strong is of no use to it.
const LOG_INS: readonly (readonly [AdapterName, ...string[]])[] = [
  ['staff'],
  ['staff', '--auth-no-challenge'],
  ['partners'],
  ['everyone'],
];

describe.skipIf(!isInstalled('wget'))('wget (skipped where it is not installed: wget)', () => {
  const site = whileTesting(() => ProtectedSite.open());
  beforeEach(() => void site.upstream.take());

  const wget = (
    paths: readonly string[],
    { name, password }: User,
    ...parameters: readonly string[]
  ): ReturnType<typeof runProgram> =>
    runProgram('wget', [
      ...['--no-config', '--no-verbose', '--tries=1', '-O', '-', `--user=${name}`, `--password=${password}`],
      ...[...parameters, ...paths.map((path) => site.origin + path)],
    ]);

  describe.each(LOG_INS)('to adapter %s %s', (adapter, ...parameters) => {
    test('is authenticated, several times on one connection, with any query', async () => {
      const paths = [`/${adapter}/notes`, `/${adapter}/notes?q=a%20b&c=%25`, `/${adapter}/notes?q=%22x%22`];
      expect(await wget(paths, ANNA, ...parameters)).toMatchObject({ status: 0 });
      expect(site.upstream.take().map(({ path, user }) => [path, user])).toEqual(paths.map((path) => [path, 'anna']));
    });

    test('a body arrives whole and once', async () => {
      const form = ['--post-data=a=b&c=d', ...parameters];
      expect(await wget([`/${adapter}/notes`], ANNA, ...form)).toMatchObject({ status: 0 });
      expect(site.upstream.take()).toEqual([{ method: 'POST', path: `/${adapter}/notes`, user: 'anna', bytes: 7 }]);
    });

    test.each([
      ['a wrong password', { name: 'anna', password: 'wrong' }],
      ['an unknown user', { name: 'nobody', password: ANNA.password }],
    ])('%s is refused, and the service is not asked', async (_, user) => {
      expect(await wget([`/${adapter}/notes`], user, ...parameters)).toMatchObject({ status: AUTHENTICATION_FAILED });
      expect(site.upstream.take()).toEqual([]);
    });
  });
});
