import { componentReference } from '../../schema/references.ts';
import type {
  DiscriminatorObject,
  ExternalDocumentationObject,
  JsonSchema,
  JsonSchemaObject,
} from '../../schema/schema.ts';
import { toSchema20, toSchema30 } from './older-schemas.ts';
import {
  asItIs,
  data,
  type Field,
  isComponentName,
  type JsonMap,
  list,
  map,
  object,
  pattern,
  type Scope,
  setAside,
  UNSAID,
  uri,
  uriReference,
  type Writer,
} from './writing.ts';

export type SpecificationVersion = '2.0' | '3.0' | '3.1' | '3.2';

export const externalDocs = (version: SpecificationVersion): Writer<ExternalDocumentationObject> =>
  object<ExternalDocumentationObject>({
    fields: { url: version === '2.0' ? uri : uriReference },
    required: { url: UNSAID },
  });

/** Keywords whose values are written unchanged; the suffix of the constant is the version that added the keywords. */
const WORDS = [
  ...['type', 'title', 'description', 'format', 'required', 'readOnly', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];
const WORDS_30 = ['writeOnly', 'deprecated'];
const WORDS_31 = ['$comment', 'minContains', 'maxContains', 'contentMediaType', 'contentEncoding'];
/** Keywords that only {@link toSchema30} or {@link toSchema20} produces; other versions do not have them. */
const OLD_WORDS: Readonly<Record<SpecificationVersion, readonly string[]>> = {
  '2.0': ['discriminator'],
  '3.0': ['nullable'],
  '3.1': [],
  '3.2': [],
};

/** Creates the writer for the Schema Object of one version. Unsupported keywords become `x-` keys of the schema. */
export function schemaWriter(version: SpecificationVersion): Writer<JsonSchema> {
  const schema: Writer<JsonSchema> = (value, scope) => {
    if (typeof value === 'boolean') return value ? {} : version === '2.0' ? { 'x-not': {} } : { not: {} };
    return schemaObject(value, scope);
  };
  const modern = version === '3.1' || version === '3.2';
  const orFlag: Writer<JsonSchema> = (value, scope) => (typeof value === 'boolean' ? value : schema(value, scope));
  // Versions from 3.1 allow boolean schemas everywhere, but tools expect them only in properties, in items, and where
  // 3.0 allows them.
  const property = modern ? orFlag : schema;
  const since31 = <T>(write: Writer<T>, as: `x-${string}`): Field => (modern ? write : { write, as });
  const since30 = <T>(write: Writer<T>, as: `x-${string}`): Field => (version === '2.0' ? { write, as } : write);
  const schemas = list(schema);
  const schemaMap = map(property);
  const schemaObject = object<JsonSchemaObject>({
    prepare: modern ? (version === '3.2' ? toSchema32 : toSchema31) : version === '3.0' ? toSchema30 : toSchema20Here,
    words: new Set([...WORDS, ...OLD_WORDS[version]]),
    fields: {
      ...Object.fromEntries(WORDS_30.map((word) => [word, since30(asItIs, `x-${word}`)])),
      ...Object.fromEntries(WORDS_31.map((word) => [word, since31(asItIs, `x-${word}`)])),
      $ref: reference,
      $defs: since31(map(schema, isComponentName), 'x-$defs'),
      default: data,
      const: since31(data, 'x-const'),
      enum: list(data, modern ? 0 : 1),
      example: data,
      examples: since31(list(data), 'x-examples'),
      pattern,
      properties: schemaMap,
      patternProperties: since31(schemaMap, 'x-patternProperties'),
      additionalProperties: orFlag,
      propertyNames: since31(schema, 'x-propertyNames'),
      dependentSchemas: since31(map(schema), 'x-dependentSchemas'),
      dependentRequired: since31(map(asItIs), 'x-dependentRequired'),
      items: modern ? orFlag : schema,
      prefixItems: since31(schemas, 'x-prefixItems'),
      contains: since31(schema, 'x-contains'),
      unevaluatedItems: since31(orFlag, 'x-unevaluatedItems'),
      unevaluatedProperties: since31(orFlag, 'x-unevaluatedProperties'),
      allOf: schemas,
      anyOf: since30(schemas, 'x-anyOf'),
      oneOf: since30(schemas, 'x-oneOf'),
      not: since30(schema, 'x-not'),
      if: since31(schema, 'x-if'),
      then: since31(schema, 'x-then'),
      else: since31(schema, 'x-else'),
      contentSchema: since31(schema, 'x-contentSchema'),
      ...(version === '2.0' ? {} : { discriminator: discriminator(version) }),
      xml: xml(version),
      externalDocs: externalDocs(version),
    },
  });
  return schema;
}

const reference: Writer<string> = (value, scope) => scope.reference(value) ?? UNSAID;

/** Rewrites the references in a discriminator for this document before the discriminator moves to another key. */
function toSchema20Here(value: JsonSchemaObject, scope: Scope): object {
  const own = value.discriminator;
  return toSchema20(own === undefined ? value : { ...value, discriminator: discriminator('2.0')(own, scope) });
}

function discriminator(version: SpecificationVersion): Writer<DiscriminatorObject> {
  // A value may be the name of a schema instead of a reference.
  const target: Writer<string> = (value, scope) =>
    scope.reference(value) ?? scope.reference(componentReference('schemas', value)) ?? UNSAID;
  return object<DiscriminatorObject>({
    fields: {
      mapping: map(target),
      defaultMapping: version === '3.2' ? target : { write: target, as: 'x-defaultMapping' },
    },
  });
}

function xml(version: SpecificationVersion): Writer<JsonMap> {
  return object({
    prepare: (value) =>
      version === '3.2' && value['nodeType'] !== undefined ? setAside(value, ['attribute', 'wrapped']) : value,
    fields: { namespace: uri, ...(version === '3.2' ? {} : { nodeType: { write: asItIs, as: 'x-nodeType' } }) },
  });
}

/**
 * Moves `$ref` into an equivalent `allOf` if there are subschemas beside it: tools that search for references ignore
 * siblings of `$ref`.
 */
function toSchema31(value: JsonSchemaObject): JsonSchemaObject {
  const escaped = withOneExample(escapePropertyNames(value));
  if (escaped.$ref === undefined) return escaped;
  const { $ref, ...siblings } = escaped;
  if (!Object.values(siblings).some((item) => typeof item === 'object' && item !== null)) return escaped;
  return { ...siblings, allOf: [{ $ref }, ...(siblings.allOf ?? [])] };
}

/** Writes a single example as `example`, which every version of OpenAPI has and many tools read exclusively. */
function withOneExample(value: JsonSchemaObject): JsonSchemaObject {
  if (value.examples?.length !== 1 || value['example'] !== undefined) return value;
  const { examples, ...others } = value;
  return { ...others, example: examples[0] };
}

/** Replaces a property named `$ref`, which tools would read as a reference, by an equivalent pattern property. */
function escapePropertyNames(value: JsonSchemaObject): JsonSchemaObject {
  if (value.properties === undefined || !Object.hasOwn(value.properties, '$ref')) return value;
  const { $ref = true, ...properties } = value.properties;
  return { ...value, properties, patternProperties: { ...value.patternProperties, '^\\$ref$': $ref } };
}

/**
 * OpenAPI 3.2 requires `defaultMapping` in a discriminator whose property is optional. A discriminator without it is
 * kept as `x-discriminator`.
 */
function toSchema32(value: JsonSchemaObject, scope: Scope): object {
  const escaped = toSchema31(value);
  const own = escaped.discriminator;
  if (own === undefined || own.defaultMapping !== undefined) return escaped;
  return requiresProperty(escaped, own.propertyName, scope, new Set()) ? escaped : setAside(escaped, ['discriminator']);
}

function requiresProperty(schema: JsonSchema, name: string, scope: Scope, seen: Set<JsonSchema>): boolean {
  const target =
    typeof schema === 'object' && schema.$ref !== undefined
      ? scope.components.resolveSchema({ $ref: schema.$ref }).value
      : schema;
  if (typeof target === 'boolean' || seen.has(target)) return true;
  seen.add(target);
  const { required = [], allOf = [], oneOf: choices, anyOf } = target;
  const requires = (item: JsonSchema): boolean => requiresProperty(item, name, scope, seen);
  return (
    required.includes(name) ||
    allOf.some(requires) ||
    choices?.every(requires) === true ||
    anyOf?.every(requires) === true
  );
}
