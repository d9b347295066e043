import { MAPS_OF_NAMES } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import { isRecord, type JsonRecord } from '../schema/json-values.ts';
import { componentName } from '../schema/references.ts';

export type IsHidden = (value: unknown) => boolean;

/** Record members that become null if hidden, each with sibling keys that identify the record; others are removed. */
const NULLABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['requestBody', ['requestDescription']],
  ['fields', ['entityOperations']],
  ['externalDocs', ['requestDescription', 'basePath']],
]);
/** Keywords whose lists must not be empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/**
 * Removes the hidden parts of a value; returns the value itself if nothing is hidden. Examples and defaults stay
 * unchanged.
 * @param map keyword of the value if its keys are names, such as `properties`: a field may be called `x-internal`
 */
export function withoutHidden<Value>(value: Value, isHidden: IsHidden, map?: string): Value;
export function withoutHidden(value: unknown, isHidden: IsHidden, map?: string): unknown {
  if (Array.isArray(value))
    return mappedItems(value, (item) => (isHidden(item) ? undefined : withoutHidden(item, isHidden)));
  if (!isRecord(value)) return value;
  const withoutHiddenMember = (key: string, inner: unknown): unknown => {
    const isKeyword = map === undefined;
    // The object that contains a reference was already checked for a hidden target.
    if (isKeyword && (key === '$ref' || DATA.has(key))) return inner;
    if (isKeyword && key === 'x-audience' && Array.isArray(inner)) return ownAudiences(inner, isHidden);
    const isMap = isKeyword && MAPS_OF_NAMES.has(key) && isRecord(inner);
    if (isHidden(isMap ? withoutNames(inner) : inner)) return undefined;
    if (map === 'examples') return inner;
    const below = withoutHidden(inner, isHidden, isMap ? key : undefined);
    return isKeyword && key === 'callbacks' ? withoutEmptyCalls(inner, below) : below;
  };
  return mapped(value, (inner, key) => {
    const pruned = withoutHiddenMember(key, inner);
    if (pruned === undefined) return instead(key, value, map);
    const isEmpty = pruned !== inner && NEVER_EMPTY.has(key) && Array.isArray(pruned) && pruned.length === 0;
    return isEmpty ? undefined : pruned;
  });
}

/** Removes other audiences, so that readers do not learn who else sees a part. */
function ownAudiences(names: readonly unknown[], isHidden: IsHidden): readonly unknown[] {
  const own = names.filter((name) => !isHidden({ 'x-audience': name }));
  return own.length === names.length ? names : own;
}

/** Replacement for a hidden member that keeps the rest valid; undefined: the member is removed. */
function instead(key: string, around: JsonRecord, map: string | undefined): object | null | undefined {
  if (map !== undefined) return undefined;
  // A parameter or header must have a schema or content.
  if (key === 'schema') return {};
  return NULLABLE.get(key)?.some((sibling) => Object.hasOwn(around, sibling)) ? null : undefined;
}

/** Keeps members that describe the map itself, such as `x-internal: true`; members that are objects are its entries. */
function withoutNames(map: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => !isRecord(value)));
}

/** Removes callbacks, and URLs within callbacks, whose operations are all hidden. */
function withoutEmptyCalls(before: unknown, after: unknown): unknown {
  if (before === after || !isRecord(after)) return after;
  const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;
  const calls = Object.entries(after).map(([name, paths]): [string, unknown] => [
    name,
    isRecord(paths) ? Object.fromEntries(Object.entries(paths).filter(([, item]) => !isEmpty(item))) : paths,
  ]);
  return Object.fromEntries(calls.filter(([, paths]) => !isEmpty(paths)));
}

/** Names of fields that a schema describes. A field may be hidden in one part and shown in another. */
interface Names {
  readonly shown: Set<string>;
  readonly hidden: Set<string>;
}

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const PARTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not']);
/** Keywords whose values are shown unchanged. */
const DATA: ReadonlySet<string> = new Set(['example', 'default', 'const', 'enum']);
const DEPENDENT: ReadonlySet<string> = new Set(['dependentRequired', 'dependentSchemas', 'dependencies']);

/**
 * Removes the names of hidden fields from `required` and similar keywords. A name is removed if the schema and its
 * subschemas describe the field only in hidden parts, or not at all while every field of this name is hidden.
 */
export function withoutHiddenNames<Value>(value: Value, components: ComponentsRecord, isHidden: IsHidden): Value {
  const all: Names = { shown: new Set(), hidden: new Set() };
  collect(value, false, false, isHidden, all);
  if (all.hidden.size === 0) return value;
  const namesOf = computedOnce((schema: object) => {
    const names: Names = { shown: new Set(), hidden: new Set() };
    collectParts(schema, false, { components, isHidden, names, known: [new Set(), new Set()] });
    return names;
  });
  const isLeft = (schema: object, name: string): boolean => {
    if (!all.hidden.has(name)) return true;
    const { shown, hidden } = namesOf(schema);
    return shown.has(name) || (!hidden.has(name) && all.shown.has(name));
  };
  return walked(value, isLeft);
}

