import { extensionsOf } from '../../model/extensions.ts';
import type { ServiceRecord } from '../../model/records.ts';
import type { NativeService } from './native-descriptor.ts';
import { checkParameters, toOperations } from './operations.ts';
import { quote } from './reporter.ts';
import { parseRoute, type Route, uriTemplates, uriTemplatesWithout } from './route.ts';
import { type Conversion, toFieldsSchema } from './values.ts';

/** Undefined where the route leaves no way to tell the paths; an error was reported then. */
export function toService(service: NativeService, pointer: string, conversion: Conversion): ServiceRecord | undefined {
  const { name, kind = 'rest', route, request_accept_types: acceptTypes = [] } = service;
  const parsed = parseRoute(route);
  if (parsed.kind === 'malformed') {
    conversion.complain({
      pointer: `${pointer}/route`,
      at: 'value',
      rule: 'route-syntax',
      message: `The route ${quote(route)} cannot be read: ${parsed.problem}.`,
      remedy: 'Write a route such as "/book[/:book_id]".',
    });
    // Which segments there are is not known.
    const complain: Conversion['complain'] = (complaint) =>
      complaint.rule === 'unknown-segment' || conversion.complain(complaint);
    toParts(service, pointer, { collection: [], entity: [] }, { ...conversion, complain });
    return undefined;
  }
  const paths = pathsOf(service, kind, parsed.route, pointer, conversion);
  checkParameters(service.parameters ?? [], parsed.route.segments, `${pointer}/parameters`, conversion);
  if (paths === undefined) {
    const all = uriTemplates(parsed.route);
    toParts(service, pointer, { collection: all, entity: all }, conversion);
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
    ...toParts(service, pointer, paths, conversion),
    extensions: extensionsOf(service),
  };
}

interface ServicePaths {
  /** Of an RPC service all. */
  readonly collection: readonly string[];
  readonly entity: readonly string[];
}

/** Reports what is wrong in them, for services without paths too. */
function toParts(
  service: NativeService,
  pointer: string,
  paths: ServicePaths,
  conversion: Conversion,
): Pick<ServiceRecord, 'operations' | 'entityOperations' | 'fields'> {
  const mayBeMissing = service.kind === 'rpc' && paths.collection.length > 1;
  return {
    operations: toOperations(
      { service, pointer, key: 'operations', paths: paths.collection, mayBeMissing },
      conversion,
    ),
    entityOperations: toOperations(
      { service, pointer, key: 'entity_operations', paths: paths.entity, mayBeMissing: true },
      conversion,
    ),
    fields:
      service.fields === undefined || service.fields.length === 0
        ? null
        : toFieldsSchema(service.fields, `${pointer}/fields`, conversion),
  };
}

function pathsOf(
  service: NativeService,
  kind: 'rest' | 'rpc',
  route: Route,
  pointer: string,
  conversion: Conversion,
): ServicePaths | undefined {
  const identifier = service.route_identifier_name;
  const hasEntityOperations = (service.entity_operations ?? []).length > 0;
  const complain = (key: string, message: string, remedy: string): undefined => {
    conversion.complain({
      pointer: `${pointer}/${key}`,
      at: key === 'route_identifier_name' || key === 'route' ? 'value' : 'key',
      rule: 'route-identifier',
      message,
      remedy,
    });
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
