import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checksumsOf } from '../../src/files/checksums.ts';
import { commandIn } from '../commands/commands.ts';
import { packsIn } from '../fixtures/packs.ts';
import { spawnIn } from '../unit/cli/run-cli.ts';
import { whileTesting } from '../while-testing.ts';
import { holdPublishing } from './hold-publishing.ts';
import { send } from './probe-runner.ts';
import { serveSamples } from './served-project.ts';
import {
  buildProject,
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const list = { method: 'GET', path: '/platform/documentation', headers: { Accept: 'application/json' } };

/** Built once: tests that begin with what is published start from a copy. */
let built: string;
let folder: string;
let server: RunningServer | undefined;
beforeAll(async () => {
  built = makeSmallProject();
  await provideBuild(built);
});
afterAll(() => removeProject(built));
beforeEach(() => {
  folder = makeSmallProject();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  removeProject(folder);
});

const copyBuilt = (): void => cpSync(join(built, 'dist'), join(folder, 'dist'), { recursive: true });
const published = (): string => readFileSync(join(folder, 'dist/documentation/current'), 'utf8');
const build = (...args: readonly string[]) => commandIn(folder, ['build', ...args]);

function writeDescriptor(name: string, text: string, project = folder): void {
  writeFileSync(join(project, 'api-descriptors', name), text);
}

const small = (api: string): string =>
  `api: ${api}\nversion: 1\nservices:\n  - name: Thing\n    kind: rest\n    route: /${api.toLowerCase()}\n    operations: [{ method: GET }]\n`;

/** Two APIs of one operation each: a build of them takes half of the time that the samples take. */
function makeSmallProject(): string {
  const project = makeSampleProject();
  rmSync(join(project, 'api-descriptors'), { recursive: true });
  mkdirSync(join(project, 'api-descriptors'));
  for (const api of ['Library', 'Orders']) writeDescriptor(`${api}.yaml`, small(api), project);
  return project;
}

async function namesOf(running: RunningServer): Promise<readonly string[]> {
  const apis: unknown = JSON.parse((await send(running.origin, list)).body);
  return Array.isArray(apis) ? apis.map((api: { name: string }) => api.name) : [];
}

/** Files of the releases that a process is writing, with their sizes. */
function draftsOf(pid: number | undefined): readonly Readonly<Record<string, number>>[] {
  const releases = join(folder, 'dist/documentation/releases');
  const drafts = readdirSync(releases).filter((name) => name.startsWith(`.draft-${pid}-`));
  return drafts.map((name) =>
    Object.fromEntries(
      readdirSync(join(releases, name)).map((file) => [file, statSync(join(releases, name, file)).size]),
    ),
  );
}

/** How far a build is: begun, in the middle of writing, about to publish. */
const STAGES: readonly ((draft: Readonly<Record<string, number>>) => boolean)[] = [
  () => true,
  (draft) => Object.entries(draft).some(([name, size]) => name !== 'index.json' && size > 0),
  (draft) => draft['index.json'] !== undefined,
];

async function eventually<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(ask, { interval: 100 }).toEqual(wanted);
}

