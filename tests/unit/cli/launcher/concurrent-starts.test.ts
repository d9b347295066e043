import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { providePackages } from '../../../../src/cli/launcher/packages.mjs';

/** Stands for npm: takes a while, and must not be at work twice in one folder. */
const FAKE_NPM = `
const fs = require('node:fs');
fs.appendFileSync('calls', process.argv[2] + '\\n');
fs.mkdirSync('at-work');
setTimeout(() => {
  fs.rmdirSync('at-work');
  fs.mkdirSync('node_modules', { recursive: true });
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 300);
`;
const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;
/** Above every id that Linux gives. */
const NO_PROCESS = 4_194_305;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starts-'));
  writeLock('1.0.0');
  writeFileSync(join(folder, 'npm-cli.js'), FAKE_NPM);
  vi.stubEnv('npm_execpath', join(folder, 'npm-cli.js'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function writeLock(version: string): void {
  const packages = { '': {}, 'node_modules/a': { version } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function provide(lines: string[] = []): Promise<void> {
  return providePackages(optionsWith(lines));
}

function optionsWith(lines: string[]): Parameters<typeof providePackages>[0] {
  const output = { write: (text: string) => lines.push(text) };
  return { folder, platform: PLATFORM, withTools: false, node: process.execPath, output };
}

describe('starts at the same time', () => {
  test('install once: the others wait until the first has ended', async () => {
    const lines: string[] = [];
    await Promise.all([provide(lines), provide(lines), provide(lines)]);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('ci\n');
    expect(lines.filter((line) => /another process/i.test(line))).toHaveLength(2);
    expect(existsSync(join(folder, '.cache', 'installing'))).toBe(false);
  });

  test('do not wait for a process that was killed', async () => {
    mkdirSync(join(folder, '.cache'));
    writeFileSync(join(folder, '.cache', 'installing'), `${NO_PROCESS}\n`);
    await Promise.all([provide(), provide()]);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('ci\n');
  });

  test('an install that failed leaves the next one to try', async () => {
    writeFileSync(join(folder, 'npm-cli.js'), `console.error('npm error first'); process.exitCode = 1;`);
    await expect(provide()).rejects.toThrow('The packages could not be installed: first.');
    writeFileSync(join(folder, 'npm-cli.js'), FAKE_NPM);
    await provide();
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('ci\n');
  });
});

describe('packages that were compared', () => {
  const installed = (): string => join(folder, 'node_modules/.package-lock.json');
  const calls = (): string => readFileSync(join(folder, 'calls'), 'utf8');

  test.each([
    [
      'an older version is there',
      () => writeFileSync(installed(), '{"packages":{"node_modules/a":{"version":"0.9.0"}}}'),
    ],
    ['another version is asked for', () => writeLock('1.1.0')],
    ['the folder is gone', () => rmSync(join(folder, 'node_modules'), { recursive: true })],
  ])('are compared again where %s', async (_, change) => {
    await provide();
    await provide();
    expect(calls()).toBe('ci\n');
    change();
    await provide();
    expect(calls()).toMatch(/^ci\n(?:install|ci)\n$/);
  });

  test('are not read where nothing has changed', async () => {
    await provide();
    // A whole second: `utimes` writes no exact nanoseconds.
    utimesSync(installed(), 1, 1);
    await provide();
    writeFileSync(installed(), '{"packages":{}}'.padEnd(statSync(installed()).size));
    utimesSync(installed(), 1, 1);
    await provide();
    expect(calls()).toBe('ci\n');
  });
});

test('another package manager that runs the script is not taken for npm', async () => {
  writeFileSync(join(folder, 'pnpm.cjs'), `process.exitCode = 1;`);
  vi.stubEnv('npm_execpath', join(folder, 'pnpm.cjs'));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nexec node "${join(folder, 'npm-cli.js')}" "$@"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  await provide();
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('ci\n');
});
