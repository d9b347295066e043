import { extensionsOf, isExtension } from '../../model/extensions.ts';
import type { HeaderObject, ParameterObject } from '../../model/openapi-objects.ts';
import type { JsonSchema, JsonSchemaObject, JsonType } from '../../model/schema/schema.ts';
import { exampleOf } from '../example-mismatches.ts';
import type { NativeField, NativeParameter, NativeValue } from './native-descriptor.ts';
import { type Complaint, quote } from './reporter.ts';
import type { SchemaLibrary } from './schema-library.ts';

/** Where a part of the descriptor stands, and what converting it needs. */
export interface Conversion {
  readonly library: SchemaLibrary;
  complain(complaint: Complaint): void;
  /** Keeps an example until the schemas are known: it is held against its own then. */
  keepExample(pointer: string, value: unknown, schema: JsonSchema): void;
}

/** The object schema of a list of fields. */
export function toFieldsSchema(
  fields: readonly NativeField[],
  pointer: string,
  conversion: Conversion,
): JsonSchemaObject {
  const properties = new Map<string, JsonSchema>();
  for (const [index, field] of fields.entries()) {
    const place = `${pointer}/${index}`;
    if (properties.has(field.name)) {
      conversion.complain({
        pointer: `${place}/name`,
        at: 'value',
        rule: 'duplicate-field',
        message: `There are two fields ${quote(field.name)}.`,
        remedy: 'Remove one of them.',
      });
    }
    properties.set(field.name, toFieldSchema(field, place, conversion));
  }
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function toFieldSchema(field: NativeField, pointer: string, conversion: Conversion): JsonSchema {
  const { name: _, fields, ...value } = field;
  const schema = toValueSchema(value, pointer, conversion);
  if (fields === undefined) return schema;
  refuseBeside(field, ['schema', 'items'], '"fields" both say what is inside', pointer, conversion);
  const inner = toFieldsSchema(fields, `${pointer}/fields`, conversion);
  const types = typesOf(field.type);
  if (types.includes('array')) return { ...schema, items: inner };
  if (types.length > 0 && !types.includes('object')) {
    conversion.complain({
      pointer: `${pointer}/type`,
      at: 'value',
      rule: 'contradiction',
      message: `A field of the type ${types.join('|')} cannot contain fields.`,
      remedy: 'Write "type: object" or, for a list of objects, "type: array".',
    });
  }
  return { ...schema, ...inner, type: field.type ?? 'object' };
}

/** A parameter; without `in` it stands in the query. */
export function toParameter(parameter: NativeParameter, pointer: string, conversion: Conversion): ParameterObject {
  const { name, in: location = 'query' } = parameter;
  return {
    name,
    in: location,
    ...toHeader(parameter, pointer, conversion),
    ...(location === 'path' && { required: true }),
  };
}

export function toHeader(value: NativeValue, pointer: string, conversion: Conversion): HeaderObject {
  const { description, required, deprecated, example, ...rest } = value;
  const extensions = extensionsOf(value);
  const shape = Object.fromEntries(
    Object.entries(rest).filter(([key]) => key !== 'name' && key !== 'in' && !isExtension(key)),
  );
  const schema = toValueSchema(shape, pointer, conversion);
  if (example !== undefined) conversion.keepExample(`${pointer}/example`, exampleOf(example, schema), schema);
  return {
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(deprecated !== undefined && { deprecated }),
    schema,
    ...(example !== undefined && { example }),
    ...extensions,
  };
}

/** The keys of a value are JSON Schema's own, but for `required`, `schema` and `example`. */
function toValueSchema(value: NativeValue, pointer: string, conversion: Conversion): JsonSchemaObject {
  const { required: _, schema, example, items, ...keywords } = value;
  if (schema !== undefined)
    refuseBeside(value, ['type', 'items'], '"schema" both say what the value is', pointer, conversion);
  const base = schema === undefined ? {} : toObject(conversion.library.convert(schema, `${pointer}/schema`));
  const result = {
    ...base,
    ...keywords,
    ...(items !== undefined && { items: conversion.library.convert(items, `${pointer}/items`) }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (example !== undefined) conversion.keepExample(`${pointer}/example`, example, result);
  return result;
}

/** The `x-` keys of a part. */
function refuseBeside(
  value: NativeValue,
  keys: readonly ('schema' | 'items' | 'type')[],
  both: string,
  pointer: string,
  conversion: Conversion,
): void {
  for (const key of keys) {
    if (value[key] === undefined) continue;
    conversion.complain({
      pointer: `${pointer}/${key}`,
      at: 'key',
      rule: 'contradiction',
      message: `${quote(key)} and ${both}.`,
      remedy: 'Keep one of them.',
    });
  }
}

function typesOf(type: NativeField['type']): readonly JsonType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function toObject(schema: JsonSchema): JsonSchemaObject {
  if (schema === true) return {};
  return schema === false ? { not: {} } : schema;
}
