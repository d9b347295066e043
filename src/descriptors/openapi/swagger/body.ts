import type { EncodingObject, RequestBodyObject } from '../../../model/openapi-objects.ts';
import { setOwn } from '../../../model/own-property.ts';
import type { JsonSchema, JsonSchemaObject } from '../../../model/schema/schema.ts';
import { misshapenParameter } from '../content.ts';
import type { Reading } from '../reading.ts';
import { convertSchema } from '../schemas/schema.ts';
import { extensionsOf, flag, isAbsent, text } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';
import { formEncoding, PARAMETER_PLACES, valueSchema } from './parameter.ts';
import { UNTOLD_MEDIA_TYPES } from './response.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The body parameter of an operation as a request body; its name, which no request shows, is kept as `x-name`. */
export function convertBodyParameter(
  node: SourceNode,
  consumes: readonly string[],
  reading: Reading,
): RequestBodyObject {
  const schemaNode = node.child('schema');
  const media = isAbsent(schemaNode.value) ? {} : { schema: convertSchema(schemaNode, reading) };
  const mediaTypes = consumes.length > 0 ? consumes : UNTOLD_MEDIA_TYPES;
  return { ...notesOf(node, reading), content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media])) };
}

/** The form fields of an operation as a request body with one object. */
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
