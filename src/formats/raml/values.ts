import type { Components } from '../../model/components.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { validityOf } from '../../schema/validation.ts';
import type { Annotations, RamlNode } from './annotations.ts';
import { isPlain } from './facets.ts';

/** An example; one that some reader might not take for valid is not checked (`strict: false`). */
export function exampleOf(value: unknown, schema: JsonSchema, components: Components, facts: RamlNode = {}): unknown {
  const plain = isPlainFor(value, schema, components);
  return plain && Object.keys(facts).length === 0 ? value : { ...facts, value, ...(plain ? {} : { strict: false }) };
}

/** The examples that a schema has itself; none where it has none. */
export function schemaExamples(schema: JsonSchemaObject, components: Components): RamlNode {
  if (!Array.isArray(schema.examples) || schema.examples.length === 0) return {};
  const written = schema.examples.map((value) => exampleOf(value, schema, components));
  return written.length === 1
    ? { example: written[0] }
    : { examples: Object.fromEntries(written.map((example, index) => [`example${index + 1}`, example])) };
}

/**
 * A text as example of JSON is read as JSON, unless nothing but texts are allowed: one that is no JSON becomes JSON.
 * @param body a type with its examples
 */
export function withJsonTexts({ example, examples, ...body }: RamlNode): RamlNode {
  const written = (value: unknown): unknown =>
    typeof value === 'string' && body['type'] !== 'string' && !isJson(value) ? JSON.stringify(value) : value;
  const inside = (part: unknown): unknown =>
    isRecord(part) ? { ...part, value: written(part['value']) } : written(part);
  return {
    ...body,
    ...(example === undefined ? {} : { example: inside(example) }),
    ...(isRecord(examples)
      ? { examples: Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, inside(one)])) }
      : {}),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Readers check a default, and nothing can stop them: one that some might refuse is said in an annotation. */
export function schemaDefault(schema: JsonSchemaObject, components: Components, annotations: Annotations): RamlNode {
  if (schema.default === undefined) return {};
  return isPlainFor(schema.default, schema, components)
    ? { default: schema.default }
    : annotations.say('x-default', { value: schema.default });
}

function isPlainFor(value: unknown, schema: JsonSchema, components: Components): boolean {
  const merged = mergeSchema(schema, components).schema;
  return (
    isPlain(value, merged) &&
    merged.oneOf === undefined &&
    merged.anyOf === undefined &&
    validityOf(value, merged, components, 'response') === 'valid'
  );
}
