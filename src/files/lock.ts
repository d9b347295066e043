import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './system-error.ts';
import { hasEnded, machine } from './writer.ts';

/** Work under a lock takes milliseconds: an older lock is abandoned, even if another process has its id now. */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;
/** Default wait for a lock; it exceeds the time after which a lock counts as abandoned. */
const PATIENCE_MILLISECONDS = 30_000;

/** Thrown where another process holds a lock, and did not release it in time. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/**
 * Waits until no other process holds the lock, and takes it.
 * @param file exists while the lock is held, and contains the id of the process
 * @returns a function that releases the lock
 * @throws {@link LockHeld} when others still hold it after that time, and errors of the operating system when the file
 * cannot be made
 */
export async function lock(file: string, patienceMilliseconds = PATIENCE_MILLISECONDS): Promise<() => void> {
  const deadline = performance.now() + patienceMilliseconds;
  const mine = `${process.pid} ${machine()} ${randomUUID()}\n`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        // Another process may have removed this lock as abandoned.
        if (read(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (performance.now() > deadline)
      throw new LockHeld(`${file}: another program holds the lock. Remove the file if none is at work.`);
    if (!isStale(file) || !breakLock(file)) await sleep(POLL_MILLISECONDS);
  }
}

function isStale(file: string): boolean {
  return isOld(file) || holderHasEnded(file);
}

/** Whether a lock is too old. A link is not followed: the file in the way counts, not its target. */
function isOld(file: string): boolean {
  const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > STALE_MILLISECONDS;
}

/** Whether the process that holds a lock ran on this machine and has ended. */
function holderHasEnded(file: string): boolean {
  const [, pid, where] = /^(\d{1,10}) (\S+) \S+\n$/.exec(read(file) ?? '') ?? [];
  return pid !== undefined && where === machine() && hasEnded(Number(pid));
}

/**
 * Removes an abandoned lock. Only one process at a time may do so: a second one could remove the new lock of a third.
 * @returns whether the lock is gone
 */
function breakLock(file: string): boolean {
  const breaking = `${file}.breaking`;
  try {
    writeFileSync(breaking, '', { flag: 'wx' });
  } catch {
    // A process was killed while it was breaking a lock.
    if (isOld(breaking)) rmSync(breaking, { force: true });
    return false;
  }
  try {
    const found = read(file);
    // Read again: the holder may have released it and ended after the first reading, and another process has it now.
    if (!isStale(file) || read(file) !== found) return false;
    rmSync(file, { force: true, recursive: true });
    return true;
  } finally {
    rmSync(breaking, { force: true });
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
