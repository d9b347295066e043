import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandIn } from '../commands/commands.ts';
import { send } from './probe-runner.ts';
import { makeSampleProject, provideBuild, type RunningServer, removeProject, startProject } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));

let folder: string;
let server: RunningServer | undefined;
beforeEach(() => {
  folder = makeSampleProject();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  removeProject(folder);
});

const inFolder = (path: string): string => join(folder, path);
const published = (): string => readFileSync(inFolder('dist/documentation/current'), 'utf8');
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, PORT: '0' } });

/** Ways in which it is unknown which APIs there should be. */
const UNREADABLE: readonly (readonly [string, (descriptors: string) => void, string])[] = [
  ['missing', () => undefined, 'folder-missing'],
  ['a file', (descriptors) => writeFileSync(descriptors, ''), 'folder-unreadable'],
  ['a link to itself', (descriptors) => symlinkSync(descriptors, descriptors), 'folder-missing'],
];

describe('where the folder of descriptors is not one', () => {
  beforeEach(async () => {
    await provideBuild(folder);
    renameSync(inFolder('api-descriptors'), inFolder('elsewhere'));
  });

  test.each(UNREADABLE)('but %s, nothing is published', async (_, replace, rule) => {
    const before = published();
    replace(inFolder('api-descriptors'));
    const { code, stderr } = await commandIn(folder, ['build', '--keep-going']);
    expect(stderr).toContain(`api-descriptors: error ${rule} `);
    expect([code, published()]).toEqual([1, before]);
  });

  // What a start makes of the folder itself is asked of it in this process.
  test('a start serves what was published', async () => {
    const before = published();
    server = await startProject(folder, { PORT: '0' });
    const { body } = await send(server.origin, {
      method: 'GET',
      path: '/platform/documentation',
      headers: { Accept: 'application/json' },
    });
    expect(JSON.parse(body)).toMatchObject([{ name: 'Library' }, { name: 'Orders' }]);
    expect([server.output(), published()]).toEqual([
      expect.stringContaining('the server shows what was published before'),
      before,
    ]);
  });
});

describe('a start that has never published anything', () => {
  test('says what to do, and ends with 1', () => {
    rmSync(inFolder('api-descriptors'), { recursive: true });
    const { status, stderr } = run('start');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'There is nothing to serve yet. Fix the errors above, then start again.',
    );
    expect([status, existsSync(inFolder('dist/documentation/current'))]).toEqual([1, false]);
  });

  test('says that its port is taken before it builds', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, stdout, stderr } = run('start', '--port', String(port));
    other.close();
    expect([status, stdout, existsSync(inFolder('dist'))]).toEqual([1, '', false]);
    expect(stderr).toMatch(
      new RegExp(
        `^Port ${port} on 127\\.0\\.0\\.1 is taken\\. Stop the other program, ` +
          'or choose another port: .* --port \\d+\\.\n$',
      ),
    );
  });
});
