import { isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject, ResponseObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Work } from '../../model/schema/work.ts';
import { deriveStatusCodes } from '../../model/status-codes.ts';
import { type AnswerTrust, documentPolicy, NO_TRUST } from '../answer-headers.ts';
import type { Answer } from '../backends/contract.ts';
import { chooseMediaType, responseTypes } from '../documented-types.ts';
import { exampleBody } from './example-body.ts';
import { exampleHeaders } from './example-headers.ts';
import { valueOfFields } from './value-of-fields.ts';

const USUAL_HEADERS = ['Cache-Control', 'no-store', 'Vary', 'Accept'] as const;

const JSON_TYPE = 'application/json';
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205]);

interface Documented {
  readonly status: number;
  readonly response: ResponseObject;
}

/**
 * Makes the answer of an operation from its description. The status is the first success that has what Accept allows;
 * without a success it is that of `default` or a redirection, and without those the method's usual one.
 * @param work budget for making the answer; parts that it does not cover are left out or simpler
 */
export function exampleAnswer(
  operation: Operation,
  accept: string | undefined,
  work: Work,
  trust: AnswerTrust = NO_TRUST,
): Answer {
  const { status, response, media } = choose(operation, accept);
  const documented = response === null ? [] : exampleHeaders(response, operation.service.api.components, work, trust);
  const headers = [...USUAL_HEADERS, ...documentPolicy([], trust), ...documented];
  if (media === null) {
    // A descriptor that tells no media types may tell what there is.
    const value = WITHOUT_CONTENT.has(status) || status >= 300 ? undefined : valueOfFields(operation, JSON_TYPE, work);
    if (value === undefined) return { status, headers, body: null };
    return {
      status,
      headers: [...headers, 'Content-Type', JSON_TYPE],
      body: Buffer.from(JSON.stringify(value), 'utf8'),
    };
  }
  const otherwise = valueOfFields(operation, media.mediaType, work);
  const body = exampleBody(media.mediaType, media.content, operation.service.api.components, work, otherwise);
  const contentType =
    media.mediaType.startsWith('text/') && !/charset/i.test(media.mediaType)
      ? `${media.mediaType}; charset=utf-8`
      : media.mediaType;
  return { status, headers: [...headers, 'Content-Type', contentType], body };
}

interface Chosen {
  readonly status: number;
  readonly response: ResponseObject | null;
  readonly media: { readonly mediaType: string; readonly content: MediaTypeObject | undefined } | null;
}

function choose(operation: Operation, accept: string | undefined): Chosen {
  const documented = documentedResponses(operation);
  const [first] = documented;
  if (first === undefined) return { status: usualStatus(operation), response: null, media: null };
  for (const candidate of documented) {
    const media = mediaOf(operation, candidate.response, accept);
    if (media !== undefined) return { ...candidate, media };
  }
  return { ...first, media: mediaOf(operation, first.response, undefined) ?? null };
}

/** Null: there is no content. Undefined: there is, but nothing that is acceptable. */
function mediaOf(
  operation: Operation,
  response: ResponseObject,
  accept: string | undefined,
): Chosen['media'] | undefined {
  const contents = new Map(operation.getContent(response));
  if (contents.size === 0) return null;
  const own = [...contents.keys()];
  const json = own.find(isJsonMediaType);
  // Other names of the same bytes.
  const names =
    json === undefined
      ? []
      : responseTypes(operation).filter(
          (type) => isJsonMediaType(type) && !contents.has(type) && isName(operation, type),
        );
  const choice = chooseMediaType(accept, [...own, ...names]);
  if (choice === undefined) return undefined;
  const content = contents.get(choice.offered);
  if (content !== undefined && (saysSomething(content) || !isJsonMediaType(choice.offered)))
    return { mediaType: choice.mediaType, content };
  return { mediaType: choice.mediaType, content: [...contents].find(isDescribedJson)?.[1] ?? content };
}

function isDescribedJson([mediaType, content]: readonly [string, MediaTypeObject]): boolean {
  return isJsonMediaType(mediaType) && saysSomething(content);
}

function saysSomething({ schema, itemSchema, example, examples }: MediaTypeObject): boolean {
  return schema !== undefined || itemSchema !== undefined || example !== undefined || examples !== undefined;
}

/** Not the type of another success. */
function isName(operation: Operation, type: string): boolean {
  return !operation.getResponses().some(({ response }) => Object.hasOwn(response.content ?? {}, type));
}

function documentedResponses(operation: Operation): readonly Documented[] {
  const responses = operation.getResponses().flatMap(({ status, response }) => {
    const code = statusOf(status, operation);
    return code === undefined ? [] : [{ status: code, response }];
  });
  const successes = responses.filter(({ status }) => status < 300);
  return successes.length > 0 ? successes : responses;
}

/** Undefined for what is neither a success nor a redirection: an example is not an error. */
function statusOf(status: string, operation: Operation): number | undefined {
  if (status === 'default' || /^2xx$/i.test(status)) return usualStatus(operation);
  return /^[23]\d\d$/.test(status) ? Number(status) : undefined;
}

function usualStatus(operation: Operation): number {
  const codes = deriveStatusCodes({ method: operation.getHttpMethod(), mayBeMissing: false, hasFields: false });
  return codes.find(({ code }) => code < 300)?.code ?? 200;
}
