import { componentName } from '../model/components.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import { isRecord } from '../model/schema/json-values.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Keywords whose schemas say together with the one around them which fields a value has. */
const PARTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not']);
/** Values that are shown as they are written. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Names of all fields that a hidden part describes, at any depth. */
export function fieldNamesIn(hidden: unknown): readonly string[] {
  if (Array.isArray(hidden)) return hidden.flatMap(fieldNamesIn);
  if (!isRecord(hidden)) return [];
  const { properties } = hidden;
  return [...(isRecord(properties) ? Object.keys(properties) : []), ...Object.values(hidden).flatMap(fieldNamesIn)];
}

/**
 * The same value without the names of hidden fields in what schemas demand: a name that is hidden anywhere stays only
 * where the schema, with those it is composed with, shows a field of that name.
 */
export function withoutNamesOf<Value>(
  hidden: ReadonlySet<string>,
  value: Value,
  components: ComponentsRecord,
  composed?: JsonObject,
): Value;
export function withoutNamesOf(
  hidden: ReadonlySet<string>,
  value: unknown,
  components: ComponentsRecord,
  composed?: JsonObject,
): unknown {
  if (hidden.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNamesOf(hidden, item, components, composed));
  if (!isRecord(value)) return value;
  const whole = composed ?? value;
  let shown: ReadonlySet<unknown> | undefined;
  const isLeft = (name: unknown): boolean => {
    if (!hidden.has(String(name))) return true;
    shown ??= new Set(shownFields(whole, components));
    return shown.has(name);
  };
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (DATA.has(key)) return [[key, inner]];
    if (key === 'required' && Array.isArray(inner)) return [[key, inner.filter(isLeft)]];
    if (key === 'discriminator' && isRecord(inner) && !isLeft(inner['propertyName'])) return [];
    const walked = withoutNamesOf(hidden, inner, components, PARTS.has(key) ? whole : undefined);
    if (!DEPENDENT.has(key) || !isRecord(walked)) return [[key, walked]];
    const left = Object.entries(walked).filter(([name]) => isLeft(name));
    return [[key, Object.fromEntries(left.map(([name, on]) => [name, Array.isArray(on) ? on.filter(isLeft) : on]))]];
  });
  return Object.fromEntries(entries);
}

const DEPENDENT: ReadonlySet<string> = new Set(['dependentRequired', 'dependentSchemas', 'dependencies']);

/** Names of the fields that a schema shows, with those of the schemas it is composed of. */
function shownFields(schema: unknown, components: ComponentsRecord, known = new Set<unknown>()): readonly string[] {
  if (known.has(schema)) return [];
  known.add(schema);
  if (Array.isArray(schema)) return schema.flatMap((part) => shownFields(part, components, known));
  if (!isRecord(schema)) return [];
  const { properties, $ref } = schema;
  const target = typeof $ref === 'string' ? components.schemas[componentName($ref) ?? ''] : undefined;
  return [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...shownFields(target, components, known),
    ...[...PARTS].flatMap((key) => shownFields(schema[key], components, known)),
  ];
}
