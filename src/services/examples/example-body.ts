import { parseMediaType } from '../../http/grammar.ts';
import type { Components } from '../../model/components.ts';
import { isFormMediaType, isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject } from '../../model/openapi-objects.ts';
import { contentText } from '../../model/parameter-styles.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord, namesOf } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { validityOf } from '../../schema/validation.ts';
import { Work } from '../../schema/work.ts';
import { parseJsonBody } from '../json-body.ts';

/** Media types of sequences, with one value or event per line. */
const SEQUENTIAL = /^application\/(jsonl|x-jsonlines|ndjson|x-ndjson|json-seq)$|^text\/event-stream$/;
const TEXTUAL = /^text\/|[/+](yaml|x-yaml|javascript|graphql|sql|toml)$/;
/** Base64 of one transparent pixel, by media type. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

/** Example: a value, or the text of the whole body. */
type Example = { readonly value: unknown } | { readonly text: string };

/**
 * Makes the body of an example answer. JSON comes from the first valid example, else from the schema, else from an
 * invalid example; XML, text and forms are written from the same value. Other media types (pictures, archives,
 * multipart) get one transparent pixel or no bytes.
 * @param work budget for making the body
 * @param otherwise value to use without an example and a schema
 */
export function exampleBody(
  mediaType: string,
  media: MediaTypeObject | undefined,
  components: Components,
  work: Work,
  otherwise: unknown = {},
): Uint8Array {
  const parsed = parseMediaType(mediaType);
  const essence = parsed === undefined ? mediaType : `${parsed.type}/${parsed.subtype}`;
  const example = exampleOf(
    media ?? {},
    components,
    { isJson: isJsonMediaType(essence), isXml: /[/+]xml$/.test(essence) },
    otherwise,
    work,
  );
  if ('text' in example) return toBytes(example.text);
  const { value } = example;
  if (SEQUENTIAL.test(essence)) return toBytes(toSequence(essence, value));
  if (isJsonMediaType(essence)) return toBytes(JSON.stringify(value));
  if (typeof value === 'string' && isTextual(essence)) return toBytes(value);
  if (/[/+]xml$/.test(essence)) return toBytes(toXml(value, media?.schema ?? true, components, work));
  if (isFormMediaType(essence)) return toBytes(isRecord(value) ? contentText(value, essence, media) : '');
  if (TEXTUAL.test(essence)) return toBytes(JSON.stringify(value) ?? '');
  return Buffer.from((Object.hasOwn(PICTURES, essence) ? PICTURES[essence] : undefined) ?? '', 'base64');
}

function isTextual(essence: string): boolean {
  return TEXTUAL.test(essence) || /[/+]xml$/.test(essence) || isFormMediaType(essence);
}

interface Kind {
  readonly isJson: boolean;
  readonly isXml: boolean;
}

function exampleOf(
  media: MediaTypeObject,
  components: Components,
  kind: Kind,
  otherwise: unknown,
  work: Work,
): Example {
  const given = givenExamples(media, components).filter((example) => canBeWritten(example, kind, work));
  const { isJson } = kind;
  const schema = media.schema ?? media.itemSchema;
  const [first] = given;
  if (schema === undefined) return first === undefined ? { value: otherwise } : unwrapped(first, isJson, work);
  // An example that is too large to check within the budget is sent, since it comes from the descriptor.
  const isFitting = (example: Example): boolean =>
    'value' in example &&
    (validityOf(example.value, schema, components, 'response', work, true) === 'valid' || work.isSpent);
  const readable = given.flatMap((example) => [example, ...(isJson ? parsedText(example, work) : [])]);
  const fitting = isJson ? readable.find(isFitting) : first;
  if (fitting !== undefined) return fitting;
  const made = sample(schema, components, { direction: 'response', work });
  if (made.complete) return { value: made.value };
  return readable.at(-1) ?? { value: made.value };
}

/** Budget for a single example, about 5 ms, since writing cannot be interrupted; a sample replaces a larger example. */
const MOST_UNITS = 250_000;

function canBeWritten(example: Example, { isXml }: Kind, work: Work): boolean {
  if (work.isSpent) return false;
  const own = new Work(MOST_UNITS);
  measure('text' in example ? example.text : example.value, isXml ? 20 : 3, own);
  work.spend(own.used);
  return !own.isSpent;
}

