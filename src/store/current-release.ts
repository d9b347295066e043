import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Format } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import { GUIDE_FILES } from '../model/locations.ts';
import { type ArtifactStore, type ArtifactStoreOptions, openRelease } from './artifact-store.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';
import { CURRENT_FILE, INDEX_FILE, RELEASES_FOLDER } from './release.ts';

const POLL_MILLISECONDS = 1000;

export interface CurrentRelease {
  store(): ArtifactStore;
  /** Assets of the release that is served, and of the one that this process started with. */
  asset: ArtifactStore['asset'];
  /** Name of the release that is served. */
  id(): string;
  /** Prepares this release under another access rule, and with other media types of its formats, without serving it. */
  withAccess(accessRule: AccessRule, formats?: readonly Format[]): PreparedRelease;
  close(): void;
}

interface PreparedRelease {
  readonly store: ArtifactStore;
  /** Serves this store from now on, and later releases under the same rule and formats. */
  takeOver(): void;
}

/**
 * Serves the release that `current` names, and the next one as soon as it is published. A release that cannot be opened
 * is reported and the one before stays.
 * @param folder `dist/documentation`
 * @param changed called after each switch
 * @throws when there is no release that can be opened at the start
 */
export function followCurrentRelease(
  folder: string,
  options: ArtifactStoreOptions,
  report: (message: string) => void,
  changed: () => void = () => undefined,
): CurrentRelease {
  const currentFile = join(folder, CURRENT_FILE);
  let current = options;
  const open = (id: string): ArtifactStore => openRelease(join(folder, RELEASES_FOLDER, id), current);
  // The text is compared, not the time of the file: two releases may be published within one tick of its clock.
  let seen: string | undefined = readFileSync(currentFile, 'utf8');
  let id = idIn(seen, currentFile);
  let store = open(id);
  const kept = new KeptAssets(store);
  // A build writes a damaged release anew, under the same name.
  const fileOf = (of: string): number | undefined =>
    statSync(join(folder, RELEASES_FOLDER, of, INDEX_FILE), { throwIfNoEntry: false })?.ino;
  let file = fileOf(id);
  let reported = '';
  const timer = setInterval(() => {
    const text = textOf(currentFile);
    const nextFile = fileOf(id);
    const isReplaced = nextFile !== undefined && nextFile !== file;
    if (text === seen && !isReplaced) return;
    seen = text;
    try {
      const next = idIn(text, currentFile);
      if (next === id && !isReplaced) return;
      const before = store;
      store = open(next);
      kept.keepWhatIsLost(before, store);
      id = next;
      reported = '';
      file = fileOf(id);
      changed();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The new release cannot be opened, the one before stays: ${reason}`;
      if (message !== reported) report(message);
      reported = message;
      // A file that the operating system refuses may be there in a moment: files are copied, or too many are open.
      if (error instanceof Error && 'code' in error) seen = undefined;
    }
  }, POLL_MILLISECONDS);
  timer.unref();
  return {
    store: () => store,
    asset: (path) => store.asset(path) ?? kept.asset(path),
    id: () => id,
    withAccess(accessRule, formats = current.formats) {
      const prepared = store.withAccessRule(accessRule, formats);
      return {
        store: prepared,
        takeOver() {
          current = { ...current, formats, accessRule };
          store = prepared;
        },
      };
    },
    close: () => clearInterval(timer),
  };
}

/** Undefined while the file is away or cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function idIn(text: string | undefined, file: string): string {
  if (text === undefined) throw new Error(`${file} cannot be read. Run "npm run build".`);
  const id = text.trim();
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`${file} names no release. Run "npm run build".`);
  return id;
}

type Asset = NonNullable<ReturnType<ArtifactStore['asset']>>;

/**
 * Files that pages of this process link to, such as answers of a search: their names are those of the release that it
 * started with, and a release with other templates has others.
 */
class KeptAssets {
  readonly #paths: readonly string[];
  readonly #kept = new Map<string, Asset>();

  constructor(first: ArtifactStore) {
    // Pages of this process show no files of guides, and a file that was removed from a guide is no longer available.
    this.#paths = first.assetPaths().filter((path) => !path.startsWith(GUIDE_FILES));
  }

  /** Asset of a release that is no longer served; undefined where it had none of that name. */
  asset(path: string): Asset | undefined {
    return this.#kept.get(path);
  }

  /** Keeps assets that the next release lacks. The files of the release before have to be open still. */
  keepWhatIsLost(before: ArtifactStore, after: ArtifactStore): void {
    for (const path of this.#paths) {
      const asset = after.asset(path) === undefined ? before.asset(path) : undefined;
      if (asset !== undefined) this.#kept.set(path, { ...asset, representation: inMemory(asset.representation) });
    }
  }
}

function inMemory(representation: StoredRepresentation): StoredRepresentation {
  const { kind, tag, codings } = representation;
  const bodies = bodiesOf(representation);
  return { kind, tag, codings, body: (coding) => bodies.get(coding) ?? Promise.reject(new Error(`No ${coding}.`)) };
}

/** Reads the bodies alone, so that a kept asset does not keep its release in memory. */
function bodiesOf(representation: StoredRepresentation): ReadonlyMap<ContentCoding, Promise<Uint8Array>> {
  return new Map(
    representation.codings.map((coding) => {
      const body = Promise.resolve(representation.body(coding));
      // Clients that ask for it get the error.
      body.catch(() => undefined);
      return [coding, body];
    }),
  );
}
