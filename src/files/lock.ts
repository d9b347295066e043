import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './system-error.ts';
import { hasEnded, machine } from './writer.ts';

/** Age from which a lock counts as abandoned: work under a lock takes milliseconds. Its process id may be reused. */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;
/** Default time to wait for a lock; it exceeds the age at which a lock counts as abandoned. */
const PATIENCE_MILLISECONDS = 30_000;

/** Thrown if another process does not release the lock in time. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/**
 * Waits until no other process holds the lock, then takes it.
 * @param file path of the lock file, which exists while the lock is held and contains the holder's process id
 * @param signal ends the wait with its reason
 * @returns a function that releases the lock
 * @throws {@link LockHeld} if another process still holds the lock after `patienceMilliseconds`; a system error if the
 * file cannot be created
 */
export async function lock(
  file: string,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
  signal?: AbortSignal,
): Promise<() => void> {
  const deadline = performance.now() + patienceMilliseconds;
  const mine = `${process.pid} ${machine()} ${randomUUID()}\n`;
  for (;;) {
    signal?.throwIfAborted();
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        // Another process may have removed this lock as abandoned and taken its own.
        if (read(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (performance.now() > deadline)
      throw new LockHeld(`${file}: another program holds the lock. Remove the file if no other program is running.`);
    if (!isStale(file) || !breakLock(file)) await sleep(POLL_MILLISECONDS);
  }
}

function isStale(file: string): boolean {
  return isOld(file) || holderHasEnded(file);
}

/** Whether a lock file is too old. The age of a symbolic link is its own, not that of its target. */
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
 * Removes an abandoned lock, one process at a time: a second one could remove a lock that a third has just taken.
 * @returns whether the lock has been removed
 */
function breakLock(file: string): boolean {
  const breaking = `${file}.breaking`;
  try {
    writeFileSync(breaking, '', { flag: 'wx' });
  } catch {
    // An old `.breaking` file is from a process that was killed while it removed a lock.
    if (isOld(breaking)) rmSync(breaking, { force: true });
    return false;
  }
  try {
    const found = read(file);
    // Read again: since the first read, the holder may have released the lock and another process may have taken it.
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
