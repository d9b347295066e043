import { isRecord } from '../../model/json-values.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import { mergeSchema } from '../../model/merged-schema.ts';
import type { Operation } from '../../model/operation.ts';
import type { JsonSchema } from '../../model/schema.ts';
import type { Failure } from '../backends/contract.ts';
import { fieldMessages } from '../field-messages.ts';
import { parseJsonBody } from '../json-body.ts';

/**
 * Checks a JSON body against the operation's schema; other bodies are taken as they are. An empty body is one without fields.
 * @returns what to refuse it with; null when it is right
 */
export function validateBody(operation: Operation, contentType: string | undefined, bytes: Uint8Array): Failure | null {
  const body = operation.getRequestBody();
  if (body === null) return null;
  if (bytes.byteLength === 0) return body.value.required === true ? refuseEmpty(operation) : null;
  if (contentType === undefined || !isJsonMediaType(contentType)) return null;
  const reading = parseJsonBody(bytes);
  if (reading.kind === 'malformed') return { status: 400, detail: reading.detail };
  const schema = schemaFor(operation, contentType);
  return schema === null ? null : validate(reading.value, schema, operation);
}

function refuseEmpty(operation: Operation): Failure {
  const schema = operation.getRequestSchema();
  return (schema === null ? null : validate({}, schema, operation)) ?? { status: 400, detail: 'The operation needs a body.' };
}

function validate(value: unknown, schema: JsonSchema, operation: Operation): Failure | null {
  const messages = fieldMessages(value, isPartial(operation) ? withoutRequired(schema, operation) : schema, operation.service.api.components);
  return messages === null ? null : { status: 422, detail: 'Failed validation', extensions: { validation_messages: messages } };
}

/** In native descriptors PATCH has the service's fields and changes those that are sent, as in Laminas. */
function isPartial(operation: Operation): boolean {
  return operation.getHttpMethod() === 'PATCH' && operation.service.api.record.source.format === 'native';
}

function withoutRequired(schema: JsonSchema, operation: Operation): JsonSchema {
  const { required: _, ...rest } = mergeSchema(schema, operation.service.api.components).schema;
  return rest;
}

function schemaFor(operation: Operation, contentType: string): JsonSchema | null {
  const body = operation.getRequestBody();
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const own = body === null ? undefined : operation.getContent(body.value).find(([mediaType]) => mediaType.toLowerCase() === essence);
  return own?.[1].schema !== undefined && (isRecord(own[1].schema) || typeof own[1].schema === 'boolean') ? own[1].schema : operation.getRequestSchema();
}
