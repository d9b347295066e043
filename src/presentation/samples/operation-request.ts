import { isJsonMediaType, isToken, sentMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject, ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import {
  cookieText,
  type FilledValue,
  formPairs,
  headerText,
  pathText,
  percentEncode,
  percentEncoded,
  queryParts,
  styled,
  valueLines,
} from '../../model/parameter-styles.ts';
import { isMisread } from '../../model/servers.ts';
import { filledPath, queryText, wholeCallAddress, withQuery } from '../addresses.ts';
import { sentBody } from '../bodies.ts';
import { formParts, parameterValue } from '../sent-values.ts';
import { credentialsOf } from './credentials.ts';
import { examplesOf, hasParts } from './examples.ts';
import { curlCommand } from './languages/curl.ts';
import { type FormField, isPartName, isPastable, type SampleBody, type SampleRequest } from './sample-request.ts';

/** Maximum number of lines of a body in a sample; a longer body is sent from a file, and shown only as an example. */
const LONGEST_BODY_LINES = 32;
const LONGEST_BODY = 2000;
const MOST_FIELDS = 40;

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
  const parameters = operation.getParameters().map(styled);
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
  const sentIn = (location: ParameterObject['in']): readonly ParameterObject[] =>
    parameters.filter((parameter) => parameter.in === location && isSent(parameter));
  const filled = (parameter: ParameterObject): FilledValue =>
    parameterValue(parameter, api.components) ?? placeholder(parameter.name);
  const query = parameters.filter(isSent).flatMap((parameter): readonly string[] => {
    const { name, in: location, allowReserved = false } = parameter;
    if (location === 'querystring') return [queryText(valueLines(filled(parameter)))];
    return location === 'query' ? queryParts(name, filled(parameter), { ...parameter, isReserved: allowReserved }) : [];
  });
  const keys = credentials.flatMap((one) =>
    one.kind === 'query' ? [`${percentEncode(one.name)}=${percentEncode(one.placeholder)}`] : [],
  );
  const path = filledPath(paths[0] ?? '', (name) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    return pathText(name, parameter === undefined ? placeholder(name) : filled(parameter), parameter ?? {});
  });
  return {
    method: operation.getHttpMethod(),
    url: withQuery(encodeUrl(origin) + path, [...query, ...keys]),
    credentials,
    cookies: sentIn('cookie')
      .filter(({ name }) => isToken(name))
      .map((parameter) => cookieText(parameter.name, filled(parameter), parameter)),
    headers: [
      ...(accept === undefined ? [] : [['Accept', accept[0]] as const]),
      ...(content === undefined || sent === null || sent.kind === 'form'
        ? []
        : [['Content-Type', content[0]] as const]),
      ...sentIn('header')
        .filter(({ name }) => !CHOSEN_HEADERS.test(name))
        .map((parameter) => [parameter.name, headerText(filled(parameter), parameter)] as const),
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

/** Whether two parameter names are equal; names of header fields are case-insensitive (RFC 9110 §5.1). */
function isSameName(one: string, other: string, location: ParameterObject['in']): boolean {
  return location === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

/** Name in capitals, a visible placeholder. */
function placeholder(name: string): FilledValue {
  return { kind: 'text', text: name.toUpperCase() };
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

function formBody(mediaType: string, media: MediaTypeObject, operation: Operation): SampleBody {
  const isMultipart = /^multipart\//i.test(mediaType);
  const parts = formParts(mediaType, media, operation.service.api.components).filter(({ isSent }) => isSent);
  const fields = parts.flatMap(({ name, file, value, style, type, headers }): readonly FormField[] => {
    if (file !== null) return [[name, null, { type, headers }]];
    return formPairs(name, value ?? placeholder(name), style).map(([key, text]) => [key, text, { type, headers }]);
  });
  if (fields.length > MOST_FIELDS || (isMultipart && !fields.every(([name]) => isPartName(name)))) return BODY_FILE;
  return { kind: 'form', isMultipart, fields };
}
