import { crc32, inflateSync } from 'node:zlib';
import { expect } from 'vitest';

interface ReadPicture {
  readonly width: number;
  readonly height: number;
  /** `#aabbcc` of a pixel. */
  at(x: number, y: number): string;
}

/** A PNG of a palette whose rows are filtered by nothing or by the row above, with every checksum compared. */
export function readPng(png: Uint8Array): ReadPicture {
  const bytes = Buffer.from(png);
  expect(bytes.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)));
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end));
    at = end + 4;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'tEXt', 'IDAT', 'IEND']);
  const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) ?? Buffer.alloc(0));
  if (header === undefined || palette === undefined || data === undefined) throw new Error('unreachable');
  expect([...header.subarray(8)]).toEqual([8, 3, 0, 0, 0]);
  expect(palette.length).toBeLessThanOrEqual(3 * 256);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(data);
  expect(rows.length).toBe((width + 1) * height);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1);
    const filter = rows[start];
    expect([0, 2]).toContain(filter);
    for (let x = 0; x < width; x += 1) {
      const above = filter === 2 && row > 0 ? (pixels[(row - 1) * width + x] ?? 0) : 0;
      pixels[row * width + x] = (rows[start + 1 + x] ?? 0) + above;
    }
  }
  const colours = Array.from(
    { length: palette.length / 3 },
    (_, index) => `#${palette.toString('hex', index * 3, index * 3 + 3)}`,
  );
  return { width, height, at: (x, y) => colours[pixels[y * width + x] ?? 0] ?? 'no colour' };
}
