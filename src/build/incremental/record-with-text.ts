import type { EditedText } from '../../descriptors/edited-text.ts';
import type { ApiRecord, OperationRecord } from '../../model/records.ts';
import { isUnmarked, noteUnmarked, operationsOf } from '../../store/visible-record.ts';
import { noteOtherText } from './model-text.ts';

/**
 * A record in which one operation has another text; all else is what it was, and the same objects.
 * @returns undefined where it does not have that text, or where it is not the text of one operation
 */
export function withText(
  record: ApiRecord,
  { path, method, key, before, now }: Pick<EditedText, 'path' | 'method' | 'key' | 'before' | 'now'>,
): ApiRecord | undefined {
  const isMeant = (operation: OperationRecord): boolean =>
    operation.method === method.toUpperCase() && operation.paths.includes(path);
  const [found, ...others] = record.services.flatMap(operationsOf).filter(isMeant);
  if (found === undefined || others.length > 0 || found.paths.length > 1 || found[key] !== before) return undefined;
  const replaced = (list: readonly OperationRecord[]): readonly OperationRecord[] =>
    list.map((operation) => (operation === found ? { ...found, [key]: now } : operation));
  const services = record.services.map((service) => {
    if (!operationsOf(service).includes(found)) return service;
    const { operations, entityOperations } = service;
    return { ...service, operations: replaced(operations), entityOperations: replaced(entityOperations) };
  });
  const changed = { ...record, services };
  noteOtherText(record, { before, now }, changed);
  // No other key has come: it need not be looked through again.
  if (isUnmarked(record)) noteUnmarked(changed);
  return changed;
}
