import { isRecord } from './json-values.ts';

/**
 * JSON Schema 2020-12, the one dialect of the model: readers convert every older dialect into it.
 * Only keywords that the product reads are typed; all others are kept and reach every output.
 *
 * Invariants that readers establish and everything else relies on:
 * - `$ref` is always `#/components/schemas/<Name>` of the same {@link ApiRecord} and that name exists
 *   (a target that the descriptor lacks becomes a named node carrying `x-platform-missing`).
 * - Nothing is dereferenced: a cycle is an edge.
 * - Keywords of JSON Schema and OpenAPI have values of the types below, counts are whole numbers of at least 0, lists
 *   of schemas are not empty. Only keywords that neither knows may hold anything.
 */
export type JsonSchema = boolean | JsonSchemaObject;

/** Whether a value can stand where a schema stands; what is in it is not looked at. */
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
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
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
  /** Message for the reader about a part that the descriptor lacks: `schema “Missing” is not in the descriptor`. */
  readonly 'x-platform-missing'?: string;
  readonly [keyword: string]: unknown;
}

export const JSON_TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

export interface DiscriminatorObject {
  readonly propertyName: string;
  /** value → `#/components/schemas/<Name>` */
  readonly mapping?: Readonly<Record<string, string>>;
  /** OpenAPI 3.2: the schema of values that the mapping does not name. */
  readonly defaultMapping?: string;
  readonly [extension: `x-${string}`]: unknown;
}

export interface ExternalDocumentationObject {
  readonly url: string;
  readonly description?: string;
  readonly [extension: `x-${string}`]: unknown;
}

/** Keys by which tools say what allowed values mean: lists by the place of a value, or texts by the value. */
export const VALUE_NAMES = ['x-enum-varnames', 'x-enumNames'] as const;
export const VALUE_MEANINGS = ['x-enum-descriptions', 'x-enumDescriptions'] as const;
/** All keys above, and that of Azure. */
export const VALUE_KEYS: readonly string[] = [...VALUE_NAMES, ...VALUE_MEANINGS, 'x-ms-enum'];

/**
 * Display name of a schema: the last part of a dotted name, `Pod` of `io.k8s.api.core.v1.Pod`. A version stays with the
 * name before it: `Order.v2`. Schemas of the same title differ by their whole names, which addresses have.
 */
export function schemaTitle(name: string): string {
  return /[^.]+(?:\.v?\d[^.]*)?$/.exec(name)?.[0] ?? name;
}

/** Keywords whose value is a schema, a list of schemas, or a map of them. */
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

/** A schema inside another: its keyword, and its key in the list or map of that keyword, where there is one. */
interface Subschema {
  readonly keyword: string;
  readonly key: string | null;
  readonly schema: JsonSchema;
}

/** Every schema directly below a schema. References are not followed. */
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
