import { namesOf } from './json-values.ts';
import { isByItself, mergeSchema } from './merged-schema.ts';
import type { Schemas } from './references.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import type { Work } from './work.ts';

/**
 * Direction of the message that a schema describes. Requests omit read-only properties, responses omit write-only ones,
 * even if these are `required`; `both` omits none.
 */
export type Direction = 'request' | 'response' | 'both';

export const NONE_HIDDEN: ReadonlySet<string> = new Set();

const UNITS_A_SCHEMA = 20;

/** Names of the properties that are omitted in a direction. */
export function hiddenNames(
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
  work?: Work,
): ReadonlySet<string> {
  if (direction === 'both' || typeof schema === 'boolean') return NONE_HIDDEN;
  if (schema.properties === undefined && isByItself(schema)) return NONE_HIDDEN;
  return schemas.remembered(`hidden ${direction}`, schema, HIDDEN[direction], work);
}

const HIDDEN = { request: hiddenBy('readOnly'), response: hiddenBy('writeOnly') };

function hiddenBy(mark: 'readOnly' | 'writeOnly') {
  return (schema: JsonSchemaObject, schemas: Schemas, work: Work): ReadonlySet<string> => {
    const { properties = {} } = mergeSchema(schema, schemas, work).schema;
    const hidden = namesOf(properties, work).filter((name) => carries(properties[name] ?? true, mark, schemas, work));
    return hidden.length === 0 ? NONE_HIDDEN : new Set(hidden);
  };
}

function carries(schema: JsonSchema, mark: 'readOnly' | 'writeOnly', schemas: Schemas, work: Work): boolean {
  if (typeof schema === 'boolean' || !work.spend(UNITS_A_SCHEMA)) return false;
  if (schema[mark] !== undefined) return schema[mark] === true;
  return (
    (schema.$ref !== undefined || schema.allOf !== undefined) &&
    mergeSchema(schema, schemas, work).schema[mark] === true
  );
}
