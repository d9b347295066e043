import type {
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from '../model/openapi-objects.ts';
import type { JsonSchema } from '../model/schema/schema.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareExamples, compareText } from './compare-texts.ts';
import { type At, type Comparison, inside } from './comparison.ts';
import { canonical, code, jsonValue, member, namesOfBoth, textValue } from './values.ts';

type Message = Partial<Pick<RequestBodyObject | ResponseObject, 'content'>>;

export function compareBodies(
  comparison: Comparison,
  at: At,
  before: Reference<RequestBodyObject> | null,
  after: Reference<RequestBodyObject> | null,
): void {
  const place = inside(at, { kind: 'body' });
  if (before !== null && after !== null) {
    comparison.pair(place, 'requestBodies', before, after, (inner, first, second) => {
      if ((first.required ?? false) !== (second.required ?? false))
        comparison.report(inner, second.required === true ? 'body-became-required' : 'body-became-optional');
      compareText(comparison, inner, 'description-changed', first.description, second.description);
      compareContent(comparison, inner, first, second);
    });
  } else if (after !== null) {
    const { required } = comparison.after.components.resolve(after).value;
    comparison.report(place, required === true ? 'required-body-added' : 'body-added');
  } else if (before !== null) {
    const { required } = comparison.before.components.resolve(before).value;
    comparison.reportGone(place, required === true ? 'required-body-removed' : 'body-removed');
  }
}

type Responses = Readonly<Record<string, Reference<ResponseObject>>>;

export function compareResponses(comparison: Comparison, at: At, before: Responses, after: Responses): void {
  for (const status of namesOfBoth(before, after)) {
    const [first, second] = [member(before, status), member(after, status)];
    const place = inside(at, { kind: 'response', status });
    const isError = !/^[123]/.test(status);
    if (first === undefined) comparison.report(place, isError ? 'error-response-added' : 'response-added');
    else if (second === undefined)
      comparison.reportGone(place, isError ? 'error-response-removed' : 'response-removed');
    else
      comparison.pair(place, 'responses', first, second, (inner, old, now) => {
        compareText(comparison, inner, 'description-changed', old.description, now.description);
        compareText(comparison, inner, 'title-changed', old.summary, now.summary);
        compareHeaders(comparison, inner, old, now);
        compareLinks(comparison, inner, old, now);
        compareContent(comparison, inner, old, now);
      });
  }
}

/** Names of header fields have no case. */
function compareHeaders(comparison: Comparison, at: At, before: ResponseObject, after: ResponseObject): void {
  const byName = ({ headers = {} }: ResponseObject) =>
    Object.fromEntries(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), [name, header] as const]));
  const [first, second] = [byName(before), byName(after)];
  for (const key of namesOfBoth(first, second)) {
    const [old, now] = [member(first, key), member(second, key)];
    const place = inside(at, { kind: 'header', name: now?.[0] ?? old?.[0] ?? key });
    if (old === undefined) comparison.report(place, 'header-added');
    else if (now === undefined) {
      const { deprecated } = comparison.before.components.resolve(old[1]).value;
      comparison.reportGone(place, deprecated === true ? 'deprecated-header-removed' : 'header-removed');
    } else
      comparison.pair(place, 'headers', old[1], now[1], (inner, a, b) => {
        if ((a.required ?? false) !== (b.required ?? false))
          comparison.report(inner, b.required === true ? 'header-became-required' : 'header-became-optional');
        if ((a.deprecated ?? false) !== (b.deprecated ?? false))
          comparison.report(inner, b.deprecated === true ? 'header-deprecated' : 'header-no-longer-deprecated');
        compareValue(comparison, inner, a, b);
      });
  }
}

