import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SourceFiles } from '../../../../src/release/incremental/readings-before.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [one, two] = [Buffer.from('openapi: 3.1.0'), Buffer.from('openapi: 3.2.0')];
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('descriptors are found by the hash of their bytes', () => {
  const files = new SourceFiles(folder);
  files.replace(new Map([[hashOf(one), one]]));
  expect(files.find(hashOf(one))).toEqual(one);
  expect(files.find(hashOf(two))).toBeUndefined();
});

test('what is damaged is not found', () => {
  const files = new SourceFiles(folder);
  files.replace(new Map([[hashOf(one), one]]));
  writeFileSync(join(folder, 'sources', hashOf(one)), two);
  expect(files.find(hashOf(one))).toBeUndefined();
});

test('what the build has not read is removed, and what it has read again stays as it is', () => {
  const files = new SourceFiles(folder);
  files.replace(new Map([one, two].map((bytes) => [hashOf(bytes), bytes])));
  files.replace(new Map([[hashOf(two), null]]));
  expect(readdirSync(join(folder, 'sources'))).toEqual([hashOf(two)]);
  expect(files.find(hashOf(two))).toEqual(two);
  files.replace(new Map());
  expect(existsSync(join(folder, 'sources'))).toBe(false);
});
