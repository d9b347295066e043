import { readdirSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

/**
 * Lets the main thread go before those that the process has now, V8's collectors and compilers among them. Linux gives
 * each thread a priority of its own; elsewhere nothing happens.
 * @param by how much nicer the others become
 */
export function preferMainThread(by: number): void {
  try {
    // In a container that shows the processes of another one, the numbers are not ours.
    if (Number(readlinkSync('/proc/self')) !== process.pid) return;
    const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + by);
    for (const thread of readdirSync('/proc/self/task').map(Number))
      if (thread !== process.pid) setPriority(thread, niceness);
  } catch {
    // No Linux, or a system that forbids it.
  }
}
