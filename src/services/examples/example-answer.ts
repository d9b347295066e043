import { quotedString } from '../../http/authentication.ts';
import { isToken } from '../../http/grammar.ts';
import type { HeaderList } from '../../http/header-list.ts';
import type { Components } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { HeaderObject, MediaTypeObject, ResponseObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { ownMember } from '../../model/own-property.ts';
import { headerText, styled } from '../../model/parameter-styles.ts';
import type { Service } from '../../model/service.ts';
import { deriveStatusCodes } from '../../model/status-codes.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';
import { sample } from '../../schema/sample.ts';
import type { Work } from '../../schema/work.ts';
import {
  type AnswerTrust,
  documentPolicy,
  MOST_FIELDS,
  NO_TRUST,
  passedHeaders,
  passesName,
} from '../answer-headers.ts';
import type { Answer } from '../contract.ts';
import { chooseMediaType, responseTypes } from '../documented-types.ts';
import { exampleBody } from './example-body.ts';
import type { PreferredAnswer } from './preferred-answer.ts';

const USUAL_HEADERS = ['Cache-Control', 'no-store', 'Vary', 'Accept'] as const;

const JSON_TYPE = 'application/json';
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205]);

interface Documented {
  readonly status: number;
  readonly response: ResponseObject;
}

/**
 * Makes the answer of an operation from its description. The status is the preferred one, else the first success (2xx
 * or `default`) with an acceptable media type, else a redirection, else the method's usual status.
 * @param work budget for making the answer; beyond it, parts are left out or simplified
 */
