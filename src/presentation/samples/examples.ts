import type { Components } from '../../model/components.ts';
import { isFormMediaType, isJsonMediaType, sentMediaType } from '../../model/media-types.ts';
import type { ExampleObject, HeaderObject, MediaTypeObject } from '../../model/openapi-objects.ts';
import { contentText, parsedObject } from '../../model/parameter-styles.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';

/** Example body as text. */
export interface ExampleText {
  /** Key in the descriptor; null for a single, unnamed example. */
  readonly name: string | null;
  readonly title: string | null;
  /** Markdown. */
  readonly description: string | null;
  readonly mediaType: string;
  readonly text: string;
  /** Whether the example is generated from the schema, not written by the author. */
  readonly isMade: boolean;
  /** URL of an external example; null for any other example. */
  readonly externalUrl: string | null;
}

/**
 * Examples of a media type (for a range, of the type that is sent): its own examples, else the first example of its
 * schema, else a generated example if the type is JSON.
 */
export function examplesOf(
  described: string,
  media: MediaTypeObject,
  direction: Direction,
  components: Components,
): readonly ExampleText[] {
  const isJson = direction === 'request' || hasParts(media.schema, components);
  const mediaType = isJson ? sentMediaType(described) : described;
  const given = givenExamples(mediaType, media, components);
  const { schema } = media;
  if (given.length > 0 || schema === undefined) return given;
  const value = components.resolveSchema(schema).value;
  const [own] = typeof value === 'object' && Array.isArray(value.examples) ? value.examples : [];
  // The example of a schema is a value, and has no known form in formats such as XML.
  if (own !== undefined && (isJsonMediaType(mediaType) || isFormMediaType(mediaType) || typeof own === 'string'))
    return [{ ...ONLY, mediaType, text: contentText(own, mediaType, { ...media, indent: INDENT }) }];
  return madeExamples(mediaType, schema, direction, components);
}

/** Whether a schema allows an object or array; frameworks send such responses as JSON even if they declare no type. */
export function hasParts(schema: JsonSchema | undefined, components: Components): boolean {
  if (schema === undefined) return false;
  return typesOf(mergeSchema(schema, components).schema).some((type) => type === 'object' || type === 'array');
}

/**
 * Examples that the author wrote for a media type.
 * @param indent indentation of JSON, in blanks
 */
export function givenExamples(
  mediaType: string,
  media: MediaTypeObject,
  components: Components,
  indent = INDENT,
): readonly ExampleText[] {
  const named = Object.entries(media.examples ?? {}).map(([name, reference]) =>
    namedExample(name, components.resolve(reference).value, mediaType, { ...media, indent }),
  );
  if (named.length > 0 || media.example === undefined) return named;
  return [{ ...ONLY, mediaType, text: contentText(media.example, mediaType, { ...media, indent }) }];
}

/**
 * Value of the `example` of a parameter or body, else of its first named example with a value, else of its media type;
 * undefined without a value.
 */
export function givenValue({ example, examples = {}, content = {} }: HeaderObject, components: Components): unknown {
  if (example !== undefined) return example;
  const [own] = Object.values(examples)
    .map((reference) => components.resolve(reference).value)
    .map(({ value, dataValue }) => value ?? dataValue)
    .filter((value) => value !== undefined);
  const [media] = Object.values(content);
  return own ?? (media === undefined ? undefined : givenValue(components.resolve(media).value, components));
}

/** Fields in the example of a form: that of the media type, else that of its schema; empty without an example. */
export function givenFields(media: MediaTypeObject, components: Components): Readonly<Record<string, unknown>> {
  const { examples = [] } = mergeSchema(media.schema ?? true, components).schema;
  const given = givenValue(media, components) ?? (Array.isArray(examples) ? examples[0] : undefined);
  const value = typeof given === 'string' ? fieldsIn(given) : given;
  return isRecord(value) ? value : {};
}

/** Maximum number of characters of a text whose fields are read. */
const LONGEST_FORM = 10_000;
/** Texts such as `grant_type=password&user=ada`. */
const PAIRS = /^[^=&\s]+=[^&]*(?:&[^=&]+=[^&]*)*$/;

/** Parses a form that the author wrote as a string: as JSON, or as pairs; those of the same name become a list. */
function fieldsIn(text: string): unknown {
  if (text.length > LONGEST_FORM) return undefined;
  if (!PAIRS.test(text)) return parsedObject(text);
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.length === 1 ? pairs[0]?.[1] : pairs.map(([, value]) => value)]),
  );
}

/** Generates one example; empty for types other than JSON, and for a schema without finite values. */
export function madeExamples(
  mediaType: string,
  schema: JsonSchema,
  direction: Direction,
  components: Components,
): readonly ExampleText[] {
  if (!isJsonMediaType(mediaType)) return [];
  const made = sample(schema, components, { direction });
  return made.complete
    ? [{ ...ONLY, mediaType, text: contentText(made.value, mediaType, { indent: INDENT }), isMade: true }]
    : [];
}

/** Indentation of JSON, in blanks. */
const INDENT = 2;

const ONLY = { name: null, title: null, description: null, isMade: false, externalUrl: null } as const;

function namedExample(
  name: string,
  example: ExampleObject,
  mediaType: string,
  format: Parameters<typeof contentText>[2],
): ExampleText {
  const value = example.serializedValue ?? example.dataValue ?? example.value;
  const text = example.serializedValue ?? (value === undefined ? '' : contentText(value, mediaType, format));
  return {
    name,
    title: example.summary ?? name,
    description: example.description ?? null,
    mediaType,
    text,
    isMade: false,
    externalUrl: value === undefined ? (example.externalValue ?? null) : null,
  };
}
