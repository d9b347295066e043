import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is done under a lock takes milliseconds; a lock this old was left behind by a process that was killed. */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;

/**
 * Waits until no other process holds the lock, and takes it.
 * @param file there while the lock is held; holds the id of the process
 * @returns what gives it back
 * @throws when the file cannot be made for another reason
 */
export async function lock(file: string): Promise<() => void> {
  const mine = `${process.pid} ${randomUUID()}\n`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        // Somebody may have thought it was left behind.
        if (read(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (!isThere(error)) throw error;
    }
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > STALE_MILLISECONDS) rmSync(file, { force: true });
    else await sleep(POLL_MILLISECONDS);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
