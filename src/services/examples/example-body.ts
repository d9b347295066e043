import { parseMediaType } from '../../http/media-type.ts';
import type { Components } from '../../model/components.ts';
import { isRecord } from '../../model/json-values.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject } from '../../model/openapi-objects.ts';
import { sample } from '../../model/sample.ts';
import { validityOf } from '../../model/validation.ts';
import { toXml } from './xml.ts';

/** One value a line, or an event each. */
const SEQUENTIAL = /^application\/(jsonl|x-jsonlines|ndjson|x-ndjson|json-seq)$|^text\/event-stream$/;
const TEXTUAL = /^text\/|[/+](yaml|x-yaml|javascript|graphql|sql|toml)$/;
/** One transparent point. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

/** A value, or a text that is the whole body as it stands. */
type Example = { readonly value: unknown } | { readonly text: string };

/**
 * The body of an example answer. JSON comes from the first example that is valid, else from the schema, else from an example that is
 * not. XML, text and forms are written from the same value. What no value can be written as (pictures, archives, multipart) is one
 * transparent point or no bytes at all.
 * @param otherwise the value where there is neither an example nor a schema
 */
export function exampleBody(mediaType: string, media: MediaTypeObject | undefined, components: Components, otherwise: unknown = {}): Uint8Array {
  const parsed = parseMediaType(mediaType);
  const essence = parsed === undefined ? mediaType : `${parsed.type}/${parsed.subtype}`;
  const example = exampleOf(media ?? {}, components, isJsonMediaType(essence), otherwise);
  if ('text' in example) return toBytes(example.text);
  const { value } = example;
  if (SEQUENTIAL.test(essence)) return toBytes(toSequence(essence, value));
  if (isJsonMediaType(essence)) return toBytes(JSON.stringify(value));
  if (typeof value === 'string' && isTextual(essence)) return toBytes(value);
  if (/[/+]xml$/.test(essence)) return toBytes(toXml(value, media?.schema ?? true, components));
  if (essence === 'application/x-www-form-urlencoded') return toBytes(toForm(value));
  if (TEXTUAL.test(essence)) return toBytes(JSON.stringify(value) ?? '');
  return Buffer.from((Object.hasOwn(PICTURES, essence) ? PICTURES[essence] : undefined) ?? '', 'base64');
}

function isTextual(essence: string): boolean {
  return TEXTUAL.test(essence) || /[/+]xml$/.test(essence) || essence === 'application/x-www-form-urlencoded';
}

function exampleOf(media: MediaTypeObject, components: Components, isJson: boolean, otherwise: unknown): Example {
  const given = givenExamples(media, components);
  const schema = media.schema ?? media.itemSchema;
  if (schema === undefined) return given.map((example) => unwrapped(example, isJson)).find((example) => example !== undefined) ?? { value: otherwise };
  const isFitting = (example: Example): boolean => 'value' in example && validityOf(example.value, schema, components, 'response') === 'valid';
  const readable = given.flatMap((example) => [example, ...(isJson ? parsedText(example) : [])]);
  const fitting = isJson ? readable.find(isFitting) : given[0];
  if (fitting !== undefined) return fitting;
  const made = sample(schema, components, { direction: 'response' });
  if (made.complete) return { value: made.value };
  return readable.at(-1) ?? { value: made.value };
}

/** Without a schema nothing tells a JSON text from its value: what reads as an object or a list is one. */
function unwrapped(example: Example, isJson: boolean): Example | undefined {
  const [parsed] = isJson ? parsedText(example) : [];
  return parsed !== undefined && 'value' in parsed && typeof parsed.value === 'object' ? parsed : example;
}

function parsedText(example: Example): readonly Example[] {
  const text = 'text' in example ? example.text : example.value;
  if (typeof text !== 'string') return [];
  try {
    return [{ value: JSON.parse(text) }];
  } catch {
    return [];
  }
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

function toForm(value: unknown): string {
  if (!isRecord(value)) return '';
  const entries = Object.entries(value).map(([name, inner]): [string, string] => [name, typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? '')]);
  return new URLSearchParams(entries).toString();
}

function toBytes(text: string | undefined): Uint8Array {
  return Buffer.from(text ?? 'null', 'utf8');
}
