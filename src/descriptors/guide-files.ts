import { posix } from 'node:path';
import { GUIDE_FILES } from '../model/locations.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import { type LinkedGuide, PICTURE } from './guide-links.ts';

/** Extensions of guides, and of texts that other tools include in several guides. */
const TEXT = /\.mdx?$/i;
/** Extensions of files that browsers or servers may execute. Excludes SVG, sent with a Content-Security-Policy. */
const ACTIVE = /^(?:[cm]?js|css|[px]?html?|shtml|xht|xml|xslt?|mht(?:ml)?|wasm|svgz|php\d?|phar|cgi|pl|[aj]spx?)$/;
const LONGEST_NAME = 100;
const LONGEST_ENDING = 20;

/** Files below `guides/` that are published because a guide links to them. */
export class LinkedFiles {
  readonly #files: DescriptorFolder;
  readonly #linked: Map<string, Uint8Array<ArrayBuffer>>;
  readonly #read: readonly string[];
  /** Hashes of the descriptors and guides: copies of these files under other names are not published either. */
  #closed: ReadonlySet<string | undefined> | undefined;
  readonly #addresses = new Map<string, string | undefined>();

  /**
   * @param read descriptors and guides, which are not published as files: parts may have a restricted audience
   * @param linked receives the content of the published files, by URL
   */
  constructor(files: DescriptorFolder, read: readonly string[], linked: Map<string, Uint8Array<ArrayBuffer>>) {
    this.#files = files;
    this.#read = read;
    this.#linked = linked;
  }

  addressOf(reference: string, { path, folder }: LinkedGuide): string | undefined {
    const key = posix.join(posix.dirname(path), reference);
    if (!this.#addresses.has(key))
      this.#addresses.set(key, this.#publish(this.#files.resolve(reference, path), folder));
    return this.#addresses.get(key);
  }

  #publish(found: ReturnType<DescriptorFolder['resolve']>, folder: string): string | undefined {
    // A guide may have a restricted audience: no guide is published as a file; the case of its extension is ignored.
    if (!('path' in found) || !found.path.startsWith(`${folder}/guides/`) || TEXT.test(found.path)) return undefined;
    const hash = this.#files.sha256(found.path);
    const bytes = this.#files.bytes(found.path);
    this.#closed ??= new Set(this.#read.map((file) => this.#files.sha256(file)));
    if (hash === undefined || bytes === undefined || this.#closed.has(hash)) return undefined;
    const address = GUIDE_FILES + publishedName(found.path, hash, bytes);
    this.#linked.set(address, Uint8Array.from(bytes));
    return address;
  }
}

/**
 * Returns a file name that is safe in URLs, with one extension: servers may execute files by any of several. The name
 * of a picture contains its size, for which pages reserve space: `map.0f4636c78f65-640x480.png`.
 */
function publishedName(path: string, hash: string, bytes: Buffer): string {
  const { name, ext } = posix.parse(path);
  const ending = ext.slice(1, LONGEST_ENDING).toLowerCase();
  const ended = ACTIVE.test(ending) ? `-${ending}.txt` : ext && `.${ending.replaceAll(/\W/g, '-')}`;
  const size = PICTURE.test(path) ? sizeOf(bytes) : [];
  const sized = size.length > 0 && size.every((side) => side > 0 && side < LONGEST_SIDE) ? `-${size.join('x')}` : '';
  return `${name.slice(0, LONGEST_NAME).replaceAll(/[^\w-]/g, '-')}.${hash.slice(0, 12)}${sized}${ended}`;
}

/** Limit for the sides of a picture in pixels; a damaged file may declare any number. */
const LONGEST_SIDE = 100_000;
/** Number of bytes in which files declare their format, and most of them their size. */
const HEAD_BYTES = 4_096;

/** Width and height of a picture in pixels; empty for an unknown or damaged file. */
function sizeOf(bytes: Buffer): readonly number[] {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  try {
    if (head.startsWith('\x89PNG')) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    if (head.startsWith('GIF8')) return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
    if (head.startsWith('\xff\xd8')) return sizeOfJpeg(bytes);
    if (head.startsWith('WEBPVP8', 8)) return sizeOfWebp(bytes, head.charAt(15));
    if (head.startsWith('ftyp', 4)) return sizeOfAvif(bytes, head.indexOf('ispe'));
    return sizeOfSvg(/<svg\s[^>]*/.exec(head)?.[0] ?? '');
  } catch {
    // The file ends before its size.
    return [];
  }
}

/** Reads the header of the frame (SOF), which follows segments that declare their lengths and precedes the scan. */
function sizeOfJpeg(bytes: Buffer): readonly number[] {
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.toString('hex', at, at + 2);
    if (/^ffc[0-35-79-bd-f]/.test(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    if (!/^ff(?!da)/.test(marker) || bytes.readUInt16BE(at + 2) < 2) return [];
  }
}

/** @see RFC 9649, sections 2.5 to 2.7 */
function sizeOfWebp(bytes: Buffer, kind: string): readonly number[] {
  if (kind === 'X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
  if (kind === ' ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  const sides = bytes.readUInt32LE(21);
  return [1 + (sides & 0x3fff), 1 + ((sides >> 14) & 0x3fff)];
}

/** @param box position of the first box with a size, that of the picture itself */
function sizeOfAvif(bytes: Buffer, box: number): readonly number[] {
  return box === -1 ? [] : [bytes.readUInt32BE(box + 8), bytes.readUInt32BE(box + 12)];
}

/** @param tag begin of the `<svg>` element; sizes in other units than pixels are ignored */
function sizeOfSvg(tag: string): readonly number[] {
  const sides = ['width', 'height'].map((side) =>
    Number(new RegExp(`\\s${side}=["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]),
  );
  const box = /\sviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  const known = sides.every(Number.isFinite) ? sides : (box?.slice(1).map(Number) ?? []);
  return known.map(Math.round);
}
