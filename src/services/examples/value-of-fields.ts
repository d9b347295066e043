import type { Operation } from '../../model/operation.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { sample } from '../../model/schema/sample.ts';
import type { Work } from '../../model/schema/work.ts';
import type { Service } from '../../model/service.ts';

const HAL = /^application\/hal\+json\s*(?:;|$)/i;

/**
 * Makes an answer for a native REST service whose descriptor has fields, but no responses: an entity with those fields
 * and its identifier, or a list of one such entity, which HAL embeds. Adding to a collection answers the entity that
 * was added. So the first descriptor that an author writes answers something. Documentation does not mention such a
 * body, because the descriptor does not.
 * @returns undefined where the descriptor has no fields, or none that a value can be made of
 */
export function valueOfFields(
  { service, resource, record: { method } }: Operation,
  mediaType: string,
  work: Work,
): unknown {
  if (service.getKind() !== 'rest' || service.api.record.source.format !== 'native') return undefined;
  const entity = entityOf(service, work);
  if (entity === undefined || resource === 'entity' || method === 'POST') return entity;
  return HAL.test(mediaType) ? { _embedded: { [service.getName().toLowerCase()]: [entity] } } : [entity];
}

/** Entity with the fields of the service, else with those of the first request that has some. */
function entityOf(service: Service, work: Work): Readonly<Record<string, unknown>> | undefined {
  const schema =
    service.record.fields ??
    service
      .getAllOperations()
      .find((operation) => operation.getRequestSchema() !== null)
      ?.getRequestSchema();
  if (schema === undefined || schema === null) return undefined;
  const { value, complete } = sample(schema, service.api.components, { direction: 'response', work });
  if (!complete || !isRecord(value)) return undefined;
  const identifier = service.getRouteIdentifierName();
  return identifier === null || Object.hasOwn(value, identifier)
    ? value
    : { [identifier]: identifierOf(service, identifier, work), ...value };
}

function identifierOf(service: Service, name: string, work: Work): unknown {
  const parameters = service.getEntityOperations().flatMap((operation) => operation.getParameters());
  const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
  if (parameter?.example !== undefined) return parameter.example;
  const made =
    parameter?.schema === undefined
      ? undefined
      : sample(parameter.schema, service.api.components, { direction: 'response', work });
  // The text that samples have where nothing is known says nothing of an identifier.
  return made?.complete === true && made.value !== 'string' ? made.value : '1';
}
