import { isJsonMediaType } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { sample } from '../../model/schema/sample.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';

/** Examples made of what the descriptor says of fields and schemas; undefined where it says nothing to make one of. */

export function requestProposal(operation: Operation): unknown {
  const schema = operation.getRequestSchema();
  return schema === null ? undefined : sampleOf(operation, schema, 'request');
}

/** Proposes a body of the successful response: by its schema, else the fields as its media type sends them. */
export function responseProposal(operation: Operation): unknown {
  const response = successOf(operation);
  if (response === undefined) return undefined;
  const content = operation.getContent(response.response);
  const described = content.find(([type, { schema }]) => schema !== undefined && isJsonMediaType(type))?.[1].schema;
  if (described !== undefined) return sampleOf(operation, described, 'response');
  const fields = operation.service.record.fields ?? operation.getRequestSchema();
  const item = fields === null ? undefined : sampleOf(operation, fields, 'response');
  if (item === undefined) return undefined;
  const isHal = content.some(([type]) => /^application\/(?:[\w.-]+\+)?hal\+json\b/i.test(type));
  const isList = operation.resource === 'collection' && operation.getHttpMethod() === 'GET';
  if (!isHal) return isList ? [item] : item;
  const linksOf = (target: Operation) => ({ self: { href: pathOf(target) } });
  const entity = entityOf(operation);
  if (!isList) return { _links: linksOf(entity ?? operation), ...asRecord(item) };
  const embedded = entity === undefined ? item : { _links: linksOf(entity), ...asRecord(item) };
  return { _links: linksOf(operation), _embedded: { [collectionName(operation)]: [embedded] } };
}

/** The successful response that has a body; undefined where none has. */
export function successOf(operation: Operation): ReturnType<Operation['getResponses']>[number] | undefined {
  if (operation.getHttpMethod() === 'HEAD') return undefined;
  return operation
    .getResponses()
    .find(({ status }) => /^2(?:\d\d|XX)$/.test(status) && status !== '204' && status !== '205');
}

function sampleOf({ service }: Operation, schema: JsonSchema, direction: 'request' | 'response'): unknown {
  const { value, complete } = sample(schema, service.api.components, { direction });
  return complete || value !== null ? value : undefined;
}

/** Operation that fetches a new member of a collection, or one in its list. */
function entityOf({ service, resource }: Operation): Operation | undefined {
  return resource === 'collection' ? service.getEntityOperations()[0] : undefined;
}

/** With values in the place of its segments: `/library/book/421`. */
function pathOf(operation: Operation): string {
  const parameters = operation.getParameters();
  return operation.getPath().replaceAll(/\{([^{}]+)\}/g, (_segment, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    const value = parameter?.example ?? sampleOf(operation, parameter?.schema ?? true, 'request');
    return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : name);
  });
}

/** Name under which a hypermedia collection has its members. */
function collectionName({ service }: Operation): string {
  return service.getName().replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : { value };
}
