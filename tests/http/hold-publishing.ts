import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../../src/files/lock.ts';

const AN_HOUR = 3_600_000;

/**
 * Keeps builds from publishing, however long a test holds them: a lock of this age never counts as abandoned.
 * @param folder project, whose `dist/documentation` exists
 * @returns lets them publish
 */
export async function holdPublishing(folder: string): Promise<() => void> {
  const file = join(folder, 'dist/documentation/publishing');
  const unlock = await lock(file);
  const later = new Date(Date.now() + AN_HOUR);
  utimesSync(file, later, later);
  return unlock;
}