describe('a build', () => {
  test('with nothing changed does nothing', async () => {
    copyBuilt();
    const before = published();
    expect((await build()).stdout).toBe('Nothing has changed since the last build.\n');
    expect(published()).toBe(before);
  });

  test.each(['a pack', 'the index'])(
    'with nothing changed but one byte of %s publishes what it should be again',
    async (which) => {
      copyBuilt();
      const release = published().trim();
      const parent = join(folder, 'dist/documentation/releases', release);
      const path = join(parent, which === 'a pack' ? (packsIn(parent)[0] ?? '') : 'index.json');
      const bytes = readFileSync(path);
      const damaged = Buffer.from(bytes);
      damaged[100] = (damaged[100] ?? 0) ^ 1;
      writeFileSync(path, damaged);
      expect((await build()).stdout).toContain('Published');
      expect(published().trim()).toBe(release);
      expect(readFileSync(path).equals(bytes)).toBe(true);
      expect((await build()).stdout).toBe('Nothing has changed since the last build.\n');
    },
  );

  test('with nothing changed but a warning in it fails with --strict', async () => {
    writeDescriptor(
      'warned.json',
      '{"openapi":"3.1.0","info":{"title":"Warned","version":"1"},"paths":{"/a":{"get":{"parameters":[{"$ref":"#/components/parameters/Gone"}],"responses":{}}}}}',
    );
    await buildProject(folder);
    expect((await build()).stdout).toBe('Nothing has changed since the last build.\n');
    expect((await build('--strict')).code).toBe(1);
  });

  test('of what was published before the last one publishes that again', async () => {
    copyBuilt();
    const before = published();
    writeDescriptor('added.yaml', `${small('Added')}  - name: broken\n`);
    writeDescriptor('other.yaml', small('Other'));
    expect((await build('--keep-going')).code).toBe(0);
    rmSync(join(folder, 'api-descriptors/added.yaml'));
    rmSync(join(folder, 'api-descriptors/other.yaml'));
    await buildProject(folder);
    expect(published()).toBe(before);
  });

  test('with an error publishes nothing, names file, line and remedy, exits 1, and what was published stays', async () => {
    copyBuilt();
    const before = published();
    writeDescriptor('broken.yaml', `${small('Broken')}    methodd: GET\n`);
    const { code, stderr } = await build();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^api-descriptors\/broken\.yaml:\d+:\d+: error /m);
    expect(stderr).toContain('Nothing was published.');
    expect(published()).toBe(before);
  });

  test('with --keep-going publishes the APIs that are right, which is no build that is whole', async () => {
    writeDescriptor('broken.yaml', 'api: Broken\nversion: one\nservices: []\n');
    expect((await build('--keep-going')).code).toBe(0);
    server = await startBuiltServer(folder);
    expect(await namesOf(server)).toEqual(['Library', 'Orders']);
    expect((await build()).code).toBe(1);
  });

  test('with --keep-going names the versions that it takes away, and publishes nothing if none is right', async () => {
    copyBuilt();
    writeDescriptor('Orders.yaml', 'wrong: [');
    const { code, stderr } = await build('--keep-going');
    expect([code, stderr]).toEqual([0, expect.stringContaining('No longer published because of errors: Orders-v1.')]);
    writeDescriptor('Library.yaml', 'wrong: [');
    const before = published();
    const nothing = await build('--keep-going');
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('Nothing was published.')]);
    expect(published()).toBe(before);
  });

  test('with --strict publishes nothing where there is a warning', async () => {
    writeDescriptor(
      'warned.yaml',
      'openapi: 3.1.0\ninfo: { title: Warned, version: "1" }\npaths:\n  /a:\n    get: { sumary: x }\n',
    );
    expect((await build('--strict')).code).toBe(1);
    const { code, stderr } = await build();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^api-descriptors\/warned\.yaml:\d+:\d+: warning /m);
  });

  test('with a broken configuration publishes nothing, --keep-going or not', async () => {
    writeFileSync(join(folder, 'config/autoload/local.yaml'), 'platform-documentation: { titel: x }\n');
    const { code, stderr } = await build('--keep-going');
    expect(code).toBe(1);
    expect(stderr).toMatch(/local\.yaml:\d+:\d+: error configuration .*titel/);
  });

  test('that replaces the compiled templates leaves a running server with its own', async () => {
    copyBuilt();
    server = await startBuiltServer(folder);
    rmSync(join(folder, 'dist/server/chunks'), { recursive: true });
    const ask = async (path: string, accept: string): Promise<number> =>
      (await send(server?.origin ?? '', { method: 'GET', path, headers: { Accept: accept } })).status;
    expect(await ask('/platform/documentation/Nope', 'text/html')).toBe(404);
    expect(await ask('/nowhere', 'text/html')).toBe(404);
    // Its pages say otherwise than they were built with, so they are rendered.
    writeFileSync(
      join(folder, 'config/autoload/zz.local.yaml'),
      'platform-mvc-auth: { authorization: { deny_by_default: true } }\n',
    );
    const page = async (): Promise<string> =>
      (
        await send(server?.origin ?? '', {
          ...list,
          path: '/platform/documentation/Library',
          headers: { Accept: 'text/html' },
        })
      ).body;
    const before = await page();
    await expect.poll(page, { interval: 100 }).not.toBe(before);
    expect(await ask('/platform/documentation/Library', 'text/html')).toBe(200);
  });

  test('that is killed leaves what was published, and a running server picks up the next one', async () => {
    copyBuilt();
    const before = published();
    writeDescriptor('added.yaml', small('Added'));
    for (const isReached of STAGES) {
      // Nothing is published while the lock is held, so that no build is done before it is killed.
      const unlock = await holdPublishing(folder);
      const child = spawn(process.execPath, [cli, 'build'], { cwd: folder, stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
      await expect.poll(() => draftsOf(child.pid).some(isReached), { interval: 5 }).toBe(true);
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      unlock();
      expect(published()).toBe(before);
    }
    server = await startBuiltServer(folder);
    const running = server;
    expect(await namesOf(running)).toEqual(['Library', 'Orders']);
    await buildProject(folder);
    await eventually(() => namesOf(running), ['Added', 'Library', 'Orders']);
  });

  test('gives the same bytes for the same project, published and for any file server', async () => {
    // Another process builds: nothing that a process keeps between builds affects a byte.
    expect((await spawnIn(folder, ['build', '--static'])).code).toBe(0);
    expect(published()).toBe(readFileSync(join(built, 'dist/documentation/current'), 'utf8'));
    const other = makeSmallProject();
    try {
      await buildProject(other, '--static');
      expect(checksumsOf(join(folder, 'dist'))).toEqual(checksumsOf(join(other, 'dist')));
    } finally {
      removeProject(other);
    }
  });
});

describe('an export', () => {
  const samples = whileTesting(serveSamples);

  test.each([
    ['html', 'text/html'],
    ['swagger', 'application/vnd.swagger+json'],
    ['markdown', 'text/markdown'],
  ])('as %s is what the server sends', async (format, accept) => {
    const sent = await send(samples.server.origin, {
      method: 'GET',
      path: '/platform/documentation/Library-v1/Book',
      headers: { Accept: accept },
    });
    const exported = await commandIn(samples.folder, ['export', 'Library-v1/Book', '--format', format]);
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    expect(exported.stdout).toBe(sent.body);
  });
});
