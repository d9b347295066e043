import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';

/**
 * The URI of an operation, as the service's route writes it: of a collection `/book`, of its entities `/book/:book_id`,
 * where the route is
 * `/book[/:book_id]` (specification §4.3). Text, which templates escape.
 */
export function docServicePath(
  service: Pick<Service, 'getRoute' | 'getRouteIdentifierName' | 'getEntityOperations'>,
  operation: Pick<Operation, 'resource'>,
): string {
  const route = service.getRoute();
  const identifier = service.getRouteIdentifierName();
  if (identifier === null || service.getEntityOperations().length === 0) return route;
  const isEntity = operation.resource === 'entity';
  return [`[/:${identifier}]`, `[:${identifier}]`, `[/:${identifier}/]`, `[:${identifier}/]`].reduce(
    (path, optional) => path.replaceAll(optional, () => (isEntity ? optional.slice(1, -1) : '')),
    route,
  );
}
