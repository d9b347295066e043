import type { JsonSchema, JsonSchemaObject } from './schema.ts';

/** Keywords that mean something else, or refuse null, when their schema is inside another. */
const APART: ReadonlySet<string> = new Set('$id $ref allOf anyOf oneOf not if const'.split(' '));
/** Keywords that depend on the keywords beside them, or that those depend on. */
const TOGETHER: ReadonlySet<string> = new Set(
  (
    'allOf properties patternProperties additionalProperties unevaluatedProperties ' +
    'prefixItems items unevaluatedItems contains minContains maxContains'
  ).split(' '),
);

/** A choice of null and one type, as FastAPI writes what is optional, as the type or null; others as they are. */
export function asTypeOrNull(schema: JsonSchemaObject): JsonSchemaObject {
  // Most schemas are no choice: these are not copied.
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  if (choices.length !== 2 || (schema.anyOf !== undefined && schema.oneOf !== undefined)) return schema;
  const [other, ...more] = choices.filter((choice) => !isNullSchema(choice) || Object.keys(choice).length > 1);
  if (more.length > 0 || typeof other !== 'object' || typeof other.type !== 'string') return schema;
  const { anyOf, oneOf, ...own } = schema;
  if (Object.keys(other).some((key) => APART.has(key) || Object.hasOwn(own, key))) return schema;
  if ([own, other].every((part) => Object.keys(part).some((key) => TOGETHER.has(key)))) return schema;
  const values = other.enum?.includes(null) === false ? { enum: [...other.enum, null] } : {};
  return { ...own, ...other, ...values, type: [other.type, 'null'] };
}

/** A schema that nothing but null satisfies. */
export function isNullSchema(schema: JsonSchema): boolean {
  return (
    typeof schema === 'object' &&
    (schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null))
  );
}
