import { MAPS_OF_NAMES } from '../model/maps-of-names.ts';
import { isRecord } from '../model/schema/json-values.ts';
import { DATA } from './hidden-fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;
export type IsHidden = (value: unknown) => boolean;

/** Parts of records that are null where there are none, by a key that the record has; all else is left out. */
const NULLABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['requestBody', ['requestDescription']],
  ['fields', ['entityOperations']],
  ['externalDocs', ['requestDescription', 'basePath']],
]);
/** Lists that may not be empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/**
 * The same value where nothing in it is hidden. Examples, defaults and the like stay as they are written.
 * @param map the keyword whose names the keys of the value are: a field may be called `x-internal`, and what it holds
 * is
 *   an object then
 */
export function withoutHidden<Value>(value: Value, isHidden: IsHidden, map?: string): Value;
export function withoutHidden(value: unknown, isHidden: IsHidden, map?: string): unknown {
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isHidden(item)).map((item) => withoutHidden(item, isHidden));
    return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const withoutHiddenMember = (key: string, inner: unknown): unknown => {
    const isKeyword = map === undefined;
    // The target of a reference is judged at the object that contains the reference.
    if (isKeyword && (key === '$ref' || DATA.has(key))) return inner;
    if (isKeyword && key === 'x-audience' && Array.isArray(inner)) return ownAudiences(inner, isHidden);
    const isMap = isKeyword && MAPS_OF_NAMES.has(key) && isRecord(inner);
    if (isHidden(isMap ? withoutNames(inner) : inner)) return undefined;
    if (map === 'examples') return inner;
    const below = withoutHidden(inner, isHidden, isMap ? key : undefined);
    return isKeyword && key === 'callbacks' ? withoutEmptyCalls(inner, below) : below;
  };
  let isSame = true;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const pruned = withoutHiddenMember(key, inner);
    if (pruned === inner) return [[key, inner]];
    isSame = false;
    if (pruned === undefined) return instead(key, value, map);
    return NEVER_EMPTY.has(key) && Array.isArray(pruned) && pruned.length === 0 ? [] : [[key, pruned]];
  });
  return isSame ? value : Object.fromEntries(entries);
}

/** Removes other audiences: readers do not learn who else sees a part. */
function ownAudiences(names: readonly unknown[], isHidden: IsHidden): readonly unknown[] {
  const own = names.filter((name) => !isHidden({ 'x-audience': name }));
  return own.length === names.length ? names : own;
}

/** Replacement for a hidden member, so that the rest stays valid. */
function instead(key: string, around: JsonObject, map: string | undefined): [string, unknown][] {
  if (map !== undefined) return [];
  // A parameter or header has a schema or content.
  if (key === 'schema') return [[key, {}]];
  return NULLABLE.get(key)?.some((sibling) => Object.hasOwn(around, sibling)) ? [[key, null]] : [];
}

/** Keeps the members that describe a map itself: objects are the entries under their names. */
function withoutNames(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => !isRecord(value)));
}

/** Callbacks without the names and addresses of those whose operations are all hidden. */
function withoutEmptyCalls(before: unknown, after: unknown): unknown {
  if (before === after || !isRecord(after)) return after;
  const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;
  const calls = Object.entries(after).map(([name, paths]): [string, unknown] => [
    name,
    isRecord(paths) ? Object.fromEntries(Object.entries(paths).filter(([, item]) => !isEmpty(item))) : paths,
  ]);
  return Object.fromEntries(calls.filter(([, paths]) => !isEmpty(paths)));
}
