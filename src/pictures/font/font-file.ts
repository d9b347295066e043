import { brotliDecompressSync } from 'node:zlib';

/** What a font consists of, by the names of its tables. */
export type FontTables = ReadonlyMap<string, DataView>;

/** Their numbers in a directory: https://www.w3.org/TR/WOFF2/#table_dir_format */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT ' +
  'VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar ' +
  'fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const TAGS = KNOWN_TAGS.split(' ');
const OTHER_TAG = 63;
const HEADER_BYTES = 48;
const SIGNATURE = 0x774f4632;

/**
 * The tables of a WOFF2 file, `glyf` and `loca` in the form that they have in such a file.
 * @throws for what is none
 * @see https://www.w3.org/TR/WOFF2/
 */
export function readFontFile(file: Buffer): FontTables {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new Error('This is no font in WOFF2.');
  const directory = new Reader(new DataView(file.buffer, file.byteOffset, file.byteLength), HEADER_BYTES);
  const sizes = Array.from({ length: file.readUInt16BE(12) }, () => readEntry(directory));
  const compressed = file.subarray(directory.at, directory.at + file.readUInt32BE(20));
  const { buffer, byteOffset } = brotliDecompressSync(compressed);
  let at = byteOffset;
  return new Map(
    sizes.map(([tag, size]) => {
      const table = new DataView(buffer, at, size);
      at += size;
      return [tag, table];
    }),
  );
}

function readEntry(directory: Reader): readonly [tag: string, size: number] {
  const flags = directory.uint8();
  const known = flags & OTHER_TAG;
  const tag = known === OTHER_TAG ? directory.text(4) : (TAGS[known] ?? '');
  const size = directory.base128();
  const version = flags >> 6;
  // Of these two the form of WOFF2 has number 0, of all others the form that they have everywhere.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  return [tag, isTransformed ? directory.base128() : size];
}

/** Reads one value after the other; numbers are big-endian. */
export class Reader {
  readonly #view: DataView;
  at: number;

  constructor(view: DataView, at = 0) {
    this.#view = view;
    this.at = at;
  }

  uint8(): number {
    this.at += 1;
    return this.#view.getUint8(this.at - 1);
  }

  int8(): number {
    this.at += 1;
    return this.#view.getInt8(this.at - 1);
  }

  uint16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  int16(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }

  /** A number from -2 to 2, in steps of 1/16384 (F2Dot14). */
  fraction(): number {
    return this.int16() / 0x4000;
  }

  text(length: number): string {
    return String.fromCharCode(...Array.from({ length }, () => this.uint8()));
  }

  /** Seven bits a byte. */
  base128(): number {
    let value = 0;
    for (let byte = 0x80; (byte & 0x80) !== 0; ) {
      byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  }

  /** https://www.w3.org/TR/WOFF2/#255UInt16 */
  short255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 255) return this.uint8() + 253;
    return code === 254 ? this.uint8() + 506 : code;
  }
}
