import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  compress,
  compressElsewhere,
  compressedCodings,
  compressForUs,
  decompress,
  fromBrotli,
} from '../../../src/store/codings.ts';

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync };

test.each(compressedCodings)('%s gives the same bytes back, and the same bytes every time', async (coding) => {
  const body = Buffer.from('documentation '.repeat(500));
  const compressed = await compressElsewhere(body, coding);
  expect(decompressors[coding](compressed).equals(body)).toBe(true);
  expect((await compressElsewhere(body, coding)).equals(compressed)).toBe(true);
  expect(compressed.byteLength).toBeLessThan(body.byteLength / 10);
});

test.each([0, 1, 255, 65_536, 4 * 1024 * 1024])('%i bytes are converted from Brotli', async (bytes) => {
  const body = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
  const br = compress(body);
  expect((await fromBrotli(br, bytes, 'identity')).equals(body)).toBe(true);
  expect((await fromBrotli(br, bytes, 'gzip')).equals(await compressElsewhere(body, 'gzip'))).toBe(true);
});

test.each([0, 1, 255, 65_536, 1024 * 1024])('%i characters are read as we compressed them', async (length) => {
  const text = Array.from({ length }, (_, index) => String.fromCharCode(32 + (index % 90))).join('');
  expect(decompress(await compressForUs(text)).toString()).toBe(text);
});

test('a size that cannot be is not believed', async () => {
  const body = await compressForUs('documentation '.repeat(500));
  body.fill(0xff, body.byteLength - 4);
  expect(() => decompress(body)).toThrow('incorrect length check');
});

test('Brotli on another thread gives the same bytes', async () => {
  const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => `${index * 7919} documentation`).join('\n'));
  expect((await compressElsewhere(body, 'br')).equals(compress(body))).toBe(true);
});

test.each([
  [1024 * 1024 - 1, 6],
  [1024 * 1024, 4],
])('a body of %i bytes is compressed by Brotli at %i, and by gzip at 4', async (bytes, quality) => {
  const text = Array.from({ length: 60_000 }, (_, index) => `${index * 7919} documentation`).join('\n');
  const body = Buffer.from(text.slice(0, bytes));
  expect(body.byteLength).toBe(bytes);
  expect((await compressElsewhere(body, 'gzip')).equals(gzipSync(body, { level: 4 }))).toBe(true);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes };
  expect(compress(body).equals(brotliCompressSync(body, { params }))).toBe(true);
});
