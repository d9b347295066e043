import { extensionsOf } from '../../model/extensions.ts';
import type { WrittenOperation, WrittenService } from '../openapi/services.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import { toFieldsSchema, toParameter, toRequestBody, toResponses } from './content.ts';
import type { NativeOperation, NativeParameter, NativeService } from './native-descriptor.ts';
import { parseRoute, type Route, segmentsOf, uriTemplates, uriTemplatesWithout } from './route.ts';
import { type Complain, orList, quote } from './structure.ts';

/** Values that all operations of one resource (a collection, an entity or an action) share. */
interface Resource {
  readonly service: NativeService;
  readonly key: 'operations' | 'entity_operations';
  /** URI templates; the template with all segments comes first. */
  readonly paths: readonly string[];
  readonly mayBeMissing: boolean;
  /** Names of the segments in the paths; null if the route is malformed. */
  readonly segments: readonly string[] | null;
}

/** Converts a service; after a reported error, some of its paths may be missing. */
export function toService(service: NativeService, complain: Complain): WrittenService {
  const { name, kind = 'rest', route, request_accept_types: acceptTypes = [] } = service;
  const parsed = parseRoute(route);
  if (typeof parsed === 'string') {
    const message = `The route ${quote(route)} cannot be read: ${parsed}.`;
    const remedy = 'Write a route such as "/book[/:book_id]".';
    complain({ pointer: `${placeOf(service)}/route`, rule: 'route-syntax', message, remedy });
  }
  const known = typeof parsed === 'string' ? null : parsed;
  const paths = known === null ? { collection: [], entity: [] } : pathsOf(service, kind, known, complain);
  if (known !== null) checkParameters(service.parameters ?? [], known.segments, complain);
  const mayBeMissing = kind === 'rpc' && paths.collection.length > 1;
  const toOperations = (key: Resource['key'], templates: readonly string[], isEntity: boolean) => {
    const segments = known === null ? null : [...new Set(templates.flatMap(segmentsOf))];
    const resource = { service, key, paths: templates, mayBeMissing: isEntity || mayBeMissing, segments };
    checkMethods(resource, complain);
    return (service[key] ?? []).map((operation) => toOperation(operation, resource, complain));
  };
  return {
    name,
    title: service.title ?? null,
    kind,
    summary: service.summary ?? null,
    description: service.description ?? null,
    route,
    routeIdentifierName: service.route_identifier_name ?? null,
    tags: service.tags ?? [],
    requestAcceptTypes: acceptTypes,
    requestContentTypes: service.request_content_types ?? [],
    responseContentTypes: service.response_content_types ?? acceptTypes,
    operations: toOperations('operations', paths.collection, false),
    entityOperations: toOperations('entity_operations', paths.entity, true),
    fields: toFieldsSchema(service.fields, complain),
    extensions: extensionsOf(service),
  };
}

interface ServicePaths {
  /** Paths of the collection; for an RPC service, all paths. */
  readonly collection: readonly string[];
  readonly entity: readonly string[];
}

function pathsOf(service: NativeService, kind: 'rest' | 'rpc', route: Route, complain: Complain): ServicePaths {
  const identifier = service.route_identifier_name;
  const all = uriTemplates(route);
  const fail = (key: keyof NativeService & string, message: string, remedy: string): ServicePaths => {
    const at = key === 'entity_operations' ? 'key' : undefined;
    complain({ pointer: `${placeOf(service)}/${key}`, at, rule: 'route-identifier', message, remedy });
    return { collection: all, entity: all };
  };
  if ((service.entity_operations ?? []).length > 0 && (kind === 'rpc' || identifier === undefined))
    return kind === 'rpc'
      ? fail(
          'entity_operations',
          'An RPC service has no entities.',
          'Move them to "operations", or write "kind: rest".',
        )
      : fail(
          'entity_operations',
          'No segment of the route identifies an entity.',
          'Add "route_identifier_name" with the name of the segment.',
        );
  if (identifier === undefined) return { collection: all, entity: [] };
  if (kind === 'rpc')
    return fail(
      'route_identifier_name',
      'An RPC service has no entities, so no segment identifies one.',
      'Remove it, or write "kind: rest".',
    );
  if (!route.segments.includes(identifier))
    return fail(
      'route_identifier_name',
      `The route ${quote(service.route)} has no segment ${quote(`:${identifier}`)}.`,
      `Write one of its segments, or end the route in ${quote(`[/:${identifier}]`)}.`,
    );
  const collection = uriTemplatesWithout(route, identifier);
  if (collection.length === 0 && (service.operations ?? []).length > 0)
    return fail(
      'route',
      `Without its segment ${quote(`:${identifier}`)} the route leads nowhere, so the collection has no path.`,
      `Put the segment in brackets: ${quote(`[/:${identifier}]`)}.`,
    );
  return { collection, entity: uriTemplates(route, identifier) };
}

