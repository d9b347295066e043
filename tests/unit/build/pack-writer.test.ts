import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PackWriter } from '../../../src/build/pack-writer.ts';
import type { Slice } from '../../../src/store/release.ts';

/** Larger than what is written at once. */
const BEFORE = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sliceOf = (offset: number, length: number): Slice => [
  offset,
  length,
  crc32(BEFORE.subarray(offset, offset + length)),
];

/** Numbers are bodies of the pack before, texts are new ones. */
test.each<[string, (readonly [offset: number, length: number] | string)[], number]>([
  [
    'bodies that stand behind each other are read together',
    [
      [10, 20],
      [30, 5],
      [35, 0],
    ],
    1,
  ],
  [
    'a gap between bodies is left out',
    [
      [10, 20],
      [31, 5],
    ],
    2,
  ],
  [
    'bodies in another order stay bodies of their own',
    [
      [30, 5],
      [10, 20],
    ],
    2,
  ],
  [
    'a body twice is there twice',
    [
      [10, 20],
      [10, 20],
    ],
    2,
  ],
  ['new bodies stand between those that are copied', ['first', [10, 20], 'second', [30, 5], ''], 2],
  ['bodies larger than a piece are written in pieces', [[7, 2_500_000], 'x'.repeat(1_500_000), [0, 1_048_576]], 5],
])('%s', (_, bodies, most) => {
  const file = join(folder, 'pack.bin');
  let reads = 0;
  const writer = new PackWriter(file, (bytes, offset) => {
    reads += 1;
    bytes.set(BEFORE.subarray(offset, offset + bytes.byteLength));
  });
  const slices = bodies.map((body) =>
    typeof body === 'string' ? writer.append(Buffer.from(body)) : writer.copy(sliceOf(...body)),
  );
  writer.close();
  const pack = readFileSync(file);
  const expected = bodies.map((body) =>
    typeof body === 'string' ? Buffer.from(body) : BEFORE.subarray(body[0], body[0] + body[1]),
  );
  expect(pack.equals(Buffer.concat(expected))).toBe(true);
  expect(writer.hash.digest('hex')).toBe(createHash('sha256').update(pack).digest('hex'));
  for (const [index, [offset, length, checksum]] of slices.entries()) {
    const bytes = pack.subarray(offset, offset + length);
    expect([bytes.byteLength, bytes.equals(expected[index] ?? Buffer.from('none'))]).toEqual([length, true]);
    expect(checksum).toBe(crc32(bytes));
  }
  expect(reads).toBeLessThanOrEqual(most);
});
