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