export function exampleAnswer(
  operation: Operation,
  accept: string | undefined,
  work: Work,
  trust: AnswerTrust = NO_TRUST,
  preferred: PreferredAnswer = {},
): Answer {
  const chosen = choosePreferred(operation, accept, preferred) ?? choose(operation, accept);
  const { status, response, applied = [] } = chosen;
  const media = forQuery(operation, chosen.media, preferred);
  const documented = response === null ? [] : exampleHeaders(response, operation.service.api.components, work, trust);
  const said = applied.length === 0 ? [] : ['Preference-Applied', applied.join(', '), 'Vary', 'Prefer'];
  const headers = [...USUAL_HEADERS, ...documentPolicy([], trust), ...said, ...documented];
  if (media === null) {
    // A descriptor without media types may still describe fields.
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
  /** Preferences of the client that the answer follows, as they are written in its fields. */
  readonly applied?: readonly string[];
}

/** @returns undefined if no described response has the preferred status, or without it an example of that name */
function choosePreferred(
  operation: Operation,
  accept: string | undefined,
  { code, example }: PreferredAnswer,
): Chosen | undefined {
  if (code === undefined && example === undefined) return undefined;
  for (const { status, response } of code === undefined ? everyResponse(operation) : responsesFor(operation, code)) {
    const media = mediaOf(operation, response, accept) ?? mediaOf(operation, response, undefined) ?? null;
    const reference = example === undefined ? undefined : ownMember(media?.content?.examples, example);
    const ofCode = code === undefined ? [] : [`code=${code}`];
    if (media === null || example === undefined || reference === undefined) {
      if (code !== undefined) return { status, response, media, applied: ofCode };
      continue;
    }
    const name = isToken(example) ? example : quotedString(example);
    return { status, response, media: withExample(media, example), applied: [...ofCode, `example=${name}`] };
  }
  return undefined;
}

function withExample(media: NonNullable<Chosen['media']>, name: string): NonNullable<Chosen['media']> {
  const { example: _, examples = {}, ...content } = media.content ?? {};
  return { ...media, content: { ...content, examples: Object.fromEntries([[name, examples[name] ?? {}]]) } };
}

/** Maximum of examples, and of parameters, that are compared with a query. */
const MOST_COMPARED = 50;

/**
 * Content with the first example that has the values of the query: of parameters whose own example has its name, or of
 * parameters that it has as members. Parameters of neither kind do not count.
 */
function forQuery(
  operation: Operation,
  media: Chosen['media'],
  { query = '', example }: PreferredAnswer,
): Chosen['media'] {
  const examples = Object.entries(media?.content?.examples ?? {}).slice(0, MOST_COMPARED);
  if (media === null || query === '' || example !== undefined || examples.length < 2) return media;
  const { components } = operation.service.api;
  // Of several values of a parameter, the first one counts.
  const sent = new Map([...new URLSearchParams(query)].reverse());
  const parameters = operation
    .getParameters()
    .filter(({ in: place, name }) => place === 'query' && sent.has(name))
    .slice(0, MOST_COMPARED);
  const found = examples.find(([name, reference]) => {
    const { value } = components.resolve(reference).value;
    const wanted = parameters.flatMap((parameter): [name: string, value: unknown][] => {
      const own = ownMember(parameter.examples, name);
      const member = isRecord(value) ? ownMember(value, parameter.name) : undefined;
      const wantedValue = own === undefined ? member : components.resolve(own).value.value;
      return wantedValue === undefined ? [] : [[parameter.name, wantedValue]];
    });
    return wanted.length > 0 && wanted.every(([parameter, one]) => isWrittenAs(one, sent.get(parameter)));
  });
  return found === undefined ? media : withExample(media, found[0]);
}

/** Whether a text is how a query writes a value. Lists and objects are not compared: they may be large. */
function isWrittenAs(value: unknown, text: string | undefined): boolean {
  return (typeof value === 'string' || typeof value === 'boolean' || isNumber(value)) && String(value) === text;
}

/** Described responses with a status: those of a usual answer first. */
function everyResponse(operation: Operation): readonly Documented[] {
  const others = operation.getResponses().flatMap(({ status, response }) => {
    return /^[45]\d\d$/.test(status) ? [{ status: Number(status), response }] : [];
  });
  return [...documentedResponses(operation), ...others];
}

/** Response for a status: the one that names it, else its range, else `default`. */
function responsesFor(operation: Operation, code: number): readonly Documented[] {
  const responses = operation.getResponses();
  const named = [String(code), `${String(code).charAt(0)}xx`, 'default'];
  const found = named.flatMap((name) => responses.find(({ status }) => status.toLowerCase() === name) ?? []);
  return found.slice(0, 1).map(({ response }) => ({ status: code, response }));
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

/** Media type and content to send. Null: the response has no content. Undefined: no media type is acceptable. */
function mediaOf(
  operation: Operation,
  response: ResponseObject,
  accept: string | undefined,
): Chosen['media'] | undefined {
  const contents = new Map(operation.getContent(response));
  if (contents.size === 0) return null;
  const own = [...contents.keys()];
  const json = own.find(isJsonMediaType);
  // Aliases: other media types for the same bytes.
  const names =
    json === undefined
      ? []
      : responseTypes(operation).filter(
          (type) => isJsonMediaType(type) && !contents.has(type) && isAlias(operation, type),
        );
  const choice = chooseMediaType(accept, [...own, ...names]);
  if (choice === undefined) return undefined;
  const content = contents.get(choice.offered);
  if (content !== undefined && (isDescribed(content) || !isJsonMediaType(choice.offered)))
    return { mediaType: choice.mediaType, content };
  return { mediaType: choice.mediaType, content: [...contents].find(hasDescribedJson)?.[1] ?? content };
}

function hasDescribedJson([mediaType, content]: readonly [string, MediaTypeObject]): boolean {
  return isJsonMediaType(mediaType) && isDescribed(content);
}

function isDescribed({ schema, itemSchema, example, examples }: MediaTypeObject): boolean {
  return schema !== undefined || itemSchema !== undefined || example !== undefined || examples !== undefined;
}

/** Whether a media type is only an alias: no response declares it. */
function isAlias(operation: Operation, type: string): boolean {
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

/** Status of a success or redirection; undefined for errors, which are not used as examples. */
function statusOf(status: string, operation: Operation): number | undefined {
  if (status === 'default' || /^2xx$/i.test(status)) return usualStatus(operation);
  return /^[23]\d\d$/.test(status) ? Number(status) : undefined;
}

function usualStatus(operation: Operation): number {
  const codes = deriveStatusCodes({ method: operation.getHttpMethod(), mayBeMissing: false, hasFields: false });
  return codes.find(({ code }) => code < 300)?.code ?? 200;
}

/**
 * Limits on header names, and on the parts of one value. They are far above those of real answers, and keep any
 * descriptor from making answers slow.
 */
const MOST_NAMES = 1_000;
const MOST_PARTS = 1_000;
/** Fields that this server writes itself for every example: coding, length and caching. */
const OWN_FIELDS =
  /^(?:content-(?:encoding|length|range|type)|date|trailer|vary|via|(?:cdn-)?cache-control|surrogate-control)$/;
const FIELD_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Header fields from the examples or schemas of a response; fields that cannot be made or may not pass are omitted. */
function exampleHeaders(response: ResponseObject, components: Components, work: Work, trust: AnswerTrust): HeaderList {
  // If names differ only in case, the first one is used.
  const described = response.headers ?? {};
  const named = Map.groupBy(Object.keys(described).slice(0, MOST_NAMES), (name) => name.toLowerCase());
  const passed = [...named]
    .filter(([lower]) => !OWN_FIELDS.test(lower) && passesName(lower, trust))
    .slice(0, MOST_FIELDS);
  const headers = passed.flatMap(([, [name = '']]) => {
    const reference = described[name];
    if (reference === undefined) return [];
    const header = components.resolve(reference).value;
    const text = toFieldValue(headerValue(header, components, work), header);
    return text !== undefined && FIELD_VALUE.test(text) ? [name, text] : [];
  });
  return passedHeaders(headers, trust).headers;
}

function headerValue(header: HeaderObject, components: Components, work: Work): unknown {
  if (header.example !== undefined) return header.example;
  for (const reference of Object.values(header.examples ?? {})) {
    const { value } = components.resolve(reference);
    if (value.value !== undefined) return value.value;
  }
  return header.schema === undefined
    ? undefined
    : sample(header.schema, components, { direction: 'response', work }).value;
}

/** Field value in the style of a header: lists and pairs are joined, by commas in OpenAPI's only style `simple`. */
function toFieldValue(value: unknown, header: HeaderObject): string | undefined {
  if (typeof value === 'string' || isNumber(value) || typeof value === 'boolean') return String(value);
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.entries(value).flat() : undefined;
  // A field has no syntax for nested values.
  return parts === undefined ||
    parts.length > MOST_PARTS ||
    parts.some((part) => typeof part === 'object' && part !== null && !isNumber(part))
    ? undefined
    : headerText({ kind: 'list', items: parts.map(String) }, styled(header));
}

const HAL = /^application\/hal\+json\s*(?:;|$)/i;

/**
 * Makes a body for a native REST service whose descriptor has fields but no responses, so that even an author's first
 * descriptor gives an answer: an entity with those fields and its identifier, or a list of one such entity, embedded
 * for HAL. POST returns an entity. Documentation does not show this body, since the descriptor does not contain it.
 * @returns undefined if the descriptor has no fields, or none for which a value can be made
 */
function valueOfFields({ service, resource, record: { method } }: Operation, mediaType: string, work: Work): unknown {
  if (service.getKind() !== 'rest' || service.api.record.source.format !== 'native') return undefined;
  const entity = entityOf(service, work);
  if (entity === undefined || resource === 'entity' || method === 'POST') return entity;
  return HAL.test(mediaType) ? { _embedded: { [service.getName().toLowerCase()]: [entity] } } : [entity];
}

/** Entity with the fields of the service, else with those of the first request body that has a schema. */
function entityOf(service: Service, work: Work): Readonly<Record<string, unknown>> | undefined {
  const schema =
    service.record.fields ??
    service
      .getAllOperations()
      .find((operation) => operation.getRequestSchema() !== null)
      ?.getRequestSchema();
  if (schema === undefined || schema === null) return undefined;
  const { value, complete } = sample(schema, service.api.components, { direction: 'response', work });
  if (!complete || !isRecord(value)) return undefined;
  const identifier = service.getRouteIdentifierName();
  return identifier === null || Object.hasOwn(value, identifier)
    ? value
    : { [identifier]: identifierOf(service, identifier, work), ...value };
}

function identifierOf(service: Service, name: string, work: Work): unknown {
  const parameters = service.getEntityOperations().flatMap((operation) => operation.getParameters());
  const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
  if (parameter?.example !== undefined) return parameter.example;
  const made =
    parameter?.schema === undefined
      ? undefined
      : sample(parameter.schema, service.api.components, { direction: 'response', work });
  // The sample is `string` if the schema determines no value.
  return made?.complete === true && made.value !== 'string' ? made.value : '1';
}
