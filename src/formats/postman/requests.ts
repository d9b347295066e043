import { callAddress } from '../../model/call-address.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject, ParameterObject, ServerObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { type FilledValue, formPairs, headerText, pathText, queryParts, styled } from '../../model/parameter-styles.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { decodedText } from '../../model/texts.ts';
import { sentBody } from '../../presentation/bodies.ts';
import { responseText } from '../../presentation/messages/responses.ts';
import { type ExampleText, examplesOf } from '../../presentation/samples/examples.ts';
import { CHOSEN_HEADERS } from '../../presentation/samples/operation-request.ts';
import { formParts, parameterContent, parameterValue } from '../../presentation/sent-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { cookie, logInOf, logInText, type Variables } from './auth.ts';

/** Requests of an operation: one for each path. */
export function requestsOf(
  operation: Operation,
  baseUrl: string,
  variables: Variables,
): readonly { readonly request: JsonMap }[] {
  const { basePath } = operation.service.api.record;
  const { origin, server } = callAddress(operation, baseUrl);
  const isOwn = operation.record.servers.length > 0 && server !== null;
  const base = baseOf(isOwn ? origin : origin + basePath, server, variables);
  const message = messageOf(operation);
  const texts = [operation.getDescription(), operation.getRequestDescription(), logInText(operation)];
  const description = texts.filter(Boolean).join('\n\n');
  const logIn = logInOf(operation, variables);
  const fields = [...logIn.header, ...cookieRows(operation, variables), ...parameterRows('header', operation)];
  return operation.record.paths.map((path) => ({
    request: {
      method: operation.getHttpMethod(),
      ...(description !== '' && { description }),
      ...logIn.keys,
      header: [...message.header, ...fields],
      url: urlOf(path, base, operation, variables),
      ...(message.body !== undefined && { body: message.body }),
    },
  }));
}

