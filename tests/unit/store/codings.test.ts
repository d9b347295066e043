import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdDecompressSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, compressElsewhere, compressedCodings, decompress } from '../../../src/store/codings.ts';

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

test.each(compressedCodings)('%s gives the same bytes back, and the same bytes every time', (coding) => {
  const body = Buffer.from('documentation '.repeat(500));
  const compressed = compress(body, coding);
  expect(decompressors[coding](compressed).equals(body)).toBe(true);
  expect(compress(body, coding).equals(compressed)).toBe(true);
  expect(compressed.byteLength).toBeLessThan(body.byteLength / 10);
});

/** Sizes around which the size field of a Zstandard frame grows, and one whose frame has windows. */
const SIZES = [0, 1, 255, 256, 257, 65_535 + 256, 65_536 + 256, 4 * 1024 * 1024];

test.each(
  compressedCodings
    .filter((coding) => coding !== 'br')
    .flatMap((coding) => SIZES.map((bytes) => [coding, bytes] as const)),
)('%s of %i bytes is read as it was', (coding, bytes) => {
  const body = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
  expect(decompress(compress(body, coding), coding).equals(body)).toBe(true);
});

test('a size that cannot be is not believed', () => {
  const body = compress(Buffer.from('documentation '.repeat(500)), 'gzip');
  body.fill(0xff, body.byteLength - 4);
  expect(() => decompress(body, 'gzip')).toThrow('incorrect length check');
});

test.each(compressedCodings)('%s on another thread gives the same bytes', async (coding) => {
  const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => `${index * 7919} documentation`).join('\n'));
  expect((await compressElsewhere(body, coding)).equals(compress(body, coding))).toBe(true);
});

test.each([
  [1024 * 1024 - 1, 6, 6],
  [1024 * 1024, 4, 4],
])('a body of %i bytes is compressed at level %i, and by Brotli at %i', (bytes, level, quality) => {
  const text = Array.from({ length: 60_000 }, (_, index) => `${index * 7919} documentation`).join('\n');
  const body = Buffer.from(text.slice(0, bytes));
  expect(body.byteLength).toBe(bytes);
  expect(compress(body, 'gzip').equals(gzipSync(body, { level }))).toBe(true);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes };
  expect(compress(body, 'br').equals(brotliCompressSync(body, { params }))).toBe(true);
});
