import { extensionsOf } from '../../model/extensions.ts';
import type { OperationObject, ServerObject } from '../../model/openapi-objects.ts';
import type { OperationRecord } from '../../model/records.ts';

/**
 * @param method in capitals
 * @param path `''` for a webhook
 * @param servers of the path, where the operation has none
 */
export function toOperationRecord(
  operation: OperationObject,
  method: string,
  path: string,
  servers: readonly ServerObject[],
): OperationRecord {
  return {
    method,
    paths: [path],
    operationId: operation.operationId ?? null,
    summary: operation.summary ?? null,
    description: operation.description ?? null,
    requestDescription: null,
    responseDescription: null,
    tags: operation.tags ?? [],
    deprecated: operation.deprecated ?? false,
    externalDocs: operation.externalDocs ?? null,
    parameters: operation.parameters ?? [],
    requestBody: operation.requestBody ?? null,
    responses: operation.responses ?? {},
    callbacks: operation.callbacks ?? {},
    security: operation.security ?? null,
    servers: operation.servers ?? servers,
    extensions: extensionsOf(operation),
  };
}
