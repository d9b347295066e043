import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, compressElsewhere, compressedCodings, decompress } from '../../../src/store/codings.ts';

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync };

test.each(compressedCodings)('%s gives the same bytes back, and the same bytes every time', (coding) => {
  const body = Buffer.from('documentation '.repeat(500));
  const compressed = compress(body, coding);
  expect(decompressors[coding](compressed).equals(body)).toBe(true);
  expect(compress(body, coding).equals(compressed)).toBe(true);
  expect(compressed.byteLength).toBeLessThan(body.byteLength / 10);
});

test.each([0, 1, 255, 65_536, 4 * 1024 * 1024])('gzip of %i bytes is read as it was', (bytes) => {
  const body = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
  expect(decompress(compress(body, 'gzip')).equals(body)).toBe(true);
});

test('a size that cannot be is not believed', () => {
  const body = compress(Buffer.from('documentation '.repeat(500)), 'gzip');
  body.fill(0xff, body.byteLength - 4);
  expect(() => decompress(body)).toThrow('incorrect length check');
});

test.each(compressedCodings)('%s on another thread gives the same bytes', async (coding) => {
  const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => `${index * 7919} documentation`).join('\n'));
  expect((await compressElsewhere(body, coding)).equals(compress(body, coding))).toBe(true);
});

test.each([
  [1024 * 1024 - 1, 6],
  [1024 * 1024, 4],
])('a body of %i bytes is compressed by Brotli at %i, and by gzip at 4', (bytes, quality) => {
  const text = Array.from({ length: 60_000 }, (_, index) => `${index * 7919} documentation`).join('\n');
  const body = Buffer.from(text.slice(0, bytes));
  expect(body.byteLength).toBe(bytes);
  expect(compress(body, 'gzip').equals(gzipSync(body, { level: 4 }))).toBe(true);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes };
  expect(compress(body, 'br').equals(brotliCompressSync(body, { params }))).toBe(true);
});
