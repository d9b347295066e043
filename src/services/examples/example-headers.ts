import type { HeaderList } from '../../http/header-list.ts';
import type { Components } from '../../model/components.ts';
import type { HeaderObject, ResponseObject } from '../../model/openapi-objects.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { sample } from '../../model/schema/sample.ts';
import type { Work } from '../../model/schema/work.ts';
import { type AnswerTrust, MOST_FIELDS, passedHeaders, passesName } from '../answer-headers.ts';

/**
 * Names that are looked at, and parts of one value: each far more than an answer has, so that no descriptor makes one
 * slow.
 */
const MOST_NAMES = 1_000;
const MOST_PARTS = 1_000;
/** Fields that this server writes of every example: about its coding, its length, and who may keep it. */
const OWN_FIELDS =
  /^(?:content-(?:encoding|length|range|type)|date|trailer|vary|via|(?:cdn-)?cache-control|surrogate-control)$/;
const FIELD_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** The header fields of a response, by example or schema; those that cannot be made or may not pass are left out. */
export function exampleHeaders(
  response: ResponseObject,
  components: Components,
  work: Work,
  trust: AnswerTrust,
): HeaderList {
  // The first of several names that differ in case alone counts.
  const described = response.headers ?? {};
  const named = Map.groupBy(Object.keys(described).slice(0, MOST_NAMES), (name) => name.toLowerCase());
  const passed = [...named]
    .filter(([lower]) => !OWN_FIELDS.test(lower) && passesName(lower, trust))
    .slice(0, MOST_FIELDS);
  const headers = passed.flatMap(([, [name = '']]) => {
    const reference = described[name];
    if (reference === undefined) return [];
    const text = toFieldValue(headerValue(components.resolve(reference).value, components, work));
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

/** The style `simple` of OpenAPI: lists and pairs are joined by commas. */
function toFieldValue(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.entries(value).flat() : undefined;
  // A field has no syntax for parts of parts.
  return parts === undefined ||
    parts.length > MOST_PARTS ||
    parts.some((part) => typeof part === 'object' && part !== null)
    ? undefined
    : parts.map(String).join(',');
}