type IsLeft = (schema: object, name: string) => boolean;

function walked<Value>(value: Value, isLeft: IsLeft, whole?: object, isMap?: boolean): Value;
function walked(value: unknown, isLeft: IsLeft, whole?: object, isMap = false): unknown {
  if (Array.isArray(value)) return mappedItems(value, (item) => walked(item, isLeft, whole));
  if (!isRecord(value)) return value;
  const composed = whole ?? value;
  const member = (key: string, inner: unknown): unknown => {
    if (isMap) return walked(inner, isLeft);
    if (DATA.has(key)) return inner;
    if (key === 'required' && Array.isArray(inner))
      return mappedItems(inner, (name) => (isLeft(composed, String(name)) ? name : undefined));
    if (key === 'discriminator' && isRecord(inner) && !isLeft(composed, String(inner['propertyName'])))
      return undefined;
    if (key === 'encoding' && isRecord(value['schema']) && isRecord(inner))
      return namedBy(inner, (name) => isLeft(value['schema'] as object, name));
    const isDependent = DEPENDENT.has(key) && isRecord(inner);
    const below = isDependent
      ? mapped(inner, (schema) => walked(schema, isLeft, composed))
      : walked(inner, isLeft, PARTS.has(key) ? composed : undefined, MAPS_OF_NAMES.has(key));
    if (!isDependent || !isRecord(below)) return below;
    const isShown = (name: unknown): boolean => isLeft(composed, String(name));
    return mapped(namedBy(below, isShown), (on) =>
      Array.isArray(on) ? mappedItems(on, (name) => (isShown(name) ? name : undefined)) : on,
    );
  };
  return mapped(value, (inner, key) => member(key, inner));
}

/** Maps a list; returns the list itself if nothing changes. Items that become undefined are left out. */
export function mappedItems(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(change).filter((item) => item !== undefined);
  return items.length === list.length && items.every((item, index) => item === list[index]) ? list : items;
}

function namedBy(object: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean) {
  return mapped(object, (inner, key) => (isWanted(key) ? inner : undefined));
}

/** Maps an object; returns the object itself if nothing changes. Members that become undefined are left out. */
export function mapped(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  let isSame = true;
  const entries = Object.entries(object).flatMap(([key, inner]) => {
    const changed = change(inner, key);
    isSame &&= changed === inner;
    return changed === undefined ? [] : [[key, changed] as const];
  });
  return isSame ? object : Object.fromEntries(entries);
}

/** Collects the names of all fields in a value. */
function collect(value: unknown, isMap: boolean, isInside: boolean, isHidden: IsHidden, names: Names): void {
  if (Array.isArray(value)) for (const item of value) collect(item, false, isInside || isHidden(item), isHidden, names);
  if (!isRecord(value)) return;
  if (!isMap) addFields(value, isInside, isHidden, names);
  for (const [key, inner] of Object.entries(value)) {
    if (!isMap && DATA.has(key)) continue;
    const isBelowMap = !isMap && MAPS_OF_NAMES.has(key);
    collect(inner, isBelowMap, isInside || (!isBelowMap && isHidden(inner)), isHidden, names);
  }
}

function addFields(
  { properties }: Readonly<Record<string, unknown>>,
  isInside: boolean,
  isHidden: IsHidden,
  to: Names,
): void {
  if (!isRecord(properties)) return;
  for (const name in properties) (isInside || isHidden(properties[name]) ? to.hidden : to.shown).add(name);
}

interface Composition {
  readonly components: ComponentsRecord;
  readonly isHidden: IsHidden;
  readonly names: Names;
  /** Schemas visited outside hidden parts, and schemas visited inside hidden parts. */
  readonly known: readonly [outside: Set<unknown>, inside: Set<unknown>];
}

/** Collects the field names of a schema and of its subschemas for the same value. */
function collectParts(schema: unknown, isInside: boolean, composition: Composition): void {
  const { components, isHidden, names, known } = composition;
  if (Array.isArray(schema)) for (const part of schema) collectParts(part, isInside, composition);
  if (!isRecord(schema)) return;
  const isWithin = isInside || isHidden(schema);
  const seen = known[isWithin ? 1 : 0];
  if (seen.has(schema)) return;
  seen.add(schema);
  addFields(schema, isWithin, isHidden, names);
  const { $ref } = schema;
  if (typeof $ref === 'string') collectParts(components.schemas[componentName($ref)], isWithin, composition);
  for (const key of PARTS) collectParts(schema[key], isWithin, composition);
  const { dependentSchemas } = schema;
  if (isRecord(dependentSchemas)) collectParts(Object.values(dependentSchemas), isWithin, composition);
}
