import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LaunchError, provideRuntime } from '../../../../src/cli/launcher/runtime.mjs';

const cache = mkdtempSync(join(tmpdir(), 'runtime-'));
afterEach(() => rmSync(cache, { recursive: true, force: true }));

/** A registry that answers no request: what a machine without a network has. */
const OFFLINE = {
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  npm_config_cache: join(cache, 'npm'),
};

/** Above every id that Linux gives. */
const NO_PROCESS = 4_194_305;

describe('provideRuntime', () => {
  test('a runtime that was fetched before is used, and nothing is fetched', async () => {
    const folder = join(cache, 'node-22.23.2-linux-x64', 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'node'), '');
    const lines: string[] = [];
    const node = await provideRuntime(cache, { os: 'linux', cpu: 'x64', libc: 'glibc' }, (line) => lines.push(line));
    expect([node, lines]).toEqual([join(folder, 'node'), []]);
  });

  test.each([
    [{ os: 'linux', cpu: 'x64', libc: 'musl' } as const, 'linux x64 with musl'],
    [{ os: 'freebsd', cpu: 'x64', libc: null } as const, 'freebsd x64'],
  ])('where there is none for %j, one line says to install Node', async (platform, place) => {
    const failure = provideRuntime(cache, platform, () => undefined);
    await expect(failure).rejects.toThrow(LaunchError);
    await expect(failure).rejects.toThrow(`npm has no newer one for ${place}. Install Node 22.12 or newer.`);
  });

  test('what commands that were killed have left of theirs is removed, and what others are writing is not', async () => {
    for (const [name, value] of Object.entries(OFFLINE)) vi.stubEnv(name, value);
    for (const pid of [NO_PROCESS, process.ppid])
      mkdirSync(join(cache, `node-22.23.2-linux-x64.draft-${pid}`, 'node_modules'), { recursive: true });
    await expect(provideRuntime(cache, { os: 'linux', cpu: 'x64', libc: 'glibc' }, () => undefined)).rejects.toThrow(
      LaunchError,
    );
    vi.unstubAllEnvs();
    expect(readdirSync(cache).filter((name) => name.startsWith('node-'))).toEqual([
      `node-22.23.2-linux-x64.draft-${process.ppid}`,
    ]);
  });

  test('without a network one line says what failed and what to do, and nothing is left behind', async () => {
    for (const [name, value] of Object.entries(OFFLINE)) vi.stubEnv(name, value);
    const lines: string[] = [];
    const failure = provideRuntime(cache, { os: 'linux', cpu: 'x64', libc: 'glibc' }, (line) => lines.push(line));
    await expect(failure).rejects.toThrow(
      /^Node 22\.23\.2 could not be fetched: .+\. Check the network, or: Install Node 22\.12 or newer\.$/,
    );
    expect(lines).toEqual([
      `Node ${process.versions.node} is older than 22.12: fetching Node 22.23.2 from npm for this project, once (about 120 MB)…`,
    ]);
    vi.unstubAllEnvs();
    expect(existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('node-')) : []).toEqual([]);
  });
});
