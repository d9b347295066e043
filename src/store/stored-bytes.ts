import { hash } from 'node:crypto';

/** Range of bytes in one pack: offset in the sequence of all packs, length in bytes, and CRC-32 of the bytes. */
export type Slice = readonly [offset: number, length: number, checksum: number];

export interface StoredBytes {
  /** Hash of the uncompressed bytes, for entity tags. */
  readonly tag: string;
  readonly slice: Slice;
  /** Uncompressed size, in bytes; null if the bytes are not compressed, since Brotli would not make them smaller. */
  readonly size: number | null;
}

/**
 * {@link StoredBytes} as text, since an index has tens of thousands of them and most are never parsed: tag, offset,
 * length, checksum and, for compressed bytes, their uncompressed size. Numbers are in base 36:
 * `NllwTC8M7q9LWxW3h1V4Yw 2bnc b3fg 4wjjt6 1ffoo`.
 */
export type WrittenBytes = string;

const BASE = 36;

export function writtenBytes({ tag, slice, size }: StoredBytes): WrittenBytes {
  const numbers = size === null ? slice : [...slice, size];
  return [tag, ...numbers.map((number) => number.toString(BASE))].join(' ');
}

/** Parses the result of {@link writtenBytes}. */
export function readBytes(written: WrittenBytes): StoredBytes {
  const [tag = '', ...texts] = written.split(' ');
  const [offset = 0, length = 0, checksum = 0, size = null] = texts.map((text) => Number.parseInt(text, BASE));
  return { tag, slice: [offset, length, checksum], size };
}

/** Returns only the tag that {@link readBytes} would return. */
export function tagOfWritten(written: WrittenBytes): string {
  return written.slice(0, written.indexOf(' '));
}

/**
 * First 132 bits of the SHA-256, in base64url: opaque part of a strong entity tag, and key for generated content.
 * Administration forms and Digest challenges duplicate this line: no folder that all three import may use Node.js.
 */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}
