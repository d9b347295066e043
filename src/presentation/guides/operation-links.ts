import type { Api } from '../../model/api.ts';
import { callKey, type Operation } from '../../model/operation.ts';
import { operationAnchor } from '../anchors.ts';
import { servicePath } from '../navigation/navigation.ts';

/** `GET /book`, as guides write it. */
const CALL = /^(?<method>[A-Z]+) (?<path>\/\S*)$/;

/** Finds the operation that code in a text names: `GET /book`, with or without the base path, or an operationId. */
export type FindOperation = (code: string) => string | null;

/** Looks operations of an API up by how texts name them; gives where they are described. */
export function operationLinks(api: Api): FindOperation {
  // Not before a text has code: a page that names no operation depends on none.
  let places: ReadonlyMap<string, string> | undefined;
  return (code) => {
    places ??= placesByName(api);
    return places.get(code.replace(CALL, (_, method: string, path: string) => callKey(method, path))) ?? null;
  };
}

function placesByName(api: Api): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const service of api.getServices())
    for (const operation of service.getAllOperations())
      for (const name of namesOf(operation)) if (!places.has(name)) places.set(name, placeOf(operation));
  return places;
}

function namesOf({ record, service }: Operation): readonly string[] {
  const { basePath } = service.api.record;
  const calls = record.paths.flatMap((path) => [callKey(record.method, path), callKey(record.method, basePath + path)]);
  return record.operationId === null ? calls : [...calls, record.operationId];
}

function placeOf(operation: Operation): string {
  return `${servicePath(operation.service)}#${operationAnchor(operation.resource, operation.getHttpMethod())}`;
}
