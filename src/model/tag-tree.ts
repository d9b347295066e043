import { isRecord } from '../schema/json-values.ts';
import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import type { TagObject } from './openapi-objects.ts';
import type { ApiRecord } from './records.ts';

/** A tag in the order of every page. */
interface PlacedTag {
  readonly name: string;
  /** Heading of consecutive tags: a name of `x-tagGroups`, or the tag above; null: none. */
  readonly section: string | null;
}

/** Section of the tags that are in no group of `x-tagGroups`, where there are some. */
export const OTHER_GROUPS = 'Other groups';

/** Kinds of OpenAPI 3.2 that mark operations and gather none. */
const MARKING_KINDS: ReadonlySet<string | undefined> = new Set(['badge', 'audience']);

/** The tags that an API describes, by name; of equal names the first tag counts. */
export const tagsByName = computedOnce(
  ({ record }: Api): ReadonlyMap<string, TagObject> => new Map(record.tags.toReversed().map((tag) => [tag.name, tag])),
);

/** Whether a tag is a group of services. */
export function isGrouping(tag: TagObject | undefined): boolean {
  return !MARKING_KINDS.has(tag?.kind);
}

/**
 * The tags of an API: under the groups of `x-tagGroups` where it has them, else below their parents (OpenAPI 3.2), in
 * the descriptor's order. Tags that nothing stands above come first, so that no section seems to hold them.
 */
export function placedTags({ tags, extensions }: Pick<ApiRecord, 'tags' | 'extensions'>): readonly PlacedTag[] {
  const named = new Map<string, string>();
  for (const { name, tags: members } of tagGroupsOf(extensions['x-tagGroups']))
    for (const member of members) if (!named.has(member)) named.set(member, name);
  if (named.size > 0) {
    const known = new Set(tags.map(({ name }) => name));
    const inGroups = [...named].filter(([name]) => known.has(name)).map(([name, section]) => ({ name, section }));
    const others = tags.filter(({ name }) => !named.has(name)).map(({ name }) => ({ name, section: OTHER_GROUPS }));
    return [...inGroups, ...others];
  }
  return belowParents(tags);
}

function belowParents(tags: readonly TagObject[]): readonly PlacedTag[] {
  const children = Map.groupBy(tags, ({ parent }) => parent);
  const roots = children.get(undefined) ?? [];
  const isLeaf = ({ name }: TagObject): boolean => !children.has(name);
  // A name may be taken twice, and a cycle has no root: every tag is placed, and each once.
  const waiting = [
    ...tags.toReversed(),
    ...[...roots.filter(isLeaf), ...roots.filter((tag) => !isLeaf(tag))].reverse(),
  ];
  const placed = new Map<string, PlacedTag>();
  // Depth first, and without recursion: a descriptor may put any number of tags inside each other.
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop()) {
    if (placed.has(tag.name)) continue;
    const below = children.get(tag.name) ?? [];
    placed.set(tag.name, { name: tag.name, section: below.length === 0 ? (tag.parent ?? null) : tag.name });
    for (const child of below.toReversed()) waiting.push(child);
  }
  return [...placed.values()];
}

/** Reads the groups that have the shape defined by Redoc; extensions may hold anything. */
function tagGroupsOf(value: unknown): readonly { readonly name: string; readonly tags: readonly string[] }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((group: unknown) =>
    isRecord(group) && typeof group['name'] === 'string' && Array.isArray(group['tags'])
      ? [{ name: group['name'], tags: group['tags'].filter((tag) => typeof tag === 'string') }]
      : [],
  );
}
