import { isReference } from '../model/components.ts';
import type { MediaTypeObject, ParameterObject, Reference, ReferenceObject } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../model/records.ts';
import { isRecord } from '../schema/json-values.ts';
import { type JsonSchemaObject, subschemasOf } from '../schema/schema.ts';
import type { CheckedApi, Finding, Part } from './contract.ts';

/** An operation with its service. */
interface OwnedOperation {
  readonly service: ServiceRecord;
  readonly operation: OperationRecord;
}

/** Operations in the order of the record, including webhooks. */
export function operationsOf({ services }: ApiRecord): readonly OwnedOperation[] {
  return services.flatMap((service) =>
    [...service.operations, ...service.entityOperations].map((operation) => ({ service, operation })),
  );
}

/** Formats an operation as `GET /books`, and a webhook as its method and name. */
export function nameOfOperation({ service, operation }: OwnedOperation): string {
  return `${operation.method} ${operation.paths[0] || service.title || service.name}`;
}

/** Creates a finding for an operation. `below`: keys inside the operation. */
export function atOperation(
  { operation }: OwnedOperation,
  message: string,
  remedy: string,
  below: readonly string[] = [],
): Finding {
  return { part: { kind: 'operation', operation, below }, message, remedy };
}

/** Creates a check that reports each operation for which a condition is true. */
export function eachOperation(
  isWrong: (operation: OperationRecord, service: ServiceRecord) => boolean,
  problem: string,
  remedy: string,
): (api: CheckedApi) => Iterable<Finding> {
  return function* ({ record }) {
    for (const owned of operationsOf(record))
      if (isWrong(owned.operation, owned.service))
        yield atOperation(owned, `The operation ${nameOfOperation(owned)} ${problem}.`, remedy);
  };
}

export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}

export function atTop(below: readonly string[], message: string, remedy: string): Finding {
  return { part: { kind: 'api', below }, message, remedy };
}

interface PlacedParameter {
  readonly parameter: ParameterObject;
  readonly part: Part;
}

/** Parameters of operations and components, without duplicates. */
export function* parametersOf(record: ApiRecord): Generator<PlacedParameter> {
  const seen = new Set<unknown>();
  for (const { operation } of operationsOf(record))
    for (const parameter of operation.parameters) {
      // Each operation of a path includes the parameters of the path item.
      if (isReference(parameter) || seen.has(parameter)) continue;
      seen.add(parameter);
      const { name, in: location } = parameter;
      yield { parameter, part: { kind: 'parameter', operation, name, in: location, below: [] } };
    }
  for (const [name, parameter] of Object.entries(record.components.parameters))
    if (!isReference(parameter))
      yield { parameter, part: { kind: 'component', section: 'parameters', name, below: [] } };
}

interface PlacedSchema {
  readonly schema: JsonSchemaObject;
  readonly part: Part;
}

/** Maximum depth of visited schemas: real schemas have about a dozen levels, hostile ones any number. */
const DEEPEST = 100;

/** Schemas of an API, including nested ones, with the places where they are written. Does not follow references. */
export function* schemasOf(record: ApiRecord): Generator<PlacedSchema> {
  const { components } = record;
  for (const [name, schema] of Object.entries(components.schemas))
    yield* within(schema, { kind: 'component', section: 'schemas', name, below: [] });
  for (const { parameter, part } of parametersOf(record)) {
    yield* within(parameter.schema, inside(part, 'schema'));
    yield* inContent(parameter.content, part);
  }
  for (const section of ['requestBodies', 'responses'] as const)
    for (const [name, message] of Object.entries<object>(components[section]))
      yield* inMessage(message, { kind: 'component', section, name, below: [] });
  for (const { operation } of operationsOf(record)) {
    const part: Part = { kind: 'operation', operation, below: [] };
    if (operation.requestBody !== null) yield* inMessage(operation.requestBody, inside(part, 'requestBody'));
    for (const [status, response] of Object.entries(operation.responses))
      yield* inMessage(response, inside(part, 'responses', status));
  }
}

interface Message {
  readonly content?: Readonly<Record<string, Reference<MediaTypeObject>>>;
  readonly headers?: Readonly<Record<string, object>>;
}

function* inMessage(message: Message | ReferenceObject, part: Part): Generator<PlacedSchema> {
  if (isReference(message)) return;
  yield* inContent(message.content, part);
  for (const [name, header] of Object.entries(message.headers ?? {}))
    if ('schema' in header) yield* within(header.schema, inside(part, 'headers', name, 'schema'));
}

function* inContent(content: Message['content'], part: Part): Generator<PlacedSchema> {
  for (const [type, media] of Object.entries(content ?? {}))
    if (!isReference(media)) yield* within(media.schema, inside(part, 'content', type, 'schema'));
}

function* within(value: unknown, part: Part): Generator<PlacedSchema> {
  if (!isRecord(value) || part.below.length > DEEPEST) return;
  const schema: JsonSchemaObject = value;
  yield { schema, part };
  for (const { keyword, key, schema: inner } of subschemasOf(schema))
    yield* within(inner, inside(part, keyword, ...(key === null ? [] : [key])));
}

/** Creates the part at keys inside another part. */
export function inside(part: Part, ...keys: readonly string[]): Part {
  return { ...part, below: [...part.below, ...keys] };
}
