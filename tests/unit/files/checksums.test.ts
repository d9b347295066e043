import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHECKSUM_FILE, checksumsOf, writeChecksums } from '../../../src/files/checksums.ts';
import { isInstalled } from '../../http/clients/programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checksums-'));
  mkdirSync(join(folder, 'a'));
  for (const name of ['index.html', 'a/Ü b.json', 'a/two\nlines.html', 'empty', '.nojekyll'])
    writeFileSync(join(folder, name), name === 'empty' ? '' : name);
  writeChecksums(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the checksums of a folder', () => {
  test('are those of every file, by name, in one order', () => {
    expect([...checksumsOf(folder)]).toEqual([
      ['.nojekyll', sumOf('.nojekyll')],
      ['a/two\nlines.html', sumOf('a/two\nlines.html')],
      ['a/Ü b.json', sumOf('a/Ü b.json')],
      ['empty', sumOf('')],
      ['index.html', sumOf('index.html')],
    ]);
  });

  test('are written a line each, with line ends in names escaped', () => {
    expect(readFileSync(join(folder, CHECKSUM_FILE), 'utf8')).toBe(
      `${sumOf('.nojekyll')}  .nojekyll\n` +
        `\\${sumOf('a/two\nlines.html')}  a/two\\nlines.html\n` +
        `${sumOf('a/Ü b.json')}  a/Ü b.json\n${sumOf('')}  empty\n${sumOf('index.html')}  index.html\n`,
    );
  });

  test.skipIf(!isInstalled('sha256sum'))('are read by sha256sum (skipped where it is not installed: coreutils)', () => {
    const check = () =>
      spawnSync('sha256sum', ['--check', '--strict', CHECKSUM_FILE], { cwd: folder, encoding: 'utf8' });
    const { status, stdout } = check();
    expect([status, stdout.split('\n').filter((line) => line.endsWith(': OK')).length]).toEqual([0, 5]);
    writeFileSync(join(folder, 'index.html'), 'index.htmk');
    expect(check().status).toBe(1);
  });
});
