import { isExtension } from '../../model/extensions.ts';
import { isMediaType } from '../../model/media-types.ts';
import {
  type EncodingObject,
  type ExampleObject,
  type HeaderObject,
  type LinkObject,
  type MediaTypeObject,
  type OperationObject,
  PARAMETER_LOCATIONS,
  type ParameterObject,
  type Reference,
  type RequestBodyObject,
  type ResponseObject,
} from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { convertServer } from './metadata.ts';
import type { Reading } from './reading.ts';
import { convertSchema } from './schemas/schema.ts';
import { type Convert, fieldsOf, flag, isAbsent, listOf, mapOf, raw, referenceOr, text, wrongType } from './shapes.ts';
import type { SourceNode } from './source-node.ts';

const LOCATIONS: ReadonlySet<unknown> = new Set(PARAMETER_LOCATIONS);

const schema: Convert<JsonSchema> = (node, reading) =>
  isAbsent(node.value) ? undefined : convertSchema(node, reading);

const exampleFields = {
  summary: text,
  description: text,
  value: raw,
  externalValue: text,
  dataValue: raw,
  serializedValue: text,
};

export const convertExample: Convert<ExampleObject> = (node, reading) => {
  if (isRecord(node.value)) return fieldsOf(node, reading, 'an example', exampleFields) as ExampleObject;
  reading.warn(
    node,
    'wrong-type',
    'An example in “examples” must be an object.',
    'Write the value as “value” in an object.',
  );
  return { value: node.value };
};

/** Converts examples by name. The examples of a list are numbered from 1. */
const examples: Convert<Readonly<Record<string, Reference<ExampleObject>>>> = (node, reading) => {
  if (!Array.isArray(node.value)) return mapOf(referenceOr('examples', convertExample))(node, reading);
  reading.warn(node, 'wrong-type', '“examples” must be an object of named examples.', 'Give each example a name.');
  return Object.fromEntries(node.items().map((item, index) => [String(index + 1), { value: item.value }]));
};

const convertEncoding: Convert<EncodingObject> = (node, reading) =>
  fieldsOf(node, reading, 'an encoding', {
    contentType: text,
    headers: (child, inner) => mapOf(referenceOr('headers', convertHeader))(child, inner),
    style: text,
    explode: flag,
    allowReserved: flag,
    ...encodings,
  }) as EncodingObject | undefined;

/** Encodings of parts by name, of parts by position, and of all remaining parts. Encodings may be nested. */
const encodings = {
  encoding: mapOf((node, reading) => convertEncoding(node, reading)),
  prefixEncoding: listOf((node, reading) => convertEncoding(node, reading)),
  itemEncoding: (node: SourceNode, reading: Reading) => convertEncoding(node, reading),
};

const mediaTypeFields = {
  schema,
  itemSchema: schema,
  example: raw,
  examples,
  ...encodings,
  // The reader of native descriptors sets this key if an example may omit required fields.
  'x-platform-partial': () => undefined,
};

export const convertMediaType: Convert<MediaTypeObject> = (node, reading) => {
  // A media type without content: `application/json:`.
  if (node.value === null) return {};
  const media = fieldsOf(node, reading, 'a media type', mediaTypeFields) as MediaTypeObject | undefined;
  if (media !== undefined) reading.examples.ofMediaType(node, node.key, media, node.has('x-platform-partial'));
  return media;
};

const content: Convert<Readonly<Record<string, Reference<MediaTypeObject>>>> = (node, reading) => {
  for (const [key, child] of node.entries()) checkMediaType(child, key, 'key', reading);
  return mapOf(referenceOr('mediaTypes', convertMediaType))(node, reading);
};

export function checkMediaType(node: SourceNode, mediaType: string, at: 'key' | 'value', reading: Reading): void {
  if (isMediaType(mediaType) || isExtension(mediaType)) return;
  const message = `“${mediaType}” is not a media type.`;
  reading.warn(node, 'wrong-value', message, 'Write one such as application/json.', at);
}

const headerFields = {
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  schema,
  content,
  example: raw,
  examples,
};

/** Ensures that a parameter or header has a schema or exactly one media type; adds an empty schema if necessary. */
function withShape(fields: Record<string, unknown>): Record<string, unknown> {
  const { content: extra, ...rest } = fields;
  if (extra === undefined) return fields['schema'] === undefined ? { ...fields, schema: {} } : fields;
  if (fields['schema'] === undefined && isRecord(extra) && Object.keys(extra).length === 1) return fields;
  return withShape({ ...rest, 'x-content': extra });
}

export const convertHeader: Convert<HeaderObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a header', headerFields);
  if (fields === undefined) return undefined;
  reading.examples.ofParameter(node, fields);
  return withShape(fields) as HeaderObject;
};

