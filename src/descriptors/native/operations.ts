import { extensionsOf } from '../../model/extensions.ts';
import type { ParameterObject } from '../../model/openapi-objects.ts';
import type { OperationRecord } from '../../model/records.ts';
import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import { toRequestBody, toResponses } from './messages.ts';
import type { NativeField, NativeOperation, NativeParameter, NativeService } from './native-descriptor.ts';
import type { Part } from './part.ts';
import { orList, quote } from './reporter.ts';
import { segmentsOf } from './route.ts';
import { toFieldsSchema, toParameter } from './values.ts';

/** Common parts of the operations of one resource (collection, entity, action). */
interface Resource {
  readonly service: NativeService;
  readonly place: Part;
  readonly key: 'operations' | 'entity_operations';
  /** URI templates, the one with every segment first. */
  readonly paths: readonly string[];
  readonly mayBeMissing: boolean;
}

export function toOperations(resource: Resource): readonly OperationRecord[] {
  const operations = resource.service[resource.key] ?? [];
  const methods = new Set<string>();
  return operations.map((operation, index) => {
    const part = resource.place.at(resource.key, index);
    const { method } = operation;
    if (methods.has(method)) {
      const name = quote(resource.service.name);
      const message = `The service ${name} has two operations ${method} in ${quote(resource.key)}.`;
      const remedy = 'Merge them: a service has one operation for each method.';
      part.at('method').complain('duplicate-operation', message, remedy);
    }
    methods.add(method);
    return toOperation(operation, resource, part);
  });
}

function toOperation(operation: NativeOperation, resource: Resource, part: Part): OperationRecord {
  const { service } = resource;
  const takesBody = operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH';
  const ownFields = bodyFields(operation.fields, part.at('fields'));
  const fields = ownFields ?? (takesBody ? bodyFields(service.fields, resource.place.at('fields')) : null);
  const hasFields = fields !== null;
  return {
    method: operation.method,
    paths: resource.paths,
    operationId: operation.operation_id ?? null,
    summary: operation.summary ?? null,
    description: operation.description ?? null,
    requestDescription: operation.request_description ?? null,
    responseDescription: operation.response_description ?? null,
    tags: operation.tags ?? [],
    deprecated: operation.deprecated ?? service.deprecated ?? false,
    externalDocs: null,
    parameters: toParameters(operation, resource, part),
    requestBody: toRequestBody(operation.request, fields, service, part.at('request')),
    responses: toResponses(operation, service, { mayBeMissing: resource.mayBeMissing, hasFields }, part),
    callbacks: {},
    security: null,
    servers: [],
    extensions: extensionsOf(operation),
  };
}

/** Null where there are none. */
export function bodyFields(fields: readonly NativeField[] | undefined, part: Part): JsonSchemaObject | null {
  return fields === undefined || fields.length === 0 ? null : toFieldsSchema(fields, part);
}

/** Parameters of the route come first, in its order; an operation's own replace those of its service. */
function toParameters(operation: NativeOperation, resource: Resource, part: Part): readonly ParameterObject[] {
  const segments = [...new Set(resource.paths.flatMap(segmentsOf))];
  const found = new Map<string, ParameterObject>(
    segments.map((name) => [`path ${name}`, { name, in: 'path', required: true, schema: { type: 'string' } }] as const),
  );
  const add = (parameter: NativeParameter, place: Part): void => {
    const converted = toParameter(parameter, place);
    found.set(`${converted.in} ${converted.name}`, converted);
  };
  for (const [index, parameter] of (resource.service.parameters ?? []).entries()) {
    if (parameter.in === 'path' && !segments.includes(parameter.name)) continue;
    add(parameter, resource.place.at('parameters', index));
  }
  const own = operation.parameters ?? [];
  checkParameters(own, segments, part.at('parameters'));
  for (const [index, parameter] of own.entries()) add(parameter, part.at('parameters', index));
  return [...found.values()];
}

/** Each parameter once, and path parameters only where the route has them. */
export function checkParameters(parameters: readonly NativeParameter[], segments: readonly string[], part: Part): void {
  const seen = new Set<string>();
  for (const [index, { name, in: location = 'query' }] of parameters.entries()) {
    const place = part.at(index, 'name');
    if (seen.has(`${location} ${name}`)) {
      const message = `There are two ${location} parameters ${quote(name)}.`;
      place.complain('duplicate-parameter', message, 'Remove one of them.');
    }
    seen.add(`${location} ${name}`);
    if (location === 'path' && !segments.includes(name)) {
      const message = `The path of the operation has no segment ${quote(`:${name}`)}.`;
      const start = segments.length > 0 ? `Write ${orList(segments)}, or add` : 'Add';
      place.complain('unknown-segment', message, `${start} ${quote(`/:${name}`)} to the route.`);
    }
  }
}
