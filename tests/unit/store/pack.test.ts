import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Pack } from '../../../src/store/pack.ts';
import type { Slice } from '../../../src/store/release.ts';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
const path = join(folder, 'pack.bin');
beforeEach(() => writeFileSync(path, 'abcdefghij'));
afterAll(() => rmSync(folder, { recursive: true }));

const sliceOf = (offset: number, content: string): Slice => [offset, content.length, crc32(content)];
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('the bytes of a release', () => {
  test.each([
    [0, 'abcdefghij'],
    [3, 'defg'],
    [9, 'j'],
    [10, ''],
  ])('at %i are %j', async (offset, expected) => {
    const slice = sliceOf(offset, expected);
    const pack = new Pack(path);
    expect(text(await pack.read(slice))).toBe(expected);
    expect(text(new Uint8Array(pack.readNow(slice)))).toBe(expected);
    expect(pack.byteLength).toBe(10);
  });

  test('can be read after a build has removed them', async () => {
    const pack = new Pack(path);
    rmSync(path);
    expect(text(await pack.read(sliceOf(0, 'abc')))).toBe('abc');
  });

  test('that are there no more are never made up: the file is named, and what to do', async () => {
    const pack = new Pack(path);
    truncateSync(path, 5);
    const damaged = /pack\.bin is damaged.*npm run build/;
    await expect(pack.read(sliceOf(3, 'defg'))).rejects.toThrow(damaged);
    expect(() => pack.readNow(sliceOf(3, 'defg'))).toThrow(damaged);
  });

  test('that are others than were written are not handed out', async () => {
    const pack = new Pack(path);
    writeFileSync(path, 'abcdEfghij');
    const damaged = /pack\.bin is damaged: it has other bytes.*npm run build/;
    await expect(pack.read(sliceOf(3, 'defg'))).rejects.toThrow(damaged);
    expect(() => pack.readNow(sliceOf(3, 'defg'))).toThrow(damaged);
    expect(text(await pack.read(sliceOf(0, 'abc')))).toBe('abc');
  });

  test('of no file are an error', () => {
    rmSync(path);
    expect(() => new Pack(path)).toThrow(/no such file/);
  });
});
