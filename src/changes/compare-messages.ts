import type { Api } from '../model/api.ts';
import type {
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from '../model/openapi-objects.ts';
import { styled } from '../model/parameter-styles.ts';
import { canonicalText } from '../schema/json-values.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import { typesOf } from '../schema/types.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareExamples, compareText } from './compare-texts.ts';
import type { At } from './comparison.ts';
import { normalForm } from './normal-form.ts';
import { byName, code, codes, factsOf, textValue, without } from './values.ts';

type Message = Partial<Pick<RequestBodyObject | ResponseObject, 'content'>>;

export function compareBodies(
  at: At,
  before: Reference<RequestBodyObject> | null,
  after: Reference<RequestBodyObject> | null,
): void {
  const place = at.inside({ kind: 'body' });
  if (before !== null && after !== null) {
    place.pair('requestBodies', before, after, (inner, first, second) => {
      inner.reportTurn(first.required, second.required, 'body-became-required', 'body-became-optional');
      compareText(inner, 'description-changed', first.description, second.description);
      compareContent(inner, first, second);
    });
  } else if (after !== null) {
    const { required } = at.comparison.after.components.resolve(after).value;
    place.report(required === true ? 'required-body-added' : 'body-added');
  } else if (before !== null) {
    const { required } = at.comparison.before.components.resolve(before).value;
    place.reportGone(required === true ? 'required-body-removed' : 'body-removed');
  }
}

type Responses = Readonly<Record<string, Reference<ResponseObject>>>;

export function compareResponses(at: At, before: Responses, after: Responses): void {
  for (const [status, first, second] of byName(before, after)) {
    const place = at.inside({ kind: 'response', status });
    const isError = !/^[123]/.test(status);
    if (first === undefined) place.report(isError ? 'error-response-added' : 'response-added');
    else if (second === undefined) place.reportGone(isError ? 'error-response-removed' : 'response-removed');
    else
      place.pair('responses', first, second, (inner, old, now) => {
        compareText(inner, 'description-changed', old.description, now.description);
        compareText(inner, 'title-changed', old.summary, now.summary);
        compareHeaders(inner, old, now);
        compareLinks(inner, old, now);
        compareContent(inner, old, now);
      });
  }
}

/** Compares header fields. Their names are case-insensitive. */
function compareHeaders(at: At, before: ResponseObject, after: ResponseObject): void {
  const headersOf = ({ headers = {} }: ResponseObject) =>
    Object.fromEntries(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), [name, header] as const]));
  for (const [key, old, now] of byName(headersOf(before), headersOf(after))) {
    const place = at.inside({ kind: 'header', name: now?.[0] ?? old?.[0] ?? key });
    if (old === undefined) place.report('header-added');
    else if (now === undefined) {
      const { deprecated } = at.comparison.before.components.resolve(old[1]).value;
      place.reportGone(deprecated === true ? 'deprecated-header-removed' : 'header-removed');
    } else
      place.pair('headers', old[1], now[1], (inner, a, b) => {
        inner.reportTurn(a.required, b.required, 'header-became-required', 'header-became-optional');
        inner.reportTurn(a.deprecated, b.deprecated, 'header-deprecated', 'header-no-longer-deprecated');
        compareValue(inner, a, b);
      });
  }
}

function compareLinks(at: At, before: ResponseObject, after: ResponseObject): void {
  for (const [name, first, second] of byName(before.links, after.links)) {
    const place = at.inside({ kind: 'link', name });
    if (first === undefined) place.report('link-added');
    else if (second === undefined) place.reportGone('link-removed');
    else
      place.pair('links', first, second, (inner, old, now) => {
        const { description: wasSaid, ...was } = old;
        const { description: isSaid, ...is } = now;
        const target = ({ operationId, operationRef }: typeof was) => textValue(operationId ?? operationRef);
        if (!at.isSame(was, is)) inner.report('link-changed', target(was), target(is));
        compareText(inner, 'description-changed', wasSaid, isSaid);
      });
  }
}

