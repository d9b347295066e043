import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './system-error.ts';

/**
 * Identifies the machine and its PID namespace, without white space: containers that share a folder number their
 * processes separately.
 */
export function machine(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has PID namespaces.
  }
  return `${hostname()}/${processes}`.replaceAll(/\s/g, '-');
}

/** Shortens {@link machine} to 8 hexadecimal digits, for file names. */
export function machineMark(): string {
  return createHash('sha256').update(machine()).digest('hex').slice(0, 8);
}

/** Whether no process on this machine has the id; false if a new process has reused the id. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
