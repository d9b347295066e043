import { isRecord } from '../schema/json-values.ts';
import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import type { TagObject } from './openapi-objects.ts';
import type { ApiRecord } from './records.ts';

/** Tag in the order that all pages use. */
interface PlacedTag {
  readonly name: string;
  /** Heading that consecutive tags share: a group name from `x-tagGroups`, or the parent tag; null: none. */
  readonly section: string | null;
}

/** Section for tags that are in no group of `x-tagGroups`. */
export const OTHER_GROUPS = 'Other groups';

/** Tag kinds of OpenAPI 3.2 that label operations instead of grouping them. */
const MARKING_KINDS: ReadonlySet<string | undefined> = new Set(['badge', 'audience']);

/** Tags of an API by name; if a name is repeated, the first tag counts. */
export const tagsByName = computedOnce(
  ({ record }: Api): ReadonlyMap<string, TagObject> => new Map(record.tags.toReversed().map((tag) => [tag.name, tag])),
);

/** Whether a tag forms a group of services. */
export function isGrouping(tag: TagObject | undefined): boolean {
  return !MARKING_KINDS.has(tag?.kind);
}

/**
 * Tags of an API, ordered by the groups of `x-tagGroups` if there are any, else with each tag after its parent
 * (OpenAPI 3.2), otherwise as in the descriptor. Without groups, tags without parent and children come first.
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
  // All tags are appended, since those in a cycle cannot be reached from a root; duplicates are skipped below.
  const waiting = [
    ...tags.toReversed(),
    ...[...roots.filter(isLeaf), ...roots.filter((tag) => !isLeaf(tag))].reverse(),
  ];
  const placed = new Map<string, PlacedTag>();
  // Depth-first traversal without recursion, because tags may be nested to any depth.
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop()) {
    if (placed.has(tag.name)) continue;
    const below = children.get(tag.name) ?? [];
    placed.set(tag.name, { name: tag.name, section: below.length === 0 ? (tag.parent ?? null) : tag.name });
    for (const child of below.toReversed()) waiting.push(child);
  }
  return [...placed.values()];
}

/** Reads the groups that have the form defined by Redoc; an extension can have any value. */
function tagGroupsOf(value: unknown): readonly { readonly name: string; readonly tags: readonly string[] }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((group: unknown) =>
    isRecord(group) && typeof group['name'] === 'string' && Array.isArray(group['tags'])
      ? [{ name: group['name'], tags: group['tags'].filter((tag) => typeof tag === 'string') }]
      : [],
  );
}
