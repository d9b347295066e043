import { operationServers } from '../../model/call-address.ts';
import { type Components, isReference } from '../../model/components.ts';
import type {
  CallbackObject,
  OperationObject,
  PathItemObject,
  Reference,
  ServerObject,
} from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { fromEntries } from '../../model/own-property.ts';
import { PATH_ITEM_METHODS } from '../../model/path-items.ts';
import type { OperationRecord, ServiceRecord } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { shownText } from '../../model/shown-text.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import {
  fitParameters,
  type PathTemplate,
  parameterNames,
  pathSignature,
  plainTemplate,
  toPathTemplate,
} from './path-template.ts';
import { siteSecurity } from './security.ts';
import type { JsonMap } from './writing.ts';

const FIXED_METHODS: ReadonlySet<string> = new Set(PATH_ITEM_METHODS.map((method) => method.toUpperCase()));

interface Row {
  readonly path: string;
  readonly service: string;
  readonly head: JsonMap;
  readonly operations: Map<string, JsonMap>;
  readonly conflicts: JsonMap[];
}

/**
 * Collects the operations of services in Path Items. Services with the same path share a Path Item. OpenAPI allows one
 * operation for each path and method; further ones are kept in `x-platform-operations` of the Path Item.
 */
export class PathTable {
  readonly #components: Components;
  readonly #ids: ReadonlyMap<OperationRecord, readonly string[]>;
  readonly #baseUrl: string;
  readonly #rows = new Map<string, Row>();

  /** @param baseUrl base URL of this site */
  constructor(components: Components, ids: ReadonlyMap<OperationRecord, readonly string[]>, baseUrl: string) {
    this.#components = components;
    this.#ids = ids;
    this.#baseUrl = baseUrl;
  }

  add(service: Service, tags: readonly string[]): void {
    const { record } = service;
    // The Path Item of the service's first path has the description of the service.
    let head = serviceHead(record);
    for (const operation of service.getAllOperations()) {
      for (const [index, path] of pathsOf(record, operation.record).entries()) {
        const row = this.#rowFor(record, path, head);
        head = { 'x-platform-service': record.name };
        this.#addOperation(row, record, operation, index, path, tags);
      }
    }
  }

