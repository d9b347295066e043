import type { JsonNumber } from './exact-number.ts';
import { isRecord } from './json-values.ts';

/**
 * JSON Schema 2020-12, the only dialect of the model: readers convert older dialects to it.
 * Only keywords that the product uses are typed; other keywords are kept and written to every output.
 *
 * Invariants that readers establish and all other code relies on:
 * - `$ref` is always `#/components/schemas/<Name>` of the same {@link ApiRecord} and that name exists
 *   (a missing target becomes a named schema with `x-platform-missing`).
 * - References are not replaced by their targets, so schemas contain no object cycles.
 * - Keywords of JSON Schema and OpenAPI have the types below. Counts are whole numbers of at least 0, and lists
 *   of schemas are not empty. Unknown keywords can have any value.
 */
export type JsonSchema = boolean | JsonSchemaObject;

/** Whether a value is a boolean or object and thus can be a schema; keywords are not checked. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isRecord(value);
}

export interface JsonSchemaObject {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: JsonNumber;
  readonly maximum?: JsonNumber;
  readonly exclusiveMinimum?: JsonNumber;
  readonly exclusiveMaximum?: JsonNumber;
  readonly multipleOf?: JsonNumber;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly contains?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly discriminator?: DiscriminatorObject;
  readonly xml?: Readonly<Record<string, unknown>>;
  readonly externalDocs?: ExternalDocumentationObject;
  /** Message for readers about a missing reference target: `schema “Missing” is not in the descriptor`. */
  readonly 'x-platform-missing'?: string;
  readonly [keyword: string]: unknown;
}

export const JSON_TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

export interface DiscriminatorObject {
  readonly propertyName: string;
  /** References (`#/components/schemas/<Name>`) by value of the property. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** OpenAPI 3.2: schema for values that are not in the mapping. */
  readonly defaultMapping?: string;
  readonly [extension: `x-${string}`]: unknown;
}

export interface ExternalDocumentationObject {
  readonly url: string;
  readonly description?: string;
  readonly [extension: `x-${string}`]: unknown;
}

/** Extensions with names or descriptions of `enum` values: lists in the order of the values, or texts by value. */
export const VALUE_NAMES = ['x-enum-varnames', 'x-enumNames'] as const;
export const VALUE_MEANINGS = ['x-enum-descriptions', 'x-enumDescriptions'] as const;
/** All extensions above, and that of Azure. */
export const VALUE_KEYS: readonly string[] = [...VALUE_NAMES, ...VALUE_MEANINGS, 'x-ms-enum'];

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
export const SCHEMA_KEYWORDS = [
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
] as const;
export const SCHEMA_LIST_KEYWORDS = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const;
export const SCHEMA_MAP_KEYWORDS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'] as const;

/** Direct subschema of a schema, with its keyword and, in a list or map, its index or key. */
interface Subschema {
  readonly keyword: string;
  readonly key: string | null;
  readonly schema: JsonSchema;
}

/** Yields all direct subschemas of a schema. References are not followed. */
export function* subschemasOf(schema: JsonSchemaObject): Generator<Subschema> {
  for (const keyword of SCHEMA_KEYWORDS) {
    const value = schema[keyword];
    if (isSchema(value)) yield { keyword, key: null, schema: value };
  }
  for (const keyword of [...SCHEMA_LIST_KEYWORDS, ...SCHEMA_MAP_KEYWORDS]) {
    const several = schema[keyword];
    if (typeof several !== 'object' || several === null) continue;
    for (const [key, value] of Object.entries(several)) if (isSchema(value)) yield { keyword, key, schema: value };
  }
}