/** Compares bodies by media type. Media types that share one old and one new definition are compared together, once. */
function compareContent(at: At, before: Message, after: Message): void {
  const pairs = new Map<
    string,
    { types: string[]; old: Reference<MediaTypeObject>; now: Reference<MediaTypeObject> }
  >();
  for (const [type, old, now] of byName(mediaTypesOf(before), mediaTypesOf(after))) {
    if (old === undefined) at.report('media-type-added', null, code(type));
    else if (now === undefined) at.reportGone('media-type-removed', code(type));
    else {
      const key = `${canonicalText(old)}\n${canonicalText(now)}`;
      const pair = pairs.get(key) ?? { types: [], old, now };
      pairs.set(key, pair);
      pair.types.push(type);
    }
  }
  for (const { types, old, now } of pairs.values()) {
    const place = pairs.size === 1 ? at : at.inside({ kind: 'media', types });
    const isRaw = !types.some((type) => /^text\/|json|xml|^multipart\/|urlencoded/.test(type));
    place.pair('mediaTypes', old, now, (inner, first, second) => compareMedia(inner, first, second, isRaw));
  }
}

/** Normalizes a media type. A charset parameter has no effect on JSON, which is always UTF-8 (RFC 8259 §11). */
function mediaType(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/^([^;]+[/+]json)\s*;\s*charset="?utf-8"?$/, '$1');
}

function mediaTypesOf({ content = {} }: Message): Readonly<Record<string, Reference<MediaTypeObject>>> {
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [mediaType(type), media]));
}

/** @param isRaw true if a body is raw bytes; a schema that allows any bytes then equals a missing schema */
function compareMedia(at: At, before: MediaTypeObject, after: MediaTypeObject, isRaw: boolean): void {
  const { before: old, after: now } = at.comparison;
  const [wasBytes, isBytes] = [isForBytes(at, before, old), isForBytes(at, after, now)];
  const isOne = isRaw && wasBytes !== isBytes;
  compareOptionalSchemas(
    at,
    isOne && wasBytes ? undefined : before.schema,
    isOne && isBytes ? undefined : after.schema,
  );
  compareOptionalSchemas(at.inside({ kind: 'items' }), before.itemSchema, after.itemSchema);
  const [first, second] = [encodingsOf(before), encodingsOf(after)];
  const words = (texts: readonly string[]) => codes(texts, at.comparison.words);
  if (first.join() !== second.join())
    at.report('encoding-changed', words(without(first, second)), words(without(second, first)));
  compareExamples(at, before, after);
}

/** True for a schema that allows any bytes. */
function isForBytes(at: At, { schema = true }: MediaTypeObject, { components }: Api): boolean {
  const { meanings, work } = at.comparison;
  const { contentMediaType: _, ...form } = normalForm(schema, components, work);
  return meanings.of(form, components) === meanings.of({ type: 'string', format: 'binary' }, components);
}

/** Encodings of the parts of a body, sorted: `picture: contentType image/png`. Empty encodings are left out. */
function encodingsOf({ encoding = {}, prefixEncoding = [], itemEncoding }: MediaTypeObject): readonly string[] {
  const parts = { ...encoding, ...prefixEncoding, ...(itemEncoding && { '[]': itemEncoding }) };
  return Object.entries(parts)
    .map(([name, part]) => {
      const said = Object.entries(part).filter(([, value]) => value !== false && canonicalText(value) !== '{}');
      return `${name}: ${factsOf(Object.fromEntries(said)).toSorted().join(', ')}`;
    })
    .filter((words) => !words.endsWith(': '))
    .sort();
}

/** Compares the properties that parameters and headers share: description, examples, serialization, schema. */
function compareValue(
  at: At,
  before: HeaderObject,
  after: HeaderObject,
  place: ParameterObject['in'] = 'header',
): void {
  const { work } = at.comparison;
  const old = normalForm(before.schema ?? true, at.comparison.before.components, work);
  const now = normalForm(after.schema ?? true, at.comparison.after.components, work);
  // `explode` has no effect on a single value.
  const isOneValue = [old, now]
    .map(typesOf)
    .every((types) => types.length > 0 && !types.includes('array') && !types.includes('object'));
  const style = ({ style, explode, allowReserved, content }: HeaderObject): string => {
    const written = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    if (content !== undefined) return 'content';
    const list = !isOneValue && (explode ?? written === 'form') ? ', explode' : '';
    return `${written}${list}${allowReserved === true ? ', allowReserved' : ''}`;
  };
  const [first, second] = [style(styled(before)), style(styled(after))];
  if (first !== second) at.report('parameter-style-changed', code(first), code(second));
  const [was, is] = [saidOf(before, after, old), saidOf(after, before, now)];
  compareText(at, 'description-changed', was.description, is.description);
  compareExamples(at, was, is);
  compareOptionalSchemas(at, before.schema, after.schema);
  const [content, other] = [before.content, after.content];
  if (content !== undefined && other !== undefined) compareContent(at, { content }, { content: other });
}

