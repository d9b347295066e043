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
 * Returns to the operating system the memory that only starting needed. V8 would keep it for good: a server that
 * answers few requests never allocates enough for another major collection. Nothing else runs in the thread meanwhile.
 */
export function shrinkHeap(): void {
  // The flag stays set: threads share it, and another thread may be about to create its context.
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Lowers the priority of all present threads but the main one, V8's collectors and compilers among them. Linux gives
 * each thread a priority of its own; elsewhere nothing happens.
 * @param by amount that is added to the niceness of the others
 */
export function preferMainThread(by: number): void {
  try {
    // Where /proc belongs to another PID namespace, such as another container's, its numbers are not ours.
    if (Number(readlinkSync('/proc/self')) !== process.pid) return;
    const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + by);
    for (const thread of readdirSync('/proc/self/task').map(Number))
      if (thread !== process.pid) setPriority(thread, niceness);
  } catch {
    // Not Linux, or the system forbids it.
  }
}
