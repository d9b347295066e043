import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/new-password.ts';
import { commandIn } from '../commands/commands.ts';
import type { Run } from '../commands/run-command.ts';
import {
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startDevelopmentServer,
} from '../http/servers.ts';

const CLI = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const SOON = { timeout: 10_000, interval: 50 };
const DOCUMENTATION = '/platform/documentation';
/** What a site has that is closed: documents, an API, administration, a module of Vite, a missing path. */
const TARGETS = [
  DOCUMENTATION,
  `${DOCUMENTATION}/Library.json`,
  '/library/book',
  '/platform/admin',
  '/@vite/client',
  '/nothing',
];

const GLOBAL = 'config/autoload/global.yaml';
const CLOSED = 'platform-documentation: { access: staff }\n';
const ADAPTERS = {
  staff: {
    adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
    options: { accept_schemes: ['basic'], realm: 'api', htpasswd: 'data/htpasswd' },
  },
};
const LOCAL_TEXT = JSON.stringify({ 'platform-mvc-auth': { authentication: { adapters: ADAPTERS } } });

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/htpasswd'), `alice:${hashPassword('secret', 'sha1')}\n`);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), LOCAL_TEXT);
  writeFileSync(join(folder, GLOBAL), CLOSED);
  await provideBuild(folder);
}, 120_000);
afterAll(() => removeProject(folder));

const write = (text: string): void => writeFileSync(join(folder, GLOBAL), text);

/** No YAML, a key that is not known, a list, a wrong value, no UTF-8. */
const BREAKS = [
  `${CLOSED}x: [`,
  `${CLOSED}x: 1\n`,
  '- a\n',
  'platform-documentation: { access: [] }\n',
  Buffer.from([0x61, 0xff]),
];

/** What would serve, if it did, runs in a process of its own, which can be ended. */
function serving(args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0' },
    timeout: 30_000,
  });
  return { code: status, stdout, stderr };
}

test.each([
  ['check', ['check']],
  ['build', ['build']],
  ['build --keep-going', ['build', '--keep-going']],
  ['export', ['export', 'Library', '--format', 'json']],
  ['serve', ['serve', '--port', '0']],
  ['start', ['start']],
] as const)('%s over broken configuration ends with 1 and names the place', async (name, args) => {
  write(`${CLOSED}x: [`);
  const serves = name === 'serve' || name === 'start';
  const { code, stdout, stderr } = serves ? serving(args) : await commandIn(folder, args);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('config/autoload/global.yaml:2:');
  expect(stdout).not.toMatch(/Documentation: http|Nothing has changed/);
});

test('a broken file beside those that were built from is no build with nothing changed', async () => {
  write(CLOSED);
  const file = join(folder, 'config/autoload/more.global.yaml');
  writeFileSync(file, 'x: [');
  try {
    const { code, stdout, stderr } = await commandIn(folder, ['build']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('config/autoload/more.global.yaml:1:');
  } finally {
    rmSync(file);
  }
});

describe('the development server', () => {
  const statuses = (server: RunningServer): Promise<readonly number[]> =>
    Promise.all(TARGETS.map(async (target) => (await fetch(server.origin + target, { redirect: 'manual' })).status));
  const everything = (status: number): readonly number[] => TARGETS.map(() => status);
  let server: RunningServer;
  beforeAll(async () => {
    write(`${CLOSED}x: [`);
    server = await startDevelopmentServer(folder);
  }, 60_000);
  afterAll(() => server?.stop());

  test('started over broken configuration answers 503 to everything, says why, and recovers', async () => {
    await vi.waitFor(() => expect(server.output()).toContain('config/autoload/global.yaml:2:'), {
      timeout: 60_000,
      interval: 100,
    });
    expect(await statuses(server)).toEqual(everything(503));
    for (const [accept, type] of [
      ['application/json', 'application/problem+json'],
      ['text/html', 'text/html; charset=utf-8'],
    ] as const) {
      const answer = await fetch(server.origin + DOCUMENTATION, { headers: { accept } });
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([type, 'no-store']);
      const body = await answer.text();
      expect(body).toContain('config/autoload/global.yaml:2:');
      expect(body).not.toContain('Library');
    }
    write(CLOSED);
    expect((await fetch(server.origin + DOCUMENTATION)).status).toBe(401);
    expect((await fetch(`${server.origin}/library/book`)).status).toBe(200);
  }, 90_000);

  test('is never open while a file is broken, empty, away or replaced', async () => {
    write(CLOSED);
    expect((await fetch(server.origin + DOCUMENTATION)).status).toBe(401);
    for (const text of BREAKS) {
      writeFileSync(join(folder, GLOBAL), text);
      expect(await statuses(server)).toEqual(everything(503));
      write(CLOSED);
      expect((await fetch(server.origin + DOCUMENTATION)).status).toBe(401);
    }
    for (const lose of [() => write(''), () => write('# nothing\n'), () => rmSync(join(folder, GLOBAL))]) {
      lose();
      expect(await statuses(server)).toEqual(everything(503));
      expect(await (await fetch(server.origin + DOCUMENTATION)).text()).toContain('The file is missing or empty.');
      write(CLOSED);
      await vi.waitFor(async () => expect((await fetch(server.origin + DOCUMENTATION)).status).toBe(401), SOON);
    }
    // What is meant to be open is.
    write('platform-documentation: { access: public }\n');
    expect((await fetch(server.origin + DOCUMENTATION)).status).toBe(200);
  }, 90_000);
});
