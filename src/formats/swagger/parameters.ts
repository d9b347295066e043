import { type Components, isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import type { EncodingObject, HeaderObject, ParameterObject, Reference } from '../../model/openapi-objects.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { isSchema, type JsonSchema, VALUE_KEYS } from '../../schema/schema.ts';
import { toSchema30 } from '../openapi-core/older-schemas.ts';
import type { JsonMap } from '../openapi-core/writing.ts';

const SHARED_PLACES = ['path', 'query', 'header'];

/** Whether Swagger 2.0 supports the location of a parameter. */
export function isSimpleParameter(parameter: ParameterObject): boolean {
  return SHARED_PLACES.includes(parameter.in);
}

interface SwaggerParameters {
  readonly parameters: readonly unknown[];
  /** Parameters in locations that Swagger 2.0 lacks, in the form of OpenAPI 3. */
  readonly extensions: JsonMap;
}

/** Converts the parameters of an operation; references to shared parameters are kept. */
export function swaggerParameters(
  given: readonly Reference<ParameterObject>[],
  components: Components,
): SwaggerParameters {
  const resolved = given.map((parameter) => ({ parameter, value: components.resolve(parameter).value }));
  const inPlace = (place: string): readonly ParameterObject[] | undefined => {
    const found = resolved.filter(({ value }) => value.in === place).map(({ value }) => value);
    return found.length > 0 ? found : undefined;
  };
  return {
    parameters: resolved
      .filter(({ value }) => isSimpleParameter(value))
      .map(({ parameter, value }) =>
        isReference(parameter) ? { $ref: parameter.$ref } : swaggerParameter(value, components),
      ),
    extensions: { 'x-cookie-parameters': inPlace('cookie'), 'x-querystring-parameters': inPlace('querystring') },
  };
}

export function swaggerParameter(parameter: ParameterObject, components: Components): JsonMap {
  const { name, in: place, required, allowEmptyValue, ...value } = parameter;
  const { description, ...type } = swaggerHeader(value, components, place);
  return {
    name,
    in: place,
    description,
    required: place === 'path' || required === true || undefined,
    allowEmptyValue: place === 'query' ? allowEmptyValue : undefined,
    ...type,
  };
}

/** @param place location of the value, which determines how lists are serialised */
export function swaggerHeader(header: HeaderObject, components: Components, place = 'header'): JsonMap {
  const { description, schema, content, style, explode, 'x-collectionFormat': _, ...others } = header;
  const type = simpleType(schema, components, description);
  const described = schema === undefined ? undefined : mergeSchema(schema, components).schema.description;
  return {
    description: description ?? described,
    ...type,
    ...collection(type, place, header),
    'x-content': content,
    ...others,
  };
}

/** Formats of lists that OpenAPI 3 has no style for, in all places or in some. */
const OWN_FORMATS = ['ssv', 'tsv', 'pipes'];
const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: 'ssv', pipeDelimited: 'pipes' };

/** Converts the style of a list to `collectionFormat`; styles that 2.0 lacks become `x-style` and `x-explode`. */
export function collection(type: JsonMap, place: string, written: HeaderObject | EncodingObject): JsonMap {
  const { style, explode, 'x-collectionFormat': format } = written;
  const own = { 'x-collectionFormat': format };
  const repeats = place === 'query' && (style === undefined || style === 'form') && explode !== false;
  if (type['type'] === 'array') {
    if (typeof format === 'string' && OWN_FORMATS.includes(format)) return { collectionFormat: format };
    if (repeats) return { collectionFormat: 'multi', ...own };
    if (style === undefined || style === 'form' || style === 'simple') return { collectionFormat: 'csv', ...own };
    if (Object.hasOwn(DELIMITERS, style) && explode !== true) return { collectionFormat: DELIMITERS[style] };
  }
  return { 'x-style': style, 'x-explode': style === undefined ? undefined : explode, ...own };
}

/** Maximum nesting of lists; a recursive list has no end. */
const DEEPEST = 4;

/** Schema keywords that parameters, headers and items of Swagger 2.0 have besides `type`. */
export const SIMPLE_WORDS = (
  'format default enum pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength ' +
  'minItems maxItems uniqueItems'
).split(' ');

/** Keywords that are written beside the type instead of in `x-schema`, with the extensions that describe values. */
const STATED: ReadonlySet<string> = new Set([...SIMPLE_WORDS, ...VALUE_KEYS]);

/** Keywords of OpenAPI 3.0 that Swagger 2.0 lacks; schemas are converted to 3.0 first. */
const UNSAID = ['title', 'externalDocs', 'readOnly', 'writeOnly', 'deprecated'];

/**
 * Converts a schema for parameters and headers of Swagger 2.0, which have type, items and limits, but no subschemas.
 * Objects and choices become strings with the schema in `x-schema`, which also has the keywords that 2.0 lacks.
 * @param ownDescription description of the parameter or header
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
  // Items have no description in 2.0; the description of the outermost schema describes the parameter.
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

/** Keywords that 2.0 lacks, as `x-schema`. */
function wordless(schema: JsonMap, ownDescription: string | undefined): JsonMap {
  const isUnsaid = (key: string, value: unknown): boolean =>
    (isExtension(key) && !VALUE_KEYS.includes(key)) ||
    UNSAID.includes(key) ||
    (key === 'description' && ownDescription !== undefined && value !== ownDescription);
  const rest = Object.entries(schema).filter(([key, value]) => isUnsaid(key, value));
  return rest.length === 0 ? {} : { 'x-schema': Object.fromEntries(rest) };
}

/** The common type of all values of an enumeration. */
function inferred(schema: JsonMap): string | undefined {
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean') ? type : undefined;
}