  /** Path Item Objects of OpenAPI 3.2; keys are paths, or names of webhooks. */
  items(): Readonly<Record<string, JsonMap>> {
    return Object.fromEntries([...this.#rows.values()].map((row) => [row.path, itemOf(row)]));
  }

  #rowFor(service: ServiceRecord, path: string, head: JsonMap): Row {
    const own = service.kind === 'webhook' ? path : toPathTemplate(path).path;
    const key = service.kind === 'webhook' ? path : pathSignature(own);
    const found = this.#rows.get(key);
    if (found !== undefined) return found;
    const row: Row = { path: own, service: service.name, head, operations: new Map(), conflicts: [] };
    this.#rows.set(key, row);
    return row;
  }

  #addOperation(
    row: Row,
    service: ServiceRecord,
    operation: Operation,
    index: number,
    path: string,
    tags: readonly string[],
  ): void {
    const { record } = operation;
    const template = service.kind === 'webhook' ? plainTemplate('') : toPathTemplate(path, parameterNames(row.path));
    const id = this.#ids.get(record)?.[index] ?? '';
    const servers = operationServers(operation, this.#baseUrl);
    const object = operationObject(
      operation,
      template,
      id,
      record.tags.length > 0 ? record.tags : tags,
      servers,
      this.#components,
    );
    const foreign = row.service === service.name ? {} : { 'x-platform-service': service.name };
    if (row.operations.has(record.method))
      row.conflicts.push({ method: record.method, path, 'x-platform-service': service.name, ...object });
    else row.operations.set(record.method, { ...object, ...foreign });
  }
}

function pathsOf(service: ServiceRecord, operation: OperationRecord): readonly string[] {
  // The title of a webhook service is the name in the descriptor; the service name is derived from it for URLs.
  return service.kind === 'webhook' ? [service.title ?? service.name] : operation.paths;
}

function serviceHead(service: ServiceRecord): JsonMap {
  return {
    summary: shownText(() => service.summary) ?? undefined,
    description: shownText(() => service.description) ?? undefined,
    'x-platform-service': service.name,
    'x-platform-title': service.title ?? undefined,
    ...service.extensions,
  };
}

function itemOf({ head, operations, conflicts }: Row): JsonMap {
  const fixed = [...operations].filter(([method]) => FIXED_METHODS.has(method));
  const others = [...operations].filter(([method]) => !FIXED_METHODS.has(method));
  return {
    ...head,
    ...Object.fromEntries(fixed.map(([method, operation]) => [method.toLowerCase(), operation])),
    additionalOperations: others.length > 0 ? Object.fromEntries(others) : undefined,
    'x-platform-operations': conflicts.length > 0 ? conflicts : undefined,
  };
}

/** Operation Object of OpenAPI 3.2; missing keys are undefined. */
function operationObject(
  operation: Operation,
  template: PathTemplate,
  operationId: string,
  tags: readonly string[],
  servers: readonly ServerObject[],
  components: Components,
): JsonMap {
  const { record } = operation;
  const { parameters, dropped } = fitParameters(record.parameters, template, components);
  // A path parameter of an optional segment is not lost: the operation's other path, with that segment, has it.
  const others = dropped.length > 0 ? record.paths : [];
  const elsewhere = new Set(others.flatMap((path) => parameterNames(toPathTemplate(path).path)));
  const lost = dropped.filter(
    (parameter) => record.paths.length === 1 || parameter.in !== 'path' || !elsewhere.has(parameter.name),
  );
  return {
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    summary: shownText(() => record.summary) ?? undefined,
    description: shownText(() => record.description) ?? undefined,
    externalDocs: record.externalDocs ?? undefined,
    operationId,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: record.requestBody ?? undefined,
    responses: responses(operation),
    callbacks: Object.keys(record.callbacks).length > 0 ? callbackObjects(record.callbacks, components) : undefined,
    deprecated: record.deprecated || undefined,
    ...siteSecurity(operation),
    servers: servers.length > 0 ? servers : undefined,
    ...record.extensions,
    'x-platform-request-description': record.requestDescription ?? undefined,
    'x-platform-response-description': record.responseDescription ?? undefined,
    'x-platform-operation-id':
      record.operationId !== null && record.operationId !== operationId ? record.operationId : undefined,
    'x-platform-parameters': lost.length > 0 ? lost : undefined,
    'x-platform-path': template.text === template.path ? undefined : template.text,
  };
}

/** Responses of the descriptor and those added for the log-in; ranges are written `4XX`. */
function responses(operation: Operation): JsonMap | undefined {
  const { responses: own } = operation.record;
  const codes = Object.keys(own);
  const added = operation
    .getAddedStatusCodes()
    .map(({ code, message }) => [String(code), { description: message }] as const);
  if (codes.length > 0 && added.length === 0 && !codes.some((status) => status.includes('x'))) return own;
  const entries = codes.map(
    (status) => [/^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, own[status]] as const,
  );
  return entries.length + added.length > 0 ? fromEntries<unknown>([...entries, ...added]) : undefined;
}

/**
 * Callbacks with parameters that OpenAPI allows. Ids of their operations become `x-operationId`, since they may repeat.
 */
export function callbackObjects(
  given: Readonly<Record<string, Reference<CallbackObject>>>,
  components: Components,
): JsonMap {
  return mapValues(given, (callback) => (isReference(callback) ? callback : callbackObject(callback, components)));
}

function callbackObject(callback: CallbackObject, components: Components): JsonMap {
  return mapValues(callback, (item, expression) =>
    isRecord(item) ? callbackItem(expression, item, components) : item,
  );
}

function callbackItem(expression: string, item: PathItemObject, components: Components): JsonMap {
  const { parameters: shared = [], ...others } = item;
  // Some tools accept only plain names as path parameters, not an expression such as `{$request.body#/url}`.
  const named = plainTemplate([...expression.matchAll(/\{[\w.-]+\}/g)].join(''));
  const operation = (value: OperationObject): JsonMap => {
    const { operationId, parameters: own = [], ...rest } = value;
    const { parameters, dropped } = fitParameters(
      [...own, ...shared.filter((parameter) => !own.includes(parameter))],
      named,
      components,
    );
    return {
      ...rest,
      parameters: parameters.length > 0 ? parameters : undefined,
      'x-operationId': operationId,
      'x-platform-parameters': dropped.length > 0 ? dropped : undefined,
    };
  };
  return mapValues<unknown, unknown>(others, (value, key) => (isOperation(key, value) ? operation(value) : value));
}

function isOperation(key: string, value: unknown): value is OperationObject {
  return PATH_ITEM_METHODS.some((method) => method === key) && isRecord(value);
}
