import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/*
 * In a clone, this module is imported before all others. It caches the clone's TypeScript as JavaScript without types,
 * because Node would strip the types again in each process and thread: for all modules of a build, this takes longer
 * than reading a large description. This module itself is JavaScript, because loading Node's type stripper takes as
 * long as a small command.
 */

const CODE = new URL('..', import.meta.url).href;
/**
 * Cache file, in the cache folder that all projects of a clone share (see `product.ts`). Its first line contains a
 * checksum of the second line, which is JSON with the position of each module's text; the texts follow. Only the texts
 * of imported modules are read.
 */
const FILE = fileURLToPath(new URL('../../node_modules/.cache/platform-documentation/plain-sources', import.meta.url));
const LINE_END = '\n'.charCodeAt(0);
const LONGEST_HEAD_BYTES = 200;
/** File descriptors that {@link readSources} has opened. @type {number[]} */
const opened = [];

/**
 * JavaScript of each module in UTF-8, by the path of the module, with the hash of its TypeScript; undefined if the
 * cache file is damaged. Paths are relative, because clones that share a cache folder, and copies that tests make,
 * share most of its content.
 * @typedef {Record<string, readonly [hash: string, text: () => Buffer | undefined]>} PlainSources
 */

// In Node 22.12 to 22.14, at least one of these functions is missing, and this module does nothing.
if (typeof module.registerHooks === 'function' && typeof module.stripTypeScriptTypes === 'function') {
  const kept = readSources();
  let isNew = false;
  module.registerHooks({
    // Node's own resolution checks the file, its real path and its package, which takes as long as reading the file.
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      const isOfAnother = !/^\.\.?\/.*\.ts$/.test(specifier) || !parentURL.startsWith(CODE);
      const url = isOfAnother ? '' : new URL(specifier, parentURL).href;
      return url.startsWith(CODE) ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      if (!url.startsWith(CODE) || !url.endsWith('.ts')) return next(url, context);
      const typed = readFileSync(fileURLToPath(url), 'utf8');
      const hash = hashOf(typed);
      const path = url.slice(CODE.length);
      const known = kept[path];
      const made = known?.[0] === hash ? known[1]() : undefined;
      if (made !== undefined) return { format: 'module', source: made.toString(), shortCircuit: true };
      const source = withoutTypes(typed);
      const bytes = Buffer.from(source);
      kept[path] = [hash, () => bytes];
      isNew = true;
      return { format: 'module', source, shortCircuit: true };
    },
  });
  process.once('exit', () => {
    // The cache file is read again: threads have ended before the process and may have added modules.
    if (isNew) writeSources({ ...readSources(), ...kept });
  });
}

/**
 * Replaces types with spaces, which preserves lines and columns; suppresses Node's warning about this experiment.
 * @param {string} source
 */
function withoutTypes(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Reads the cache file; returns no sources if it is damaged, or has another version of Node or of its format.
 * @returns {PlainSources}
 */
function readSources() {
  try {
    // The file stays open until a new one is written: other processes may replace it, but never modify it.
    const file = openSync(FILE, 'r');
    opened.push(file);
    const head = untilLineEnd(readAt(file, 0, LONGEST_HEAD_BYTES)).toString();
    const indexBytes = Math.min(Number(head.split(' ').at(-1)), fstatSync(file).size);
    const index = readAt(file, head.length + 1, indexBytes);
    if (head !== headOf(index)) return {};
    const from = head.length + 1 + indexBytes;
    /** @type {Record<string, readonly [hash: string, checksum: number, start: number, end: number]>} */
    const places = JSON.parse(index.toString());
    return Object.fromEntries(
      Object.entries(places).map(([path, [hash, checksum, start, end]]) => {
        const text = () => {
          const bytes = readAt(file, from + start, end - start);
          return crc32(bytes) === checksum ? bytes : undefined;
        };
        return [path, [hash, text]];
      }),
    );
  } catch {
    return {};
  }
}

/** @param {PlainSources} sources */
function writeSources(sources) {
  const part = `${FILE}.${randomBytes(6).toString('hex')}`;
  /** @type {Buffer[]} */
  const texts = [];
  let end = 0;
  const places = Object.entries(sources).flatMap(([path, [hash, text]]) => {
    const bytes = text();
    if (bytes === undefined) return [];
    const start = end;
    end += bytes.byteLength;
    texts.push(bytes);
    return [[path, [hash, crc32(bytes), start, end]]];
  });
  const index = Buffer.from(`${JSON.stringify(Object.fromEntries(places))}\n`);
  // Windows cannot replace an open file.
  for (const file of opened.splice(0)) closeSync(file);
  try {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(part, Buffer.concat([Buffer.from(`${headOf(index)}\n`), index, ...texts]));
    renameSync(part, FILE);
  } catch {
    // A missing cache is harmless: the next command strips the types again.
    if (existsSync(part)) rmSync(part);
  }
}

/**
 * @param {number} file descriptor of an open file
 * @param {number} start @param {number} length
 * @returns {Buffer} shorter than `length` at the end of the file
 */
function readAt(file, start, length) {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

/** @param {Buffer} bytes */
function untilLineEnd(bytes) {
  return bytes.subarray(0, bytes.indexOf(LINE_END));
}

/** @param {Buffer} index bytes of the second line */
function headOf(index) {
  return `${process.version} relative texts ${crc32(index)} ${index.byteLength}`;
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url');
}
