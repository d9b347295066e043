import type { Operation } from '../model/operation.ts';

/** The summary, else method and path in words. */
export function operationTitle(operation: Operation): string {
  const summary = summaryOf(operation);
  return summary === '' ? `${operation.getHttpMethod()} ${operation.getPath()}`.trim() : summary;
}

/** {@link operationTitle} beside the method's badge: the summary, else the path. */
export function operationLabel(operation: Operation): string {
  return summaryOf(operation) || operation.getPath() || operation.getHttpMethod();
}

function summaryOf({ record }: Operation): string {
  return record.summary?.trim().replace(/\.$/, '') ?? '';
}
