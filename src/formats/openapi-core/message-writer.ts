import { isToken } from '../../model/media-types.ts';
import type {
  EncodingObject,
  ExampleObject,
  HeaderObject,
  MediaTypeObject,
  ParameterLocation,
  ParameterObject,
  Reference,
} from '../../model/openapi-objects.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { type SpecificationVersion, schemaWriter } from './schema-writer.ts';
import {
  asItIs,
  data,
  type Field,
  list,
  map,
  object,
  oneOf,
  referable,
  setAside,
  UNSAID,
  uriReference,
  type Writer,
} from './writing.ts';

const QUERY_STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
const STYLES: Readonly<Record<ParameterLocation, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: QUERY_STYLES,
  header: ['simple'],
  cookie: ['form'],
  querystring: [],
};

type OpenApiVersion = Exclude<SpecificationVersion, '2.0'>;
type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;

/** Keys that a Reference Object may have beside `$ref`. */
export function siblingsOf(version: OpenApiVersion): readonly ('summary' | 'description')[] {
  return version === '3.0' ? [] : ['summary', 'description'];
}

interface MessageWriters {
  readonly schema: Writer<JsonSchema>;
  readonly parameter: Writer<ParameterObject>;
  readonly header: Writer<HeaderObject>;
  readonly example: Writer<ExampleObject>;
  readonly mediaType: Writer<MediaTypeObject>;
  readonly content: Writer<Content>;
}

/** Creates the writers for parameters, headers and bodies in one version of OpenAPI 3. */
export function messageWriters(version: OpenApiVersion): MessageWriters {
  const newest = version === '3.2';
  const since32 = <T>(write: Writer<T>, as: `x-${string}`): Field => (newest ? write : { write, as });
  const ref = <T extends object>(write: Writer<T>): Writer<Reference<T>> => referable(write, siblingsOf(version));
  const schema = schemaWriter(version);
  const example = object<ExampleObject>({
    prepare: newest ? prepareExample32 : prepareExample,
    fields: {
      value: data,
      externalValue: uriReference,
      dataValue: since32(data, 'x-dataValue'),
      serializedValue: since32(asItIs, 'x-serializedValue'),
    },
  });
  const examples = map(ref(example));
  // Deferred call of `contents`, which is defined below: media types contain headers, and headers contain media types.
  const content: Writer<Content> = (value, scope) => contents(value, scope);
  const described = { schema, content, example: data, examples };
  const header = object<HeaderObject>({
    prepare: (value) => setAside(prepareDescribed(value, ['simple']), ['allowEmptyValue', 'allowReserved']),
    fields: described,
  });
  const anyParameter = object<ParameterObject>({
    prepare: (value) => prepareParameter(value, newest),
    fields: described,
  });
  const parameter: Writer<ParameterObject> = (value, scope) => {
    if (value.in === 'header' && !isToken(value.name)) return UNSAID;
    return value.in === 'querystring' && (!newest || value.content === undefined) ? UNSAID : anyParameter(value, scope);
  };
  const headers = map(ref(header), isToken);
  // Deferred call of `anyEncoding`, which is defined below: an Encoding Object may contain Encoding Objects.
  const encoding: Writer<EncodingObject> = (value, scope) => anyEncoding(value, scope);
  const places = {
    prefixEncoding: since32(list(encoding), 'x-prefixEncoding'),
    itemEncoding: since32(encoding, 'x-itemEncoding'),
  };
  const anyEncoding = object<EncodingObject>({
    prepare: (value) => (newest && hasPlaces(value) ? setAside(value, ['encoding']) : value),
    fields: { headers, style: oneOf(QUERY_STYLES), encoding: since32(map(encoding), 'x-encoding'), ...places },
  });
  const mediaType = object<MediaTypeObject>({
    prepare: (value) => (newest && hasPlaces(value) ? setAside(oneExample(value), ['encoding']) : oneExample(value)),
    fields: {
      schema,
      itemSchema: since32(schema, 'x-itemSchema'),
      example: data,
      examples,
      encoding: map(encoding),
      ...places,
    },
  });
  const inlined: Writer<Reference<MediaTypeObject>> = (value, scope) =>
    mediaType(scope.components.resolve(value).value, scope);
  const contents = map(newest ? referable(mediaType, []) : inlined);
  return { schema, parameter, header, example, mediaType, content };
}

function prepareParameter(value: ParameterObject, newest: boolean): object {
  const described = prepareDescribed(value, [
    ...STYLES[value.in],
    ...(newest && value.in === 'cookie' ? ['cookie'] : []),
  ]);
  return value.in === 'query' ? described : setAside(described, ['allowEmptyValue', 'allowReserved']);
}

/** Applies the rules common to parameters and headers. Both have either a `schema` or `content` with one media type. */
function prepareDescribed(given: HeaderObject, styles: readonly string[]): object {
  const value = oneExample(given);
  const own = given.style === undefined || styles.includes(given.style) ? value : setAside(value, ['style']);
  if (given.content === undefined) return own;
  return setAside(own, ['style', 'explode', 'allowReserved', 'example', 'examples']);
}

/** Whether the encodings of a multipart body are given by position, which excludes `encoding` (by name). */
function hasPlaces(value: EncodingObject | MediaTypeObject): boolean {
  return value.prefixEncoding !== undefined || value.itemEncoding !== undefined;
}

/** Renames `example` to `x-example` if there are `examples` as well: OpenAPI allows only one of the two. */
function oneExample(value: HeaderObject | MediaTypeObject): object {
  return value.example !== undefined && value.examples !== undefined ? setAside(value, ['example']) : value;
}

function prepareExample(value: ExampleObject): object {
  const { dataValue, ...others } = value;
  const early = dataValue !== undefined && value.value === undefined ? { ...others, value: dataValue } : value;
  return early.value === undefined ? early : setAside(early, ['externalValue']);
}

function prepareExample32(value: ExampleObject): object {
  if (value.dataValue !== undefined || value.serializedValue !== undefined) {
    return setAside(value, value.serializedValue === undefined ? ['value'] : ['value', 'externalValue']);
  }
  return value.value === undefined ? value : setAside(value, ['externalValue']);
}
