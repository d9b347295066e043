import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBytes, tagOfWritten, writtenBytes } from '../../../src/store/stored-bytes.ts';

test('what is written of a body is read as it was', () => {
  const body = fc.record({
    tag: fc.base64String(),
    slice: fc.tuple(fc.nat(), fc.nat(), fc.maxSafeNat()),
    size: fc.option(fc.maxSafeNat()),
  });
  fc.assert(
    fc.property(body, (stored) => {
      const written = writtenBytes(stored);
      expect(readBytes(written)).toEqual(stored);
      expect(tagOfWritten(written)).toBe(stored.tag);
    }),
  );
});

test('a body is written in a few characters', () => {
  expect(writtenBytes({ tag: 'tag', slice: [1_000_000_000, 9_999, 4_294_967_295], size: 40_000 })).toBe(
    'tag gjdgxs 7pr 1z141z3 uv4',
  );
});
