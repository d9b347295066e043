import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentCoding } from './contract.ts';

/** Level 11 takes 58 times as long as level 6 for 6 % fewer bytes. */
const BROTLI_QUALITY = 6;
/**
 * Lower quality for documents about whole APIs, which every change of the API makes again: it takes two fifths of
 * the time for 10 % more bytes, still fewer than with gzip.
 */
const LARGE = { bytes: 1024 * 1024, brotliQuality: 4 } as const;
/** Level 6 takes 50 % longer for 4 % fewer bytes, and clients wait for it. */
const GZIP = { level: 4 } as const;

/** File name endings of compressed copies. */
export const COPY_ENDINGS = { br: '.br', gzip: '.gz' } as const;

export const compressedCodings: readonly Exclude<ContentCoding, 'identity'>[] = ['br', 'gzip'];

/** Version and settings of Brotli, which determine the bytes that {@link compress} returns for a body. */
export const CODEC = ['brotli', process.versions.brotli, BROTLI_QUALITY, LARGE.bytes, LARGE.brotliQuality].join(' ');

function brotliOptions({ byteLength }: Uint8Array): zlib.BrotliOptions {
  return {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: byteLength < LARGE.bytes ? BROTLI_QUALITY : LARGE.brotliQuality,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}

const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);

/** Compresses a body with Brotli. Equal bodies give equal bytes, so that an entity tag stays valid. */
export function compress(body: Uint8Array): Buffer {
  return zlib.brotliCompressSync(body, brotliOptions(body));
}

/** Compresses a body on another thread; with Brotli, the result is that of {@link compress}. */
export function compressElsewhere(body: Uint8Array, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
  return coding === 'br' ? brotli(body, brotliOptions(body)) : gzip(body, GZIP);
}

/** Compresses in little time and on another thread, for bytes that only our programs read. */
export async function compressForUs(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  // One chunk, since this thread would have to take each of several; copied, since the chunk is as long as the text.
  return Buffer.from(await gzip(bytes, { level: 1, chunkSize: bytes.byteLength + SMALLEST_CHUNK }));
}

/** A declared size above 1 GiB is probably corrupt: inflate in chunks. */
const MOST_IN_ONE_PIECE = 1024 ** 3;
const USUAL_CHUNK = 256 * 1024;
const SMALLEST_CHUNK = 64;

/** Reverses {@link compressForUs}, on this thread. */
export function decompress(body: Uint8Array): Buffer {
  return zlib.gunzipSync(body, inOnePiece(gzippedSize(body)));
}

/** @param size declared size of the result, in bytes; zlib allocates a second chunk unless one byte stays free */
function inOnePiece(size: number): { readonly chunkSize: number } {
  return { chunkSize: size > MOST_IN_ONE_PIECE ? USUAL_CHUNK : Math.max(SMALLEST_CHUNK, size + 1) };
}

const unbrotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);

/**
 * Converts a result of {@link compress} to another coding, on another thread.
 * @param size size of the uncompressed body, in bytes: it is allocated as one chunk, since joining hundreds of chunks
 * would block this thread
 */
export async function fromBrotli(br: Uint8Array, size: number, coding: 'identity' | 'gzip'): Promise<Buffer> {
  const body = await unbrotli(br, inOnePiece(size));
  return coding === 'identity' ? body : compressElsewhere(body, coding);
}

/** Uncompressed size in bytes, from the gzip trailer (RFC 1952 §2.3.1). */
export function gzippedSize(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.byteLength - 4, true);
}

export interface StoredBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Uncompressed size, in bytes; null if the bytes are not compressed. */
  readonly size: number | null;
}

/** Compresses a body with Brotli if that makes it smaller. */
export function compressBody(body: Uint8Array<ArrayBuffer>): StoredBody {
  const bytes = compress(body);
  return bytes.byteLength < body.byteLength
    ? { bytes: Uint8Array.from(bytes), size: body.byteLength }
    : { bytes: body, size: null };
}
