import { isToken } from '../../http/grammar.ts';
import type { HeaderList } from '../../http/header-list.ts';
import type { Components } from '../../model/components.ts';
import { isRecord } from '../../model/json-values.ts';
import type { HeaderObject, ResponseObject } from '../../model/openapi-objects.ts';
import { sample } from '../../model/sample.ts';
import type { Work } from '../../model/work.ts';

/** Fields that the server decides on: framing, coding, policy. */
const OWN_FIELDS =
  /^(connection|content-(encoding|length|range|security-policy|type)|date|keep-alive|proxy-.*|strict-transport-security|te|trailer|transfer-encoding|upgrade|vary|via|www-authenticate|authentication-info|access-control-.*|cache-control|x-content-type-options|clear-site-data)$/i;
const FIELD_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** The header fields of a response, by example or schema; those that cannot be made are left out. */
export function exampleHeaders(response: ResponseObject, components: Components, work: Work): HeaderList {
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    if (!isToken(name) || OWN_FIELDS.test(name)) return [];
    const text = toFieldValue(headerValue(components.resolve(reference).value, components, work));
    return text !== undefined && FIELD_VALUE.test(text) ? [name, text] : [];
  });
}

function headerValue(header: HeaderObject, components: Components, work: Work): unknown {
  if (header.example !== undefined) return header.example;
  for (const reference of Object.values(header.examples ?? {})) {
    const { value } = components.resolve(reference);
    if (value.value !== undefined) return value.value;
  }
  return header.schema === undefined ? undefined : sample(header.schema, components, { direction: 'response', work }).value;
}

/** The style `simple` of OpenAPI: lists and pairs are joined by commas. */
function toFieldValue(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(String).join(',');
  return isRecord(value) ? Object.entries(value).flat().map(String).join(',') : undefined;
}
