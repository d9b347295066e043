/** How long files must be as they are before a build reads them: editors save several at once, and in steps. */
const SETTLED_MILLISECONDS = 100;
/** Longest wait for files to settle. A program that never stops writing gets a build of its files at that time. */
const MOST_SETTLING_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 300;
/** A look may take no larger part of the time, however many files there are. */
const LOOK_SHARE = 1 / 20;

interface Rebuilding {
  /** State of all files that matter, by their paths; equal states are equal texts. */
  look(): ReadonlyMap<string, string>;
  /** @param changed paths; none at the first build */
  build(changed: readonly string[]): Promise<void>;
  /** Returns sooner where the signal says so. */
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds. */
  clock(): number;
  readonly signal: AbortSignal;
}

/**
 * Builds, and again after every change until the signal says so. There is one build at a time; what changes meanwhile
 * leads to one more. Files are looked at, not watched: so no change can be missed, on no file system.
 */
export async function rebuildOnChange({ look, build, pause, clock, signal }: Rebuilding): Promise<void> {
  let seen = look();
  await build([]);
  while (!signal.aborted) {
    const start = clock();
    let now = look();
    const interval = Math.max(LOOK_MILLISECONDS, (clock() - start) / LOOK_SHARE);
    if (changedPaths(seen, now).length === 0) {
      await pause(interval);
      continue;
    }
    for (let settling = true; settling && !signal.aborted && clock() - start < MOST_SETTLING_MILLISECONDS; ) {
      await pause(SETTLED_MILLISECONDS);
      const later = look();
      settling = changedPaths(now, later).length > 0;
      now = later;
    }
    const changed = changedPaths(seen, now);
    seen = now;
    // A file that was changed and changed back needs no build.
    if (changed.length > 0 && !signal.aborted) await build(changed);
  }
}

function changedPaths(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort();
}
