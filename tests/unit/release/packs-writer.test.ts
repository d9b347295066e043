import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PacksBefore, PacksWriter } from '../../../src/release/packs-writer.ts';
import { packFile, type StoredPack } from '../../../src/store/release.ts';
import type { Slice } from '../../../src/store/stored-bytes.ts';

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

const NOTHING_SHARED: Pick<PacksBefore, 'share'> = { share: () => undefined };

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
  let reads = 0;
  const writer = new PacksWriter(folder, {
    ...NOTHING_SHARED,
    read(bytes, offset) {
      reads += 1;
      bytes.set(BEFORE.subarray(offset, offset + bytes.byteLength));
    },
  });
  const slices = bodies.map((body) =>
    typeof body === 'string' ? writer.append(Buffer.from(body)) : writer.copy(sliceOf(...body)),
  );
  writer.endPack();
  const expected = bodies.map((body) =>
    typeof body === 'string' ? Buffer.from(body) : BEFORE.subarray(body[0], body[0] + body[1]),
  );
  const pack = Buffer.concat(expected);
  expect(writer.packs).toEqual([packOf(pack)]);
  expect(written(writer.packs).equals(pack)).toBe(true);
  for (const [index, [offset, length, checksum]] of slices.entries()) {
    const bytes = pack.subarray(offset, offset + length);
    expect([bytes.byteLength, bytes.equals(expected[index] ?? Buffer.from('none'))]).toEqual([length, true]);
    expect(checksum).toBe(crc32(bytes));
  }
  expect(reads).toBeLessThanOrEqual(most);
});

describe('several packs', () => {
  /** Ranges of the packs that were there before: 10, 20 and 30 bytes. */
  const WERE = [
    [0, 10],
    [10, 30],
    [30, 60],
  ] as const;
  const were = WERE.map(([start, end]) => packOf(BEFORE.subarray(start, end)));
  let copied: number;
  const sharing: PacksBefore = {
    read(bytes, offset) {
      copied += bytes.byteLength;
      bytes.set(BEFORE.subarray(offset, offset + bytes.byteLength));
    },
    share(start, end, into) {
      const place = WERE.findIndex(([from, to]) => from === start && to === end);
      const pack = were[place];
      if (pack !== undefined) writeFileSync(join(into, packFile(pack[0])), BEFORE.subarray(start, end));
      return pack;
    },
  };

  /** A list is a pack; numbers are bodies of those before, texts are new ones. */
  test.each<[string, (readonly [offset: number, length: number] | string)[][], shared: number]>([
    [
      'are all as they were: no byte is copied',
      [
        [
          [0, 4],
          [4, 6],
        ],
        [[10, 20]],
        [
          [30, 10],
          [40, 20],
        ],
      ],
      60,
    ],
    ['one has a new body', [[[0, 10]], [[10, 5], 'new', [15, 15]], [[30, 30]]], 40],
    ['one is missing', [[[0, 10]], [[30, 30]]], 40],
    ['stand in another order', [[[30, 30]], [[0, 10]], [[10, 20]]], 60],
    [
      'have become one',
      [
        [
          [0, 10],
          [10, 20],
        ],
        [[30, 30]],
      ],
      30,
    ],
    ['have been divided', [[[0, 5]], [[5, 5]], [[10, 20]], [[30, 30]]], 50],
    ['only begin like those before', [[[0, 10], 'more'], [[10, 19]]], 0],
    ['end with what is empty', [[[0, 10], '', [0, 0]], ['']], 0],
  ])('%s', (_, packs, shared) => {
    copied = 0;
    const writer = new PacksWriter(folder, sharing);
    const slices = packs.flatMap((bodies) => {
      const placed = bodies.map((body) =>
        typeof body === 'string' ? writer.append(Buffer.from(body)) : writer.copy(sliceOf(...body)),
      );
      writer.endPack();
      return placed;
    });
    const bodies = packs.map((pack) =>
      Buffer.concat(
        pack.map((body) =>
          typeof body === 'string' ? Buffer.from(body) : BEFORE.subarray(body[0], body[0] + body[1]),
        ),
      ),
    );
    expect(writer.packs).toEqual(bodies.filter(({ byteLength }) => byteLength > 0).map(packOf));
    const whole = written(writer.packs);
    expect(whole.equals(Buffer.concat(bodies))).toBe(true);
    for (const [offset, length, checksum] of slices)
      expect(crc32(whole.subarray(offset, offset + length))).toBe(checksum);
    const fromBefore = packs.flat().reduce((sum, body) => sum + (typeof body === 'string' ? 0 : body[1]), 0);
    expect(fromBefore - copied).toBe(shared);
    expect(readdirSync(folder).sort()).toEqual([...new Set(writer.packs.map(([name]) => packFile(name)))].sort());
  });
});

/** A pack as an index has it. */
function packOf(bytes: Uint8Array): StoredPack {
  return [createHash('sha256').update(bytes).digest('hex').slice(0, 20), bytes.byteLength, crc32(bytes)];
}

function written(packs: readonly StoredPack[]): Buffer {
  return Buffer.concat(packs.map(([name]) => readFileSync(join(folder, packFile(name)))));
}
