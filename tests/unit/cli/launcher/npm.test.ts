import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remedyFor, runNpm } from '../../../../src/cli/launcher/npm.mjs';
import { MOUNTS, mountDisk, unmountDisk } from '../../../tooling/small-disk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const run = (cwd = folder) => runNpm(['ci'], { cwd, node: process.execPath });

/** Standard error of npm 11, its status, and the explanation that is given. */
const ENDS: readonly [string, number, string | null, string][] = [
  ['', 0, null, ''],
  ['npm warn deprecated a@1.0.0: not kept', 0, null, ''],
  [
    'npm error code ENOSPC\nnpm error syscall write\nnpm error errno -28\n' +
      'npm error nospc ENOSPC: no space left on device, write\n' +
      'npm error nospc There appears to be insufficient space on your system to finish.\n',
    228,
    'ENOSPC: no space left on device, write',
    'Free some disk space',
  ],
  [
    'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /x\nnpm error errno -13\n' +
      "npm error Error: EACCES: permission denied, mkdir '/x'\n",
    243,
    "Error: EACCES: permission denied, mkdir '/x'",
    'Check who may write there',
  ],
  [
    'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\n' +
      'npm error network request to https://registry.example/a failed, reason: getaddrinfo ENOTFOUND\n',
    1,
    'request to https://registry.example/a failed, reason: getaddrinfo ENOTFOUND',
    'Check the network',
  ],
  [
    'npm error code E404\nnpm error 404 Not Found - GET https://registry.example/a\n',
    1,
    '404 Not Found - GET https://registry.example/a',
    'Check the network',
  ],
  ['npm error A complete log of this run can be found in: /x.log\n', 228, 'npm ended with 228', 'Check the network'],
  // A package that is for another platform is taken away while it is unpacked.
  ["npm warn tar TAR_ENTRY_ERROR ENOENT: no such file or directory, open '/x'\n", 0, null, ''],
];

describe('runNpm', () => {
  test.each(ENDS)('that writes %j and ends with %i: %j', async (errors, status, problem, remedy) => {
    const npm = join(folder, 'npm-cli.js');
    writeFileSync(npm, `process.stderr.write(${JSON.stringify(errors)}); process.exitCode = ${status};`);
    vi.stubEnv('npm_execpath', npm);
    expect(await run()).toBe(problem);
    if (problem !== null) expect(remedyFor(problem)).toBe(remedy);
  });

  test.skipIf(!MOUNTS)(
    'on a full disk, where npm itself ends with 0, says so and leaves nothing for installed',
    async () => {
      const source = join(folder, 'source');
      const disk = join(folder, 'disk');
      for (const each of [source, disk]) mkdirSync(each);
      writeFileSync(join(source, 'package.json'), '{"name":"large","version":"1.0.0"}');
      writeFileSync(join(source, 'large'), randomBytes(3_000_000));
      expect(spawnSync('npm', ['pack'], { cwd: source }).status).toBe(0);
      expect(mountDisk(disk, 2)).toBe(true);
      try {
        const project = {
          name: 'project',
          version: '1.0.0',
          dependencies: { large: 'file:../source/large-1.0.0.tgz' },
        };
        writeFileSync(join(disk, 'package.json'), JSON.stringify(project));
        const large = { version: '1.0.0', resolved: 'file:../source/large-1.0.0.tgz' };
        const packages = { '': project, 'node_modules/large': large };
        const lock = { ...project, lockfileVersion: 3, requires: true, packages };
        writeFileSync(join(disk, 'package-lock.json'), JSON.stringify(lock));
        expect(await run(disk)).toMatch(/^ENOSPC: no space left on device/);
        expect(existsSync(join(disk, 'node_modules/.package-lock.json'))).toBe(false);
      } finally {
        unmountDisk(disk);
      }
    },
  );
});
