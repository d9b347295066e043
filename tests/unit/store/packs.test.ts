import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Packs } from '../../../src/store/packs.ts';
import type { StoredPack } from '../../../src/store/release.ts';
import type { Slice } from '../../../src/store/stored-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
const PACKS: readonly StoredPack[] = [
  ['first', 10, crc32('abcdefghij')],
  ['second', 3, crc32('klm')],
  ['third', 4, crc32('nopq')],
];
const path = join(folder, 'first.bin');
beforeEach(() => {
  writeFileSync(path, 'abcdefghij');
  writeFileSync(join(folder, 'second.bin'), 'klm');
  writeFileSync(join(folder, 'third.bin'), 'nopq');
});
afterAll(() => rmSync(folder, { recursive: true }));

const sliceOf = (offset: number, content: string): Slice => [offset, content.length, crc32(content)];
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('the bytes of a release', () => {
  test.each([
    [0, 'abcdefghij'],
    [3, 'defg'],
    [9, 'j'],
    [10, 'kl'],
    [12, 'm'],
    [13, 'nopq'],
    [17, ''],
    [0, ''],
  ])('at %i are %j', async (offset, expected) => {
    const slice = sliceOf(offset, expected);
    const pack = new Packs(folder, PACKS);
    expect(text(await pack.read(slice))).toBe(expected);
    expect(text(new Uint8Array(pack.readNow(slice)))).toBe(expected);
  });

  test('can be read after a build has removed them', async () => {
    const pack = new Packs(folder, PACKS);
    for (const name of ['first', 'second', 'third']) rmSync(join(folder, `${name}.bin`));
    expect(text(await pack.read(sliceOf(13, 'nopq')))).toBe('nopq');
    expect(text(await pack.read(sliceOf(0, 'abc')))).toBe('abc');
  });

  test('that are there no more are never made up: the file is named, and what to do', async () => {
    const pack = new Packs(folder, PACKS);
    truncateSync(path, 5);
    const damaged = /first\.bin is damaged.*npm run build/;
    await expect(pack.read(sliceOf(3, 'defg'))).rejects.toThrow(damaged);
    expect(() => pack.readNow(sliceOf(3, 'defg'))).toThrow(damaged);
  });

  test('that are others than were written are not handed out', async () => {
    const pack = new Packs(folder, PACKS);
    writeFileSync(path, 'abcdEfghij');
    const damaged = /first\.bin is damaged: its content does not match its checksum.*npm run build/;
    await expect(pack.read(sliceOf(3, 'defg'))).rejects.toThrow(damaged);
    expect(() => pack.readNow(sliceOf(3, 'defg'))).toThrow(damaged);
    expect(text(await pack.read(sliceOf(0, 'abc')))).toBe('abc');
  });

  test('that no pack has are an error', async () => {
    const damaged = /refers to bytes that are missing.*npm run build/;
    await expect(new Packs(folder, PACKS).read(sliceOf(17, 'r'))).rejects.toThrow(damaged);
    await expect(new Packs(folder, []).read(sliceOf(0, 'a'))).rejects.toThrow(damaged);
  });

  test('of a file that is shorter than it was written are an error before anything is read', () => {
    truncateSync(join(folder, 'second.bin'), 2);
    expect(() => new Packs(folder, PACKS)).toThrow(/second\.bin is damaged: its end is missing/);
  });

  test('of no file are an error', () => {
    rmSync(path);
    expect(() => new Packs(folder, PACKS)).toThrow(/no such file/);
  });
});
