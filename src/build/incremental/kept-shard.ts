import type { Api } from '../../model/api.ts';
import { type Dependencies, noteDependencies } from '../../model/dependencies.ts';
import { searchParts } from '../../search/entries.ts';
import { ShardBefore } from '../../search/shard-before.ts';
import { ShardWriter } from '../../search/shard-writer.ts';
import type { PlacedPart } from './parts-of-document.ts';

interface BeforeShard {
  readonly bytes: Uint8Array;
  /** Places are numbers of entries. */
  readonly parts: readonly PlacedPart[];
  /** Whether nothing has changed of what a part was made of. */
  readonly holds: (dependencies: Dependencies) => boolean;
}

/**
 * What is searched of a version of an API. Entries of parts of which nothing has changed are those of the release
 * before.
 */
export function shardOf(
  api: Api,
  before: BeforeShard | undefined,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly parts: readonly PlacedPart[] } {
  const writer = new ShardWriter();
  const shard = before && new ShardBefore(before.bytes);
  const partsBefore = new Map(before?.parts.map((part) => [part.name, part]));
  const parts: PlacedPart[] = [];
  for (const { name, entries } of searchParts(api)) {
    const at = writer.size;
    const known = partsBefore.get(name);
    if (known !== undefined && shard !== undefined && before?.holds(known.dependencies) === true) {
      writer.keep(shard, known.at, known.length);
      parts.push({ ...known, at });
    } else {
      const { dependencies } = noteDependencies(() => {
        for (const entry of entries()) writer.add(entry);
      });
      parts.push({ name, at, length: writer.size - at, dependencies });
    }
  }
  return { bytes: writer.toBytes(), parts };
}
