import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { Key } from '../../config/edit/entries.ts';
import type { Json } from '../../config/edit/print.ts';
import { parseJson } from '../../descriptors/json-text.ts';
import type { NativeMessage, NativeOperation } from '../../descriptors/native/native-descriptor.ts';
import { TextProblem } from '../../descriptors/text-problem.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { placeInText } from '../../yaml/places.ts';
import type { Input } from '../contract.ts';
import { BEFORE_STATUS_CODES, type Control, type Meaning, STATUS_CODES, sentText } from './controls.ts';
import type { DescribedOperation } from './descriptors.ts';

/** Proposes a request body from the fields and schemas of the descriptor; undefined if it has neither. */
export function requestProposal(operation: Operation): unknown {
  const schema = operation.getRequestSchema();
  return schema === null ? undefined : sampleOf(operation, schema, 'request');
}

/** Proposes a body for the successful response from its schema, else from fields in the structure of its media type. */
export function responseProposal(operation: Operation): unknown {
  const response = successOf(operation);
  if (response === undefined) return undefined;
  const content = operation.getContent(response.response);
  const described = content.find(([type, { schema }]) => schema !== undefined && isJsonMediaType(type))?.[1].schema;
  if (described !== undefined) return sampleOf(operation, described, 'response');
  const fields = operation.service.record.fields ?? operation.getRequestSchema();
  const item = fields === null ? undefined : sampleOf(operation, fields, 'response');
  if (item === undefined) return undefined;
  const isHal = content.some(([type]) => /^application\/(?:[\w.-]+\+)?hal\+json\b/i.test(type));
  const isList = operation.resource === 'collection' && operation.getHttpMethod() === 'GET';
  if (!isHal) return isList ? [item] : item;
  const linksOf = (target: Operation) => ({ self: { href: pathOf(target) } });
  const entity = entityOf(operation);
  if (!isList) return { _links: linksOf(entity ?? operation), ...asRecord(item) };
  const embedded = entity === undefined ? item : { _links: linksOf(entity), ...asRecord(item) };
  return { _links: linksOf(operation), _embedded: { [collectionName(operation)]: [embedded] } };
}

/** First successful response that has a body; undefined if there is none. */
function successOf(operation: Operation): ReturnType<Operation['getResponses']>[number] | undefined {
  if (operation.getHttpMethod() === 'HEAD') return undefined;
  return operation
    .getResponses()
    .find(({ status }) => /^2(?:\d\d|XX)$/.test(status) && status !== '204' && status !== '205');
}

function sampleOf({ service }: Operation, schema: JsonSchema, direction: 'request' | 'response'): unknown {
  const { value, complete } = sample(schema, service.api.components, { direction });
  return complete || value !== null ? value : undefined;
}

/** First operation on an entity of the operation's collection; undefined for other operations. */
function entityOf({ service, resource }: Operation): Operation | undefined {
  return resource === 'collection' ? service.getEntityOperations()[0] : undefined;
}

/** Path of an operation, with sample values for its parameters: `/library/book/421`. */
function pathOf(operation: Operation): string {
  const parameters = operation.getParameters();
  return operation.getPath().replaceAll(/\{([^{}]+)\}/g, (_segment, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    const value = parameter?.example ?? sampleOf(operation, parameter?.schema ?? true, 'request');
    return encodeURIComponent(typeof value === 'string' || isNumber(value) ? String(value) : name);
  });
}

/** Key of the members in `_embedded` of a HAL collection. */
function collectionName({ service }: Operation): string {
  return service.getName().replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : { value };
}

export const REQUEST_EXAMPLE = 'request_example';
export const RESPONSE_EXAMPLE = 'response_example';

/** Controls for the examples that an operation can have. @param statusCodes control of the same form */
export function exampleControls(
  described: DescribedOperation,
  model: Operation,
  statusCodes: Control,
): readonly Control[] {
  const { keys, operation } = described;
  const success = successOf(model);
  const takesBody = model.getRequestBody() !== null;
  return [
    ...(takesBody
      ? [exampleControl(REQUEST_EXAMPLE, 'Request example', [...keys, 'request'], operation.request, () => [])]
      : []),
    ...(success === undefined
      ? []
      : [
          exampleControl(
            RESPONSE_EXAMPLE,
            `Example of response ${success.status}`,
            [...keys, 'responses', success.status],
            ownMessage(operation, success.status),
            (input) => (sentText(statusCodes, input) === statusCodes.value ? derivedCodes(described, model) : []),
          ),
        ]),
  ];
}

/** Indented JSON of a value; empty for undefined. */
export function exampleText(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

/** @param besides returns edits to make before the edit of the example */
function exampleControl(
  name: string,
  label: string,
  keys: readonly Key[],
  message: NativeMessage | undefined,
  besides: (input: Input) => readonly TextEdit[],
): Control {
  const place = [...keys, 'example'];
  const named = Object.keys(message?.examples ?? {});
  const isOnlyExample = message !== undefined && Object.keys(message).length === 1;
  return {
    name,
    label,
    ...(named.length > 0 && { hint: `The descriptor has named examples as well: ${named.join(', ')}.` }),
    control: 'lines',
    value: exampleText(message?.example),
    meaning(text, input): Meaning {
      if (text.trim() === '')
        return { kind: 'edits', edits: [{ kind: 'delete', keys: isOnlyExample ? keys : place, keepsComments: true }] };
      const parsed = parse(text);
      if (parsed.kind === 'wrong') return parsed;
      return {
        kind: 'edits',
        edits: [
          ...besides(input),
          { kind: 'set', keys: place, value: parsed.value, after: [...BEFORE_STATUS_CODES, STATUS_CODES, 'request'] },
        ],
      };
    },
  };
}

function parse(
  text: string,
): { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'wrong'; readonly problems: readonly string[] } {
  try {
    const value = parseJson(text);
    if (value === Infinity || value === -Infinity)
      return { kind: 'wrong', problems: ['The number is too large. Write it as text, or leave it out.'] };
    return { kind: 'json', value: value as Json };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    const { line, column } = placeInText(text, error.offset);
    return { kind: 'wrong', problems: [`Line ${line}, column ${column}: ${error.message} ${error.remedy}`] };
  }
}

/**
 * Edits that write an operation's default status codes before its first response is added: otherwise the codes of that
 * response would replace the defaults.
 */
function derivedCodes({ keys, operation, shared }: DescribedOperation, model: Operation): readonly TextEdit[] {
  if ((operation.response_status_codes ?? []).length > 0 || Object.keys(operation.responses ?? {}).length > 0)
    return [];
  const value = model
    .getResponseStatusCodes()
    .filter(({ code }) => !shared.some((status) => status.code === code))
    .map(({ code, message }) => ({ code, message }));
  return [{ kind: 'set', keys: [...keys, STATUS_CODES], value, after: BEFORE_STATUS_CODES }];
}

function ownMessage({ responses = {} }: NativeOperation, status: string): NativeMessage | undefined {
  return Object.hasOwn(responses, status) ? responses[status] : undefined;
}
