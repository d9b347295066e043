import { computedOnce } from './computed-once.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from './records.ts';
import { UniqueNames } from './unique-name.ts';

/**
 * Operation ids, one for each path of an operation and unique in the API: the descriptor's id, else an id made from
 * method, service and resource (`getOrder`, `patchOrderEntity`), which does not change when other operations are added
 * or removed. Ids for further paths of an operation end in the parameter names of the path.
 */
export const operationIds = computedOnce((record: ApiRecord): ReadonlyMap<OperationRecord, readonly string[]> => {
  const all = record.services.flatMap((service) => [
    ...service.operations.map((operation) => ({ service, operation, suffix: '' })),
    ...service.entityOperations.map((operation) => ({ service, operation, suffix: 'Entity' })),
  ]);
  const taken = new UniqueNames('_');
  const first = new Map<OperationRecord, string>();
  // All ids of the descriptor are reserved first, so that no generated id takes one of them.
  for (const { operation } of all) {
    if (!operation.operationId || taken.has(operation.operationId)) continue;
    taken.add(operation.operationId);
    first.set(operation, operation.operationId);
  }
  const ids = new Map<OperationRecord, readonly string[]>();
  for (const { service, operation, suffix } of all) {
    const base = first.get(operation) ?? taken.claim(operation.operationId || madeId(service, operation, suffix));
    ids.set(operation, [base, ...operation.paths.slice(1).map((path) => taken.claim(base + byParameters(path)))]);
  }
  return ids;
});

function madeId(service: ServiceRecord, operation: OperationRecord, suffix: string): string {
  const method = operation.method.toLowerCase().replaceAll(/[^a-z0-9]/g, '_');
  return (service.kind === 'webhook' ? `on${pascal(method)}` : method) + pascal(service.name) + suffix;
}

/** Suffix from the parameter names of a path: `/ping/{target}` → `ByTarget`. */
function byParameters(path: string): string {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => pascal(match[1] ?? ''));
  return names.length === 0 ? 'Plain' : `By${names.join('And')}`;
}

function pascal(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
