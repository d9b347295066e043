import { ExactNumber } from '../schema/exact-number.ts';

type JsonObject = Record<string, unknown>;

/**
 * Adapts a JSON Schema that stands for itself, such as one in a blueprint, to its place in an OpenAPI document: its own
 * references begin at that place, and limits of draft 4 that are flags become numbers.
 * @param place reference to the place: `#/components/schemas/Book`
 */
export function embeddedSchema(schema: object, place: string): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#')) return [[key, place + value.slice(1)]];
    const limit = key === 'exclusiveMinimum' ? 'minimum' : key === 'exclusiveMaximum' ? 'maximum' : undefined;
    if (limit !== undefined && typeof value === 'boolean') return value ? [[key, Reflect.get(schema, limit)]] : [];
    return [[key, adapted(value, place)]];
  });
  return Object.fromEntries(entries);
}

function adapted(value: unknown, place: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => adapted(item, place));
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
    ? embeddedSchema(value, place)
    : value;
}
