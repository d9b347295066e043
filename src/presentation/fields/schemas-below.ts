import { type Components, subschemas } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';

/** Schemas and all that is inside them, each once. */
export function* schemasBelow(roots: readonly JsonSchema[], components: Components): Generator<JsonSchemaObject> {
  const below = new Set(roots);
  // The set grows while it is gone through.
  for (const schema of below) {
    if (typeof schema === 'boolean') continue;
    yield schema;
    if (schema.$ref !== undefined) {
      const { value } = components.resolve<JsonSchemaObject>({ $ref: schema.$ref });
      below.add(value);
    }
    for (const [, inner] of subschemas(schema)) below.add(inner);
  }
}

/** Whether some field inside is only sent, or only comes back: requests and responses have other fields then. */
export function hasOneWayFields(name: string, components: Components): boolean {
  const schema = components.schema(name);
  return typeof schema === 'object' && components.remembered('one-way fields', schema, holdsOneWayFields);
}

function holdsOneWayFields(root: JsonSchemaObject, components: Components): boolean {
  for (const { readOnly, writeOnly } of schemasBelow([root], components))
    if (readOnly === true || writeOnly === true) return true;
  return false;
}
