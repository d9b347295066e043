import type { Components } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { mergeSchema } from '../../model/schema/merged-schema.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import type { Work } from '../../model/schema/work.ts';
import type { Failure } from '../backends/contract.ts';
import { fieldMessages } from '../field-messages.ts';
import { parseJsonBody } from '../json-body.ts';

interface BodyCheck {
  /** Answer that refuses the body; null when nothing wrong was found. */
  readonly failure: Failure | null;
  /** False: the body was not checked in full, since a rule is beyond our reader or the work was spent. */
  readonly isComplete: boolean;
}

const RIGHT: BodyCheck = { failure: null, isComplete: true };

/**
 * Checks a JSON body against the operation's schema; other bodies are taken as they are. An empty body is one without
 * fields.
 * @param work what checking is counted against; what is undecided when it is spent refuses nothing
 */
export function validateBody(
  operation: Operation,
  contentType: string | undefined,
  bytes: Uint8Array,
  work: Work,
): BodyCheck {
  const body = operation.getRequestBody();
  if (body === null) return RIGHT;
  if (bytes.byteLength === 0) return body.value.required === true ? refuseEmpty(operation, work) : RIGHT;
  if (contentType === undefined || !isJsonMediaType(contentType)) return RIGHT;
  const reading = parseJsonBody(bytes, work);
  if (reading.kind === 'malformed') return { failure: { status: 400, detail: reading.detail }, isComplete: true };
  if (reading.kind === 'too-much') return { failure: null, isComplete: false };
  const schema = schemaFor(operation, contentType);
  return schema === null ? RIGHT : validate(reading.value, schema, operation, work);
}

function refuseEmpty(operation: Operation, work: Work): BodyCheck {
  const schema = operation.getRequestSchema();
  const { failure, isComplete } = schema === null ? RIGHT : validate({}, schema, operation, work);
  return { failure: failure ?? { status: 400, detail: 'The operation needs a body.' }, isComplete };
}

function validate(value: unknown, schema: JsonSchema, operation: Operation, work: Work): BodyCheck {
  const { components } = operation.service.api;
  const asked = isPartial(operation) ? withoutRequired(schema, components, work) : schema;
  const { messages, isComplete } = fieldMessages(value, asked, components, work);
  if (messages === null) return { failure: null, isComplete };
  return {
    failure: { status: 422, detail: 'Failed validation', extensions: { validation_messages: messages } },
    isComplete,
  };
}

/** Reports PATCH in native descriptors: it has the service's fields and changes those that are sent, as in Laminas. */
function isPartial(operation: Operation): boolean {
  return operation.getHttpMethod() === 'PATCH' && operation.service.api.record.source.format === 'native';
}

function withoutRequired(schema: JsonSchema, components: Components, work: Work): JsonSchema {
  const { required: _, ...rest } = mergeSchema(schema, components, work).schema;
  return rest;
}

function schemaFor(operation: Operation, contentType: string): JsonSchema | null {
  const body = operation.getRequestBody();
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const own =
    body === null
      ? undefined
      : operation.getContent(body.value).find(([mediaType]) => mediaType.toLowerCase() === essence);
  return own?.[1].schema !== undefined && (isRecord(own[1].schema) || typeof own[1].schema === 'boolean')
    ? own[1].schema
    : operation.getRequestSchema();
}
