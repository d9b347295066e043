import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FingerprintPart, keptFingerprint } from '../../../src/release/product-fingerprint.ts';
import { shortHash } from '../../../src/store/stored-bytes.ts';

const SALT = 'v22.0.0';
/** Beyond what a file system's clock does not tell apart. */
const LATER_MILLISECONDS = 60_000;
let folder: string;
let parts: readonly FingerprintPart[];
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-fingerprint-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/deep/one.ts'), 'one');
  writeFileSync(join(folder, 'lock.json'), '{}');
  parts = [
    { folder: join(folder, 'src'), paths: ['deep', 'missing.ts'] },
    { folder, paths: ['lock.json'] },
  ];
  mkdirSync(join(folder, 'cache'));
  kept = join(folder, 'cache/product');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function linkTo(target: string): void {
  rmSync(join(folder, 'src/deep/link'), { force: true });
  symlinkSync(target, join(folder, 'src/deep/link'));
}

function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LATER_MILLISECONDS });
}

describe('a fingerprint that is kept', () => {
  test('is that of the files', () => {
    const made = keptFingerprint(kept, parts, SALT);
    later();
    expect([keptFingerprint(kept, parts, SALT), keptFingerprint(kept, parts, SALT)]).toEqual([made, made]);
  });

  test('is taken from where it is kept while the files are as they were', () => {
    later();
    keptFingerprint(kept, parts, SALT);
    const [states = ''] = readFileSync(kept, 'utf8').split(' ');
    writeFileSync(kept, `${states} another ${shortHash(`${states}another`)}`);
    expect(keptFingerprint(kept, parts, SALT)).toBe('another');
  });

  test('is kept of no file that may have changed since without a trace', () => {
    keptFingerprint(kept, parts, SALT);
    expect(existsSync(kept)).toBe(false);
  });

  test('is made anew where one byte of what is kept is another', () => {
    later();
    const made = keptFingerprint(kept, parts, SALT);
    const written = readFileSync(kept, 'utf8');
    for (const at of written.split('').keys()) {
      writeFileSync(kept, `${written.slice(0, at)}${written[at] === 'x' ? 'y' : 'x'}${written.slice(at + 1)}`);
      expect(keptFingerprint(kept, parts, SALT)).toBe(made);
    }
  });

  test('is made where nothing can be kept, and no folder for it', () => {
    later();
    const made = keptFingerprint(kept, parts, SALT);
    expect(keptFingerprint(join(folder, 'missing/product'), parts, SALT)).toBe(made);
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });

  test('is made where a link leads to itself', () => {
    linkTo('link');
    later();
    expect(keptFingerprint(kept, parts, SALT)).toMatch(/^[\da-f]{64}$/);
  });

  test.each<[change: string, make: () => void]>([
    ['a file has another text', () => writeFileSync(join(folder, 'src/deep/one.ts'), 'two')],
    ['one was added', () => writeFileSync(join(folder, 'src/deep/two.ts'), '')],
    ['one is gone', () => rmSync(join(folder, 'lock.json'))],
    ['a link to nothing leads to something else that is not there', () => linkTo('gone2')],
    [
      'another text has the size and the time of the one before',
      () => {
        // Another file, as editors write one: its place on the disk is another one, however coarse the clock is.
        writeFileSync(join(folder, 'src/deep/other.ts'), 'two');
        utimesSync(join(folder, 'src/deep/other.ts'), 1, 1);
        renameSync(join(folder, 'src/deep/other.ts'), join(folder, 'src/deep/one.ts'));
      },
    ],
  ])('is another one when %s', (_, make) => {
    utimesSync(join(folder, 'src/deep/one.ts'), 1, 1);
    linkTo('gone1');
    later();
    const made = keptFingerprint(kept, parts, SALT);
    make();
    expect(keptFingerprint(kept, parts, SALT)).not.toBe(made);
  });

  test('is another one with another salt', () => {
    later();
    expect(keptFingerprint(kept, parts, SALT)).not.toBe(keptFingerprint(kept, parts, 'v24.0.0'));
  });
});
