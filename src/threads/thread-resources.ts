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
 * Returns memory that only startup needed to the operating system. V8 would keep it: a server with few requests never
 * allocates enough to trigger another major collection. Blocks the thread.
 */
export function shrinkHeap(): void {
  // The flag stays set: threads share it, and another thread may be about to create its context.
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Gives this process, with all its threads, a low priority. At the lowest one, a busy server or other programs would
 * leave it 1.5 % of a processor; at this one, they leave it a tenth.
 */
export function preferOtherProcesses(): void {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
    preferMainThread(0);
  } catch {
    // The system forbids it.
  }
}

/**
 * Lowers the priority of all existing threads except the main thread, including V8's garbage collector and compiler
 * threads. Has no effect on other systems than Linux: their threads have no own priorities.
 * @param by increase of the niceness of the other threads
 */
export function preferMainThread(by: number): void {
  try {
    // If /proc belongs to another PID namespace, such as another container's, its process ids are not ours.
    if (Number(readlinkSync('/proc/self')) !== process.pid) return;
    const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + by);
    for (const thread of readdirSync('/proc/self/task').map(Number))
      if (thread !== process.pid) setPriority(thread, niceness);
  } catch {
    // Not Linux, or the system forbids it.
  }
}
