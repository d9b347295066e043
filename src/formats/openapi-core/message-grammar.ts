import { isToken } from '../../model/media-types.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { MovedField, Shape } from './conform.ts';
import { data, INVALID, inlined, list, map, object, referable, setAside } from './conform.ts';
import type { JsonMap } from './json-map.ts';
import { flag, oneOf, text, uriReference } from './scalars.ts';
import type { SpecificationVersion } from './schema-grammar.ts';
import { schemaGrammar } from './schema-grammar.ts';

const QUERY_STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: QUERY_STYLES,
  header: ['simple'],
  cookie: ['form'],
  querystring: [],
};

/** Siblings that a Reference Object may have. */
export function siblingsOf(version: SpecificationVersion): readonly string[] {
  return version === '3.0' || version === '2.0' ? [] : ['summary', 'description'];
}

interface MessageGrammar {
  readonly schema: Shape;
  readonly parameter: Shape;
  readonly header: Shape;
  readonly example: Shape;
  readonly mediaType: Shape;
  readonly content: Shape;
}

/** Parameters, headers and bodies of one version of OpenAPI 3. */
export function messageGrammar(version: SpecificationVersion): MessageGrammar {
  const newest = version === '3.2';
  const since32 = (shape: Shape, as: `x-${string}`): Shape | MovedField => (newest ? shape : { shape, as });
  const ref = (shape: Shape): Shape => referable(shape, siblingsOf(version));
  const schema = schemaGrammar(version);
  const example = object({
    prepare: newest ? prepareExample32 : prepareExample,
    fields: {
      summary: text,
      description: text,
      value: data,
      externalValue: uriReference,
      dataValue: since32(data, 'x-dataValue'),
      serializedValue: since32(text, 'x-serializedValue'),
    },
  });
  const examples = map(ref(example));
  // Media types, parameters and headers hold each other.
  const content: Shape = (value, scope) => contents(value, scope);
  const described = {
    description: text,
    required: flag,
    deprecated: flag,
    schema,
    content,
    example: data,
    examples,
    explode: flag,
  };
  const header = object({
    prepare: (value) => setAside(prepareDescribed(value, ['simple']), ['allowEmptyValue', 'allowReserved']),
    fields: { ...described, style: oneOf(['simple']) },
  });
  const anyParameter = object({
    prepare: (value) => prepareParameter(value, newest),
    fields: {
      ...described,
      name: text,
      in: oneOf(['path', 'query', 'header', 'cookie', ...(newest ? ['querystring'] : [])]),
      style: oneOf([...new Set(Object.values(STYLES).flat()), ...(newest ? ['cookie'] : [])]),
      allowEmptyValue: flag,
      allowReserved: flag,
    },
    required: { name: INVALID, in: INVALID },
  });
  const parameter: Shape = (value, scope) => {
    const fitted = anyParameter(value, scope);
    if (!isRecord(fitted)) return INVALID;
    if (fitted['in'] === 'header' && !isToken(String(fitted['name']))) return INVALID;
    return fitted['in'] === 'querystring' && fitted['content'] === undefined ? INVALID : fitted;
  };
  const headers = map(ref(header), isToken);
  // Parts of a message may have parts.
  const encoding: Shape = (value, scope) => anyEncoding(value, scope);
  const places = {
    prefixEncoding: since32(list(encoding), 'x-prefixEncoding'),
    itemEncoding: since32(encoding, 'x-itemEncoding'),
  };
  const own = { contentType: text, headers, style: oneOf(QUERY_STYLES), explode: flag, allowReserved: flag };
  const byPlaceAlone = (value: JsonMap): JsonMap =>
    newest && hasPlaces(value) ? setAside(value, ['encoding']) : value;
  const anyEncoding = object({
    prepare: byPlaceAlone,
    fields: { ...own, encoding: since32(map(encoding), 'x-encoding'), ...places },
  });
  const mediaType = object({
    prepare: (value) => byPlaceAlone(oneExample(value)),
    fields: {
      schema,
      itemSchema: since32(schema, 'x-itemSchema'),
      example: data,
      examples,
      encoding: map(encoding),
      ...places,
    },
  });
  const contents = map(newest ? referable(mediaType, []) : inlined(mediaType));
  return { schema, parameter, header, example, mediaType, content };
}

function prepareParameter(value: JsonMap, newest: boolean): JsonMap {
  const place = String(value['in']);
  const styles = [
    ...(Object.hasOwn(STYLES, place) ? (STYLES[place] ?? []) : []),
    ...(newest && place === 'cookie' ? ['cookie'] : []),
  ];
  const described = prepareDescribed(value, styles);
  const result = place === 'query' ? described : setAside(described, ['allowEmptyValue', 'allowReserved']);
  if (place !== 'path' || result['required'] === true) return result;
  return { ...result, required: true };
}

/** Rules that parameters and headers share: a schema or one media type, and what belongs to either of them. */
function prepareDescribed(value: JsonMap, styles: readonly string[]): JsonMap {
  const { content, style } = value;
  let result = oneExample(value);
  if (style !== undefined && !styles.includes(String(style))) result = setAside(result, ['style']);
  const entries = isRecord(content) ? Object.entries(content) : [];
  if (value['schema'] !== undefined) return setAside(result, ['content']);
  const [first, ...others] = entries;
  if (first === undefined) return { ...setAside(result, ['content']), schema: {} };
  if (others.length > 0)
    result = { ...result, content: Object.fromEntries([first]), 'x-content': Object.fromEntries(others) };
  return setAside(result, ['style', 'explode', 'allowReserved', 'example', 'examples']);
}

/** Parts are told by place or by name. */
function hasPlaces(value: JsonMap): boolean {
  return value['prefixEncoding'] !== undefined || value['itemEncoding'] !== undefined;
}

/** `example` and `examples` exclude each other. */
function oneExample(value: JsonMap): JsonMap {
  return value['example'] !== undefined && value['examples'] !== undefined ? setAside(value, ['example']) : value;
}

function prepareExample(value: JsonMap): JsonMap {
  const { dataValue, ...others } = value;
  const early = dataValue !== undefined && value['value'] === undefined ? { ...others, value: dataValue } : value;
  return early['value'] === undefined ? early : setAside(early, ['externalValue']);
}

function prepareExample32(value: JsonMap): JsonMap {
  if (value['dataValue'] !== undefined || value['serializedValue'] !== undefined) {
    const keys = value['serializedValue'] === undefined ? ['value'] : ['value', 'externalValue'];
    return setAside(value, keys);
  }
  return value['value'] === undefined ? value : setAside(value, ['externalValue']);
}
