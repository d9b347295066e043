import type { LinkObject, ResponseObject } from '../../model/openapi-objects.ts';
import type { LeftOutResponse, Operation } from '../../model/operation.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';

/** Another operation that can be called with what came back. */
export interface LinkView {
  readonly name: string;
  /** Target of the link: an operationId or an address. */
  readonly target: string;
  /** Values that the call sends: `order_id` + ` = ` + `$response.body#/id`. */
  readonly facts: readonly Phrase[];
  /** Markdown. */
  readonly description: string | null;
}

/**
 * `200 OK`; `4XX` and names that are no number stay as they are.
 * @param operation that answers so: beside `default` it may have no other status
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
 * Description of a response, as Markdown; null where there is none. A text that only repeats the reason phrase is
 * left out.
 * @param operation that answers so; null for a callback, or for a response that many operations share
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

/** Text for 401 and 403 answers that this site adds to those of the descriptor. */
function refusalText(status: string, operation: Operation): string | undefined {
  const canBeAdded = status === '401' || status === '403';
  if (!canBeAdded || !operation.getAddedStatusCodes().some(({ code }) => code === Number(status))) return undefined;
  return wordsOf(operation.service.api).say(status === '401' ? 'message.noLogIn' : 'message.notAllowed');
}

/** The text about all answers; null where one of them has it: once is enough. */
export function textOfAllResponses(operation: Operation): string | null {
  const text = operation.record.responseDescription;
  return operation.getResponses().some(({ response }) => response.description?.trim() === text?.trim()) ? null : text;
}

/** `left out, no status code: ` + `ok`. */
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
 * A value that a link sends: a runtime expression (`$response.body#/id`) as it stands, any other value as JSON (OpenAPI
 * 3.2 §4.13).
 */
function expressionText(value: unknown): string {
  return typeof value === 'string' && value.includes('$') ? value : JSON.stringify(value);
}
