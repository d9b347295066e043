import type { Api } from '../../model/api.ts';
import { type Dependencies, noteDependencies } from '../../model/dependencies.ts';
import { type SearchPart, searchParts } from '../../search/entries.ts';
import { ShardBefore } from '../../search/shard-before.ts';
import { ShardPatch } from '../../search/shard-patch.ts';
import { ShardWriter } from '../../search/shard-writer.ts';
import type { PlacedPart } from './parts-of-document.ts';

interface BeforeShard {
  readonly bytes: Uint8Array;
  readonly parts: readonly PlacedPart[];
  /** Reports whether all dependencies of a part are unchanged. */
  readonly holds: (dependencies: Dependencies) => boolean;
}

/** Search shard of a version of an API. Entries of unchanged parts come from the release before. */
export function shardOf(
  api: Api,
  before: BeforeShard | undefined,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly parts: readonly PlacedPart[] } {
  const shard = before && new ShardBefore(before.bytes);
  const patched = before && shard && patchedShard(api, before, shard);
  if (patched !== undefined) return patched;
  const writer = new ShardWriter();
  const partsBefore = new Map(before?.parts.map((part) => [part.name, part]));
  const parts: PlacedPart[] = [];
  for (const { name, entries } of searchParts(api)) {
    const at = writer.size;
    const known = partsBefore.get(name);
    if (known !== undefined && shard !== undefined && before?.holds(known.dependencies) === true) {
      writer.keep(shard, known.at, known.length);
      parts.push({ ...known, at });
    } else parts.push(written(writer, { name, entries }));
  }
  return { bytes: writer.toBytes(), parts };
}

/** Undefined where other entries have other places, or numbers. */
function patchedShard(
  api: Api,
  { parts: before, holds }: BeforeShard,
  { shard }: ShardBefore,
): ReturnType<typeof shardOf> | undefined {
  const patch = new ShardPatch(shard);
  const parts: PlacedPart[] = [];
  let at = 0;
  for (const part of searchParts(api)) {
    const known = before[parts.length];
    if (known?.name !== part.name || known.at !== at) return undefined;
    if (holds(known.dependencies)) parts.push(known);
    else {
      const writer = patch.writerAt(at);
      const made = written(writer, part);
      if (made.length !== known.length) return undefined;
      patch.replace(writer);
      parts.push(made);
    }
    at += known.length;
  }
  const bytes = at === shard.size && parts.length === before.length ? patch.toBytes() : undefined;
  return bytes && { bytes, parts };
}

function written(writer: ShardWriter, { name, entries }: SearchPart): PlacedPart {
  const at = writer.size;
  const { dependencies } = noteDependencies(() => {
    for (const entry of entries()) writer.add(entry);
  });
  return { name, at, length: writer.size - at, dependencies };
}
