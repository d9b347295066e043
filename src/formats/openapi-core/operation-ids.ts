import { computedOnce } from '../../model/computed-once.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../model/records.ts';
import { UniqueNames } from '../../model/unique-name.ts';

/**
 * An id for each path of each operation, unique in the API: the descriptor's own, else one made from method, service
 * and resource (`getOrder`, `patchOrderEntity`), so that it stays when other operations come and go. Further paths add
 * the parameters they have.
 */
export const operationIds = computedOnce((record: ApiRecord): ReadonlyMap<OperationRecord, readonly string[]> => {
  const all = record.services.flatMap((service) => [
    ...service.operations.map((operation) => ({ service, operation, suffix: '' })),
    ...service.entityOperations.map((operation) => ({ service, operation, suffix: 'Entity' })),
  ]);
  const taken = new UniqueNames('_');
  const first = new Map<OperationRecord, string>();
  // The descriptor's ids come first: a made one must never take one of theirs.
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

/** `/ping/{target}` → `ByTarget`. */
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
