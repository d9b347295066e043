import { hash } from 'node:crypto';
import type { ContentCoding } from './contract.ts';

/** Range of bytes in one pack: offset in the sequence of all packs, length in bytes, and CRC-32 of the bytes. */
export type Slice = readonly [offset: number, length: number, checksum: number];

export interface StoredBytes {
  /** Hash of the uncompressed bytes, for entity tags. */
  readonly tag: string;
  /**
   * Ranges by coding. `identity` is stored only if compression does not help; otherwise it is decompressed from gzip,
   * so that a release takes only a quarter of the space.
   */
  readonly slices: Readonly<Partial<Record<ContentCoding, Slice>>>;
}

/**
 * {@link StoredBytes} as text, since an index has tens of thousands of them and most are never parsed: the tag, the
 * offset of the first coding, then letter, length and checksum of each coding. The codings are adjacent in the pack.
 * Numbers are in base 36: `NllwTC8M7q9LWxW3h1V4Yw 2bnc b3fg.4wjjt6 g6vs.1j0mcz8`.
 */
export type WrittenBytes = string;

const BASE = 36;
const LETTERS: Readonly<Record<ContentCoding, string>> = { identity: 'i', br: 'b', gzip: 'g' };
const CODINGS = new Map(
  (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).map((coding) => [LETTERS[coding], coding] as const),
);

/**
 * @param slices in the order of their offsets
 * @throws when there is a gap between two slices: only the first offset is written
 */
export function writtenBytes(tag: string, slices: readonly (readonly [ContentCoding, Slice])[]): WrittenBytes {
  let end = slices[0]?.[1][0] ?? 0;
  const codings = slices.map(([coding, [offset, length, checksum]]) => {
    if (offset !== end) throw new Error(`The ${coding} bytes of ${tag} stand apart from those before them.`);
    end += length;
    return `${LETTERS[coding]}${length.toString(BASE)}.${checksum.toString(BASE)}`;
  });
  return [tag, (slices[0]?.[1][0] ?? 0).toString(BASE), ...codings].join(' ');
}

/** Parses the result of {@link writtenBytes}; codings with unknown letters are left out. */
export function readBytes(written: WrittenBytes): StoredBytes {
  const [tag = '', start = '', ...codings] = written.split(' ');
  let offset = Number.parseInt(start, BASE);
  const slices: Partial<Record<ContentCoding, Slice>> = {};
  for (const text of codings) {
    const coding = CODINGS.get(text.slice(0, 1));
    const [length = 0, checksum = 0] = text
      .slice(1)
      .split('.')
      .map((number) => Number.parseInt(number, BASE));
    if (coding !== undefined) slices[coding] = [offset, length, checksum];
    offset += length;
  }
  return { tag, slices };
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
