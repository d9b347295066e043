import type { EditedText } from '../../descriptors/edited-text.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../model/records.ts';
import { isUnmarked, noteUnmarked } from '../../store/visible-record.ts';

/**
 * A record in which one operation has another text; all else is what it was, and the same objects.
 * @returns undefined where it does not have that text, or where it is not the text of one operation
 */
export function withText(
  record: ApiRecord,
  { path, method, key, before, now }: Pick<EditedText, 'path' | 'method' | 'key' | 'before' | 'now'>,
): ApiRecord | undefined {
  const [found, ...others] = record.services.flatMap((service) =>
    [...service.operations, ...service.entityOperations].filter(
      (operation) => operation.method === method.toUpperCase() && operation.paths.includes(path),
    ),
  );
  if (found === undefined || others.length > 0 || found.paths.length > 1 || found[key] !== before) return undefined;
  const edited = { ...found, [key]: now };
  const replaced = (list: readonly OperationRecord[]): readonly OperationRecord[] =>
    list.includes(found) ? list.map((operation) => (operation === found ? edited : operation)) : list;
  const replacedIn = (service: ServiceRecord): ServiceRecord => {
    const [operations, entityOperations] = [replaced(service.operations), replaced(service.entityOperations)];
    const isSame = operations === service.operations && entityOperations === service.entityOperations;
    return isSame ? service : { ...service, operations, entityOperations };
  };
  const changed = { ...record, services: record.services.map(replacedIn) };
  // No other key has come.
  if (isUnmarked(record)) noteUnmarked(changed);
  return changed;
}
