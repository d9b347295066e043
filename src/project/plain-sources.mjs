import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/*
 * Imported before everything else in a clone, it lets modules there be imported as JavaScript that was made of their
 * TypeScript once: taking away the types of all that a build imports takes Node longer than reading a large
 * description, and it does so in each process and thread. Loading what takes them away costs as much as a small
 * command, which is why this module has no types itself.
 */

const CODE = new URL('..', import.meta.url).href;
/**
 * In the folder that `product.ts` names for all projects of a clone: a line that says whether it is to be believed, a
 * line of JSON that says where the text of each module is, and these texts. Only those that are imported are decoded.
 */
const FILE = fileURLToPath(new URL('../../node_modules/.cache/platform-documentation/plain-sources', import.meta.url));
const LINE_END = '\n'.charCodeAt(0);

/**
 * JavaScript in UTF-8 by the path of its module, with the hash of the TypeScript that it was made of. The path is
 * relative: clones that share a cache folder, and copies that tests make, have most of it in common.
 * @typedef {Record<string, readonly [hash: string, text: Buffer]>} PlainSources
 */

// Node 22.12 to 22.14 have neither, and go on as they do without this.
if (typeof module.registerHooks === 'function' && typeof module.stripTypeScriptTypes === 'function') {
  const kept = readSources();
  let isNew = false;
  module.registerHooks({
    // Node looks for the file, its real path and its package each time, which takes as long as reading it.
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
      if (known?.[0] === hash) return { format: 'module', source: known[1].toString(), shortCircuit: true };
      const source = withoutTypes(typed);
      kept[path] = [hash, Buffer.from(source)];
      isNew = true;
      return { format: 'module', source, shortCircuit: true };
    },
  });
  process.once('exit', () => {
    // Its threads, which end before it, have modules of their own.
    if (isNew) writeSources({ ...readSources(), ...kept });
  });
}

/**
 * Types become blanks, so that every line and column stays; Node says each time that this is experimental.
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
 * Nothing of a file that is damaged, or that another Node or another version of the product has written.
 * @returns {PlainSources}
 */
function readSources() {
  try {
    const file = readFileSync(FILE);
    const [head, rest] = atLineEnd(file);
    if (head.toString() !== headOf(rest)) return {};
    const [index, texts] = atLineEnd(rest);
    /** @type {Record<string, readonly [hash: string, start: number, end: number]>} */
    const places = JSON.parse(index.toString());
    return Object.fromEntries(
      Object.entries(places).map(([path, [hash, start, end]]) => [path, [hash, texts.subarray(start, end)]]),
    );
  } catch {
    return {};
  }
}

/** @param {PlainSources} sources */
function writeSources(sources) {
  const part = `${FILE}.${randomBytes(6).toString('hex')}`;
  let end = 0;
  const places = Object.entries(sources).map(([path, [hash, text]]) => {
    const start = end;
    end += text.byteLength;
    return [path, [hash, start, end]];
  });
  const index = Buffer.from(`${JSON.stringify(Object.fromEntries(places))}\n`);
  const rest = Buffer.concat([index, ...Object.values(sources).map(([, text]) => text)]);
  try {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(part, Buffer.concat([Buffer.from(`${headOf(rest)}\n`), rest]));
    renameSync(part, FILE);
  } catch {
    // The next command makes them again.
    if (existsSync(part)) rmSync(part);
  }
}

/** @param {Buffer} bytes @returns {readonly [line: Buffer, rest: Buffer]} */
function atLineEnd(bytes) {
  const end = bytes.indexOf(LINE_END);
  return [bytes.subarray(0, end), bytes.subarray(end + 1)];
}

/** @param {Buffer} rest what follows the line */
function headOf(rest) {
  return `${process.version} relative texts ${crc32(rest)}`;
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url');
}