/** Text and examples of a parameter; those of its schema count where only the other description has its own. */
function saidOf(own: HeaderObject, other: HeaderObject, schema: JsonSchemaObject): HeaderObject {
  const isIn = (value: HeaderObject) => value.example !== undefined || value.examples !== undefined;
  const { description, examples, example = examples?.[0] } = schema;
  return {
    ...(description !== undefined && other.description !== undefined && { description }),
    ...(example !== undefined && isIn(other) && !isIn(own) && { example }),
    ...own,
  };
}

/** Compares optional schemas; a missing schema allows any value. */
function compareOptionalSchemas(at: At, before: JsonSchema | undefined, after: JsonSchema | undefined): void {
  if (before !== undefined || after !== undefined) compareSchemas(at, before ?? true, after ?? true);
}

/** Parameters of a request, with the parameter names in its path. */
interface CallParameters {
  readonly parameters: readonly Reference<ParameterObject>[];
  /** Names in the URI template, in order: a path parameter is identified by its position. */
  readonly pathNames: readonly string[];
}

/** A parameter: the entry in the list of the operation, and its resolved value. */
interface ListedParameter {
  readonly reference: Reference<ParameterObject>;
  readonly value: ParameterObject;
}

export function compareParameters(at: At, before: CallParameters, after: CallParameters): void {
  const first = byKey(before, (reference) => at.comparison.before.components.resolve(reference).value);
  const second = byKey(after, (reference) => at.comparison.after.components.resolve(reference).value);
  const added = [...second].filter(([key]) => !first.has(key));
  const gone = new Map([...first].filter(([key]) => !second.has(key)));
  for (const [key, now] of second) {
    const old = first.get(key);
    if (old === undefined) continue;
    const place = at.inside(stepOf(now.value));
    if (old.value.name !== now.value.name && now.value.in === 'path')
      place.report('path-parameter-renamed', code(old.value.name), code(now.value.name));
    place.pair('parameters', old.reference, now.reference, compareParameter);
  }
  const goneByName = new Map([...gone].map(([key, { value }]) => [value.name, { key, in: value.in }]));
  for (const [, { value }] of added) {
    const moved = goneByName.get(value.name);
    const place = at.inside(stepOf(value));
    if (moved !== undefined && gone.delete(moved.key)) place.report('parameter-moved', code(moved.in), code(value.in));
    else place.report(value.required === true ? 'required-parameter-added' : 'parameter-added');
  }
  for (const { value } of gone.values()) {
    const rule = value.required === true ? 'required-parameter-removed' : 'parameter-removed';
    const isAnnounced = value.deprecated === true;
    at.inside(stepOf(value)).reportGone(isAnnounced ? 'deprecated-parameter-removed' : rule);
  }
}

function stepOf({ name, in: place }: ParameterObject) {
  return { kind: 'parameter', in: place, name } as const;
}

function byKey(
  { parameters, pathNames }: CallParameters,
  resolve: (reference: Reference<ParameterObject>) => ParameterObject,
): ReadonlyMap<string, ListedParameter> {
  return new Map(
    parameters.map((reference) => {
      const value = resolve(reference);
      return [keyOf(value, pathNames), { reference, value }] as const;
    }),
  );
}

/** Key of a parameter: its position in the path, else location and name; header names are case-insensitive. */
function keyOf({ in: place, name }: ParameterObject, pathNames: readonly string[]): string {
  const index = place === 'path' ? pathNames.indexOf(name) : -1;
  if (index >= 0) return `path ${index}`;
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function compareParameter(at: At, before: ParameterObject, after: ParameterObject): void {
  // A path parameter is always required.
  if (after.in !== 'path')
    at.reportTurn(before.required, after.required, 'parameter-became-required', 'parameter-became-optional');
  at.reportTurn(before.deprecated, after.deprecated, 'parameter-deprecated', 'parameter-no-longer-deprecated');
  at.reportTurn(before.allowEmptyValue, after.allowEmptyValue, 'empty-value-allowed', 'empty-value-refused');
  compareValue(at, before, after, after.in);
}
