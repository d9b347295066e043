import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './system-error.ts';

/**
 * Id of the namespace of process ids, without white space. Containers that share a folder count their processes
 * separately.
 */
export function machine(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Other systems have no such thing.
  }
  return `${hostname()}/${processes}`.replaceAll(/\s/g, '-');
}

/** A hash of {@link machine} for names of files: 8 hexadecimal digits. */
export function machineMark(): string {
  return createHash('sha256').update(machine()).digest('hex').slice(0, 8);
}

/** Whether no process of this machine has the id. A new process may have been given the id of an ended one. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
