import { isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import { isToken } from '../../model/media-types.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { statusWords } from '../../model/status-codes.ts';
import type { MovedField, Shape } from './conform.ts';
import { data, extensibleMap, INVALID, list, map, object, referable, setAside } from './conform.ts';
import type { JsonMap } from './json-map.ts';
import { messageGrammar, siblingsOf } from './message-grammar.ts';
import { email, flag, scalar, text, uri, uriReference } from './scalars.ts';
import type { SpecificationVersion } from './schema-grammar.ts';
import { externalDocs } from './schema-grammar.ts';
import { securityRequirements, securityScheme } from './security-grammar.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export interface DocumentGrammar {
  readonly document: Shape;
  /** One component of each section. */
  readonly parts: Readonly<Record<keyof ComponentsRecord, Shape>>;
}

/** The OpenAPI Object of one version. */
export function documentGrammar(version: Exclude<SpecificationVersion, '2.0'>): DocumentGrammar {
  const newest = version === '3.2';
  const since32 = (shape: Shape, as: `x-${string}`): Shape | MovedField => (newest ? shape : { shape, as });
  const since31 = (shape: Shape, as: `x-${string}`): Shape | MovedField => (version === '3.0' ? { shape, as } : shape);
  const ref = (shape: Shape): Shape => referable(shape, siblingsOf(version));
  const { schema, parameter, header, example, mediaType, content } = messageGrammar(version);
  const docs = externalDocs(version);
  const server = serverGrammar(newest);
  const anyLink = object({
    prepare: (value) => (typeof value['operationId'] === 'string' ? setAside(value, ['operationRef']) : value),
    fields: {
      operationRef: uriReference,
      operationId: (value, scope) => (typeof value === 'string' && scope.operationIds.has(value) ? value : INVALID),
      parameters: map(data),
      requestBody: data,
      description: text,
      server,
    },
  });
  const link: Shape = (value, scope) => {
    const fitted = anyLink(value, scope);
    return isRecord(fitted) && (Object.hasOwn(fitted, 'operationId') || Object.hasOwn(fitted, 'operationRef'))
      ? fitted
      : INVALID;
  };
  const response = object({
    prepare: withDescription,
    fields: {
      summary: since32(text, 'x-summary'),
      description: text,
      headers: map(ref(header), isToken),
      content,
      links: map(ref(link)),
    },
  });
  const requestBody = object({ fields: { description: text, required: flag, content }, required: { content: {} } });
  const callback: Shape = (value, scope) => callbackMap(value, scope);
  const operation = object({
    fields: {
      tags: list(text),
      summary: text,
      description: text,
      externalDocs: docs,
      operationId: text,
      parameters: list(ref(parameter)),
      requestBody: ref(requestBody),
      responses: responsesGrammar(
        ref(response),
        version === '3.0' ? { default: { description: NOT_DESCRIBED } } : INVALID,
      ),
      callbacks: map(ref(callback)),
      deprecated: flag,
      security: securityRequirements,
      servers: list(server),
    },
    required: version === '3.0' ? { responses: { default: { description: NOT_DESCRIBED } } } : {},
  });
  const pathItem = object({
    fields: {
      summary: text,
      description: text,
      servers: list(server),
      parameters: list(ref(parameter)),
      ...Object.fromEntries(METHODS.map((method) => [method, operation])),
      query: since32(operation, 'x-query'),
      additionalOperations: since32(map(operation, isAdditionalMethod), 'x-additionalOperations'),
    },
  });
  // The official schema takes `x-` keys of callbacks for path items.
  const callbackMap = extensibleMap(pathItem, undefined, isRecord);
  const parts = {
    schemas: schema,
    responses: ref(response),
    parameters: ref(parameter),
    examples: ref(example),
    requestBodies: ref(requestBody),
    headers: ref(header),
    securitySchemes: ref(securityScheme(version)),
    links: ref(link),
    callbacks: ref(callback),
    mediaTypes: referable(mediaType, []),
  };
  const { mediaTypes, ...early } = parts;
  const components = object({
    fields: {
      ...Object.fromEntries(Object.entries(early).map(([section, shape]) => [section, map(shape)])),
      mediaTypes: since32(map(mediaTypes), 'x-mediaTypes'),
    },
  });
  const document = object({
    fields: {
      openapi: text,
      info: infoGrammar(version),
      servers: list(server),
      tags: list(tagGrammar(newest, docs)),
      externalDocs: docs,
      paths: extensibleMap(pathItem, (key) => key.startsWith('/')),
      webhooks: since31(map(pathItem), 'x-webhooks'),
      components,
      security: securityRequirements,
    },
    required: { info: { title: '', version: '' }, paths: {} },
  });
  return { document, parts };
}

