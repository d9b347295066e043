import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import type { LinkObject, ResponseObject } from '../../model/openapi-objects.ts';
import { CALLED, directionsOf, type LeftOutResponse, type Operation } from '../../model/operation.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { anchorPart } from '../anchors.ts';

/** View model of an OpenAPI link: another operation that can be called with values of the response. */
export interface LinkView {
  readonly name: string;
  /** Target of the link: an operationId or a URL. */
  readonly target: string;
  /** Parameters and body of the call: `order_id` + ` = ` + `$response.body#/id`. */
  readonly facts: readonly Phrase[];
  /** Markdown. */
  readonly description: string | null;
}

/**
 * Title of a response: `200 OK`; a status without a reason phrase, such as `4XX`, stays unchanged.
 * @param operation operation with the response; `default` as its only response has a different title
 */
export function statusTitle(status: string, response: ResponseObject, words: Words, operation?: Operation): string {
  if (status === 'default')
    return words.say(operation?.getAllResponses().length === 1 ? 'message.everyStatus' : 'message.anyStatus');
  const reason = reasonOf(status, response);
  return reason === '' ? status : `${status} ${reason}`;
}

function reasonOf(status: string, response: ResponseObject): string {
  const own = response['x-platform-reason'];
  return typeof own === 'string' ? own : reasonPhrase(Number(status));
}

/**
 * Description of a response, as Markdown; null when it is missing or only repeats the reason phrase.
 * @param operation operation with the response; null for a callback, or for a response that many operations share
 */
export function responseText(status: string, response: ResponseObject, operation: Operation | null): string | null {
  const added = operation === null ? undefined : refusalText(status, operation);
  if (added !== undefined) return added;
  const reasons = [reasonPhrase(Number(status)), reasonOf(status, response)].map((reason) => reason.toLowerCase());
  const texts = [response.summary, response.description].map((text) => text?.trim() ?? '');
  return (
    [...new Set(texts)].filter((text) => text !== '' && !reasons.includes(text.toLowerCase())).join('\n\n') || null
  );
}

/** Text for the 401 and 403 responses that this site adds to those of the descriptor. */
function refusalText(status: string, operation: Operation): string | undefined {
  const canBeAdded = status === '401' || status === '403';
  if (!canBeAdded || !operation.getAddedStatusCodes().some(({ code }) => code === Number(status))) return undefined;
  return wordsOf(operation.service.api).say(status === '401' ? 'message.noLogIn' : 'message.notAllowed');
}

/** Description of all responses of an operation; null if one of the responses has the same description. */
export function textOfAllResponses(operation: Operation): string | null {
  const text = operation.record.responseDescription;
  return operation.getResponses().some(({ response }) => response.description?.trim() === text?.trim()) ? null : text;
}

/** Formats a note on an omitted response: `left out, no status code: ` + `ok`. */
export function leftOutWords({ key }: LeftOutResponse, words: Words): Phrase {
  return words.sentence('message.leftOut', { name: key });
}

export function linkView(
  name: string,
  { operationId, operationRef, parameters, requestBody, server, description }: LinkObject,
  words: Words,
): LinkView {
  const facts = [
    ...Object.entries(parameters ?? {}).map(([parameter, value]) => [
      { code: parameter },
      ' = ',
      { code: expressionText(value) },
    ]),
    ...(requestBody === undefined ? [] : [words.sentence('message.linkBody', { value: expressionText(requestBody) })]),
    ...(server === undefined ? [] : [words.sentence('message.linkServer', { url: server.url })]),
  ];
  return { name, target: operationId ?? operationRef ?? '', facts, description: description ?? null };
}

/**
 * Formats a value that a link sends: a runtime expression (`$response.body#/id`) unchanged, any other value as JSON
 * (OpenAPI 3.2 §4.13).
 */
function expressionText(value: unknown): string {
  return typeof value === 'string' && value.includes('$') ? value : JSON.stringify(value);
}

/** Error response that many operations share, shown once, on the overview. */
export interface SharedResponse {
  readonly id: string;
  /** Id of the first shared response with the same fields; the overview shows the fields only there. */
  readonly drawnAs: string;
  readonly status: string;
  readonly response: ResponseObject;
  /** First operation with this response. */
  readonly operation: Operation;
  readonly operationCount: number;
}

/** Minimum number of operations for a response to be shared. */
const FEWEST_OPERATIONS = 3;

/**
 * Shared error responses, sorted by status: for each status, the most common combination of body and headers, if at
 * least {@link FEWEST_OPERATIONS} operations have it.
 */
export const sharedResponses = computedOnce((api: Api): ReadonlyMap<string, SharedResponse> => {
  const found = new Map<string, { status: string; response: ResponseObject; operation: Operation; count: number }>();
  for (const operation of api.getOperations()) {
    for (const { status, response } of operation.getResponses()) {
      const key = sharedKey(operation, status, response);
      if (key === null) continue;
      const entry = found.get(key);
      if (entry === undefined) found.set(key, { status, response, operation, count: 1 });
      else entry.count += 1;
    }
  }
  const commonest = new Map<string, string>();
  for (const [key, { status, count }] of found) {
    const best = commonest.get(status);
    if (count >= FEWEST_OPERATIONS && count > (best === undefined ? 0 : (found.get(best)?.count ?? 0)))
      commonest.set(status, key);
  }
  const drawn = new Map<string, string>();
  const inOrder = [...commonest].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    inOrder.flatMap(([status, key]) => {
      const entry = found.get(key);
      if (entry === undefined) return [];
      const { response, operation, count: operationCount } = entry;
      const id = `responses.${anchorPart(status)}`;
      const fields = fieldsKey(response);
      const drawnAs = drawn.get(fields) ?? id;
      drawn.set(fields, drawnAs);
      return [[key, { id, drawnAs, status, response, operation, operationCount }] as const];
    }),
  );
});

/** Key of a response's fields, headers and links, independent of its examples. */
function fieldsKey({ content = {}, headers = {}, links = {} }: ResponseObject): string {
  const fields = Object.entries(content).map(([type, media]) => [
    type,
    Object.entries(media).filter(([key]) => key !== 'example' && key !== 'examples'),
  ]);
  return JSON.stringify([fields, headers, links]);
}

/** Id of a shared response; undefined for a response that each operation shows itself. */
export function sharedResponseId(operation: Operation, status: string, response: ResponseObject): string | undefined {
  const { api } = operation.service;
  const key = sharedKey(operation, status, response);
  return key === null ? undefined : madeAsFact(factOf(api, status), () => sharedResponses(api).get(key)?.id);
}

/** Map of name → fact that {@link sharedResponseId} depends on. */
export function sharedResponseFacts(api: Api): ReadonlyMap<string, string> {
  return new Map([...sharedResponses(api)].map(([key, { status }]) => [factOf(api, status), key]));
}

function factOf(api: Api, status: string): string {
  return `${api.getVersion()}:shared-response.${status}`;
}

/**
 * Key of a response that can be shared; equal responses have equal keys. Null for a response that cannot be shared,
 * such as that of a webhook, whose fields have the opposite direction.
 */
export function sharedKey(operation: Operation, status: string, response: ResponseObject): string | null {
  if (directionsOf(operation) !== CALLED) return null;
  if (!/^([45]|default)/.test(status) || Object.keys(response.content ?? {}).length === 0) return null;
  return `${status} ${contentKey(response)}`;
}

const contentKey = computedOnce((response: ResponseObject): string =>
  JSON.stringify([response.content, response.headers ?? {}]),
);
