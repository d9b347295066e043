import type { JsonSchema } from './schema.ts';

/** A schema that nothing but null satisfies. */
export function isNullSchema(schema: JsonSchema): boolean {
  return (
    typeof schema === 'object' &&
    (schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null))
  );
}
