import type { Components } from '../model/components.ts';
import { simplest } from '../schema/exact-number.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject, JsonType } from '../schema/schema.ts';
import { allowsNull, isNullSchema, typesOf, variantsOf } from '../schema/types.ts';
import type { Work } from '../schema/work.ts';

/** Schema in which a union of a single variant has become a part of `allOf`. */
export interface Unwrapped {
  readonly schema: JsonSchemaObject;
  /** True if the union also allowed null. */
  readonly isOrNull: boolean;
}

/**
 * Replaces a union of one schema, with or without null: `anyOf: [A, null]` becomes `allOf: [A]` with `isOrNull`. A part
 * of `allOf` that only wraps one schema is replaced by that schema ({@link plainPart}).
 */
export function unwrapped(schema: JsonSchemaObject, components: Components): Unwrapped {
  const { $ref, allOf, anyOf, oneOf } = schema;
  const isReferenceAlone = $ref !== undefined && Object.keys(schema).length === 1;
  return !isReferenceAlone && ($ref ?? allOf ?? anyOf ?? oneOf) !== undefined
    ? components.remembered('unwrapped', schema, unwrap)
    : { schema, isOrNull: false };
}

function unwrap(schema: JsonSchemaObject): Unwrapped {
  const { anyOf, oneOf, ...own } = withPlainParts(schema);
  const choices = anyOf ?? oneOf ?? [];
  const [only, ...more] = variantsOf({ anyOf: choices });
  if (only === undefined || more.length > 0 || (anyOf && oneOf) !== undefined || own.discriminator !== undefined)
    return { schema: withPlainParts(schema), isOrNull: false };
  const { type = 'null' } = own;
  const isOrNull = choices.some(isNullSchema) && (type === 'null' || type.includes('null'));
  return { schema: { ...own, allOf: [...(own.allOf ?? []), only.schema] }, isOrNull };
}

/** Moves `$ref` into `allOf`, and replaces each part of `allOf` that only wraps one schema by that schema. */
function withPlainParts(schema: JsonSchemaObject): JsonSchemaObject {
  const { $ref, ...own } = schema;
  const parts = [...($ref === undefined ? [] : [{ $ref }]), ...(own.allOf ?? [])].map(plainPart);
  const isPlain = $ref === undefined && parts.every((part, index) => part === own.allOf?.[index]);
  return isPlain ? schema : { ...own, allOf: parts };
}

/** Unwraps a schema that contains one other schema and nothing else: `allOf: [A]` or `anyOf: [A]` becomes `A`. */
export function plainPart(part: JsonSchema): JsonSchema {
  let current = part;
  while (typeof current === 'object' && Object.keys(current).length === 1) {
    const { allOf, anyOf, oneOf } = current;
    const [only, ...more] = allOf ?? anyOf ?? oneOf ?? [];
    if (only === undefined || more.length > 0) break;
    current = only;
  }
  return current;
}

/** Limit for unions inside unions: a union may contain itself. */
const MOST_ROUNDS = 5;

/**
 * Merges a schema with its `$ref` and `allOf`, and replaces keywords that mean the same in different versions of
 * OpenAPI by one of them.
 */
export function normalForm(schema: JsonSchema, components: Components, work: Work): JsonSchemaObject {
  if (typeof schema === 'boolean') return mergeSchema(schema, components, work).schema;
  return components.remembered('normal form', schema, formOf, work);
}

function formOf(schema: JsonSchemaObject, components: Components, work: Work): JsonSchemaObject {
  let isNullable = false;
  let form = schema;
  for (let round = 0; round < MOST_ROUNDS && !work.isSpent; round += 1) {
    const inner = unwrapped(form, components);
    isNullable ||= inner.isOrNull;
    if (round > 0 && inner.schema === form) break;
    form = mergeSchema(inner.schema, components, work).schema;
  }
  const plain = withoutSynonyms(withoutType(form, components, work));
  return isNullable ? orNull(plain) : plain;
}

