import { rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Beside `current`, while a build switches to its release. */
export const LOCK_FILE = 'publishing';
/** Switching takes milliseconds; a lock this old was left behind by a build that was killed. */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;

/**
 * Waits until no other process holds the lock, and takes it: two builds that publish at once would remove each other's releases.
 * @returns what gives it back
 */
export async function lock(file: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > STALE_MILLISECONDS) rmSync(file, { force: true });
    else await sleep(POLL_MILLISECONDS);
  }
}
