import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Durations in milliseconds. */
export interface Took {
  readonly wall: number;
  /** Processor time of all threads of the process: other work on the machine changes it little. */
  readonly cpu: number;
}

export async function timed<T>(run: () => T | Promise<T>): Promise<readonly [T, Took]> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const made = run();
  const value = made instanceof Promise ? await made : made;
  const { user, system } = process.cpuUsage(before);
  return [value, { wall: performance.now() - start, cpu: (user + system) / 1000 }];
}

export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** Size of the JavaScript heap in bytes, after a garbage collection. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
