import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentCoding } from '../../../src/store/contract.ts';
import { readBytes, type Slice, tagOfWritten, writtenBytes } from '../../../src/store/stored-bytes.ts';

const CODINGS: readonly ContentCoding[] = ['identity', 'br', 'gzip'];

test('what is written of a body is read as it was', () => {
  const parts = fc.uniqueArray(
    fc.record({ coding: fc.constantFrom(...CODINGS), length: fc.nat(), sum: fc.maxSafeNat() }),
    {
      minLength: 1,
      selector: ({ coding }) => coding,
    },
  );
  fc.assert(
    fc.property(fc.base64String(), fc.nat(), parts, (tag, start, all) => {
      let offset = start;
      const slices = all.map(({ coding, length, sum }): readonly [ContentCoding, Slice] => {
        offset += length;
        return [coding, [offset - length, length, sum]];
      });
      const written = writtenBytes(tag, slices);
      expect(readBytes(written)).toEqual({ tag, slices: Object.fromEntries(slices) });
      expect(tagOfWritten(written)).toBe(tag);
    }),
  );
});

test('codings with a gap between them are not written: it would be forgotten', () => {
  const gap: readonly [ContentCoding, Slice][] = [
    ['br', [10, 5, 0]],
    ['gzip', [16, 9, 0]],
  ];
  expect(() => writtenBytes('tag', gap)).toThrow('The gzip bytes of tag stand apart');
});

test('a body is written in a few characters', () => {
  const slices = [
    ['br', [1_000_000_000, 9_999, 4_294_967_295]],
    ['gzip', [1_000_009_999, 12_345, 0]],
  ] as const;
  expect(writtenBytes('tag', slices)).toBe('tag gjdgxs b7pr.1z141z3 g9ix.0');
});
