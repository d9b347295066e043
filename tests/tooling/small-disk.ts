import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this process may mount a disk of its own: root on Linux, mostly. */
export const MOUNTS = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

/** A disk in memory at a folder that is there. @param megabytes the most that it holds */
export function mountDisk(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
}

export function unmountDisk(folder: string): void {
  spawnSync('umount', [folder]);
}

/** Writes a file of all but a little of what is free. */
export function fill(file: string): void {
  const chunk = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch {
    // It is full.
  }
}

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'mount-'));
  const mounted = mountDisk(place, 1);
  if (mounted) unmountDisk(place);
  rmSync(place, { recursive: true });
  return mounted;
}
