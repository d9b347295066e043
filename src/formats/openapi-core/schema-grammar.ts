import { componentReference } from '../../model/components.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { MovedField, Scope, Shape } from './conform.ts';
import { data, INVALID, list, map, object, setAside } from './conform.ts';
import type { JsonMap } from './json-map.ts';
import { toSchema20, toSchema30 } from './older-schema.ts';
import { count, flag, number, oneOf, pattern, positive, text, uri, uriReference } from './scalars.ts';

export type SpecificationVersion = '2.0' | '3.0' | '3.1' | '3.2';

export const externalDocs = (version: SpecificationVersion): Shape =>
  object({ fields: { url: version === '2.0' ? uri : uriReference, description: text }, required: { url: INVALID } });

/** The Schema Object of one version; what that version cannot say moves into `x-` keys of the schema. */
export function schemaGrammar(version: SpecificationVersion): Shape {
  const schema: Shape = (value, scope) => {
    if (typeof value === 'boolean') return value ? {} : version === '2.0' ? { 'x-not': {} } : { not: {} };
    return schemaObject(value, scope);
  };
  const modern = version === '3.1' || version === '3.2';
  const orFlag: Shape = (value, scope) => (typeof value === 'boolean' ? value : schema(value, scope));
  /**
   * Boolean schemas are legal everywhere since 3.1, but tools expect them only where 3.0 had them or JSON Schema is
   * used most.
   */
  const property = modern ? orFlag : schema;
  const since31 = (shape: Shape, as: `x-${string}`): Shape | MovedField => (modern ? shape : { shape, as });
  const since30 = (shape: Shape, as: `x-${string}`): Shape | MovedField => (version === '2.0' ? { shape, as } : shape);
  const flagOrNumber = modern ? number : flag;
  const schemas = list(schema, 1);
  const schemaMap = map(property);
  const schemaObject = object({
    prepare: modern ? (version === '3.2' ? toSchema32 : toSchema31) : version === '3.0' ? toSchema30 : toSchema20,
    fields: {
      $ref: reference,
      $comment: since31(text, 'x-$comment'),
      $defs: since31(map(schema, isComponentName), 'x-$defs'),
      type: typeShape(modern),
      title: text,
      description: text,
      format: text,
      default: data,
      const: since31(data, 'x-const'),
      enum: modern ? list(data) : list(data, 1),
      example: data,
      examples: since31(list(data), 'x-examples'),
      pattern,
      multipleOf: positive,
      minimum: number,
      maximum: number,
      exclusiveMinimum: flagOrNumber,
      exclusiveMaximum: flagOrNumber,
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      uniqueItems: flag,
      minProperties: count,
      maxProperties: count,
      minContains: since31(count, 'x-minContains'),
      maxContains: since31(count, 'x-maxContains'),
      required: list(text, modern ? 0 : 1),
      properties: schemaMap,
      patternProperties: since31(schemaMap, 'x-patternProperties'),
      additionalProperties: orFlag,
      propertyNames: since31(schema, 'x-propertyNames'),
      dependentSchemas: since31(map(schema), 'x-dependentSchemas'),
      dependentRequired: since31(map(list(text)), 'x-dependentRequired'),
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
      contentMediaType: since31(text, 'x-contentMediaType'),
      contentEncoding: since31(text, 'x-contentEncoding'),
      contentSchema: since31(schema, 'x-contentSchema'),
      readOnly: flag,
      writeOnly: since30(flag, 'x-writeOnly'),
      deprecated: since30(flag, 'x-deprecated'),
      ...(version === '3.0' ? { nullable: flag } : {}),
      discriminator: version === '2.0' ? text : discriminator(version),
      xml: xml(version),
      externalDocs: externalDocs(version),
    },
  });
  return schema;
}

const reference: Shape = (value, scope) => (typeof value === 'string' ? (scope.reference(value) ?? INVALID) : INVALID);

function typeShape(modern: boolean): Shape {
  const names = ['object', 'array', 'string', 'number', 'integer', 'boolean', ...(modern ? ['null'] : [])];
  const one = oneOf(names);
  const several = list(one, 1);
  return (value, scope) =>
    Array.isArray(value) && modern && new Set(value).size === value.length ? several(value, scope) : one(value, scope);
}

function discriminator(version: SpecificationVersion): Shape {
  // A value may be the name of a schema instead of a reference to it.
  const target: Shape = (value, scope) =>
    typeof value === 'string'
      ? (scope.reference(value) ?? scope.reference(componentReference('schemas', value)) ?? INVALID)
      : INVALID;
  return object({
    fields: {
      propertyName: text,
      mapping: map(target),
      defaultMapping: version === '3.2' ? target : { shape: target, as: 'x-defaultMapping' },
    },
    required: { propertyName: INVALID },
  });
}

function xml(version: SpecificationVersion): Shape {
  const nodeType = oneOf(['element', 'attribute', 'text', 'cdata', 'none']);
  return object({
    prepare: (value) =>
      version === '3.2' && value['nodeType'] !== undefined ? setAside(value, ['attribute', 'wrapped']) : value,
    fields: {
      name: text,
      namespace: uri,
      prefix: text,
      attribute: flag,
      wrapped: flag,
      nodeType: version === '3.2' ? nodeType : { shape: nodeType, as: 'x-nodeType' },
    },
  });
}

function isComponentName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}

/**
 * Tools that look for references do not look behind one: subschemas beside `$ref` are reached only when it stands in
 * `allOf`, which says the same.
 */
function toSchema31(value: JsonMap): JsonMap {
  const escaped = escapePropertyNames(value);
  const { $ref, ...siblings } = escaped;
  if (typeof $ref !== 'string' || !Object.values(siblings).some((item) => typeof item === 'object' && item !== null))
    return escaped;
  const { allOf } = siblings;
  return { ...siblings, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] };
}

/** Tools take a property named `$ref` for a reference; as a pattern it says the same. */
function escapePropertyNames(value: JsonMap): JsonMap {
  const properties = value['properties'];
  if (!isRecord(properties) || !Object.hasOwn(properties, '$ref')) return value;
  const { $ref, ...others } = properties;
  return {
    ...value,
    properties: others,
    patternProperties: {
      ...(isRecord(value['patternProperties']) ? value['patternProperties'] : {}),
      '^\\$ref$': $ref,
    },
  };
}

/**
 * OpenAPI 3.2 demands a `defaultMapping` of a discriminator whose property may be missing; one that has none is kept as
 * `x-discriminator`.
 */
function toSchema32(value: JsonMap, scope: Scope): JsonMap {
  const escaped = toSchema31(value);
  const own = escaped['discriminator'];
  if (!isRecord(own) || own['defaultMapping'] !== undefined || typeof own['propertyName'] !== 'string') return escaped;
  return requiresProperty(escaped, own['propertyName'], scope, new Set())
    ? escaped
    : setAside(escaped, ['discriminator']);
}

function requiresProperty(schema: unknown, name: string, scope: Scope, seen: Set<unknown>): boolean {
  const target = isRecord(schema) && typeof schema['$ref'] === 'string' ? scope.resolve(schema['$ref']) : schema;
  if (!isRecord(target) || seen.has(target)) return true;
  seen.add(target);
  const { required, allOf, oneOf: choices, anyOf } = target;
  const every = (list: unknown): boolean =>
    Array.isArray(list) && list.every((item) => requiresProperty(item, name, scope, seen));
  return (
    (Array.isArray(required) && required.includes(name)) ||
    (Array.isArray(allOf) && allOf.some((item) => requiresProperty(item, name, scope, seen))) ||
    every(choices) ||
    every(anyOf)
  );
}