function compareLinks(comparison: Comparison, at: At, before: ResponseObject, after: ResponseObject): void {
  for (const name of namesOfBoth(before.links ?? {}, after.links ?? {})) {
    const [first, second] = [member(before.links, name), member(after.links, name)];
    const place = inside(at, { kind: 'link', name });
    if (first === undefined) comparison.report(place, 'link-added');
    else if (second === undefined) comparison.reportGone(place, 'link-removed');
    else
      comparison.pair(place, 'links', first, second, (inner, old, now) => {
        const { description: wasSaid, ...was } = old;
        const { description: isSaid, ...is } = now;
        const target = ({ operationId, operationRef }: typeof was) => textValue(operationId ?? operationRef);
        if (!comparison.isSame(was, is)) comparison.report(inner, 'link-changed', target(was), target(is));
        compareText(comparison, inner, 'description-changed', wasSaid, isSaid);
      });
  }
}

/** Media types of one message that are the same, before and after, are compared once. */
function compareContent(comparison: Comparison, at: At, before: Message, after: Message): void {
  const [first, second] = [mediaTypesOf(before), mediaTypesOf(after)];
  const pairs = new Map<
    string,
    { types: string[]; old: Reference<MediaTypeObject>; now: Reference<MediaTypeObject> }
  >();
  for (const type of namesOfBoth(first, second)) {
    const [old, now] = [member(first, type), member(second, type)];
    if (old === undefined) comparison.report(at, 'media-type-added', null, code(type));
    else if (now === undefined) comparison.reportGone(at, 'media-type-removed', code(type));
    else {
      const key = `${canonical(old)}\n${canonical(now)}`;
      const pair = pairs.get(key) ?? { types: [], old, now };
      pairs.set(key, pair);
      pair.types.push(type);
    }
  }
  for (const { types, old, now } of pairs.values()) {
    const place = pairs.size === 1 ? at : inside(at, { kind: 'media', types });
    comparison.pair(place, 'mediaTypes', old, now, (inner, a, b) => compareMedia(comparison, inner, a, b));
  }
}

/** JSON is always UTF-8, so that its charset says nothing (RFC 8259 §11). */
function mediaType(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/^([^;]+[/+]json)\s*;\s*charset="?utf-8"?$/, '$1');
}

function mediaTypesOf({ content = {} }: Message): Readonly<Record<string, Reference<MediaTypeObject>>> {
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [mediaType(type), media]));
}

function compareMedia(comparison: Comparison, at: At, before: MediaTypeObject, after: MediaTypeObject): void {
  compareOptionalSchemas(comparison, at, before.schema, after.schema);
  compareOptionalSchemas(comparison, inside(at, { kind: 'items' }), before.itemSchema, after.itemSchema);
  const encodings = ({ encoding, prefixEncoding, itemEncoding }: MediaTypeObject): string =>
    canonical([encoding, prefixEncoding, itemEncoding]);
  if (encodings(before) !== encodings(after))
    comparison.report(at, 'encoding-changed', jsonValue(before.encoding), jsonValue(after.encoding));
  compareExamples(comparison, at, before, after);
}

/** What a parameter and a header have in common: how they are written, and what their value is. */
export function compareValue(
  comparison: Comparison,
  at: At,
  before: HeaderObject,
  after: HeaderObject,
  place: ParameterObject['in'] = 'header',
): void {
  const style = ({ style, explode, allowReserved, content }: HeaderObject): string => {
    const written = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    if (content !== undefined) return 'content';
    const list = (explode ?? written === 'form') ? ', explode' : '';
    return `${written}${list}${allowReserved === true ? ', allowReserved' : ''}`;
  };
  const [first, second] = [style(before), style(after)];
  if (first !== second) comparison.report(at, 'parameter-style-changed', code(first), code(second));
  compareText(comparison, at, 'description-changed', before.description, after.description);
  compareExamples(comparison, at, before, after);
  compareOptionalSchemas(comparison, at, before.schema, after.schema);
  if (before.content !== undefined && after.content !== undefined) {
    const [old, now] = [before.content, after.content];
    compareContent(comparison, at, { content: old }, { content: now });
  }
}

/** Where no schema is named, any value is right. */
function compareOptionalSchemas(
  comparison: Comparison,
  at: At,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): void {
  if (before !== undefined || after !== undefined) compareSchemas(comparison, at, before ?? true, after ?? true);
}
