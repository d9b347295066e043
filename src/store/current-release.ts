import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ArtifactStore, ArtifactStoreOptions } from './artifact-store.ts';
import { openRelease } from './artifact-store.ts';
import { CURRENT_FILE, RELEASES_FOLDER } from './release.ts';

const POLL_MILLISECONDS = 1000;

export interface CurrentRelease {
  store(): ArtifactStore;
  close(): void;
}

/**
 * Serves the release that `current` names, and the next one as soon as it is published. A release that cannot be opened is
 * reported and the one before stays.
 * @param folder `dist/documentation`
 * @throws when there is no release that can be opened at the start
 */
export function followCurrentRelease(folder: string, options: ArtifactStoreOptions, report: (message: string) => void): CurrentRelease {
  const currentFile = join(folder, CURRENT_FILE);
  const open = (id: string): ArtifactStore => openRelease(join(folder, RELEASES_FOLDER, id), options);
  let id = readId(currentFile);
  let store = open(id);
  let seen = changeTime(currentFile);
  const timer = setInterval(() => {
    const now = changeTime(currentFile);
    if (now === seen) return;
    seen = now;
    try {
      const next = readId(currentFile);
      if (next === id) return;
      store = open(next);
      id = next;
    } catch (error) {
      report(`The new release cannot be opened, the one before stays: ${error instanceof Error ? error.message : String(error)}`);
    }
  }, POLL_MILLISECONDS);
  timer.unref();
  return { store: () => store, close: () => clearInterval(timer) };
}

function readId(file: string): string {
  const id = readFileSync(file, 'utf8').trim();
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`${file} names no release.`);
  return id;
}

/** Undefined while the file is away. */
function changeTime(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
