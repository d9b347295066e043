import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprint, stampOf } from '../../../src/project/fingerprint.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  mkdirSync(join(root, 'd'));
  writeFileSync(join(root, 'd/a.yaml'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const print = (): string => fingerprint(root, ['d']);

describe('a fingerprint', () => {
  test('is another one when a file changes, is renamed or added', () => {
    const seen = [print()];
    writeFileSync(join(root, 'd/a.yaml'), 'two');
    seen.push(print());
    writeFileSync(join(root, 'd/b.yaml'), '');
    seen.push(print());
    expect(new Set(seen).size).toBe(3);
  });

  test('follows a link to a file', () => {
    writeFileSync(join(root, 'elsewhere'), 'one');
    symlinkSync('../elsewhere', join(root, 'd/link.yaml'));
    const before = print();
    writeFileSync(join(root, 'elsewhere'), 'two');
    expect(print()).not.toBe(before);
  });

  test('distinguishes a file from a link to the same content, and one link from another', () => {
    const file = join(root, 'd/a.yaml');
    const seen = [print()];
    for (const name of ['elsewhere', 'another']) {
      writeFileSync(join(root, name), 'one');
      rmSync(file);
      symlinkSync(`../${name}`, file);
      seen.push(print());
    }
    expect(new Set(seen).size).toBe(3);
  });

  test.each([
    ['a folder', '/tmp'],
    ['itself', 'link.yaml'],
    ['nothing', 'missing.yaml'],
    ['a device without an end', '/dev/zero'],
    ['a pipe without a writer', 'pipe'],
  ])('is made of a link to %s too', (_, target) => {
    if (target === 'pipe') spawnSync('mkfifo', [join(root, 'd/pipe')]);
    symlinkSync(target, join(root, 'd/link.yaml'));
    expect(print()).toMatch(/^[0-9a-f]{64}$/);
    expect(stampOf(root, ['d'])).toContain('link.yaml');
  });

  test('is made of a folder that is a link to itself, and is not that of none', () => {
    const missing = fingerprint(root, ['nothing']);
    symlinkSync('cycle', join(root, 'cycle'));
    expect(fingerprint(root, ['cycle'])).not.toBe(missing);
    expect(stampOf(root, ['cycle'])).toContain('cycle');
  });
});
