import { readdirSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Most of a build happens on the main thread, and everything else waits for it. Linux gives each thread a priority of
 * its own; elsewhere these functions do nothing. For the same reason nothing is compressed while the templates compile.
 * The order in which a release is written never depends on threads: models, then results in the order of their batches.
 */

/**
 * Nicer than the main thread: that gets three quarters of a core that both want. More would starve these threads on a
 * busy machine, and builds with them.
 */
const NICER = 5;

/**
 * Lets the main thread go before those that the process has now: V8's compilers and collectors, and workers.
 * @param by how much nicer they are
 */
export function preferMainThread(by = NICER): void {
  const others = (): readonly number[] =>
    readdirSync('/proc/self/task')
      .map(Number)
      .filter((thread) => thread !== process.pid);
  lower(others, by);
}

/** Lets other threads go before the one that calls this. */
export function preferOtherThreads(): void {
  // `1200/task/1207`
  lower(() => [Number(readlinkSync('/proc/thread-self').split('/').at(-1))]);
}

function lower(threads: () => readonly number[], by = NICER): void {
  try {
    // In a container that shows the processes of another one, the numbers are not ours.
    if (Number(readlinkSync('/proc/self')) !== process.pid) return;
    const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + by);
    for (const thread of threads()) setPriority(thread, niceness);
  } catch {
    // No Linux, or a system that forbids it.
  }
}

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

/**
 * Gives the operating system back what starting has left in this thread. V8 makes room for it and keeps that for good:
 * a server that answers few requests never allocates enough to be cleaned up again. Nothing else runs in it meanwhile.
 */
export function shrinkHeap(): void {
  // It stays: flags are those of all threads, and another one may be about to make its context.
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
