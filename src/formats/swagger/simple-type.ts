import type { Components } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { isSchema, type JsonSchema, VALUE_KEYS } from '../../schema/schema.ts';
import { toSchema30 } from '../openapi-core/older-schema.ts';
import type { JsonMap } from '../openapi-core/writing.ts';

/** Lists of lists of … end here; a list of itself would not end at all. */
const DEEPEST = 4;

/** Keywords of a schema that stand beside the type in parameters, headers and items. */
export const SIMPLE_WORDS = (
  'format default enum pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength ' +
  'minItems maxItems uniqueItems'
).split(' ');

/** Keywords about allowed values, which stay where tools look for them. */
const STATED: ReadonlySet<string> = new Set([...SIMPLE_WORDS, ...VALUE_KEYS]);

/** Keywords of OpenAPI 3.0, which every schema is in by then, without a word in Swagger 2.0. */
const UNSAID = ['title', 'externalDocs', 'readOnly', 'writeOnly', 'deprecated'];

/**
 * A schema as parameters and headers of Swagger 2.0 have it: type, items and limits without any subschema. What is no
 * scalar and no list becomes a string; the schema itself is then kept as `x-schema`, as are the keywords that 2.0 has
 * no word for.
 * @param ownDescription the description of the parameter or header itself
 */
export function simpleType(
  schema: JsonSchema | undefined,
  components: Components,
  ownDescription?: string,
  depth = 0,
): JsonMap {
  if (schema === undefined || schema === true) return { type: 'string' };
  const merged = toSchema30(mergeSchema(schema, components).schema);
  const facts = Object.fromEntries(Object.entries(merged).filter(([key]) => STATED.has(key)));
  const rest = wordless(merged, ownDescription);
  const nullable = merged['nullable'] === true ? { 'x-nullable': true } : {};
  // Items have no description in 2.0; that of the outermost schema is the parameter's.
  const description =
    depth > 0 && merged['description'] !== undefined ? { 'x-description': merged['description'] } : {};
  const example = merged['example'] === undefined ? {} : { 'x-example': merged['example'] };
  const beside = { ...facts, ...nullable, ...description, ...example };
  const type = merged['type'] ?? inferred(merged);
  if (type === 'array' && depth < DEEPEST) {
    const { items } = merged;
    const item = simpleType(isSchema(items) ? items : undefined, components, undefined, depth + 1);
    return { type, items: item, ...beside, ...rest };
  }
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') {
    const whole = ['oneOf', 'anyOf', 'not', 'allOf'].some((keyword) => merged[keyword] !== undefined)
      ? { 'x-schema': schema }
      : rest;
    return { type, ...beside, ...whole };
  }
  return { type: 'string', ...example, 'x-schema': schema };
}

/** Keywords of the schema that have no word beside it in 2.0, as `x-schema`. */
function wordless(schema: JsonMap, ownDescription: string | undefined): JsonMap {
  const isUnsaid = (key: string, value: unknown): boolean =>
    (isExtension(key) && !VALUE_KEYS.includes(key)) ||
    UNSAID.includes(key) ||
    (key === 'description' && ownDescription !== undefined && value !== ownDescription);
  const rest = Object.entries(schema).filter(([key, value]) => isUnsaid(key, value));
  return rest.length === 0 ? {} : { 'x-schema': Object.fromEntries(rest) };
}

/** The type that the values of an enumeration share. */
function inferred(schema: JsonMap): string | undefined {
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean') ? type : undefined;
}