/** What a response says of which not even the status is known. */
export const NOT_DESCRIBED = 'Not described.';

/**
 * The responses of an operation; their descriptions, which have to be there, are never empty.
 * @param whenEmpty what stands where no response is left
 */
export function responsesGrammar(response: Shape, whenEmpty: unknown, status = /^[1-5](\d\d|XX)$/): Shape {
  const responses = extensibleMap(response, (key) => key === 'default' || status.test(key));
  return (value, scope) => {
    const fitted = responses(isRecord(value) ? described(value) : value, scope);
    return isRecord(fitted) && Object.keys(fitted).some((key) => !isExtension(key)) ? fitted : whenEmpty;
  };
}

/** A response whose description is not empty. */
export function withDescription(response: JsonMap): JsonMap {
  if (isText(response['description'])) return response;
  return { ...response, description: isText(response['summary']) ? response['summary'] : NOT_DESCRIBED };
}

function described(responses: JsonMap): JsonMap {
  const isSilent = (response: unknown): response is JsonMap =>
    isRecord(response) && !isReference(response) && !isText(response['description']) && !isText(response['summary']);
  if (!Object.values(responses).some(isSilent)) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      isSilent(response) && !isExtension(status) ? { ...response, description: statusWords(status) } : response,
    ]),
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

export function infoGrammar(version: SpecificationVersion): Shape {
  const modern = version === '3.1' || version === '3.2';
  const url = version === '2.0' ? uri : uriReference;
  const contact = object({ fields: { name: text, url, email } });
  const license = object({
    prepare: (value) => (value['url'] === undefined ? value : setAside(value, ['identifier'])),
    fields: { name: text, identifier: modern ? text : { shape: text, as: 'x-identifier' }, url },
    required: { name: INVALID },
  });
  return object({
    fields: {
      title: text,
      summary: modern ? text : { shape: text, as: 'x-summary' },
      description: text,
      termsOfService: uriReference,
      contact,
      license,
      version: text,
    },
    required: { title: '', version: '' },
  });
}

export function tagGrammar(newest: boolean, docs: Shape): Shape {
  const later = (as: `x-${string}`): Shape | MovedField => (newest ? text : { shape: text, as });
  return object({
    fields: {
      name: text,
      description: text,
      externalDocs: docs,
      summary: later('x-summary'),
      parent: later('x-parent'),
      kind: later('x-kind'),
    },
    required: { name: INVALID },
  });
}

function serverGrammar(newest: boolean): Shape {
  const variable = object({
    prepare: (value) => ({
      ...value,
      default: scalar(value['default'], NOWHERE) === INVALID ? '' : String(value['default']),
    }),
    fields: { default: text, enum: list(text, 1), description: text },
  });
  return object({
    prepare: defineVariables,
    fields: {
      url: text,
      name: newest ? text : { shape: text, as: 'x-name' },
      description: text,
      variables: map(variable),
    },
    required: { url: INVALID },
  });
}

/** Every variable of the URL is defined, though the descriptor may have forgotten it. */
function defineVariables(server: JsonMap): JsonMap {
  const names = [...String(server['url']).matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');
  const variables = isRecord(server['variables']) ? server['variables'] : {};
  const missing = names.filter((name) => !Object.hasOwn(variables, name));
  return missing.length === 0
    ? server
    : {
        ...server,
        variables: { ...variables, ...Object.fromEntries(missing.map((name) => [name, { default: name }])) },
      };
}

function isAdditionalMethod(method: string): boolean {
  return isToken(method) && ![...METHODS, 'query'].some((known) => known === method.toLowerCase());
}

/** For shapes that look at nothing but the value. */
const NOWHERE = {
  reference: () => null,
  resolve: () => undefined,
  schemes: new Map(),
  operationIds: new Set<string>(),
  rest: [],
};