function checkMethods({ service, key }: Resource, complain: Complain): void {
  const methods = new Set<string>();
  for (const operation of service[key] ?? []) {
    const { method } = operation;
    if (methods.has(method)) {
      const message = `The service ${quote(service.name)} has two operations ${method} in ${quote(key)}.`;
      const remedy = 'Merge them: a service has one operation for each method.';
      complain({ pointer: `${placeOf(operation)}/method`, rule: 'duplicate-operation', message, remedy });
    }
    methods.add(method);
  }
}

function toOperation(operation: NativeOperation, resource: Resource, complain: Complain): WrittenOperation {
  const { service, paths, mayBeMissing } = resource;
  const { method } = operation;
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const fields = toFieldsSchema(operation.fields ?? (takesBody ? service.fields : undefined), complain);
  return {
    method,
    paths,
    requestDescription: operation.request_description ?? null,
    responseDescription: operation.response_description ?? null,
    operation: written(
      {
        operationId: operation.operation_id,
        summary: operation.summary,
        description: operation.description,
        tags: operation.tags,
        deprecated: operation.deprecated ?? service.deprecated,
        security: operation.security,
        parameters: toParameters(operation, resource, complain),
        requestBody: toRequestBody(operation, fields, service),
        responses: toResponses(operation, service, { mayBeMissing, hasFields: fields !== null }, complain),
        ...extensionsOf(operation),
      },
      placeOf(operation),
      { operationId: 'operation_id' },
    ),
  };
}

/** Lists parameters: segments of the route first; parameters of an operation override those of its service. */
function toParameters(operation: NativeOperation, { service, segments }: Resource, complain: Complain) {
  const found = new Map<string, object>(
    (segments ?? []).map((name) => [`path ${name}`, { name, in: 'path', required: true, schema: { type: 'string' } }]),
  );
  const own = operation.parameters ?? [];
  checkParameters(own, segments, complain);
  const shared = (service.parameters ?? []).filter((one) => one.in !== 'path' || segments?.includes(one.name) === true);
  for (const parameter of [...shared, ...own])
    found.set(`${parameter.in ?? 'query'} ${parameter.name}`, toParameter(parameter, complain));
  return [...found.values()];
}

/** Checks that no parameter is listed twice and that the path contains each path parameter. */
function checkParameters(
  parameters: readonly NativeParameter[],
  segments: readonly string[] | null,
  complain: Complain,
): void {
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const { name, in: location = 'query' } = parameter;
    const pointer = `${placeOf(parameter)}/name`;
    if (seen.has(`${location} ${name}`)) {
      const message = `There are two ${location} parameters ${quote(name)}.`;
      complain({ pointer, rule: 'duplicate-parameter', message, remedy: 'Remove one of them.' });
    }
    seen.add(`${location} ${name}`);
    if (location === 'path' && segments !== null && !segments.includes(name)) {
      const message = `The path of the operation has no segment ${quote(`:${name}`)}.`;
      const remedy = `${segments.length > 0 ? `Write ${orList(segments)}, or add` : 'Add'} ${quote(`/:${name}`)} to the route.`;
      complain({ pointer, rule: 'unknown-segment', message, remedy });
    }
  }
}

/** Checks that no two services have the same method and path. */
export function checkRequests(
  services: readonly NativeService[],
  all: readonly WrittenService[],
  complain: Complain,
): void {
  const requests = new Map<string, string>();
  for (const [index, { name, operations, entityOperations }] of all.entries()) {
    for (const { method, paths } of [...operations, ...entityOperations])
      for (const path of paths) {
        const request = `${method} ${path.replaceAll(/\{[^{}]+\}/g, '{}')}`;
        const other = requests.get(request) ?? name;
        requests.set(request, other);
        const service = services[index];
        if (other === name || service === undefined) continue;
        const message = `${method} ${path} is already an operation of the service ${quote(other)}.`;
        const remedy = 'Give one of the services another route, or remove the operation from one.';
        complain({ pointer: `${placeOf(service)}/route`, rule: 'duplicate-route', message, remedy });
      }
  }
}
