import { extensionsOf, isExtension } from '../../model/extensions.ts';
import { fromEntries } from '../../model/own-property.ts';
import type { StatusCode } from '../../model/records.ts';
import { deriveStatusCodes, reasonPhrase } from '../../model/status-codes.ts';
import type { JsonRecord } from '../../schema/json-values.ts';
import { toObject } from '../../schema/merged-schema.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import type {
  NativeField,
  NativeMessage,
  NativeOperation,
  NativeParameter,
  NativeService,
  NativeStatusCode,
  NativeValue,
} from './native-descriptor.ts';
import { type Complain, quote } from './structure.ts';

/** Media types of a body for which the descriptor names none. */
const DEFAULT_MEDIA_TYPES: readonly string[] = ['application/json'];

/** Converts a list of fields to an object schema; returns null if there are no fields. */
export function toFieldsSchema(fields: readonly NativeField[] | undefined, complain: Complain): JsonRecord | null {
  return fields === undefined || fields.length === 0 ? null : toObjectSchema(fields, complain);
}

function toObjectSchema(fields: readonly NativeField[], complain: Complain): JsonRecord {
  const properties = new Map<string, JsonRecord>();
  for (const field of fields) {
    if (properties.has(field.name)) {
      const message = `There are two fields ${quote(field.name)}.`;
      const pointer = `${placeOf(field)}/name`;
      complain({ pointer, rule: 'duplicate-field', message, remedy: 'Remove one of them.' });
    }
    properties.set(field.name, toFieldSchema(field, complain));
  }
  const required = fields.filter((field) => field.required === true).map((field) => field.name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
  return written(schema, placeOf(fields));
}

function toFieldSchema(field: NativeField, complain: Complain): JsonRecord {
  const { name: _, fields, ...value } = field;
  const place = placeOf(field);
  const schema = toValueSchema(value, place, complain);
  if (fields === undefined) return schema;
  refuseBeside(field, ['schema', 'items'], '"fields" both say what is inside', place, complain);
  const inner = toObjectSchema(fields, complain);
  const types = [field.type ?? []].flat();
  if (types.includes('array')) return written({ ...schema, items: inner }, place);
  if (types.length > 0 && !types.includes('object')) {
    const message = `A field of the type ${types.join('|')} cannot contain fields.`;
    const remedy = 'Write "type: object" or, for a list of objects, "type: array".';
    complain({ pointer: `${place}/type`, rule: 'contradiction', message, remedy });
  }
  return written({ ...schema, ...inner, type: field.type ?? 'object' }, place);
}

/** Converts a parameter; `in` defaults to `query`. */
export function toParameter(parameter: NativeParameter, complain: Complain): JsonRecord {
  const { name, in: location = 'query', ...value } = parameter;
  const place = placeOf(parameter);
  const isInPath = location === 'path' && { required: true };
  return written({ name, in: location, ...toHeader(value, place, complain), ...isInPath }, place);
}

function toHeader(value: NativeValue, place: string, complain: Complain): JsonRecord {
  const { description, required, deprecated, example, ...shape } = value;
  const keywords = Object.fromEntries(Object.entries(shape).filter(([key]) => !isExtension(key)));
  const schema = toValueSchema(keywords, place, complain);
  const header = {
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(deprecated !== undefined && { deprecated }),
    schema,
    ...(example !== undefined && { example }),
    ...extensionsOf(value),
  };
  return written(header, place);
}

/** Converts a value, whose keys are JSON Schema keywords except for `required` and `schema`. */
function toValueSchema(value: NativeValue, place: string, complain: Complain): JsonRecord {
  const { required: _, schema, items, ...others } = value;
  const keywords = { ...others, ...(items !== undefined && { items }) };
  if (schema === undefined) return written(keywords, place);
  refuseBeside(value, ['type', 'items'], '"schema" both say what the value is', place, complain);
  return written({ ...toObject(schema), ...keywords }, `${place}/schema`);
}

/** Reports keys of a value that specify the same thing as another key: only one of them is allowed. */
function refuseBeside(
  value: NativeValue,
  keys: readonly ('schema' | 'items' | 'type')[],
  both: string,
  place: string,
  complain: Complain,
): void {
  for (const key of keys.filter((one) => value[one] !== undefined)) {
    const message = `${quote(key)} and ${both}.`;
    complain({ pointer: `${place}/${key}`, at: 'key', rule: 'contradiction', message, remedy: 'Keep one of them.' });
  }
}

/**
 * Returns the request body of an operation: the documented body, and the fields in each media type of the service.
 * @param fields schema of the operation's fields, else of the service's fields
 */
export function toRequestBody(
  { request }: NativeOperation,
  fields: JsonRecord | null,
  { request_content_types: serviceTypes }: NativeService,
): JsonRecord | undefined {
  if (request === undefined && fields === null) return undefined;
  const types = orDefault(serviceTypes);
  const hasOwn = fields === null || (request?.content_type !== undefined && request.schema !== undefined);
  const ofFields = hasOwn ? [] : types.map((type) => [type, { schema: fields }] as const);
  const documented = request === undefined ? [] : toContent(request, types, fields);
  const body = {
    description: request?.description,
    content: Object.fromEntries([...ofFields, ...documented]),
    ...(Array.isArray(fields?.['required']) && { required: true }),
    ...extensionsOf(request ?? {}),
  };
  return request === undefined ? body : written(body, placeOf(request));
}

/**
 * Returns all responses of an operation: documented responses, those of its status codes, and those of the service.
 * Successful responses have the media types that the service lists; a documented response adds its own media types.
 */
export function toResponses(
  operation: NativeOperation,
  service: NativeService,
  facts: { readonly mayBeMissing: boolean; readonly hasFields: boolean },
  complain: Complain,
): JsonRecord {
  const { method, responses: documented = {}, response_status_codes: own = [] } = operation;
  const hasNoResponses = own.length === 0 && Object.keys(documented).length === 0;
  const derived = hasNoResponses ? deriveStatusCodes({ method, ...facts }) : [];
  const reasons = new Map<string, NativeStatusCode | StatusCode>();
  for (const status of [...own, ...derived, ...(service.response_status_codes ?? [])])
    if (!reasons.has(String(status.code))) reasons.set(String(status.code), status);
  const statuses = new Set([...reasons.keys(), ...Object.keys(documented)]);
  const place = `${placeOf(operation)}/responses`;
  const toEntry = (status: string): [string, JsonRecord] => {
    const message = Object.hasOwn(documented, status) ? documented[status] : undefined;
    return [status, toResponse(status, method, message ?? written({}, place), reasons.get(status), service, complain)];
  };
  return written(fromEntries([...statuses].map(toEntry)), place);
}

function toResponse(
  status: string,
  method: string,
  message: NativeMessage,
  reason: NativeStatusCode | StatusCode | undefined,
  service: NativeService,
  complain: Complain,
): JsonRecord {
  const place = placeOf(message);
  const listed = service.response_content_types ?? service.request_accept_types;
  const types = orDefault(listed);
  const describesBody = ['content_type', 'schema', 'example', 'examples'].some((key) => Object.hasOwn(message, key));
  // Error responses have other media types, which the service's list does not contain.
  const hasUsualBody = method !== 'HEAD' && status.startsWith('2') && status !== '204' && status !== '205';
  const usual = listed !== undefined && hasUsualBody ? types.map((type) => [type, {}] as const) : [];
  const content = [...usual, ...(describesBody ? toContent(message, types, null) : [])];
  const headers = Object.entries(message.headers ?? {}).map(
    ([name, header]) => [name, toHeader(header, placeOf(header), complain)] as const,
  );
  const hasOwnReason = reason?.message !== undefined && reason.message !== reasonPhrase(reason.code);
  const response = {
    description: message.description ?? (reason?.message || undefined),
    ...(hasOwnReason && { 'x-platform-reason': reason.message }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
    ...extensionsOf(reason ?? {}),
    ...extensionsOf(message),
  };
  return written(response, place);
}

/** @param fields schema for a body without its own schema; examples of such a body may omit required fields */
function toContent(
  message: NativeMessage,
  usualTypes: readonly string[],
  fields: JsonRecord | null,
): readonly (readonly [mediaType: string, content: JsonRecord])[] {
  const { content_type: types = usualTypes, schema = fields, example, examples } = message;
  const place = placeOf(message);
  const both = example !== undefined && examples !== undefined;
  const named = both ? { example: written({ value: example }, place, { value: 'example' }), ...examples } : examples;
  const content = {
    ...(schema !== null && { schema }),
    ...(named !== undefined ? { examples: named } : example !== undefined && { example }),
    ...(fields !== null && schema === fields && { 'x-platform-partial': true }),
  };
  return [types].flat().map((type) => [type, written(content, place)] as const);
}

function orDefault(types: readonly string[] | undefined): readonly string[] {
  return types === undefined || types.length === 0 ? DEFAULT_MEDIA_TYPES : types;
}
