import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasEnded, machineMark } from './writer.ts';

/** A write takes milliseconds. What is this old was left behind, even if its process cannot be asked for. */
const STALE_MILLISECONDS = 3_600_000;
/** Characters that a temporary name keeps of the file name: the whole name could be too long. */
const NAME_LENGTH = 40;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEMPORARY = new RegExp(`^\\..+?\\.(?<pid>\\d{1,10})-(?<mark>[0-9a-f]{8})\\.${UUID}\\.tmp$`);

/** A name beside a file, which no other write has, for what is renamed to it. It names the process that writes. */
export function temporaryBeside(path: string): string {
  const name = basename(path).slice(0, NAME_LENGTH);
  return join(dirname(path), `.${name}.${process.pid}-${machineMark()}.${randomUUID()}.tmp`);
}

/**
 * Removes what writes into a folder left behind when their process was killed. Those of processes that are running are
 * kept, those of other machines for an hour. Never throws: the next write tries again.
 */
export function removeAbandoned(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (isAbandoned(folder, name)) rmSync(join(folder, name), { force: true });
  } catch {
    // Another process was faster, or this one may not.
  }
}

function isAbandoned(folder: string, name: string): boolean {
  const { groups } = TEMPORARY.exec(name) ?? {};
  const status = groups && lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (groups === undefined || status?.isFile() !== true) return false;
  if (Date.now() - status.mtimeMs > STALE_MILLISECONDS) return true;
  if (groups['mark'] !== machineMark()) return false;
  const pid = Number(groups['pid']);
  // In a container that is started again, every server has the id of the one before.
  return pid === process.pid ? status.mtimeMs < performance.timeOrigin : hasEnded(pid);
}
