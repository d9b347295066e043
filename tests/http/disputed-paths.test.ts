import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { commandIn } from '../commands/commands.ts';
import { makeSampleProject, provideBuild, type RunningServer, removeProject, startBuiltServer } from './servers.ts';

const example = (value: string): string =>
  `operations: [{ method: GET, responses: { '200': { content_type: application/json, example: { from: ${value} } } } }]`;

/** Beside the sample API whose loans need a log-in: one that has the same path, and comes first by its name. */
const BAD = `api: Bad\nversion: 1\nservices: [{ name: Loan, kind: rpc, route: /library/loan, ${example('bad')} }, { name: Own, kind: rpc, route: /bad/own, ${example('own')} }]\n`;
const GREEDY = `api: Greedy
version: 1
services:
  - { name: Pages, kind: rpc, route: /platform/admin/status, ${example('pages')} }
  - { name: Health, kind: rpc, route: /healthz, ${example('health')} }
  - { name: Any, kind: rpc, route: '/platform/:any', ${example('any')} }
`;
const localWith = (map: string): string => `platform-mvc-auth:
  authentication:
    adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: staff, htpasswd: data/htpasswd } } }
    map: { Library-v1: staff, Library-v2: staff${map} }
`;

let folder: string;
let server: RunningServer;
let before: string;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(inFolder('data'));
  writeFileSync(inFolder('data/htpasswd'), `anna:${hashPassword('secret', 'sha1')}\n`);
  writeFileSync(inFolder('config/autoload/local.yaml'), localWith(''));
  await provideBuild(folder);
  before = published();
  writeFileSync(inFolder('api-descriptors/bad.yaml'), BAD);
  writeFileSync(inFolder('api-descriptors/greedy.yaml'), GREEDY);
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

const inFolder = (path: string): string => join(folder, path);
const published = (): string => readFileSync(inFolder('dist/documentation/current'), 'utf8');
const run = (...args: readonly string[]) => commandIn(folder, args);

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly [number, unknown]> {
  const response = await fetch(server.origin + path, { headers: { accept: 'application/json', ...headers } });
  return [response.status, await response.json()];
}

describe('a path that two APIs have', () => {
  test('is an error of the check and of the build, which publishes nothing', async () => {
    const checked = await run('check');
    const line =
      'api-descriptors/library/v1.yaml: error route-claimed-twice GET /library/loan of Library-v1 is also a path of Bad-v1 (api-descriptors/bad.yaml)';
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining(line)]);
    const built = await run('build');
    expect([built.code, built.stderr, published()]).toEqual([1, expect.stringContaining(line), before]);
  });

  test('is closed where another one answers than who asks for the log-in, and all else is served', async () => {
    expect((await run('build', '--keep-going')).code).toBe(0);
    server = await startBuiltServer(folder);
    const secret = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` };
    for (const headers of [{}, secret])
      expect(await ask('/library/loan', headers)).toEqual([503, expect.objectContaining({ status: 503 })]);
    expect(await ask('/v1/library/loan', secret)).toEqual([503, expect.anything()]);
    expect(await ask('/bad/own')).toEqual([200, { from: 'own' }]);
    expect((await ask('/library/book'))[0]).toBe(401);
  });

  test('is closed where both ask for the same log-in, too', async () => {
    writeFileSync(inFolder('config/autoload/local.yaml'), localWith(', Bad: staff'));
    await vi.waitFor(async () => expect((await ask('/bad/own'))[0]).toBe(401));
    const secret = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` };
    expect(await ask('/library/loan', secret)).toEqual([503, expect.objectContaining({ status: 503 })]);
    expect((await ask('/bad/own', secret))[0]).toBe(200);
  });
});

describe('a path of the server itself', () => {
  test.each([
    '/platform/admin/status',
    '/platform/admin',
    '/platform/anything',
    '/PLATFORM/anything',
    '/platform%2Fanything',
  ])('%s is no published one, with any descriptor', async (path) => {
    expect((await ask(path))[0]).toBe(404);
  });

  test('is reported by the check at its place in the descriptor', async () => {
    const { stdout } = await run('check');
    for (const path of ['/platform/admin/status', '/platform/{any}', '/healthz'])
      expect(stdout).toContain(
        `api-descriptors/greedy.yaml: warning route-reserved The path ${path} is this server's own`,
      );
    expect(stdout).toMatch(/, 1 error, 3 warnings\.$/m);
  });
});
