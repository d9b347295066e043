import type { Api } from '../model/api.ts';
import { callKey, type Operation } from '../model/operation.ts';

/** Operations of both descriptions, in the order of the second; then what is gone, in the order of the first. */
interface Matches {
  readonly pairs: readonly (readonly [before: Operation, after: Operation])[];
  readonly added: readonly Operation[];
  readonly removed: readonly Operation[];
}

/**
 * An operation is the same as another one by method and path; names of its service and its parameters do not count. One
 * that is left, by its operationId: it has moved.
 */
export function matchOperations(before: Api, after: Api): Matches {
  const left = new Set(operationsOf(before));
  const found = new Map<Operation, Operation>();
  const match = (keysOf: (operation: Operation) => readonly string[]): void => {
    const byKey = new Map<string, Operation>();
    for (const operation of left) for (const key of keysOf(operation)) if (!byKey.has(key)) byKey.set(key, operation);
    for (const operation of operationsOf(after)) {
      if (found.has(operation)) continue;
      const old = keysOf(operation)
        .flatMap((key) => byKey.get(key) ?? [])
        .find((candidate) => left.delete(candidate));
      if (old !== undefined) found.set(operation, old);
    }
  };
  match((operation) => [callsOf(operation).sort().join('\n')]);
  match(callsOf);
  match(({ record: { operationId } }) => (operationId === null ? [] : [operationId]));
  const all = operationsOf(after);
  return {
    pairs: all.flatMap((operation) => {
      const old = found.get(operation);
      return old === undefined ? [] : [[old, operation] as const];
    }),
    added: all.filter((operation) => !found.has(operation)),
    removed: [...left],
  };
}

function operationsOf(api: Api): readonly Operation[] {
  return api.getServices().flatMap((service) => service.getAllOperations());
}

/** A webhook has no path, and its service one name. */
export function callsOf({ record, service }: Operation): string[] {
  return service.getKind() === 'webhook'
    ? [`webhook ${service.getName()} ${record.method}`]
    : record.paths.map((path) => callKey(record.method, path));
}