/** Converts a parameter; returns undefined if it has no name or no valid location. */
export const convertParameter: Convert<ParameterObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a parameter', { name: text, in: raw, ...headerFields });
  if (fields === undefined) return undefined;
  if (typeof fields['name'] !== 'string' || !LOCATIONS.has(fields['in']))
    return misshapenParameter(node, fields, 'path, query, header, cookie or querystring', reading);
  reading.examples.ofParameter(node, fields);
  return requiredInPath(withShape(fields) as unknown as ParameterObject, node, reading);
};

/** Reports a parameter without a name or a valid location. @param places valid locations, for the message */
export function misshapenParameter(
  node: SourceNode,
  { name, in: place }: Readonly<Record<string, unknown>>,
  places: string,
  reading: Reading,
): undefined {
  const message = `A parameter needs a “name”, and “in” with ${places}; it was left out.`;
  if (typeof name === 'string' && place !== undefined)
    reading.warn(node.child('in'), 'parameter-shape', message, 'Correct “in”.');
  else reading.warn(node, 'parameter-shape', message, 'Add what is missing.');
}

/** Makes a path parameter required; warns if it was not. */
export function requiredInPath(parameter: ParameterObject, node: SourceNode, reading: Reading): ParameterObject {
  if (parameter.in !== 'path' || parameter.required === true) return parameter;
  const message = `The path parameter “${parameter.name}” must be required.`;
  reading.warn(node, 'path-parameter-required', message, 'Write “required: true”.');
  return { ...parameter, required: true };
}

export const convertRequestBody: Convert<RequestBodyObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a request body', { description: text, content, required: flag });
  return fields === undefined ? undefined : ({ content: {}, ...fields } as RequestBodyObject);
};

export const convertLink: Convert<LinkObject> = (node, reading) =>
  fieldsOf(node, reading, 'a link', {
    operationRef: text,
    operationId: (id) => {
      reading.linkedIds.push(id);
      return text(id, reading);
    },
    parameters: mapOf(raw),
    requestBody: raw,
    description: text,
    server: convertServer,
  }) as LinkObject | undefined;

export const convertResponse: Convert<ResponseObject> = (node, reading) => {
  if (typeof node.value === 'string') {
    reading.warn(node, 'wrong-type', 'A response must be an object.', 'Write the text as “description” in an object.');
    return { description: node.value };
  }
  checkDescription(node, reading);
  return fieldsOf(node, reading, 'a response', {
    summary: text,
    description: text,
    headers: mapOf(referenceOr('headers', convertHeader)),
    content,
    links: mapOf(referenceOr('links', convertLink, 'left out')),
  }) as ResponseObject | undefined;
};

/** Converts `responses`; keeps responses whose keys are not status codes as `x-platform-responses`. */
export function convertResponses(
  operation: SourceNode,
  reading: Reading,
  convert: Convert<Reference<ResponseObject>>,
): OperationObject {
  const node = reading.references.part(operation.child('responses'));
  if (isAbsent(node.value)) {
    // `responses` is optional since OpenAPI 3.1.
    if (reading.hasOldSchemas)
      reading.warn(operation, 'responses-missing', 'The operation has no responses.', 'Add “responses”.', 'key');
    return { responses: {} };
  }
  if (!isRecord(node.value)) {
    wrongType(node, reading, 'an object');
    return { responses: {} };
  }
  const responses: Record<string, Reference<ResponseObject>> = {};
  const extensions: Record<string, unknown> = {};
  const unreadable: Record<string, unknown> = {};
  for (const [key, child] of node.entries()) {
    const status = statusOf(key);
    if (isExtension(key)) setOwn(extensions, key, child.value);
    else if (status === undefined) {
      reading.warn(
        child,
        'status-code',
        `“${key}” is not a status code.`,
        'Write a code from 100 to 599, a range such as 4XX, or default.',
        'key',
      );
      setOwn(unreadable, key, child.value);
    } else {
      if (key !== status || (reading.dialect === '2.0' && status.endsWith('XX'))) checkStatus(child, status, reading);
      setOwn(responses, status, convert(child, reading) ?? {});
    }
  }
  return {
    responses,
    ...extensions,
    ...(Object.keys(unreadable).length > 0 ? { 'x-platform-responses': unreadable } : {}),
  };
}

function checkStatus(node: SourceNode, status: string, reading: Reading): void {
  const isRange = reading.dialect === '2.0' && status !== 'default';
  const remedy = isRange ? 'Write single codes, or default: Swagger 2.0 has no ranges.' : `Write ${status}.`;
  reading.warn(node, 'status-code', `“${node.key}” was read as ${status}.`, remedy, 'key');
}

/** Warns about a response without `description`, which is required before OpenAPI 3.2. */
export function checkDescription(node: SourceNode, reading: Reading): void {
  if (reading.dialect === '3.2' || !isAbsent(node.child('description').value)) return;
  const message = 'The response has no “description”.';
  reading.warn(node, 'response-description-missing', message, 'Say in a sentence when it comes.', 'key');
}

function statusOf(key: string): string | undefined {
  if (key === 'default' || /^[1-5]\d\d$/.test(key)) return key;
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase();
  return key.toLowerCase() === 'default' ? 'default' : undefined;
}
