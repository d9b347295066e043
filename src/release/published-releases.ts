import { readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../files/lock.ts';
import { replaceFile } from '../files/replace-file.ts';
import { hasEnded } from '../files/writer.ts';
import { readRelease } from '../store/opened-release.ts';
import { CURRENT_FILE, currentRelease, INDEX_FILE, RELEASES_FOLDER } from '../store/release.ts';
import { isIntact } from './previous-release.ts';

/** Lock file next to `current`: two builds that publish at the same time would remove each other's releases. */
const LOCK_FILE = 'publishing';
/** Number of releases to keep: the current one, the previous one for servers still using it, and one more. */
const MOST_RELEASES = 3;

/** A release that a server can switch to. */
interface PublishedRelease {
  readonly id: string;
  /** Time at which a build last published it. */
  readonly publishedAt: Date;
  /** Size of the release; packs that several releases share count for each. */
  readonly bytes: number;
}

/** Releases, the most recently published first. @param folder `dist/documentation` */
export function publishedReleases(folder: string): readonly PublishedRelease[] {
  const releases = join(folder, RELEASES_FOLDER);
  return readdirSync(releases)
    .filter((id) => !isDraft(id))
    .flatMap((id) => {
      const index = statSync(join(releases, id, INDEX_FILE), { throwIfNoEntry: false });
      if (index === undefined) return [];
      const sizes = readdirSync(join(releases, id)).map((name) => statSync(join(releases, id, name)).size);
      return [{ id, publishedAt: index.mtime, bytes: sizes.reduce((sum, size) => sum + size, 0) }];
    })
    .sort((one, other) => Number(other.publishedAt) - Number(one.publishedAt) || (one.id < other.id ? -1 : 1));
}

/**
 * Makes a draft the current release, and removes old releases.
 * @param draft path of the draft's folder
 * @param signal ends the wait for another build that publishes, with its reason
 */
export async function publishDraft(folder: string, draft: string, id: string, signal?: AbortSignal): Promise<void> {
  const releases = join(folder, RELEASES_FOLDER);
  const target = join(releases, id);
  const unlock = await lock(join(folder, LOCK_FILE), undefined, signal);
  try {
    // The id is a hash of the content: an existing folder with this name is the same release, unless it is damaged.
    if (isIntact(target)) {
      rmSync(draft, { recursive: true, force: true });
      const now = new Date();
      utimesSync(join(target, INDEX_FILE), now, now);
    } else {
      rmSync(target, { recursive: true, force: true });
      renameSync(draft, target);
    }
    const others = publishedReleases(folder).map((release) => release.id);
    const kept = [...new Set([id, currentRelease(folder), ...others])].filter(Boolean).slice(0, MOST_RELEASES);
    replaceFile(join(folder, CURRENT_FILE), `${id}\n`);
    for (const name of readdirSync(releases))
      if (!kept.includes(name) && !isBeingWritten(name)) rmSync(join(releases, name), { recursive: true, force: true });
  } finally {
    unlock();
  }
}

/**
 * Makes an earlier release the current release.
 * @throws when no server could open the release
 */
export async function returnTo(folder: string, id: string): Promise<void> {
  const unlock = await lock(join(folder, LOCK_FILE));
  try {
    readRelease(join(folder, RELEASES_FOLDER, id));
    replaceFile(join(folder, CURRENT_FILE), `${id}\n`);
  } finally {
    unlock();
  }
}

function isDraft(name: string): boolean {
  return name.startsWith('.');
}

/** Whether a folder is the draft of a build that is still running. */
function isBeingWritten(name: string): boolean {
  const writer = /^\.draft-(\d+)-/.exec(name)?.[1];
  return writer !== undefined && !hasEnded(Number(writer));
}
