import { constants, crc32, deflateSync } from 'node:zlib';

interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Row by row, each the number of a colour. */
  readonly pixels: Uint8Array;
  /** At most 256 colours: red, green and blue of each. */
  readonly palette: readonly (readonly number[])[];
  /** In Latin-1. */
  readonly note: string;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits a pixel, colours from a palette; the only methods of compression and filtering; not interlaced. */
const FORM = [8, 3, 0, 0, 0];
/** The filter of every row: what is stored is the difference from the row above. */
const UP = 2;
const KEYWORD = 'Source';
/** Where a note begins: behind the signature, the header and the palette, whose length differs. */
const NOTE_MARK = Buffer.from(`tEXt${KEYWORD}\0`, 'latin1');

/**
 * A file in PNG, the same for the same pixels on every machine: it is compressed by runs alone, because which other
 * repetitions zlib finds depends on the processor that it was built for.
 * @see https://www.w3.org/TR/png-3/
 */
export function encodePng({ width, height, pixels, palette, note }: IndexedPicture): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1);
    rows[start] = UP;
    for (let column = 0; column < width; column += 1) {
      const place = row * width + column;
      rows[start + 1 + column] = (pixels[place] ?? 0) - (row === 0 ? 0 : (pixels[place - width] ?? 0));
    }
  }
  const data = deflateSync(rows, { level: 9, memLevel: 9, strategy: constants.Z_RLE });
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from(SIGNATURE),
      chunk('IHDR', Buffer.concat([size, Buffer.from(FORM)])),
      chunk('PLTE', Buffer.from(palette.flat())),
      chunk('tEXt', Buffer.from(`${KEYWORD}\0${note}`, 'latin1')),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** The note that {@link encodePng} has written; undefined where there is none. */
export function noteIn(png: Buffer): string | undefined {
  const mark = png.indexOf(NOTE_MARK);
  if (mark < 4) return undefined;
  const start = mark + NOTE_MARK.byteLength;
  return png.toString('latin1', start, mark + 4 + png.readUInt32BE(mark - 4));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