/** Returns the text before paths: the variable `baseUrl` for the address of most operations, else the address. */
function baseOf(address: string, server: ServerObject | null, variables: Variables): string {
  const names = Object.entries(server?.variables ?? {});
  const written = names.length === 0 || server === null ? address : server.url.replace(/\/$/, '');
  const text = names.reduce(
    (url, [name, { default: value, description }]) =>
      url.replaceAll(`{${name}}`, () => variables.add('address', name, String(value ?? ''), description)),
    written,
  );
  const whole =
    /^[{a-z][^/]*:\/\/|^[{/]|^$/i.test(text) && !text.startsWith('//') ? text : `https://${text.replace(/^\/+/, '')}`;
  const known = variables.valueOf('baseUrl');
  return known === undefined || known === whole ? variables.add('address', 'baseUrl', whole) : whole;
}

function urlOf(path: string, base: string, operation: Operation, variables: Variables): JsonMap {
  const query = parameterRows('query', operation);
  const parameters = new Map(parametersIn('path', operation).map((parameter) => [parameter.name, parameter]));
  const variable: JsonMap[] = [];
  const segments = path
    .replace(/^\//, '')
    .split('/')
    .map((segment) => {
      const valueText = (name: string): string => {
        const parameter = parameters.get(name);
        const value = parameter === undefined ? null : parameterValue(parameter, operation.service.api.components);
        return value === null
          ? placeholderOf(parameter, operation)
          : decodedText(pathText(name, value, parameter ?? {}));
      };
      const [, whole] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
      if (whole === undefined)
        return segment.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
          variables.add('parameter', name, valueText(name), parameters.get(name)?.description),
        );
      variable.push({ key: whole, value: valueText(whole), ...describedBy(parameters.get(whole), false) });
      return `:${whole}`;
    });
  const sent = query
    .filter((row) => row['disabled'] !== true)
    .map(({ key, value }) => `${inQuery(String(key))}=${inQuery(String(value))}`);
  return {
    raw: `${base}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: [base],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

/** Encodes characters that would end a part of a query; others are written as Postman does. */
function inQuery(text: string): string {
  return text.replaceAll(/[%&=+#]/g, encodeURIComponent);
}

function parametersIn(location: ParameterObject['in'], operation: Operation): readonly ParameterObject[] {
  return operation
    .getParameters()
    .filter((parameter) => parameter.in === location)
    .map(styled);
}

/** Writes query or header parameters; optional ones are disabled, so that Postman offers them without sending them. */
function parameterRows(location: 'query' | 'header', operation: Operation): readonly JsonMap[] {
  const all = parametersIn(location, operation).filter(
    ({ name }) => location === 'query' || !CHOSEN_HEADERS.test(name),
  );
  return all.flatMap((parameter) => {
    const { name, required = false } = parameter;
    const value = parameterValue(parameter, operation.service.api.components);
    const rest = { ...describedBy(parameter, required), ...(!required && { disabled: true }) };
    return pairsOf(parameter, value, location).map(([key, text]) => ({
      key,
      value: value === null ? placeholderOf(parameter, operation) : text,
      ...(key === name ? rest : { ...(!required && { disabled: true }) }),
    }));
  });
}

/** Writes cookies as header fields. Their values are variables, since clients store and change them. */
function cookieRows(operation: Operation, variables: Variables): readonly JsonMap[] {
  return parametersIn('cookie', operation).map((parameter) => {
    const { name, required = false } = parameter;
    const value = parameterValue(parameter, operation.service.api.components);
    const text = value === null ? placeholderOf(parameter, operation) : headerText(value, parameter);
    const row = cookie(name, variables.add('parameter', name, text));
    return { ...row, ...describedBy(parameter, required), ...(!required && { disabled: true }) };
  });
}

function pairsOf(
  parameter: ParameterObject,
  value: FilledValue | null,
  location: 'query' | 'header',
): readonly (readonly [key: string, value: string])[] {
  const { name, allowReserved = false } = parameter;
  if (value === null) return [[name, '']];
  if (location === 'header') return [[name, headerText(value, parameter)]];
  return queryParts(name, value, { ...parameter, isReserved: allowReserved }).map((part) => {
    const [key = '', text = ''] = part.split(/=(.*)/s).map(decodedText);
    return [key, text] as const;
  });
}

function describedBy(part: { readonly description?: string | undefined } | undefined, isRequired: boolean): JsonMap {
  const description = `${isRequired ? '(Required) ' : ''}${part?.description ?? ''}`.trim();
  return description === '' ? {} : { description };
}

/** Returns the text that stands for an unknown value, by its type: `<integer>`. */
function placeholderOf(parameter: ParameterObject | undefined, operation: Operation): string {
  const { components } = operation.service.api;
  return typeText(parameter === undefined ? true : parameterContent(parameter, components).schema, operation);
}

function typeText(schema: JsonSchema, operation: Operation): string {
  const [type = 'string'] = typesOf(mergeSchema(schema, operation.service.api.components).schema);
  return /^(?:integer|number|boolean)$/.test(type) ? `<${type}>` : '<string>';
}

interface Message {
  readonly header: readonly JsonMap[];
  readonly body?: JsonMap;
}

const LANGUAGES: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['json', /[/+]json\b/i],
  ['xml', /[/+]xml\b/i],
  ['html', /\/html\b/i],
  ['text', /./],
];

function messageOf(operation: Operation): Message {
  const [mediaType, media] = sentContent(operation)[0] ?? [];
  if (mediaType === undefined || media === undefined) return { header: [] };
  if (FORM.test(mediaType)) return { header: [], body: formOf(mediaType, media, operation) };
  const [example] = examplesOf(mediaType, media, 'request', operation.service.api.components);
  return example === undefined || example.text === ''
    ? { header: [typeField(example?.mediaType ?? mediaType)], body: { mode: 'file', file: {} } }
    : messageWith(example);
}

const FORM = /^multipart\/|x-www-form-urlencoded/i;

/** Content of the request by media type; the type that a request is written in comes first. */
function sentContent(operation: Operation): readonly (readonly [string, MediaTypeObject])[] {
  const body = sentBody(operation);
  const content = body === null ? [] : operation.getContent(body);
  return content.toSorted(([one], [other]) => Number(isJsonMediaType(other)) - Number(isJsonMediaType(one)));
}

function typeField(mediaType: string): JsonMap {
  return { key: 'Content-Type', value: mediaType };
}

function messageWith({ mediaType, text }: ExampleText): Message {
  const [language] = LANGUAGES.find(([, pattern]) => pattern.test(mediaType)) ?? ['text'];
  const body = { mode: 'raw', raw: text, options: { raw: { language } } };
  return { header: [typeField(mediaType)], body };
}

/** Examples of bodies, written by the author, that are not in the request itself. */
function furtherExamples(operation: Operation): readonly ExampleText[] {
  return sentContent(operation).flatMap(([mediaType, media], at) => {
    if (FORM.test(mediaType)) return [];
    const examples = examplesOf(mediaType, media, 'request', operation.service.api.components);
    return examples.slice(at === 0 ? 1 : 0).filter(({ isMade, text }) => !isMade && text !== '');
  });
}

function formOf(mediaType: string, media: MediaTypeObject, operation: Operation): JsonMap {
  const { components } = operation.service.api;
  const mode = /^multipart\//i.test(mediaType) ? 'formdata' : 'urlencoded';
  const rows = formParts(mediaType, media, components).flatMap((part): readonly JsonMap[] => {
    const { description } = mergeSchema(part.schema, components).schema;
    const rest = {
      ...describedBy({ description }, part.isRequired),
      ...(mode === 'formdata' && part.type !== undefined && { contentType: part.type }),
      ...(!part.isSent && { disabled: true }),
    };
    if (part.file !== null && mode === 'formdata') return [{ key: part.name, type: 'file', src: [], ...rest }];
    const pairs: readonly (readonly [string, string])[] =
      part.value === null
        ? [[part.name, typeText(part.schema, operation)]]
        : formPairs(part.name, part.value, part.style);
    return pairs.map(([key, value]) => ({ key, value, type: 'text', ...rest }));
  });
  return { mode, [mode]: rows };
}

/**
 * Saved responses of an operation: one for each example, at least one for each status and media type. Their requests
 * have the further examples of the body: where an example of a response has the same name, else with a response again.
 */
export function responsesOf(operation: Operation, { method, url }: JsonMap): readonly JsonMap[] {
  const further = new Map(furtherExamples(operation).map((example) => [example.title ?? example.mediaType, example]));
  const requestWith = (example?: ExampleText): JsonMap => ({
    method,
    ...(example === undefined ? { header: [] } : messageWith(example)),
    url,
  });
  const saved = operation.getAllResponses().flatMap((described) =>
    examplesIn(described, operation).map((example) => {
      const sent = further.get(example.name);
      further.delete(example.name);
      return savedResponse(described, operation, example, requestWith(sent));
    }),
  );
  const usual = saved.find(({ code }) => /^2/.test(String(code))) ?? saved[0];
  if (usual === undefined) return saved;
  return [...saved, ...[...further].map(([name, sent]) => ({ ...usual, name, originalRequest: requestWith(sent) }))];
}

function savedResponse(
  { status, response }: ReturnType<Operation['getAllResponses']>[number],
  operation: Operation,
  { name, mediaType, text }: ReturnType<typeof examplesIn>[number],
  originalRequest: JsonMap,
): JsonMap {
  const { components } = operation.service.api;
  const code = Number(status);
  const headers = Object.entries(response.headers ?? {}).map(([key, reference]) => {
    const header = components.resolve(reference).value;
    const parameter = { ...header, name: key, in: 'header' } as const;
    const value = parameterValue(parameter, components);
    return {
      key,
      value: value === null ? placeholderOf(parameter, operation) : headerText(value, styled(header)),
      ...describedBy(header, header.required === true),
    };
  });
  const own = response['x-platform-reason'];
  return {
    name,
    originalRequest,
    status: typeof own === 'string' ? own : reasonPhrase(code) || status,
    ...(Number.isInteger(code) && { code }),
    header: [...(mediaType === null ? [] : [typeField(mediaType)]), ...headers],
    body: text,
  };
}

function examplesIn(
  { status, response }: ReturnType<Operation['getAllResponses']>[number],
  operation: Operation,
): readonly { readonly name: string; readonly mediaType: string | null; readonly text: string }[] {
  const name = responseText(status, response, operation)?.split('\n', 1)[0] || reasonPhrase(Number(status)) || status;
  const content = operation.getContent(response);
  if (content.length === 0) return [{ name, mediaType: null, text: '' }];
  return content.flatMap(([mediaType, media]) => {
    const examples = examplesOf(mediaType, media, 'response', operation.service.api.components);
    return examples.length === 0
      ? [{ name, mediaType, text: '' }]
      : examples.map((example) => ({ name: example.title ?? name, mediaType, text: example.text }));
  });
}
