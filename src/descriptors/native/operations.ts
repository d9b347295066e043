import { extensionsOf } from '../../model/extensions.ts';
import type { ParameterObject } from '../../model/openapi-objects.ts';
import type { OperationRecord } from '../../model/records.ts';
import { toRequestBody, toResponses } from './messages.ts';
import type { NativeField, NativeOperation, NativeParameter, NativeService } from './native-descriptor.ts';
import { orList, quote } from './reporter.ts';
import { segmentsOf } from './route.ts';
import { type Conversion, toFieldsSchema, toParameter } from './values.ts';

/** What the operations of one resource (collection, entity, action) have in common. */
interface Resource {
  readonly service: NativeService;
  /** JSON Pointer to the service. */
  readonly pointer: string;
  readonly key: 'operations' | 'entity_operations';
  /** URI templates, the one with every segment first. */
  readonly paths: readonly string[];
  readonly mayBeMissing: boolean;
}

export function toOperations(resource: Resource, conversion: Conversion): readonly OperationRecord[] {
  const operations = resource.service[resource.key] ?? [];
  const methods = new Set<string>();
  return operations.map((operation, index) => {
    const pointer = `${resource.pointer}/${resource.key}/${index}`;
    if (methods.has(operation.method)) {
      conversion.complain({
        pointer: `${pointer}/method`,
        at: 'value',
        rule: 'duplicate-operation',
        message: `The service ${quote(resource.service.name)} has two operations ${operation.method} in ${quote(resource.key)}.`,
        remedy: 'Merge them: a service has one operation for each method.',
      });
    }
    methods.add(operation.method);
    return toOperation(operation, resource, pointer, conversion);
  });
}

function toOperation(
  operation: NativeOperation,
  resource: Resource,
  pointer: string,
  conversion: Conversion,
): OperationRecord {
  const { service } = resource;
  const takesBody = operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH';
  const ownFields = bodyFields(operation.fields, `${pointer}/fields`, conversion);
  const fields = ownFields ?? (takesBody ? bodyFields(service.fields, `${resource.pointer}/fields`, conversion) : null);
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
    parameters: toParameters(operation, resource, pointer, conversion),
    requestBody: toRequestBody(operation.request, fields, service, `${pointer}/request`, conversion),
    responses: toResponses(operation, service, { mayBeMissing: resource.mayBeMissing, hasFields }, pointer, conversion),
    callbacks: {},
    security: null,
    servers: [],
    extensions: extensionsOf(operation),
  };
}

function bodyFields(
  fields: readonly NativeField[] | undefined,
  pointer: string,
  conversion: Conversion,
): ReturnType<typeof toFieldsSchema> | null {
  return fields === undefined || fields.length === 0 ? null : toFieldsSchema(fields, pointer, conversion);
}

/** Those of the route first, in its order; an operation's own replace those of its service. */
function toParameters(
  operation: NativeOperation,
  resource: Resource,
  pointer: string,
  conversion: Conversion,
): readonly ParameterObject[] {
  const segments = [...new Set(resource.paths.flatMap(segmentsOf))];
  const found = new Map<string, ParameterObject>(
    segments.map((name) => [`path ${name}`, { name, in: 'path', required: true, schema: { type: 'string' } }] as const),
  );
  const add = (parameter: NativeParameter, place: string): void => {
    const converted = toParameter(parameter, place, conversion);
    found.set(`${converted.in} ${converted.name}`, converted);
  };
  for (const [index, parameter] of (resource.service.parameters ?? []).entries()) {
    if (parameter.in === 'path' && !segments.includes(parameter.name)) continue;
    add(parameter, `${resource.pointer}/parameters/${index}`);
  }
  const own = operation.parameters ?? [];
  checkParameters(own, segments, `${pointer}/parameters`, conversion);
  for (const [index, parameter] of own.entries()) add(parameter, `${pointer}/parameters/${index}`);
  return [...found.values()];
}

/** Each parameter once, and path parameters only where the route has them. */
export function checkParameters(
  parameters: readonly NativeParameter[],
  segments: readonly string[],
  pointer: string,
  conversion: Conversion,
): void {
  const seen = new Set<string>();
  for (const [index, { name, in: location = 'query' }] of parameters.entries()) {
    const place = `${pointer}/${index}/name`;
    if (seen.has(`${location} ${name}`)) {
      conversion.complain({
        pointer: place,
        at: 'value',
        rule: 'duplicate-parameter',
        message: `There are two ${location} parameters ${quote(name)}.`,
        remedy: 'Remove one of them.',
      });
    }
    seen.add(`${location} ${name}`);
    if (location === 'path' && !segments.includes(name)) {
      const remedy =
        segments.length > 0
          ? `Write ${orList(segments)}, or add ${quote(`/:${name}`)} to the route.`
          : `Add ${quote(`/:${name}`)} to the route.`;
      conversion.complain({
        pointer: place,
        at: 'value',
        rule: 'unknown-segment',
        message: `The path of the operation has no segment ${quote(`:${name}`)}.`,
        remedy,
      });
    }
  }
}
