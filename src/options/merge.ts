/** A value together with the file that set it. */
export type Sourced =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Sourced>; readonly file: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly file: string };

/** A parsed file in that form. */
export function toSourced(value: unknown, file: string): Sourced {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'value', value, file };
  return {
    kind: 'map',
    entries: new Map(Object.entries(value).map(([key, item]) => [key, toSourced(item, file)])),
    file,
  };
}

/**
 * The later value over the earlier one: maps merge deeply, lists and scalars replace. A key without a value (`null`)
 * leaves a map as it is, because that is what a section with every line commented out looks like.
 */
export function mergeSourced(earlier: Sourced | undefined, later: Sourced): Sourced {
  if (earlier?.kind !== 'map') return later;
  if (later.kind === 'value') return later.value === null ? earlier : later;
  const entries = new Map(earlier.entries);
  for (const [key, value] of later.entries) entries.set(key, mergeSourced(entries.get(key), value));
  return { kind: 'map', entries, file: later.file };
}

/** The value at a place below a map; undefined where nothing is written, or null. */
export function findSourced(sourced: Sourced, keys: readonly string[]): Sourced | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return sourced.kind === 'value' && sourced.value === null ? undefined : sourced;
  const below = sourced.kind === 'map' ? sourced.entries.get(key) : undefined;
  return below === undefined ? undefined : findSourced(below, rest);
}

/** True when the key is there, with a value or without. */
export function isNamed(sourced: Sourced, keys: readonly string[]): boolean {
  const section = findSourced(sourced, keys.slice(0, -1));
  return section?.kind === 'map' && section.entries.has(keys.at(-1) ?? '');
}