/** Removes the type beside a union if every variant has that type, or a part of it. It stays if null is allowed. */
function withoutType(schema: JsonSchemaObject, components: Components, work: Work): JsonSchemaObject {
  const { type, ...form } = schema;
  const [variants, types] = [variantsOf(schema), typesOf(schema)];
  if (type === undefined || variants.length < 2 || schema.discriminator !== undefined || allowsNull(schema))
    return schema;
  const isSaid = variants.every((variant) => {
    const inner = mergeSchema(variant.schema, components, work).schema;
    const own = typesOf(inner);
    return own.length > 0 && !allowsNull(inner) && own.every((one) => types.includes(one));
  });
  return isSaid && ![...(form.oneOf ?? []), ...(form.anyOf ?? [])].some(isNullSchema) ? form : schema;
}

/** Adds null to the values that a schema allows. */
export function orNull(schema: JsonSchemaObject): JsonSchemaObject {
  const types = typesOf(schema);
  const isUnion = variantsOf(schema).length > 0;
  const { enum: values } = schema;
  const choice = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  return {
    ...schema,
    ...(types.length > 0 && { type: [...types, 'null'] as readonly JsonType[] }),
    ...(values !== undefined && { enum: values.includes(null) ? values : [...values, null] }),
    ...(isUnion && { [choice]: [...(schema[choice] ?? []), { type: 'null' }] }),
  };
}

/** Keywords, each with a test for values that restrict nothing. */
const IDLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 0,
  minItems: (value) => value === 0,
  minProperties: (value) => value === 0,
  minContains: (value) => value === 1,
  pattern: (value) => typeof value === 'string' && /^(?:\^?(?:\.\*)?\$?)$/.test(value),
};

/** Map of `format` in OpenAPI 3.0 → `contentEncoding` with the same meaning in JSON Schema. */
const ENCODINGS: Readonly<Record<string, string>> = { byte: 'base64', base64: 'base64', base64url: 'base64url' };

function withoutSynonyms(schema: JsonSchemaObject): JsonSchemaObject {
  const form = new Map(
    Object.entries(schema).filter(([keyword, value]) => !(Object.hasOwn(IDLE, keyword) && IDLE[keyword]?.(value))),
  );
  const types = typesOf(schema);
  const isOnly = (type: string): boolean => types.length === 1 && types[0] === type;
  const replace = (from: string, to: string, value: unknown): void => {
    form.delete(from);
    if (!form.has(to)) form.set(to, value);
  };
  if (schema.const !== undefined) replace('const', 'enum', [schema.const]);
  const encoding = schema.format !== undefined && Object.hasOwn(ENCODINGS, schema.format) && ENCODINGS[schema.format];
  if (encoding) replace('format', 'contentEncoding', encoding);
  const { contentMediaType: media = '', contentSchema } = schema;
  if (media !== '' && !form.has('contentEncoding') && contentSchema === undefined && !/^text\/|json|xml/.test(media)) {
    // Raw bytes have the type string in OpenAPI 3.0, and no type since 3.1.
    if (types.length === 0) form.set('type', 'string');
    if (!form.has('format')) form.set('format', 'binary');
    if (media === 'application/octet-stream') form.delete('contentMediaType');
  }
  if (isOnly('boolean') && schema.enum?.includes(true) && schema.enum.includes(false)) form.delete('enum');
  if (isOnly('integer')) {
    const [above, least = above, below, most = below] = (
      ['exclusiveMinimum', 'minimum', 'exclusiveMaximum', 'maximum'] as const
    ).map((limit) => schema[limit] && simplest(schema[limit]));
    if (typeof above === 'number' && typeof least === 'number')
      form.set('minimum', Math.max(Math.floor(above) + 1, least)).delete('exclusiveMinimum');
    if (typeof below === 'number' && typeof most === 'number')
      form.set('maximum', Math.min(Math.ceil(below) - 1, most)).delete('exclusiveMaximum');
  }
  return Object.fromEntries(form);
}
