import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentCoding } from './contract.ts';

/** Level 11 takes 58 times as long as level 6 for 6 % fewer bytes. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;
/**
 * Lower levels for documents about whole APIs, which every change of the API makes again: Brotli takes two fifths of
 * the time for 10 % more bytes, still fewer than other codings; gzip takes three fifths for 7 % more.
 */
const LARGE = { bytes: 1024 * 1024, brotliQuality: 4, gzipLevel: 4 } as const;
/** Level 1 takes a third of the time of level 3 for 6 % more bytes; clients with Zstandard also have Brotli. */
const ZSTD_LEVEL = 1;

/** Node.js has Zstandard from version 22.15 on; the server supports 22.12 and later. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

/** File name endings of compressed copies. */
export const COPY_ENDINGS = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

export const compressedCodings: readonly Exclude<ContentCoding, 'identity'>[] = hasZstd
  ? ['br', 'gzip', 'zstd']
  : ['br', 'gzip'];

/** Versions and settings of the encoders, which determine the bytes that {@link compress} returns for a body. */
export const CODECS = [
  `zlib ${process.versions.zlib} level ${GZIP_LEVEL}, ${LARGE.gzipLevel} from ${LARGE.bytes} bytes`,
  `brotli ${process.versions.brotli} quality ${BROTLI_QUALITY}, ${LARGE.brotliQuality} from ${LARGE.bytes} bytes`,
  ...(hasZstd ? [`zstd ${process.versions['zstd']} level ${ZSTD_LEVEL}`] : []),
].join(', ');

const options = {
  br: ({ byteLength }: Uint8Array) => ({
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: byteLength < LARGE.bytes ? BROTLI_QUALITY : LARGE.brotliQuality,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  }),
  gzip: ({ byteLength }: Uint8Array) => ({ level: byteLength < LARGE.bytes ? GZIP_LEVEL : LARGE.gzipLevel }),
  zstd: { params: { [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } },
} as const;

const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);
const zstd = hasZstd ? promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdCompress) : undefined;

/** Compresses a body. Equal bodies give equal bytes, so that an entity tag from the build stays valid later. */
export function compress(body: Uint8Array, coding: Exclude<ContentCoding, 'identity'>): Buffer {
  switch (coding) {
    case 'br':
      return zlib.brotliCompressSync(body, options.br(body));
    case 'gzip':
      return zlib.gzipSync(body, options.gzip(body));
    case 'zstd':
      return zlib.zstdCompressSync(body, options.zstd);
    default:
      return coding satisfies never;
  }
}

/** Returns the same bytes as {@link compress}, but compresses on another thread. */
export function compressElsewhere(body: Uint8Array, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
  switch (coding) {
    case 'br':
      return brotli(body, options.br(body));
    case 'gzip':
      return gzip(body, options.gzip(body));
    case 'zstd':
      // Writes the size into the frame, as the synchronous function does by default.
      return (
        zstd?.(body, { ...options.zstd, pledgedSrcSize: body.byteLength }) ??
        Promise.reject(new Error('This Node has no Zstandard.'))
      );
    default:
      return coding satisfies never;
  }
}

/** A declared size above 1 GiB is probably corrupt: inflate in chunks. */
const MOST_IN_ONE_PIECE = 1024 ** 3;
const USUAL_CHUNK = 256 * 1024;
const SMALLEST_CHUNK = 64;

/** Reverses {@link compress} in one chunk: Zstandard takes ten times as long in several chunks. */
export function decompress(body: Uint8Array, coding: 'gzip' | 'zstd'): Buffer {
  return coding === 'gzip'
    ? zlib.gunzipSync(body, inOnePiece(gzippedSize(body)))
    : zlib.zstdDecompressSync(body, inOnePiece(zstdSize(body)));
}

/** @param size declared size of the result, in bytes; zlib allocates a second chunk unless one byte stays free */
function inOnePiece(size: number): { readonly chunkSize: number } {
  return { chunkSize: size > MOST_IN_ONE_PIECE ? USUAL_CHUNK : Math.max(SMALLEST_CHUNK, size + 1) };
}

const unbrotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);
/**
 * Reverses {@link compress} on another thread.
 * @param size size of the result, in bytes: it is allocated as one chunk, since joining hundreds of chunks would block
 * this thread
 */
export function decompressElsewhere(body: Uint8Array, coding: 'br' | 'gzip', size: number): Promise<Buffer> {
  const options = inOnePiece(size);
  return coding === 'br' ? unbrotli(body, options) : gunzip(body, options);
}

/** Uncompressed size in bytes, from the gzip trailer (RFC 1952 §2.3.1). */
export function gzippedSize(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.byteLength - 4, true);
}

/**
 * Uncompressed size in bytes, from the frame that {@link compress} writes (RFC 8878 §3.1.1.1): the frame is one segment
 * or has a byte for its window before the size, and it has no dictionary.
 */
function zstdSize(body: Uint8Array): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const descriptor = view.getUint8(4);
  const isOneSegment = (descriptor & 0b10_0000) !== 0;
  const at = isOneSegment ? 5 : 6;
  switch (descriptor >> 6) {
    case 0:
      return view.getUint8(at);
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}

export interface CompressedBody {
  /** Codings that are smaller than the body, and the body itself if gzip is not among them. */
  readonly codings: Partial<Record<ContentCoding, Uint8Array<ArrayBuffer>>>;
}

/** Compresses a body in every coding that makes it smaller. */
export function compressBody(body: Uint8Array<ArrayBuffer>): CompressedBody {
  const smaller = compressedCodings
    .map((coding) => [coding, Uint8Array.from(compress(body, coding))] as const)
    .filter(([, compressed]) => compressed.byteLength < body.byteLength);
  const kept: (readonly [ContentCoding, Uint8Array<ArrayBuffer>])[] = smaller.some(([coding]) => coding === 'gzip')
    ? smaller
    : [['identity', body] as const];
  return { codings: Object.fromEntries(kept) };
}
