import { isJsonMediaType, isMediaType } from '../../model/media-types.ts';
import { fromEntries } from '../../model/own-property.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { endOfString, writeJson } from '../../schema/exact-number.ts';
import { isRecord, typeOf } from '../../schema/json-values.ts';
import { jsonOrText } from '../json-text.ts';
import { written } from '../openapi/source-node.ts';
import { TYPED_WORDS } from '../typed-words.ts';
import { type Json, type Row, rowsOf, scalarText } from './collection.ts';

/** Body of one request or saved response. */
interface Sample {
  readonly mediaType: string;
  /** Example; undefined if there is none. */
  readonly value?: unknown;
  /** Value from which a schema is inferred; missing for a text that is not JSON. */
  readonly inferred?: unknown;
  /** Fields of a form. */
  readonly rows?: readonly Row[];
  readonly schema?: Json;
  readonly place: string;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    json: 'application/json',
    xml: 'application/xml',
    html: 'text/html',
    javascript: 'application/javascript',
    text: 'text/plain',
  }),
);

/** Reads the body of a request; undefined if it has none. @param contentType value of its header field, or empty */
export function bodyOf(body: unknown, contentType: string, place: string): Sample | undefined {
  if (!isRecord(body) || body['disabled'] === true) return undefined;
  const mode = scalarText(body['mode']) || 'raw';
  const given = body[mode];
  const below = `${place}/${mode}`;
  if (mode === 'raw') {
    const options = isRecord(body['options']) ? body['options']['raw'] : undefined;
    const language = isRecord(options) ? scalarText(options['language']) : '';
    return textSample(scalarText(given), mediaTypeIn(contentType) || LANGUAGES.get(language) || '', below);
  }
  if (mode === 'urlencoded' || mode === 'formdata') {
    const rows = rowsOf(given, below).filter(({ key }) => key !== '');
    const usual = mode === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
    const sent = rows.filter(({ isDisabled, isFile }) => !isDisabled && !isFile);
    const values = [...Map.groupBy(sent, ({ key }) => key)].map(([key, all]) => [key, sentValue(all)] as const);
    const value = fromEntries(values.filter(([, one]) => one !== undefined));
    return { mediaType: mediaTypeIn(contentType) || usual, rows, place: below, ...(values.length > 0 && { value }) };
  }
  if (mode === 'file')
    return { mediaType: mediaTypeIn(contentType) || 'application/octet-stream', schema: BINARY, place: below };
  if (mode !== 'graphql' || !isRecord(given)) return undefined;
  const { query, variables, operationName } = given;
  const sent = typeof variables === 'string' ? jsonIn(variables, (part) => part) : variables;
  const value = {
    query: scalarText(query),
    ...(isRecord(sent) && { variables: sent }),
    ...(scalarText(operationName) !== '' && { operationName: scalarText(operationName) }),
  };
  return { mediaType: 'application/json', value, inferred: value, place: below };
}

const BINARY = { type: 'string', format: 'binary' };

/** Reads a body of text; undefined for an empty one. @param mediaType empty if unknown */
export function textSample(text: string, mediaType: string, place: string): Sample | undefined {
  if (text.trim() === '') return undefined;
  const isJson = mediaType === '' || isJsonMediaType(mediaType);
  const value = isJson ? jsonIn(text, (part) => part) : undefined;
  if (value === undefined) return { mediaType: mediaType || 'text/plain', value: text, place };
  return { mediaType: mediaType || 'application/json', value, inferred: jsonIn(text, () => UNKNOWN), place };
}

export function mediaTypeIn(contentType: string): string {
  const [type = ''] = contentType.trim().toLowerCase().split(';', 1);
  return isMediaType(type) ? type.trim() : '';
}

/** Matches the quote that begins a string, and comments and variables outside of strings, which Postman allows. */
const LOOSE = /"|\/\/[^\n]*|\/\*|\{\{[^{}]*\}\}|<secret>/g;
/** Text in place of a value of any type. */
const UNKNOWN = '<any>';

/** Reads JSON; undefined for other texts. @param write returns the JSON text in place of a variable or secret */
function jsonIn(text: string, write: (part: string) => string): unknown {
  let [strict, from] = ['', 0];
  for (let match = LOOSE.exec(text); match !== null; match = LOOSE.exec(text)) {
    const [part] = match;
    const close = part === '/*' ? text.indexOf('*/', LOOSE.lastIndex) : -1;
    if (part === '"') LOOSE.lastIndex = endOfString(text, match.index);
    else {
      if (part === '/*') LOOSE.lastIndex = close === -1 ? text.length : close + 2;
      strict += text.slice(from, match.index) + (part.startsWith('/') ? '' : JSON.stringify(write(part)));
      from = LOOSE.lastIndex;
    }
  }
  strict += text.slice(from);
  const value = jsonOrText(strict);
  return value === strict ? undefined : value;
}

