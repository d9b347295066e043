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
/** In the folder that `product.ts` names for all projects of a clone. */
const FILE = fileURLToPath(
  new URL('../../node_modules/.cache/platform-documentation/plain-sources.json', import.meta.url),
);

/**
 * JavaScript by the path of its module, with the hash of the TypeScript that it was made of. The path is relative:
 * clones that share a cache folder, and copies that tests make, have most of it in common.
 * @typedef {Record<string, readonly [hash: string, text: string]>} PlainSources
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
      if (known?.[0] === hash) return { format: 'module', source: known[1], shortCircuit: true };
      const source = withoutTypes(typed);
      kept[path] = [hash, source];
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
    const text = readFileSync(FILE, 'utf8');
    const end = text.indexOf('\n');
    const json = text.slice(end + 1);
    return text.slice(0, end) === headOf(json) ? JSON.parse(json) : {};
  } catch {
    return {};
  }
}

/** @param {PlainSources} sources */
function writeSources(sources) {
  const part = `${FILE}.${randomBytes(6).toString('hex')}`;
  const json = JSON.stringify(sources);
  try {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(part, `${headOf(json)}\n${json}`);
    renameSync(part, FILE);
  } catch {
    // The next command makes them again.
    if (existsSync(part)) rmSync(part);
  }
}

/** @param {string} json */
function headOf(json) {
  return `${process.version} relative ${crc32(json)}`;
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url');
}
