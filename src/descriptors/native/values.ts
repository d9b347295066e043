import { extensionsOf, isExtension } from '../../model/extensions.ts';
import type { HeaderObject, ParameterObject } from '../../model/openapi-objects.ts';
import { toObject } from '../../model/schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject, JsonType } from '../../model/schema/schema.ts';
import { exampleOf } from '../example-mismatches.ts';
import type { NativeField, NativeParameter, NativeValue } from './native-descriptor.ts';
import type { Part } from './part.ts';
import { quote } from './reporter.ts';

/** The object schema of a list of fields. */
export function toFieldsSchema(fields: readonly NativeField[], part: Part): JsonSchemaObject {
  const properties = new Map<string, JsonSchema>();
  for (const [index, field] of fields.entries()) {
    const place = part.at(index);
    if (properties.has(field.name)) {
      const message = `There are two fields ${quote(field.name)}.`;
      place.at('name').complain('duplicate-field', message, 'Remove one of them.');
    }
    properties.set(field.name, toFieldSchema(field, place));
  }
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function toFieldSchema(field: NativeField, part: Part): JsonSchema {
  const { name: _, fields, ...value } = field;
  const schema = toValueSchema(value, part);
  if (fields === undefined) return schema;
  refuseBeside(field, ['schema', 'items'], '"fields" both say what is inside', part);
  const inner = toFieldsSchema(fields, part.at('fields'));
  const types = typesOf(field.type);
  if (types.includes('array')) return { ...schema, items: inner };
  if (types.length > 0 && !types.includes('object')) {
    const message = `A field of the type ${types.join('|')} cannot contain fields.`;
    const remedy = 'Write "type: object" or, for a list of objects, "type: array".';
    part.at('type').complain('contradiction', message, remedy);
  }
  return { ...schema, ...inner, type: field.type ?? 'object' };
}

/** A parameter; without `in` it stands in the query. */
export function toParameter(parameter: NativeParameter, part: Part): ParameterObject {
  const { name, in: location = 'query' } = parameter;
  return { name, in: location, ...toHeader(parameter, part), ...(location === 'path' && { required: true }) };
}

export function toHeader(value: NativeValue, part: Part): HeaderObject {
  const { description, required, deprecated, example, ...rest } = value;
  const extensions = extensionsOf(value);
  const shape = Object.fromEntries(
    Object.entries(rest).filter(([key]) => key !== 'name' && key !== 'in' && !isExtension(key)),
  );
  const schema = toValueSchema(shape, part);
  if (example !== undefined) part.at('example').keepExample(exampleOf(example, schema), schema);
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
function toValueSchema(value: NativeValue, part: Part): JsonSchemaObject {
  const { required: _, schema, example, items, ...keywords } = value;
  if (schema !== undefined) refuseBeside(value, ['type', 'items'], '"schema" both say what the value is', part);
  const base = schema === undefined ? {} : toObject(part.at('schema').schema(schema));
  const result = {
    ...base,
    ...keywords,
    ...(items !== undefined && { items: part.at('items').schema(items) }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (example !== undefined) part.at('example').keepExample(example, result);
  return result;
}

/** Reports keys that say the same in two ways, of which one may stay. */
function refuseBeside(
  value: NativeValue,
  keys: readonly ('schema' | 'items' | 'type')[],
  both: string,
  part: Part,
): void {
  for (const key of keys) {
    if (value[key] !== undefined)
      part.at(key).complain('contradiction', `${quote(key)} and ${both}.`, 'Keep one of them.', 'key');
  }
}

function typesOf(type: NativeField['type']): readonly JsonType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}