function measure(value: unknown, unitsAPart: number, work: Work): void {
  if (!work.spend(unitsAPart) || typeof value !== 'object' || value === null) {
    if (typeof value === 'string') work.spend(value.length / 20);
  } else if (Array.isArray(value)) for (const item of value) measure(item, unitsAPart, work);
  else if (isRecord(value)) for (const name of namesOf(value, work)) measure(value[name], unitsAPart, work);
}

/** Parses an example text without a schema if it is a JSON object or list. */
function unwrapped(example: Example, isJson: boolean, work: Work): Example {
  const [parsed] = isJson ? parsedText(example, work) : [];
  return parsed !== undefined && 'value' in parsed && typeof parsed.value === 'object' && !isNumber(parsed.value)
    ? parsed
    : example;
}

function parsedText(example: Example, work: Work): readonly Example[] {
  const text = 'text' in example ? example.text : example.value;
  const reading =
    typeof text === 'string' && !work.isSpent ? parseJsonBody(Buffer.from(text, 'utf8'), work) : undefined;
  return reading?.kind === 'value' ? [{ value: reading.value }] : [];
}

function givenExamples(media: MediaTypeObject, components: Components): readonly Example[] {
  const named = Object.values(media.examples ?? {}).flatMap((reference): Example[] => {
    const { value, dataValue, serializedValue } = components.resolve(reference).value;
    if (value !== undefined) return [{ value }];
    if (dataValue !== undefined) return [{ value: dataValue }];
    return typeof serializedValue === 'string' ? [{ text: serializedValue }] : [];
  });
  return media.example === undefined ? named : [...named, { value: media.example }];
}

function toSequence(essence: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => {
      const text = JSON.stringify(item);
      if (essence === 'text/event-stream') return `data: ${text}\n\n`;
      return essence === 'application/json-seq' ? `\u001e${text}\n` : `${text}\n`;
    })
    .join('');
}

function toBytes(text: string | undefined): Uint8Array {
  return Buffer.from(text ?? 'null', 'utf8');
}

const NAME = /^[A-Za-z_][\w.-]*$/;
const UNFIT_CHARACTERS = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Writes a value as XML; `name`, `attribute` and `wrapped` of OpenAPI's `xml` apply. Namespaces are left out.
 * @param work budget for finding the names; beyond it, the property names of the value are used
 */
function toXml(value: unknown, schema: JsonSchema, components: Components, work: Work): string {
  const { schema: merged, name } = mergeSchema(schema, components, work);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(nameOf(merged, name ?? 'response'), value, merged, components, work)}\n`;
}

function element(name: string, value: unknown, schema: JsonSchemaObject, components: Components, work: Work): string {
  if (Array.isArray(value)) return `<${name}>${items(name, value, schema, components, work)}</${name}>`;
  if (!isRecord(value))
    return value === null || value === undefined ? `<${name}/>` : `<${name}>${escapeText(String(value))}</${name}>`;
  let attributes = '';
  let children = '';
  for (const [key, inner] of Object.entries(value)) {
    const property = propertyOf(schema, key, components, work);
    const own = nameOf(property, key);
    if (property.xml?.['attribute'] === true && !isRecord(inner) && !Array.isArray(inner))
      attributes += ` ${own}="${escapeText(String(inner))}"`;
    else if (Array.isArray(inner) && property.xml?.['wrapped'] !== true)
      children += items(own, inner, property, components, work);
    else children += element(own, inner, property, components, work);
  }
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`;
}

function items(
  name: string,
  list: readonly unknown[],
  schema: JsonSchemaObject,
  components: Components,
  work: Work,
): string {
  const item = mergeSchema(schema.items ?? true, components, work).schema;
  return list.map((inner) => element(nameOf(item, name), inner, item, components, work)).join('');
}

function propertyOf(
  { properties }: JsonSchemaObject,
  key: string,
  components: Components,
  work: Work,
): JsonSchemaObject {
  return properties !== undefined && Object.hasOwn(properties, key)
    ? mergeSchema(properties[key] ?? true, components, work).schema
    : {};
}

function nameOf({ xml }: JsonSchemaObject, otherwise: string): string {
  const name = typeof xml?.['name'] === 'string' ? xml['name'] : otherwise;
  return NAME.test(name) ? name : 'item';
}

function escapeText(text: string): string {
  return text
    .replaceAll(UNFIT_CHARACTERS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
