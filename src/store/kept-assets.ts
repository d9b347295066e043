import { GUIDE_FILES } from '../model/locations.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { ContentCoding, StoredRepresentation } from './contract.ts';

type Asset = NonNullable<ReturnType<ArtifactStore['asset']>>;

/**
 * Files that pages of this process link to, such as answers of a search: their names are those of the release that it
 * started with, and a release with other templates has others.
 */
export class KeptAssets {
  readonly #paths: readonly string[];
  readonly #kept = new Map<string, Asset>();

  constructor(first: ArtifactStore) {
    // Pages of a process show none of guides, and what was taken out of those is not to be had any more.
    this.#paths = first.assetPaths().filter((path) => !path.startsWith(GUIDE_FILES));
  }

  /** Asset of a release that is no longer served; undefined where it had none of that name. */
  asset(path: string): Asset | undefined {
    return this.#kept.get(path);
  }

  /** To be called while the files of the release before are open. */
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

/** Bodies without the rest, so that a kept asset holds no release in memory. */
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
