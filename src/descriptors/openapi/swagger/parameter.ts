import type { EncodingObject, HeaderObject, ParameterObject } from '../../../model/openapi-objects.ts';
import { isRecord } from '../../../model/schema/json-values.ts';
import type { JsonSchema } from '../../../model/schema/schema.ts';
import { VALUE_KEYS } from '../../../model/schema/value-keys.ts';
import { misshapenParameter, requiredInPath } from '../content.ts';
import type { Reading } from '../reading.ts';
import { convertSchema } from '../schemas/schema.ts';
import { type Convert, fieldsOf, flag, isAbsent, text } from '../shapes.ts';
import { SourceNode } from '../source-node.ts';

/** Keys of a Swagger 2.0 parameter or header that describe its value: they become its schema (§ Parameter Object). */
const SCHEMA_KEYS = new Set(
  (
    'type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
    'maxItems minItems uniqueItems enum multipleOf x-nullable example properties additionalProperties allOf readOnly ' +
    'title x-example'
  )
    .split(' ')
    .concat(VALUE_KEYS),
);

export const PARAMETER_PLACES = 'path, query, header, body or formData';
const COLLECTION_FORMATS = ['csv', 'ssv', 'tsv', 'pipes'];

/** `style` and `explode`, or `x-collectionFormat` where OpenAPI 3 has no style for a collection format. */
type Serialisation = Pick<ParameterObject, 'style' | 'explode' | `x-${string}`>;

/** A parameter of a path, query or header; undefined when it has no name. */
export const convertSwaggerParameter: Convert<ParameterObject> = (node, reading) => {
  const fields = fieldsOf(without(node, [...SCHEMA_KEYS, 'collectionFormat', 'schema']), reading, 'a parameter', {
    name: text,
    in: text,
    description: text,
    required: flag,
    allowEmptyValue: flag,
  });
  if (fields === undefined) return undefined;
  const { name, in: place } = fields;
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header'))
    return misshapenParameter(node, fields, PARAMETER_PLACES, reading);
  const parameter: ParameterObject = {
    ...fields,
    name,
    in: place,
    ...serialisationOf(node, place, reading),
    schema: valueSchema(node, reading),
  };
  return requiredInPath(parameter, node, reading);
};

export const convertSwaggerHeader: Convert<HeaderObject> = (node, reading) => {
  const fields = fieldsOf(without(node, [...SCHEMA_KEYS, 'collectionFormat']), reading, 'a header', {
    description: text,
  });
  return fields === undefined
    ? undefined
    : { ...fields, ...serialisationOf(node, 'header', reading), schema: valueSchema(node, reading) };
};

/** The schema that the keys of a parameter spell. A `schema` where none belongs is what the author meant. */
export function valueSchema(node: SourceNode, reading: Reading): JsonSchema {
  if (isRecord(node.child('schema').value)) return convertSchema(node.child('schema'), reading);
  const keys = node.entries().flatMap(([key]) => (SCHEMA_KEYS.has(key) && key !== 'x-example' ? [] : [key]));
  const schema = convertSchema(without(node, keys), reading);
  const example = node.child('x-example').value;
  if (example === undefined || typeof schema === 'boolean' || schema.examples !== undefined) return schema;
  return { ...schema, examples: [example] };
}

/** How a list in a form field is written; undefined when as OpenAPI 3 does it anyway. */
export function formEncoding(node: SourceNode, reading: Reading): EncodingObject | undefined {
  const serialisation = serialisationOf(node, 'query', reading);
  return Object.keys(serialisation).length > 0 ? serialisation : undefined;
}

function serialisationOf(node: SourceNode, place: 'path' | 'query' | 'header', reading: Reading): Serialisation {
  const written = node.child('collectionFormat');
  const formats = place === 'query' ? [...COLLECTION_FORMATS, 'multi'] : COLLECTION_FORMATS;
  if (!isAbsent(written.value) && !formats.includes(String(written.value))) {
    const message = `“${String(written.value)}” is not a value for “collectionFormat”.`;
    const remedy = `Write ${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}.`;
    reading.warn(written, 'wrong-value', message, remedy);
  }
  const format = written.value ?? (node.child('type').value === 'array' ? 'csv' : undefined);
  if (typeof format !== 'string') return {};
  if (place !== 'query') return format === 'csv' ? {} : { 'x-collectionFormat': format };
  switch (format) {
    case 'csv':
      return { style: 'form', explode: false };
    case 'multi':
      return { style: 'form', explode: true };
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    default:
      return { 'x-collectionFormat': format };
  }
}

/** The same node without some of its keys; places stay right. */
function without(node: SourceNode, keys: readonly string[]): SourceNode {
  const left = Object.fromEntries(
    Object.entries(isRecord(node.value) ? node.value : {}).filter(([key]) => !keys.includes(key)),
  );
  return new SourceNode(node.file, isRecord(node.value) ? left : node.value, node.parent, node.key);
}