/** Returns the value that rows with one key send: a list for several; undefined if only a client knows it. */
export function sentValue(rows: readonly Row[]): unknown {
  const values = rows.flatMap(({ value }) => (value === '' || /\{\{|<secret>/.test(value) ? [] : [typed(value)]));
  return values.length > 1 ? values : values[0];
}

/** Reads the type of a text: `true`, `12` and `1.5` are no strings; `007` is one. */
function typed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Types of texts that generators of collections write in place of values. */
const PLACEHOLDERS: ReadonlyMap<unknown, Json> = new Map<unknown, Json>([
  ...[...TYPED_WORDS].map(([word, schema]) => [`<${word}>`, schema] as const),
  ['<long>', { type: 'integer', format: 'int64' }],
  ['<float>', { type: 'number', format: 'float' }],
  ['<double>', { type: 'number', format: 'double' }],
  ['<dateTime>', { type: 'string', format: 'date-time' }],
  [UNKNOWN, {}],
]);

/** True if an example contains a placeholder such as `<integer>`. */
export function hasPlaceholders(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasPlaceholders);
  if (isRecord(value)) return Object.values(value).some(hasPlaceholders);
  return value !== '<string>' && PLACEHOLDERS.has(value);
}

/** Infers a schema that all values match. The time is linear in their size. */
function schemaOf(values: readonly unknown[]): Json {
  const known = values.map((value) => PLACEHOLDERS.get(value));
  const [first] = known;
  if (first !== undefined && known.every((one) => one === first)) return first;
  const types = new Set(values.map((value, at) => (known[at] === undefined ? typeOf(value) : known[at]['type'])));
  if (types.has('number')) types.delete('integer');
  const [type] = types;
  const members = new Map<string, unknown[]>();
  for (const value of values)
    for (const [key, member] of isRecord(value) ? Object.entries(value) : [])
      if (!members.get(key)?.push(member)) members.set(key, [member]);
  const items = values.flatMap((value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []));
  return {
    ...(types.size > 0 && !types.has(undefined) && { type: types.size === 1 ? type : [...types] }),
    ...(members.size > 0 && {
      properties: fromEntries([...members].map(([key, all]) => [key, schemaOf(all)] as const)),
    }),
    ...(items.length > 0 && { items: schemaOf(items) }),
  };
}

const REQUIRED = /^\s*[([]required[)\]]\s*/i;

/** Reads facts from the descriptions of entries with one key; “(Required)” counts unless one of them is disabled. */
export function factsOf(rows: readonly Row[]): { readonly description?: string; readonly required?: true } {
  const written = rows.map(({ description }) => description).find((text) => text !== '') ?? '';
  const required = REQUIRED.test(written) && !rows.some(({ isDisabled }) => isDisabled);
  const description = required ? written.replace(REQUIRED, '') : written;
  return { ...(description !== '' && { description }), ...(required && { required }) };
}

/** Bodies by media type, with the names of their examples. */
export class Content {
  readonly #samples = new Map<string, { readonly name: string; readonly sample: Sample }[]>();

  /** Names of the examples. */
  readonly names = new Set<string>();

  add(name: string, sample: Sample): void {
    if (name !== '') this.names.add(name);
    const entry = { name, sample };
    if (!this.#samples.get(sample.mediaType)?.push(entry)) this.#samples.set(sample.mediaType, [entry]);
  }

  get types(): readonly string[] {
    return [...this.#samples.keys()];
  }

  /** Returns the Content Map of OpenAPI; undefined if there are no bodies. */
  toMap(): Json | undefined {
    if (this.#samples.size === 0) return undefined;
    return fromEntries([...this.#samples].map(([type, all]) => [type, toMediaType(all)] as const));
  }
}

function toMediaType(all: readonly { readonly name: string; readonly sample: Sample }[]): Json {
  const samples = all.map(({ sample }) => sample);
  const rows = samples.flatMap((sample) => sample.rows ?? []);
  const given = all.filter(({ sample: { value } }) => value !== undefined);
  const names = new UniqueNames(' ');
  const known = new Set<string>();
  const examples = given.flatMap(({ name, sample: { value, place } }) => {
    const text = writeJson(value);
    if (known.has(text) || hasPlaceholders(value)) return [];
    known.add(text);
    return [[names.claim(name), written({ value }, place)] as const];
  });
  const inferred = samples.flatMap((sample) => ('inferred' in sample ? [sample.inferred] : []));
  const schema = rows.length > 0 ? formSchema(samples) : inferred.length > 0 ? schemaOf(inferred) : undefined;
  const encoding = rows.flatMap(({ key, contentType }) =>
    isMediaType(contentType) ? [[key, { contentType }] as const] : [],
  );
  const place = samples[0]?.place ?? '';
  return written(
    {
      ...(schema !== undefined && { schema: written({ ...schema }, place) }),
      ...(schema === undefined && samples[0]?.schema !== undefined && { schema: samples[0].schema }),
      ...(examples.length > 0 && { examples: written(fromEntries(examples), place) }),
      ...(encoding.length > 0 && { encoding: fromEntries(encoding) }),
    },
    place,
  );
}

function formSchema(samples: readonly Sample[]): Json {
  const forms = samples.map(({ rows = [] }) => Map.groupBy(rows, ({ key }) => key));
  const required: string[] = [];
  const properties = [...new Set(forms.flatMap((form) => [...form.keys()]))].map((key) => {
    const found = forms.flatMap((form) => (form.has(key) ? [form.get(key) ?? []] : []));
    const facts = factsOf(found.flat());
    if (facts.required) required.push(key);
    const schema = found.flat().some(({ isFile }) => isFile) ? BINARY : valueSchema(found);
    return [key, { ...schema, ...(facts.description !== undefined && { description: facts.description }) }] as const;
  });
  return { type: 'object', properties: fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** Infers the schema of a parameter or field. @param found its entries in each request */
export function valueSchema(found: readonly (readonly Row[])[]): Json {
  const values = found.map(sentValue).filter((value) => value !== undefined);
  return values.length > 0 ? schemaOf(values) : { type: 'string' };
}
