import { extensionsOf } from '../../model/extensions.ts';
import type { ServiceRecord } from '../../model/records.ts';
import type { NativeService } from './native-descriptor.ts';
import { bodyFields, checkParameters, toOperations } from './operations.ts';
import type { Part } from './part.ts';
import { quote } from './reporter.ts';
import { parseRoute, type Route, uriTemplates, uriTemplatesWithout } from './route.ts';

/** Converts a service; undefined where the route leaves its paths unknown, which is then reported as an error. */
export function toService(service: NativeService, part: Part): ServiceRecord | undefined {
  const { name, kind = 'rest', route, request_accept_types: acceptTypes = [] } = service;
  const parsed = parseRoute(route);
  if (typeof parsed === 'string') {
    const message = `The route ${quote(route)} cannot be read: ${parsed}.`;
    part.at('route').complain('route-syntax', message, 'Write a route such as "/book[/:book_id]".');
    // The segments of the route are unknown.
    toParts(service, { collection: [], entity: [] }, part.without('unknown-segment'));
    return undefined;
  }
  const paths = pathsOf(service, kind, parsed, part);
  checkParameters(service.parameters ?? [], parsed.segments, part.at('parameters'));
  if (paths === undefined) {
    const all = uriTemplates(parsed);
    toParts(service, { collection: all, entity: all }, part);
    return undefined;
  }
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
    ...toParts(service, paths, part),
    extensions: extensionsOf(service),
  };
}

interface ServicePaths {
  /** All paths, if the service is an RPC service. */
  readonly collection: readonly string[];
  readonly entity: readonly string[];
}

/** Reports the problems of operations and fields, for services without paths too. */
function toParts(
  service: NativeService,
  paths: ServicePaths,
  place: Part,
): Pick<ServiceRecord, 'operations' | 'entityOperations' | 'fields'> {
  const mayBeMissing = service.kind === 'rpc' && paths.collection.length > 1;
  return {
    operations: toOperations({ service, place, key: 'operations', paths: paths.collection, mayBeMissing }),
    entityOperations: toOperations({
      service,
      place,
      key: 'entity_operations',
      paths: paths.entity,
      mayBeMissing: true,
    }),
    fields: bodyFields(service.fields, place.at('fields')),
  };
}

function pathsOf(service: NativeService, kind: 'rest' | 'rpc', route: Route, part: Part): ServicePaths | undefined {
  const identifier = service.route_identifier_name;
  const hasEntityOperations = (service.entity_operations ?? []).length > 0;
  const complain = (key: string, message: string, remedy: string): undefined => {
    const at = key === 'route_identifier_name' || key === 'route' ? undefined : 'key';
    part.at(key).complain('route-identifier', message, remedy, at);
    return undefined;
  };
  if (kind === 'rpc') {
    if (hasEntityOperations)
      return complain(
        'entity_operations',
        'An RPC service has no entities.',
        'Move them to "operations", or write "kind: rest".',
      );
    if (identifier !== undefined)
      return complain(
        'route_identifier_name',
        'An RPC service has no entities, so no segment identifies one.',
        'Remove it, or write "kind: rest".',
      );
    return { collection: uriTemplates(route), entity: [] };
  }
  if (identifier === undefined) {
    if (hasEntityOperations)
      return complain(
        'entity_operations',
        'No segment of the route identifies an entity.',
        'Add "route_identifier_name" with the name of the segment.',
      );
    return { collection: uriTemplates(route), entity: [] };
  }
  if (!route.segments.includes(identifier)) {
    return complain(
      'route_identifier_name',
      `The route ${quote(service.route)} has no segment ${quote(`:${identifier}`)}.`,
      `Write one of its segments, or end the route in ${quote(`[/:${identifier}]`)}.`,
    );
  }
  const collection = uriTemplatesWithout(route, identifier);
  if (collection.length === 0 && (service.operations ?? []).length > 0) {
    return complain(
      'route',
      `Without its segment ${quote(`:${identifier}`)} the route leads nowhere, so the collection has no path.`,
      `Put the segment in brackets: ${quote(`[/:${identifier}]`)}.`,
    );
  }
  return { collection, entity: uriTemplates(route, identifier) };
}
