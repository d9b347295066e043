import type { Operation } from '../model/operation.ts';
import type { Constraint } from './words.ts';

/** The summary, else method and path, those of a webhook method and name. */
export function operationHeading(operation: Operation): Constraint {
  const summary = summaryOf(operation);
  if (summary !== '') return [summary];
  const path = operation.getPath();
  const method = operation.getHttpMethod();
  return path === '' ? [`${method} ${operation.service.getTitle()}`.trim()] : [`${method} `, path];
}

/** {@link operationHeading} as plain text. */
export function operationTitle(operation: Operation): string {
  return operationHeading(operation).join('').trim();
}

/** {@link operationTitle} beside the method's badge: the summary, else the path. */
export function operationLabel(operation: Operation): string {
  return summaryOf(operation) || operation.getPath() || operation.getHttpMethod();
}

function summaryOf({ record }: Operation): string {
  return record.summary?.trim().replace(/\.$/, '') ?? '';
}
