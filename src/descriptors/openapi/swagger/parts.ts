import type {
  EncodingObject,
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SecuritySchemeObject,
} from '../../../model/openapi-objects.ts';
import { setOwn } from '../../../model/own-property.ts';
import { isRecord, mapValues } from '../../../schema/json-values.ts';
import { type JsonSchema, type JsonSchemaObject, VALUE_KEYS } from '../../../schema/schema.ts';
import { ownNotes } from '../audience.ts';
import { checkDescription, checkMediaType, misshapenParameter, requiredInPath } from '../content.ts';
import { keyPlace, scopes as scopeMap } from '../metadata.ts';
import type { Reading } from '../reading.ts';
import { convertSchema } from '../schemas/schema.ts';
import { type Convert, extensionsOf, fieldsOf, flag, isAbsent, mapOf, raw, text, texts } from '../shapes.ts';
import { refOf, SourceNode } from '../source-node.ts';

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

const PARAMETER_PLACES = 'path, query, header, body or formData';
const COLLECTION_FORMATS = ['csv', 'ssv', 'tsv', 'pipes'];

/** `style` and `explode`, or `x-collectionFormat` if OpenAPI 3 has no style for a collection format. */
type Serialisation = Pick<ParameterObject, 'style' | 'explode' | `x-${string}`>;

/** Converts a path, query or header parameter; returns undefined if it has no name or another location. */
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

/** Converts keys of a parameter to a schema. The key `schema`, allowed only for a body, takes precedence. */
function valueSchema(node: SourceNode, reading: Reading): JsonSchema {
  if (isRecord(node.child('schema').value)) return convertSchema(node.child('schema'), reading);
  const keys = node.entries().flatMap(([key]) => (SCHEMA_KEYS.has(key) && key !== 'x-example' ? [] : [key]));
  const schema = convertSchema(without(node, keys), reading);
  const example = node.child('x-example').value;
  if (example === undefined || typeof schema === 'boolean' || schema.examples !== undefined) return schema;
  return { ...schema, examples: [example] };
}

/** Returns the encoding of a list in a form field; undefined for the default of OpenAPI 3. */
function formEncoding(node: SourceNode, reading: Reading): EncodingObject | undefined {
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

/** Returns a node without some of its keys, at the same position. */
function without(node: SourceNode, keys: readonly string[]): SourceNode {
  const left = Object.fromEntries(
    Object.entries(isRecord(node.value) ? node.value : {}).filter(([key]) => !keys.includes(key)),
  );
  return new SourceNode(node.file, isRecord(node.value) ? left : node.value, node.parent, node.key);
}

/** Media types of a body for which the descriptor names none. Swagger 2.0 leaves this open; JSON is our choice. */
const DEFAULT_MEDIA_TYPES: readonly string[] = ['application/json'];

/** Returns the media types in `consumes` or `produces` of the operation, else of the descriptor. */
export function mediaTypesOf(
  operation: SourceNode | null,
  key: 'consumes' | 'produces',
  reading: Reading,
): readonly string[] {
  const own = operation?.child(key);
  const node = own === undefined || isAbsent(own.value) ? reading.root.child(key) : own;
  const mediaTypes = texts(node, reading) ?? [];
  const items = Array.isArray(node.value) ? node.items() : [node];
  for (const item of items) if (typeof item.value === 'string') checkMediaType(item, item.value, 'value', reading);
  return [...new Set(mediaTypes)];
}

/** @param produces media types of the body; empty if the descriptor names none */
export function convertSwaggerResponse(
  node: SourceNode,
  produces: readonly string[],
  reading: Reading,
): ResponseObject | undefined {
  const fields = fieldsOf(node, reading, 'a response', {
    description: text,
    headers: mapOf(convertSwaggerHeader),
    schema: () => undefined,
    examples: () => undefined,
  });
  if (fields === undefined) return undefined;
  checkDescription(node, reading);
  const content = contentOf(node, produces, reading);
  return { ...fields, ...(Object.keys(content).length > 0 ? { content } : {}) };
}

/** Converts a named response, whose media types are those of the whole descriptor. */
export const convertNamedResponse: Convert<object> = (node, reading) => {
  const ref = refOf(node);
  if (ref === undefined) return convertSwaggerResponse(node, mediaTypesOf(null, 'produces', reading), reading);
  return {
    $ref: reading.references.refer('responses', node, ref) ?? reading.references.gaps.referTo('responses', ref),
    ...ownNotes(node),
  };
};

function contentOf(
  node: SourceNode,
  produces: readonly string[],
  reading: Reading,
): Readonly<Record<string, MediaTypeObject>> {
  const examples = mapOf(raw)(node.child('examples'), reading) ?? {};
  const schemaNode = node.child('schema');
  if (isAbsent(schemaNode.value)) return mapValues(examples, (example) => ({ example }));
  const schema = convertSchema(schemaNode, reading);
  const isFile = schemaNode.child('type').value === 'file';
  const defaults = isFile ? ['application/octet-stream'] : DEFAULT_MEDIA_TYPES;
  for (const [mediaType, example] of Object.entries(examples))
    reading.examples.ofValue(node.child('examples').child(mediaType), mediaType, example, schema);
  const mediaTypes = new Set([...(produces.length > 0 ? produces : defaults), ...Object.keys(examples)]);
  return Object.fromEntries(
    [...mediaTypes].map((mediaType) => [
      mediaType,
      { schema, ...(Object.hasOwn(examples, mediaType) ? { example: examples[mediaType] } : {}) },
    ]),
  );
}

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Converts a body parameter to a request body; keeps its name, which no request contains, as `x-name`. */
export function convertBodyParameter(
  node: SourceNode,
  consumes: readonly string[],
  reading: Reading,
): RequestBodyObject {
  const schemaNode = node.child('schema');
  const media = isAbsent(schemaNode.value) ? {} : { schema: convertSchema(schemaNode, reading) };
  const mediaTypes = consumes.length > 0 ? consumes : DEFAULT_MEDIA_TYPES;
  return { ...notesOf(node, reading), content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media])) };
}

