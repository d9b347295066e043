import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../src/release/build.ts';
import { isIntact } from '../../src/release/previous-release.ts';
import { packFile, type ReleaseIndex } from '../../src/store/release.ts';
import { readBytes } from '../../src/store/stored-bytes.ts';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { randomOf } from '../contracts/damage.ts';
import { differencesBetween } from '../tooling/incremental-edits.ts';
import { killBuilds, makeShop, tracesIn, writeShop } from '../tooling/killed-builds.ts';
import { fill, MOUNTS, mountDisk, unmountDisk } from '../tooling/small-disk.ts';
import { buildProject, provideBuild, removeProject, startBuiltServer } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
/** tests/tooling/killed-builds.ts kills more, under any seed. */
const KILLS = 3;
const LONGEST_MILLISECONDS = 1_200;
const SEED = 7;
/** Three services have files of every kind; each file is damaged, changed and built three times. */
const FEW_SERVICES = 3;

let folder: string;
beforeEach(async () => {
  folder = makeShop(40);
  await provideBuild(folder);
});
afterEach(() => removeProject(folder));

const documentation = (...path: readonly string[]): string => join(folder, 'dist/documentation', ...path);
const published = (): string => readFileSync(documentation('current'), 'utf8').trim();
const startBuild = () =>
  spawn(process.execPath, [cli, 'build'], { cwd: folder, env: cleanEnvironment(), stdio: 'ignore' });

test('builds that are killed at any moment fail no request and leave a whole release', async () => {
  const { requests, faults } = await killBuilds(folder, KILLS, SEED, LONGEST_MILLISECONDS);
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(KILLS);
});

test('two builds at once both end well, and what is published is one of them, whole', async () => {
  writeShop(folder, 1, 40);
  const builds = [startBuild(), startBuild()];
  expect(await Promise.all(builds.map((child) => once(child, 'exit')))).toEqual([
    [0, null],
    [0, null],
  ]);
  expect([isIntact(documentation('releases', published())), tracesIn(folder)]).toEqual([true, []]);
  const other = mkdtempSync(join(tmpdir(), 'alone-'));
  try {
    cpSync(folder, other, { recursive: true, filter: (path) => path !== documentation() });
    await build({ projectFolder: other, environment: {}, force: false, keepGoing: false, strict: false });
    expect(published()).toBe(readFileSync(join(other, 'dist/documentation/current'), 'utf8').trim());
  } finally {
    removeProject(other);
  }
});

test('bytes that were changed under a running server are not sent, and the next build repairs them', async () => {
  const release = published();
  const index: ReleaseIndex = JSON.parse(readFileSync(documentation('releases', release, 'index.json'), 'utf8'));
  const path = '/platform/documentation/Shop-v1/Item';
  const server = await startBuiltServer(folder);
  const get = (of: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(server.origin + of, { headers: { Accept: 'text/html', ...headers } });
  try {
    const [offset] = readBytes(index.artifacts[`html ${path}`] ?? '').slice;
    let start = 0;
    for (const [name, byteLength] of index.packs) {
      const pack = documentation('releases', release, packFile(name));
      const bytes = readFileSync(pack);
      if (offset >= start && offset < start + byteLength)
        bytes[offset - start + 20] = (bytes[offset - start + 20] ?? 0) ^ 1;
      writeFileSync(pack, bytes);
      start += byteLength;
    }
    for (const coding of ['identity', 'br', 'gzip']) {
      const response = await get(path, { 'Accept-Encoding': coding });
      expect([coding, response.status, response.headers.get('etag')]).toEqual([coding, 500, null]);
      await response.arrayBuffer();
    }
    await expect
      .poll(() => server.output())
      .toContain('.bin is damaged: its content does not match its checksum. Run "npm run build".');
    expect((await get(`${path}1`)).status).toBe(200);
    await buildProject(folder);
    expect(published()).toBe(release);
    await expect.poll(async () => (await get(path)).status, { interval: 100 }).toBe(200);
  } finally {
    await server.stop();
  }
});

test('one other byte in any file beside a release or in it is noticed by the next build', async () => {
  const random = randomOf(SEED);
  const clean = mkdtempSync(join(tmpdir(), 'clean-'));
  try {
    const again = () =>
      build({ projectFolder: folder, environment: {}, force: false, keepGoing: false, strict: false });
    rmSync(join(folder, 'dist'), { recursive: true });
    writeShop(folder, 0, FEW_SERVICES);
    await again();
    cpSync(folder, clean, { recursive: true });
    const files = readdirSync(documentation(), { recursive: true, encoding: 'utf8', withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    expect([...new Set(files.map(({ name }) => name.replace(/^[0-9a-f]{20}\.bin$/, 'a pack')))].sort()).toEqual([
      'a pack',
      'current',
      'index.json',
      'memory.bin',
    ]);
    for (const { parentPath, name } of files) {
      const file = join(parentPath, name);
      const bytes = readFileSync(file);
      const at = random(bytes.byteLength);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      writeFileSync(file, bytes);
      // With a change, too: more of the release before is asked for.
      expect((await again()).kind, `${name} ${at}`).toMatch(/published|unchanged/);
      for (const word of [1, 0]) {
        writeShop(folder, word, FEW_SERVICES);
        await again();
      }
      expect(differencesBetween(documentation(), join(clean, 'dist/documentation')), `${name} ${at}`).toEqual([]);
    }
  } finally {
    removeProject(clean);
  }
});

describe.skipIf(!MOUNTS)('on a full disk (skipped where nothing can be mounted: root on Linux)', () => {
  let disk: string;
  beforeEach(() => {
    disk = join(folder, 'dist');
    const kept = `${disk}-kept`;
    cpSync(disk, kept, { recursive: true });
    rmSync(disk, { recursive: true });
    mkdirSync(disk);
    expect(mountDisk(disk, 16)).toBe(true);
    cpSync(kept, disk, { recursive: true });
  });
  afterEach(() => unmountDisk(disk));

  test('a build says why and what to do, publishes nothing and leaves nothing', async () => {
    const before = published();
    fill(join(disk, 'filling'));
    writeShop(folder, 1, 80);
    const failed = spawnSync(process.execPath, [cli, 'build'], {
      cwd: folder,
      encoding: 'utf8',
      env: cleanEnvironment(),
    });
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^ENOSPC: no space left on device, [a-z]+.*\. The disk is full: free some space, then try again\.\n1 error, \d+ warnings?\.\nNothing was published\. What was published before is unchanged\.\n$/m,
      ),
    ]);
    expect([published(), isIntact(documentation('releases', before)), tracesIn(folder)]).toEqual([before, true, []]);
    rmSync(join(disk, 'filling'));
    writeShop(folder, 1, 40);
    await buildProject(folder);
    expect(published()).not.toBe(before);
  });
});
