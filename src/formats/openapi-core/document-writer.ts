import { isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import { isToken } from '../../model/media-types.ts';
import type {
  CallbackObject,
  ComponentsRecord,
  InfoObject,
  LinkObject,
  OperationObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  ServerObject,
  ServerVariableObject,
  TagObject,
} from '../../model/openapi-objects.ts';
import { hasOwnKey, PATH_ITEM_METHODS } from '../../model/path-items.ts';
import { statusWords } from '../../model/status-codes.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import type { ExternalDocumentationObject } from '../../schema/schema.ts';
import { messageWriters, siblingsOf } from './message-writer.ts';
import { externalDocs, type SpecificationVersion } from './schema-writer.ts';
import { securityRequirements, securityScheme } from './security.ts';
import {
  asItIs,
  data,
  email,
  type Field,
  free,
  type JsonMap,
  list,
  map,
  object,
  referable,
  setAside,
  UNSAID,
  uri,
  uriReference,
  type Writer,
} from './writing.ts';

export interface DocumentWriter {
  readonly document: Writer<JsonMap>;
  /** Writers for one component, by section. */
  readonly parts: Readonly<Record<keyof ComponentsRecord, Writer<unknown>>>;
}

/** Creates the writers for the OpenAPI Object and components of one version. */
export function documentWriter(version: Exclude<SpecificationVersion, '2.0'>): DocumentWriter {
  const newest = version === '3.2';
  const since32 = <T>(write: Writer<T>, as: `x-${string}`): Field => (newest ? write : { write, as });
  const ref = <T extends object>(write: Writer<T>): Writer<Reference<T>> => referable(write, siblingsOf(version));
  const { schema, parameter, header, example, mediaType, content } = messageWriters(version);
  const docs = externalDocs(version);
  const servers = list(serverWriter(newest));
  const anyLink = object<LinkObject>({
    prepare: (value) => (value.operationId === undefined ? value : setAside(value, ['operationRef'])),
    fields: {
      operationRef: uriReference,
      operationId: (value, scope) => (scope.operationIds.has(String(value)) ? value : UNSAID),
      parameters: map(data),
      requestBody: data,
      server: serverWriter(newest),
    },
  });
  const link: Writer<LinkObject> = (value, scope) => {
    const written = anyLink(value, scope);
    return Object.hasOwn(Object(written), 'operationId') || Object.hasOwn(Object(written), 'operationRef')
      ? written
      : UNSAID;
  };
  const response = object<ResponseObject>({
    prepare: withDescription,
    fields: {
      ...(newest ? {} : { summary: { write: asItIs, as: 'x-summary' } }),
      headers: map(ref(header), isToken),
      content,
      links: map(ref(link)),
    },
  });
  const requestBody = object<RequestBodyObject>({ fields: { content } });
  const pathItem: Writer<PathItemObject> = (value, scope) => anyPathItem(value, scope);
  // The official JSON Schema of OpenAPI validates `x-` keys of callbacks as path items.
  const noPathItem: Writer<unknown> = (value, scope) => (isRecord(value) ? free(value, scope) : UNSAID);
  const callback: Writer<CallbackObject> = map(
    pathItem,
    () => true,
    (key) => (isExtension(key) ? noPathItem : pathItem),
  );
  const operation = object<OperationObject>({
    fields: {
      externalDocs: docs,
      parameters: list(ref(parameter)),
      requestBody: ref(requestBody),
      responses: responsesWriter(ref(response), version === '3.0' ? NO_RESPONSE : UNSAID),
      callbacks: map(ref(callback)),
      security: securityRequirements,
      servers,
    },
    required: version === '3.0' ? { responses: NO_RESPONSE } : {},
  });
  const anyPathItem = object<PathItemObject>({
    fields: {
      servers,
      ...Object.fromEntries(PATH_ITEM_METHODS.map((method) => [method, operation])),
      query: since32(operation, 'x-query'),
      additionalOperations: since32(map(operation, isAdditionalMethod), 'x-additionalOperations'),
    },
  });
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
  const components = object<ComponentsRecord>({
    fields: {
      ...Object.fromEntries(Object.entries<Writer<unknown>>(early).map(([section, part]) => [section, map(part)])),
      mediaTypes: since32(map(mediaTypes), 'x-mediaTypes'),
    },
  });
  const document = object({
    fields: {
      info: infoWriter(version),
      servers,
      tags: list(tagWriter(newest, docs)),
      externalDocs: docs,
      paths: map(pathItem),
      webhooks: version === '3.0' ? { write: map(pathItem), as: 'x-webhooks' } : map(pathItem),
      components,
      security: securityRequirements,
    },
  });
  return { document, parts };
}

/** Description for a response without description and summary. */
const NOT_DESCRIBED = 'Not described.';
export const NO_RESPONSE = { default: { description: NOT_DESCRIBED } };

type Responses = Readonly<Record<string, Reference<ResponseObject>>>;

/**
 * Creates a writer for the responses of an operation; each written response has a description.
 * @param whenEmpty result if no response can be written
 */
export function responsesWriter(
  response: Writer<Reference<ResponseObject>>,
  whenEmpty: unknown,
  status = /^[1-5](\d\d|XX)$/,
): Writer<Responses> {
  const responses = map(response, (key) => key === 'default' || status.test(key));
  return (value, scope) => {
    const written = responses(described(value), scope);
    return Object.keys(Object(written)).length > 0 ? written : whenEmpty;
  };
}

/** Adds a description to a response that has none: the summary, else a fixed text. */
export function withDescription<T extends ResponseObject>(response: T): T {
  if (isText(response.description)) return response;
  return { ...response, description: isText(response.summary) ? response.summary : NOT_DESCRIBED };
}

function described(responses: Responses): Responses {
  const isSilent = (response: Reference<ResponseObject>): boolean =>
    !isReference(response) && !isText(response.description) && !isText(response.summary);
  if (!Object.values(responses).some(isSilent)) return responses;
  return mapValues(responses, (response, status) =>
    isSilent(response) ? { ...response, description: statusWords(status) } : response,
  );
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

export function infoWriter(version: SpecificationVersion): Writer<InfoObject> {
  const modern = version === '3.1' || version === '3.2';
  const url = version === '2.0' ? uri : uriReference;
  const license = object<NonNullable<InfoObject['license']>>({
    prepare: (value) => (value.url === undefined ? value : setAside(value, ['identifier'])),
    fields: { url, ...(modern ? {} : { identifier: { write: asItIs, as: 'x-identifier' } }) },
  });
  return object<InfoObject>({
    fields: {
      ...(modern ? {} : { summary: { write: asItIs, as: 'x-summary' } }),
      termsOfService: uriReference,
      contact: object<NonNullable<InfoObject['contact']>>({ fields: { url, email } }),
      license,
    },
  });
}

export function tagWriter(newest: boolean, docs: Writer<ExternalDocumentationObject>): Writer<TagObject> {
  const later = (as: `x-${string}`): Field => (newest ? asItIs : { write: asItIs, as });
  return object<TagObject>({
    fields: { externalDocs: docs, summary: later('x-summary'), parent: later('x-parent'), kind: later('x-kind') },
  });
}

function serverWriter(newest: boolean): Writer<ServerObject> {
  const variable = object<ServerVariableObject>({ fields: { enum: list(asItIs, 1) } });
  return object<ServerObject>({
    prepare: defineVariables,
    fields: { ...(newest ? {} : { name: { write: asItIs, as: 'x-name' } }), variables: map(variable) },
  });
}

/** Adds definitions for URL variables that the descriptor leaves undefined. */
function defineVariables(server: ServerObject): ServerObject {
  const { url, variables = {} } = server;
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const missing = names.filter((name) => !Object.hasOwn(variables, name));
  if (missing.length === 0) return server;
  return {
    ...server,
    variables: { ...variables, ...Object.fromEntries(missing.map((name) => [name, { default: name }])) },
  };
}

function isAdditionalMethod(method: string): boolean {
  return isToken(method) && !hasOwnKey(method);
}
