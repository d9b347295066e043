import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, machine } from './writer.ts';

/**
 * What is done under a lock takes milliseconds; a lock this old was left behind, even if another process has its id
 * now.
 */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;
/** Longer than a lock may be left behind. */
const PATIENCE_MILLISECONDS = 30_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Others have it, and did not give it back in time. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/**
 * Waits until no other process holds the lock, and takes it.
 * @param file there while the lock is held; holds the id of the process
 * @returns what gives it back
 * @throws {@link LockHeld} when others hold it for so long, and what the operating system says when the file cannot be
 * made
 */
export async function lock(file: string, patienceMilliseconds = PATIENCE_MILLISECONDS): Promise<() => void> {
  const deadline = performance.now() + patienceMilliseconds;
  const mine = `${process.pid} ${machine()} ${randomUUID()}\n`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      removeClaims(file);
      return () => {
        // Another process may have taken it for one that was left behind.
        if (read(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (!isThere(error)) throw error;
    }
    if (performance.now() > deadline)
      throw new LockHeld(`${file}: another program holds the lock. Remove the file if none is at work.`);
    if (!isStale(file) || !breakLock(file)) await sleep(POLL_MILLISECONDS);
  }
}

/** Also a link that leads nowhere: what counts is the file that is in the way, not what it names. */
function isStale(file: string): boolean {
  const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && (Date.now() - since > STALE_MILLISECONDS || isOfTheDead(file));
}

/** Whether its process was one of this machine and has ended. */
function isOfTheDead(file: string): boolean {
  const [, pid, where] = /^(\d{1,10}) (\S+) \S+\n$/.exec(read(file) ?? '') ?? [];
  return pid !== undefined && where === machine() && hasEnded(Number(pid));
}

/**
 * Renaming moves one file once: of several who find a lock stale, one gets it. What was moved may be a lock that
 * another process took
 * between the look and the move; it is put back.
 * @returns whether the lock is gone
 */
function breakLock(file: string): boolean {
  const claimed = `${file}.${randomUUID()}`;
  try {
    renameSync(file, claimed);
  } catch {
    return false;
  }
  if (isStale(claimed)) {
    rmSync(claimed, { force: true, recursive: true });
    return true;
  }
  putBack(claimed, file);
  return false;
}

/** Locks that were moved away by a process which was killed before it could decide: stale ones, as it would have. */
function removeClaims(file: string): void {
  const start = `${basename(file)}.`;
  try {
    for (const name of readdirSync(dirname(file))) {
      const claim = join(dirname(file), name);
      if (name.startsWith(start) && UUID.test(name.slice(start.length)) && isStale(claim))
        rmSync(claim, { force: true });
    }
  } catch {
    // The next one tries again.
  }
}

function putBack(claimed: string, file: string): void {
  try {
    linkSync(claimed, file);
  } catch {
    // Another process has taken it meanwhile; the first one finds out when it gives it back.
  }
  rmSync(claimed, { force: true });
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