/** Converts the form fields of an operation to a request body that is one object. */
export function convertFormParameters(
  nodes: readonly SourceNode[],
  consumes: readonly string[],
  reading: Reading,
): RequestBodyObject {
  const properties: Record<string, JsonSchema> = {};
  const encoding: Record<string, EncodingObject> = {};
  const required: string[] = [];
  for (const node of nodes) {
    const name = text(node.child('name'), reading);
    if (name === undefined) {
      misshapenParameter(node, {}, PARAMETER_PLACES, reading);
      continue;
    }
    const description = text(node.child('description'), reading);
    const schema = valueSchema(node, reading);
    const property = {
      ...(typeof schema === 'boolean' ? {} : schema),
      ...(description === undefined ? {} : { description }),
      ...extensionsOf(node),
    };
    setOwn(properties, name, property);
    if (flag(node.child('required'), reading) === true) required.push(name);
    const own = formEncoding(node, reading);
    if (own !== undefined) setOwn(encoding, name, own);
  }
  const schema: JsonSchemaObject = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const media = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  const forms = consumes.filter((mediaType) => mediaType.startsWith(MULTIPART) || mediaType.startsWith(URL_ENCODED));
  const hasFile = nodes.some((node) => node.child('type').value === 'file');
  const mediaTypes = forms.length > 0 ? forms : [hasFile ? MULTIPART : URL_ENCODED];
  return {
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media])),
    ...(required.length > 0 ? { required: true } : {}),
  };
}

function notesOf(node: SourceNode, reading: Reading): Omit<RequestBodyObject, 'content'> {
  const description = text(node.child('description'), reading);
  const required = flag(node.child('required'), reading);
  const name = node.child('name').value;
  if (isAbsent(name)) reading.warn(node, 'missing-key', 'A body parameter needs a “name”.', 'Add it.');
  return {
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(typeof name === 'string' ? { 'x-name': name } : {}),
    ...extensionsOf(node),
  };
}

/** Names of the OAuth 2 flows in OpenAPI 3, by their names in Swagger 2.0. */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Converts a scheme of type `basic`, `apiKey` or `oauth2`; returns undefined for any other type. */
export const convertSwaggerSecurityScheme: Convert<SecuritySchemeObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a security definition', {
    type: text,
    description: text,
    name: text,
    in: keyPlace,
    flow: text,
    authorizationUrl: text,
    tokenUrl: text,
    scopes: scopeMap,
  });
  if (fields === undefined) return undefined;
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = fields;
  const flowName = typeof flow === 'string' && Object.hasOwn(FLOWS, flow) ? FLOWS[flow] : undefined;
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type === 'apiKey') return { ...rest, type } as SecuritySchemeObject;
  if (type === 'oauth2' && flowName !== undefined) {
    const urls = {
      ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
      ...(tokenUrl === undefined ? {} : { tokenUrl }),
    };
    return { ...rest, type, flows: { [flowName]: { ...urls, scopes: scopes ?? {} } } } as SecuritySchemeObject;
  }
  const message = `The security definition “${node.key}” has no known “type” and “flow”; it was left out.`;
  reading.warn(
    node,
    'security-type',
    message,
    'Write basic, apiKey, or oauth2 with a flow: implicit, password, application or accessCode.',
  );
  return undefined;
};
