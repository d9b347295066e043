import { extensionsOf } from '../../model/extensions.ts';
import type { MediaTypeObject, RequestBodyObject, ResponseObject } from '../../model/openapi-objects.ts';
import { fromEntries } from '../../model/own-property.ts';
import type { StatusCode } from '../../model/records.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { deriveStatusCodes, reasonPhrase } from '../../model/status-codes.ts';
import { exampleIn } from '../example-mismatches.ts';
import type { NativeMessage, NativeOperation, NativeService, NativeStatusCode } from './native-descriptor.ts';
import type { Part } from './part.ts';
import { toHeader } from './values.ts';

type StatusReason = NativeStatusCode | StatusCode;

/** A body is JSON where the descriptor names no media type. */
const USUAL_MEDIA_TYPES: readonly string[] = ['application/json'];

/**
 * The body that an operation takes: the documented one, and the fields in every media type of the service.
 * @param fields of the operation, else of the service; null when there are none
 */
export function toRequestBody(
  request: NativeMessage | undefined,
  fields: JsonSchemaObject | null,
  service: NativeService,
  part: Part,
): RequestBodyObject | null {
  if (request === undefined && fields === null) return null;
  const serviceTypes = orUsual(service.request_content_types);
  const documented = request === undefined ? [] : toContent(request, serviceTypes, fields, part);
  const ofFields =
    fields === null || (request?.content_type !== undefined && request.schema !== undefined)
      ? []
      : serviceTypes.map((type) => [type, { schema: fields }] as const);
  return {
    ...(request?.description !== undefined && { description: request.description }),
    content: Object.fromEntries([...ofFields, ...documented]),
    ...((fields?.required?.length ?? 0) > 0 && { required: true }),
    ...(request === undefined ? {} : extensionsOf(request)),
  };
}

/**
 * Every response of an operation: the documented ones, those of its status codes, and those of the service. Each has
 * the media types of the service; a documented response adds its own, and takes none away.
 */
export function toResponses(
  operation: NativeOperation,
  service: NativeService,
  facts: { readonly mayBeMissing: boolean; readonly hasFields: boolean },
  part: Part,
): Readonly<Record<string, ResponseObject>> {
  const documented = Object.entries(operation.responses ?? {});
  const own = operation.response_status_codes ?? [];
  const derived =
    own.length === 0 && documented.length === 0 ? deriveStatusCodes({ method: operation.method, ...facts }) : [];
  const reasons = new Map<string, StatusReason>();
  for (const status of [...own, ...derived, ...(service.response_status_codes ?? [])]) {
    if (!reasons.has(String(status.code))) reasons.set(String(status.code), status);
  }
  const messages = new Map(documented);
  const statuses = [...new Set([...reasons.keys(), ...messages.keys()])];
  return fromEntries(
    statuses.map((status) => {
      const message = messages.get(status) ?? {};
      const place = part.at('responses', status);
      return [status, toResponse(status, operation.method, message, reasons.get(status), service, place)];
    }),
  );
}

function toResponse(
  status: string,
  method: string,
  message: NativeMessage,
  reason: StatusReason | undefined,
  service: NativeService,
  part: Part,
): ResponseObject {
  const types = orUsual(service.response_content_types ?? service.request_accept_types);
  const tellsBody =
    message.content_type !== undefined ||
    message.schema !== undefined ||
    message.example !== undefined ||
    message.examples !== undefined;
  const isUsual = service.response_content_types !== undefined || service.request_accept_types !== undefined;
  const content = [
    ...(isUsual && hasUsualBody(status, method) ? types.map((type): [string, MediaTypeObject] => [type, {}]) : []),
    ...(tellsBody ? toContent(message, types, null, part) : []),
  ];
  const ownReason =
    reason?.message !== undefined && reason.message !== reasonPhrase(reason.code) ? reason.message : undefined;
  const description = message.description ?? (reason?.message === '' ? undefined : reason?.message);
  const headers = Object.entries(message.headers ?? {}).map(([name, header]) => [
    name,
    toHeader(header, part.at('headers', name)),
  ]);
  return {
    ...(description !== undefined && { description }),
    ...(ownReason !== undefined && { 'x-platform-reason': ownReason }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
    ...(reason === undefined ? {} : extensionsOf(reason)),
    ...extensionsOf(message),
  };
}

/** Errors have media types of their own, which the service's list does not tell. */
function hasUsualBody(status: string, method: string): boolean {
  return method !== 'HEAD' && status.startsWith('2') && status !== '204' && status !== '205';
}

function toContent(
  message: NativeMessage,
  usualTypes: readonly string[],
  usualSchema: JsonSchema | null,
  part: Part,
): readonly (readonly [mediaType: string, content: MediaTypeObject])[] {
  const types = message.content_type === undefined ? usualTypes : [message.content_type].flat();
  const schema = message.schema === undefined ? usualSchema : part.at('schema').schema(message.schema);
  const named =
    message.example !== undefined && message.examples !== undefined
      ? { example: { value: message.example }, ...message.examples }
      : message.examples;
  const content: MediaTypeObject = {
    ...(schema !== null && { schema }),
    ...(named !== undefined ? { examples: named } : message.example !== undefined && { example: message.example }),
  };
  keepExamples(message, types, message.schema === undefined ? partOf(schema) : schema, part);
  return types.map((type) => [type, content] as const);
}

/** PATCH has the fields of the service, too, and changes those that are sent. */
function partOf(fields: JsonSchema | null): JsonSchema | null {
  if (fields === null || typeof fields === 'boolean') return fields;
  const { required: _, ...rest } = fields;
  return rest;
}

function keepExamples(
  { example, examples = {} }: NativeMessage,
  types: readonly string[],
  schema: JsonSchema | null,
  part: Part,
): void {
  if (schema === null) return;
  const keep = (value: unknown, place: Part): void => {
    for (const type of types) place.keepExample(exampleIn(type, value), schema);
  };
  if (example !== undefined) keep(example, part.at('example'));
  for (const [name, { value }] of Object.entries(examples)) keep(value, part.at('examples', name, 'value'));
}

function orUsual(types: readonly string[] | undefined): readonly string[] {
  return types === undefined || types.length === 0 ? USUAL_MEDIA_TYPES : types;
}
