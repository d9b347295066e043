import type { Components } from '../../model/components.ts';
import { isJsonMediaType, isToken, sentMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject, ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { isMisread } from '../../model/servers.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import { literalPath, parameterName, templateParts, wholeCallAddress, withQuery } from '../addresses.ts';
import { sentBody } from '../bodies.ts';
import { type FilledValue, percentEncode, percentEncoded, queryParts } from '../parameter-styles.ts';
import { credentialsOf } from './credentials.ts';
import { examplesOf, givenFields, givenValue, hasParts } from './examples.ts';
import { curlCommand } from './languages/curl.ts';
import { type FormField, isPartName, isPastable, type SampleBody, type SampleRequest } from './sample-request.ts';

/** Maximum number of lines of a body in a sample; a longer body is sent from a file, and shown only as an example. */
const LONGEST_BODY_LINES = 32;
const LONGEST_BODY = 2000;
const MOST_FIELDS = 40;
/** Maximum number of characters of a parameter or form field; a longer value is replaced by the field's name. */
const LONGEST_VALUE = 500;

/** Header parameters that OpenAPI ignores (3.1 §4.8.12.1), since media types and security define these fields. */
export const CHOSEN_HEADERS = /^(?:accept|content-type|authorization)$/i;

const BODY_FILE = { kind: 'file', name: 'body' } as const satisfies SampleBody;

/** Beginning of a URL that samples can call: HTTP, WebSocket, or a server variable. */
const CALLABLE = /^(?:https?|wss?):\/\/|^\{/i;

/** Writes the request of {@link requestOf} as a curl command. */
export function curlOf(operation: Operation, baseUrl: string, scheme?: string): string | null {
  const request = requestOf(operation, baseUrl, scheme);
  return request === null ? null : curlCommand(request);
}

/**
 * Sample request of an operation: required parameters, one body, the media type of the first success response.
 * @param scheme security scheme of the descriptor; defaults to the first required scheme
 * @returns null if the server does not use HTTP, its address is ambiguous, or the method is not a token
 */
export function requestOf(operation: Operation, baseUrl: string, scheme?: string): SampleRequest | null {
  const { api } = operation.service;
  const { origin, paths } = wholeCallAddress(operation, baseUrl);
  if (!CALLABLE.test(origin) || isMisread(origin) || !isToken(operation.getHttpMethod())) return null;
  const parameters = operation.getParameters();
  const body = sentBody(operation);
  const content = body === null ? undefined : sentContent(operation.getContent(body));
  const success = operation.getResponses().find(({ status }) => status.startsWith('2'));
  const answers = success === undefined ? [] : operation.getContent(success.response);
  // Some frameworks list plain text before JSON, even for responses with fields.
  const isText = /^text\/plain\b/i.test(answers[0]?.[0] ?? '') && hasParts(answers[0]?.[1].schema, api.components);
  const accept = isText ? preferred(answers) : answers[0];
  const written = content === undefined ? null : bodyOf(content[0], content[1], operation);
  // An empty form is not sent: some descriptors declare one for every GET.
  const sent = written?.kind === 'form' && written.fields.length === 0 ? null : written;
  const credentials = credentialsOf(operation, scheme);
  const isSent = ({ name, in: location, required }: ParameterObject): boolean =>
    required === true && !credentials.some((one) => one.kind === location && isSameName(one.name, name, location));
  const headers = parameters.filter((parameter) => parameter.in === 'header' && isSent(parameter));
  const query = [
    ...parameters
      .filter((parameter) => parameter.in === 'query' && isSent(parameter))
      .flatMap((parameter) =>
        queryParts(parameter.name, queryValue(parameter, operation), {
          ...parameter,
          isReserved: parameter.allowReserved === true,
        }),
      ),
    ...credentials.flatMap((one) =>
      one.kind === 'query' ? [`${percentEncode(one.name)}=${percentEncode(one.placeholder)}`] : [],
    ),
  ];
  return {
    method: operation.getHttpMethod(),
    url: withQuery(encodeUrl(origin) + filledPath(paths[0] ?? '', parameters, operation), query),
    credentials,
    headers: [
      ...(accept === undefined ? [] : [['Accept', accept[0]] as const]),
      ...(content === undefined || sent === null || sent.kind === 'form'
        ? []
        : [['Content-Type', content[0]] as const]),
      ...headers
        .filter(({ name }) => !CHOSEN_HEADERS.test(name))
        .map((parameter) => [parameter.name, parameterValue(parameter, operation)] as const),
    ],
    body: sent,
  };
}

type Typed = readonly [mediaType: string, MediaTypeObject];

/** Chooses JSON if it is one of the types, else the first type. */
function preferred(all: readonly Typed[]): Typed | undefined {
  return all.find(([mediaType]) => isJsonMediaType(mediaType)) ?? all[0];
}

/** Returns the {@link preferred} content; a range of types becomes the concrete type that is sent. */
function sentContent(all: readonly Typed[]): Typed | undefined {
  const chosen = preferred(all);
  return chosen === undefined ? undefined : [sentMediaType(chosen[0]), chosen[1]];
}

/** Replaces the expressions of a path with example values, or with their names in capitals, and percent-encodes it. */
function filledPath(template: string, parameters: readonly ParameterObject[], operation: Operation): string {
  return templateParts(template)
    .map((part, at) => {
      if (at % 2 === 0) return literalPath(part);
      const name = parameterName(part);
      const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
      return percentEncode(parameter === undefined ? name.toUpperCase() : parameterValue(parameter, operation));
    })
    .join('');
}

/** Whether two parameter names are equal; names of header fields are case-insensitive (RFC 9110 §5.1). */
function isSameName(one: string, other: string, location: ParameterObject['in']): boolean {
  return location === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

/** Value of a query parameter. An object without a known value has its required members, or all if none is required. */
function queryValue(parameter: ParameterObject, operation: Operation): FilledValue {
  const { name } = parameter;
  const { schema, value } = knownValue(parameter, operation);
  const text = { kind: 'text', text: parameterValue(parameter, operation) } as const;
  if (parameter.schema === undefined) return text;
  if (Array.isArray(value) && value.length > 0)
    return { kind: 'list', items: value.map((item) => shortValue(item, name)) };
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((key) => required.length === 0 || required.includes(key));
  const members = isRecord(value)
    ? Object.entries(value).map(([key, member]) => [key, shortValue(joined(member), key)] as const)
    : value === undefined
      ? names.map(
          (key) => [key, parameterValue({ name: key, in: 'query', schema: properties[key] ?? {} }, operation)] as const,
        )
      : [];
  return members.length === 0 || members.length > MOST_FIELDS ? text : { kind: 'object', members };
}

/** Merged schema of a parameter, and its known value: the example, the default or an allowed value. */
function knownValue(
  parameter: ParameterObject,
  operation: Operation,
): { readonly schema: JsonSchemaObject; readonly value: unknown } {
  const { components } = operation.service.api;
  const schema = parameter.schema === undefined ? {} : mergeSchema(parameter.schema, components).schema;
  const [own] = Array.isArray(schema.examples) ? schema.examples : [];
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  return { schema, value: givenValue(parameter, components) ?? own ?? schema.default ?? schema.const ?? first };
}

/** Returns {@link knownValue}; else the minimum or 1 for a number; else the name in capitals, a visible placeholder. */
function parameterValue(parameter: ParameterObject, operation: Operation): string {
  const { schema, value } = knownValue(parameter, operation);
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return schema.type === 'integer' || schema.type === 'number'
      ? String(schema.minimum ?? 1)
      : parameter.name.toUpperCase();
  return shortValue(joined(value), parameter.name);
}

/** Percent-encodes characters that are not allowed in a URL, except the brackets of an IPv6 address. */
function encodeUrl(url: string): string {
  const [, start = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#@]*@)?\[[0-9a-f:.]+\])?(.*)$/is.exec(url) ?? [];
  const encoded = encodeURI(rest.toWellFormed())
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replaceAll(/[[\]{}']/g, percentEncoded);
  return start + encoded;
}

function bodyOf(mediaType: string, media: MediaTypeObject, operation: Operation): SampleBody {
  const { components } = operation.service.api;
  if (/^multipart\/|x-www-form-urlencoded/i.test(mediaType)) return formBody(mediaType, media, operation);
  const example = examplesOf(mediaType, media, 'request', components).find(({ text }) => text !== '');
  const isWritten = example !== undefined && (isJsonMediaType(mediaType) || !/^\s*[{[]/.test(example.text));
  const { text = '' } = example ?? {};
  const isLong = text.length > LONGEST_BODY || text.split('\n').length > LONGEST_BODY_LINES;
  return !isWritten || isLong || !isPastable(text) ? BODY_FILE : { kind: 'text', text };
}

/** Joins the items of a list by commas; any other value stays unchanged. */
function joined(value: unknown): unknown {
  return Array.isArray(value) ? value.map(plainText).join(',') : value;
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shortValue(value: unknown, name: string): string {
  const text = plainText(value);
  return text.length > LONGEST_VALUE ? name.toUpperCase() : text;
}

/** Whether a form field is a file. */
export function isFile({ format, contentMediaType }: JsonSchemaObject): boolean {
  return format === 'binary' || contentMediaType !== undefined;
}

/** Form fields for the members of a value, `card[number]`, `items[0][price]`; without members, the name in capitals. */
function deepFields(name: string, value: unknown): readonly FormField[] {
  const members = membersOf(name, value);
  return members.length === 0 ? [[name, name.toUpperCase()]] : members;
}

function membersOf(name: string, value: unknown): readonly FormField[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[name, shortValue(value, name)]];
  return Object.entries(value).flatMap(([key, member]) => membersOf(`${name}[${key}]`, member));
}

type Property = readonly [name: string, schema: JsonSchema];

function formBody(mediaType: string, media: MediaTypeObject, operation: Operation): SampleBody {
  const { components } = operation.service.api;
  const schema = media.schema === undefined ? {} : mergeSchema(media.schema, components).schema;
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {});
  const described = new Map(properties);
  const given = new Map(Object.entries(givenFields(media, components)).filter(([, value]) => value !== null));
  const isMultipart = /^multipart\//i.test(mediaType);
  const fieldsOf = ([name, property]: Property): readonly FormField[] => {
    if (isFilePart(property, components)) return [[name, null]];
    const value = given.get(name) ?? sample(property, components, { direction: 'request' }).value;
    if (media.encoding?.[name]?.style === 'deepObject') return deepFields(name, value);
    const sent: unknown = Array.isArray(value) ? value[0] : value;
    return [[name, sent === undefined ? name.toUpperCase() : shortValue(sent, name)]];
  };
  // An example is preferred, since the API should accept the form that the author wrote.
  const shown =
    given.size > 0
      ? [...given.keys()].map((name): Property => [name, described.get(name) ?? true])
      : properties.filter(([name]) => required.has(name));
  const fields = (shown.length > 0 ? shown : optionalField(properties, components)).flatMap(fieldsOf);
  if (fields.length > MOST_FIELDS) return BODY_FILE;
  if (isMultipart && !fields.every(([name]) => isPartName(name))) return BODY_FILE;
  return { kind: 'form', isMultipart, fields };
}

/** Chooses one field for a form without required fields, preferably a string. */
function optionalField(properties: readonly Property[], components: Components): readonly Property[] {
  const schemaOf = ([, property]: Property): JsonSchemaObject => mergeSchema(property, components).schema;
  const isSent = (property: Property): boolean => schemaOf(property).readOnly !== true;
  const isText = (property: Property): boolean => typesOf(schemaOf(property)).includes('string');
  const field = properties.find((property) => isText(property) && isSent(property)) ?? properties.find(isSent);
  return field === undefined ? [] : [field];
}

/** Whether a property is a file, or a list of files. */
function isFilePart(property: JsonSchema, components: Components): boolean {
  const { schema } = mergeSchema(property, components);
  return isFile(schema) || (schema.items !== undefined && isFile(mergeSchema(schema.items, components).schema));
}
