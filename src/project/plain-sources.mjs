import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '../files/replace-file.ts';

/** Below the cache folder. */
const FILE = 'plain-sources.json';

/**
 * JavaScript by the path of its module, with the hash of the TypeScript that it was made of. The path is relative:
 * clones that share a cache folder, and copies that tests make, have most of it in common.
 */
type PlainSources = Record<string, readonly [hash: string, text: string]>;

/**
 * Lets modules of a clone be imported as JavaScript that was made of their TypeScript once: taking away the types of
 * all that a build imports takes Node longer than reading a large description, and it does so at each start.
 * @param cacheFolder see `project/product.ts`; where it cannot be written to, nothing is kept
 * @param codeFolder URL of the folder with the modules, with a slash at its end
 */
export function keepPlainSources(cacheFolder: string, codeFolder: string): void {
  // Node 22.12 to 22.14 have neither, and go on as they do without this.
  if (typeof module.registerHooks !== 'function' || typeof module.stripTypeScriptTypes !== 'function') return;
  const file = join(cacheFolder, FILE);
  const kept = readSources(file);
  let isNew = false;
  module.registerHooks({
    load(url, context, next) {
      if (!url.startsWith(codeFolder) || !url.endsWith('.ts')) return next(url, context);
      const typed = readFileSync(fileURLToPath(url), 'utf8');
      const hash = hashOf(typed);
      const path = url.slice(codeFolder.length);
      const known = kept[path];
      if (known?.[0] === hash) return { format: 'module', source: known[1], shortCircuit: true };
      const source = withoutTypes(typed);
      kept[path] = [hash, source];
      isNew = true;
      return { format: 'module', source, shortCircuit: true };
    },
  });
  process.once('exit', () => {
    if (isNew) writeSources(file, kept);
  });
}

/** Types become blanks, so that every line and column stays; Node says each time that this is experimental. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Nothing of a file that is damaged, or that another Node or another version of the product has written. */
function readSources(file: string): PlainSources {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const json = text.slice(end + 1);
    return text.slice(0, end) === headOf(json) ? JSON.parse(json) : {};
  } catch {
    return {};
  }
}

function writeSources(file: string, sources: PlainSources): void {
  try {
    const json = JSON.stringify(sources);
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, `${headOf(json)}\n${json}`);
  } catch {
    // The next command makes them again.
  }
}

function headOf(json: string): string {
  return `${process.version} relative ${hashOf(json)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
