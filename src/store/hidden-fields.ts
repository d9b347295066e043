import { componentName } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import { MAPS_OF_NAMES } from '../model/maps-of-names.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import { isRecord } from '../model/schema/json-values.ts';

type IsHidden = (value: unknown) => boolean;

/** Names of fields that a schema describes. One may be hidden in one part and shown in another. */
interface Names {
  readonly shown: Set<string>;
  readonly hidden: Set<string>;
}

/** Keywords whose schemas say together with the one around them which fields a value has. */
const PARTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not']);
/** Keywords whose values are shown as they are written. */
export const DATA: ReadonlySet<string> = new Set(['example', 'default', 'const', 'enum']);
const DEPENDENT: ReadonlySet<string> = new Set(['dependentRequired', 'dependentSchemas', 'dependencies']);

/**
 * The same value without the names of hidden fields in what schemas demand. A name goes where the schema, with those it
 * is composed with, describes it in hidden parts alone, or nowhere, while no reader sees a field of that name at all.
 */
export function withoutHiddenNames<Value>(value: Value, components: ComponentsRecord, isHidden: IsHidden): Value {
  const all: Names = { shown: new Set(), hidden: new Set() };
  collect(value, false, false, isHidden, all);
  if (all.hidden.size === 0) return value;
  const namesOf = computedOnce((schema: object) => {
    const names: Names = { shown: new Set(), hidden: new Set() };
    compose(schema, false, { components, isHidden, names, known: [new Set(), new Set()] });
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
  if (Array.isArray(value)) {
    const items = value.map((item) => walked(item, isLeft, whole));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const composed = whole ?? value;
  const member = (key: string, inner: unknown): unknown => {
    if (isMap) return walked(inner, isLeft);
    if (DATA.has(key)) return inner;
    if (key === 'required' && Array.isArray(inner)) return filtered(inner, (name) => isLeft(composed, String(name)));
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
    return mapped(namedBy(below, isShown), (on) => (Array.isArray(on) ? filtered(on, isShown) : on));
  };
  return mapped(value, (inner, key) => member(key, inner));
}

/** The same list where all are wanted. */
function filtered(list: readonly unknown[], isWanted: (item: unknown) => boolean): readonly unknown[] {
  return list.every(isWanted) ? list : list.filter(isWanted);
}

function namedBy(object: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean) {
  return mapped(object, (inner, key) => (isWanted(key) ? inner : undefined));
}

/** The same object where nothing changes; members that become undefined are left out. */
function mapped(
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

/** Every field anywhere. */
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
  /** Schemas that were visited outside and inside hidden parts. */
  readonly known: readonly [outside: Set<unknown>, inside: Set<unknown>];
}

/** The fields of a schema and of those that it is composed of. */
function compose(schema: unknown, isInside: boolean, composition: Composition): void {
  const { components, isHidden, names, known } = composition;
  if (Array.isArray(schema)) for (const part of schema) compose(part, isInside, composition);
  if (!isRecord(schema)) return;
  const isWithin = isInside || isHidden(schema);
  const seen = known[isWithin ? 1 : 0];
  if (seen.has(schema)) return;
  seen.add(schema);
  addFields(schema, isWithin, isHidden, names);
  const { $ref } = schema;
  if (typeof $ref === 'string') compose(components.schemas[componentName($ref)], isWithin, composition);
  for (const key of PARTS) compose(schema[key], isWithin, composition);
  const { dependentSchemas } = schema;
  if (isRecord(dependentSchemas)) compose(Object.values(dependentSchemas), isWithin, composition);
}
