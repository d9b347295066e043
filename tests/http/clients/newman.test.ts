import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installFromRegistry } from '../../package/installed-project.ts';
import { whileTesting } from '../../while-testing.ts';
import { runProgram } from './programs.ts';
import { type AdapterName, ANNA, apiOf, type User } from './protected-project.ts';
import { ProtectedSite } from './protected-site.ts';

/** Postman's own runner of collections; it has 150 packages, too many for each clone of this repository. */
const NEWMAN = 'newman@6.2.2';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-documentation-newman-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "runner", "private": true }\n');
  const { status, errors } = installFromRegistry(folder, [NEWMAN]);
  expect(status, errors).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('newman', () => {
  const site = whileTesting(() => ProtectedSite.open());

  /** Runs the collection that the site publishes for an API. @returns name and last status of each request */
  async function called(
    api: string,
    basePath: string,
    user?: User,
  ): Promise<Readonly<Record<string, number | undefined>>> {
    const [collection, report] = [join(folder, `${api}.json`), join(folder, `${api}-report.json`)];
    const answer = await fetch(`${site.origin}/platform/documentation/${api}-v1.postman.json`);
    writeFileSync(collection, await answer.text());
    const variables = [
      ['baseUrl', site.origin + basePath],
      ...(user === undefined ? [] : [['username', user.name] as const, ['password', user.password] as const]),
    ].flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const reporters = ['--reporters', 'json', '--reporter-json-export', report];
    const program = join(folder, 'node_modules/newman/bin/newman.js');
    const { errors } = await runProgram(process.execPath, [program, 'run', collection, ...variables, ...reporters]);
    expect(errors).toBe('');
    const { run } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly run: {
        readonly executions: readonly {
          readonly item: { readonly name: string };
          readonly response?: { code: number };
        }[];
      };
    };
    return Object.fromEntries(run.executions.map(({ item, response }) => [item.name, response?.code]));
  }

  test('each request of a collection gets the first success that its operation describes', async () => {
    expect(await called('Library', '/library')).toEqual({
      'List books': 200,
      'Add a book': 201,
      'Fetch a book': 200,
      'Correct a book': 200,
      'Remove a book': 204,
      'List authors': 200,
      'Fetch an author': 200,
      'List loans': 200,
      'Borrow a book': 201,
      'Fetch a loan': 200,
      'Return a book': 204,
      Ping: 200,
    });
  });

  test.each<AdapterName>(['staff', 'partners', 'everyone'])(
    'logs in by the log-in of a collection: %s',
    async (adapter) => {
      site.upstream.take();
      const all = { 'Read what is open': 200, 'Read notes': 200, 'Write a note': 200 };
      expect(await called(apiOf(adapter), '', ANNA)).toEqual(all);
      expect(site.upstream.take().map(({ method, path, user }) => [method, path, user])).toEqual([
        ['GET', `/${adapter}/open`, undefined],
        ['GET', `/${adapter}/notes`, 'anna'],
        ['POST', `/${adapter}/notes`, 'anna'],
      ]);
    },
  );

  test('a wrong password is refused', async () => {
    const refused = { 'Read what is open': 200, 'Read notes': 401, 'Write a note': 401 };
    expect(await called('Staff', '', { ...ANNA, password: 'wrong' })).toEqual(refused);
  });
});
