import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from '../../src/cli/launcher/one-at-a-time.mjs';

const KEPT = fileURLToPath(new URL('../../node_modules/.cache/platform-documentation-tests', import.meta.url));
/** Limit for one kind. A few suites write a port or a key into their folders, which no other run has. */
const MOST_KEPT = 40;
/** Age below which a folder may still be needed by a run. */
const YOUNG_MILLISECONDS = 3_600_000;

/**
 * Copies a folder that takes time to make, and that suites make of the same files again and again: in one run, and in
 * the next when those files are as they were. A folder is kept whole or not at all; a process that asks for one that
 * another is making waits for it.
 * @param kind names the maker, which has to be among what `hash` is of
 * @param hash of everything that it is made of, see {@link hashOf}
 * @param target is made, or added to
 * @param make fills an empty folder; a promise is awaited
 */
export async function copyKept(
  kind: string,
  hash: string,
  target: string,
  make: (folder: string) => unknown,
): Promise<void> {
  const kept = join(KEPT, kind);
  const folder = join(kept, hash);
  mkdirSync(kept, { recursive: true });
  const keep = async (): Promise<void> => {
    if (existsSync(folder)) return;
    const draft = mkdtempSync(join(kept, '.draft-'));
    try {
      await make(draft);
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    forgetOldest(kept);
  };
  if (!existsSync(folder)) await oneAtATime(join(KEPT, `.${kind}-${hash}`), keep, () => undefined);
  const now = new Date();
  utimesSync(folder, now, now);
  cpSync(folder, target, { recursive: true });
}

function forgetOldest(kept: string): void {
  const byUse = readdirSync(kept)
    .map((name) => ({ path: join(kept, name), usedAt: statSync(join(kept, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of byUse.slice(MOST_KEPT))
    if (Date.now() - usedAt > YOUNG_MILLISECONDS) rmSync(path, { recursive: true, force: true });
}

/**
 * Hash of names and content of all files below these folders (or of these files), and of the Node that runs.
 * @param leftOut names directly in these folders
 */
export function hashOf(paths: readonly string[], leftOut: readonly string[] = []): string {
  const hash = createHash('sha256').update(process.version);
  for (const root of paths)
    for (const file of filesBelow(root, leftOut)) {
      const content = readFileSync(file);
      hash.update(JSON.stringify([relative(root, file).split(sep).join('/'), content.byteLength])).update(content);
    }
  return hash.digest('hex');
}

function filesBelow(path: string, leftOut: readonly string[]): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !leftOut.includes(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name), []));
}
