import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLISECONDS = 200;

/**
 * Runs a task under a lock file, which contains the process id. Waits while another process has the lock.
 * @template T
 * @param {string} file path of the lock file, created with its folder
 * @param {() => Promise<T>} task
 * @param {() => void} onWait called once if another process has the lock
 * @returns {Promise<T>}
 */
export async function oneAtATime(file, task, onWait) {
  let isWaiting = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder !== undefined && hasEnded(holder)) {
      removeAbandoned(file, holder);
      continue;
    }
    if (!isWaiting) onWait();
    isWaiting = true;
    await wait(POLL_MILLISECONDS);
  }
  try {
    return await task();
  } finally {
    rmSync(file, { force: true });
  }
}

/** True if no process with this id is running. @param {number} pid */
export function hasEnded(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** @param {string} file @returns {boolean} */
function take(file) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    // If the lock file cannot be written, the task runs without it and fails with a better message.
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

/** @param {string} file @returns {number | undefined} process id; undefined if the file is missing or still empty */
function holderOf(file) {
  try {
    const pid = /^(\d{1,10})\n$/.exec(readFileSync(file, 'utf8'))?.[1];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

/**
 * Removes an abandoned lock. Renames it first and checks it, since another process may have replaced it.
 * @param {string} file @param {number} holder
 */
function removeAbandoned(file, holder) {
  const claim = `${file}.${process.pid}`;
  try {
    renameSync(file, claim);
    if (holderOf(claim) === holder) rmSync(claim, { force: true });
    else renameSync(claim, file);
  } catch {
    // Another process has already removed the lock.
  }
}
