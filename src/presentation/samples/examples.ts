import type { Components } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { ExampleObject, MediaTypeObject } from '../../model/openapi-objects.ts';
import { sample } from '../../model/schema/sample.ts';
import { anchorPart } from '../anchors.ts';

/** An example body, as text. */
export interface ExampleText {
  /** What follows `example` in its anchor; null for the only one without a name. */
  readonly key: string | null;
  readonly title: string | null;
  /** Markdown. */
  readonly description: string | null;
  readonly mediaType: string;
  readonly text: string;
  /** Made from the schema, not written by the author. */
  readonly isMade: boolean;
  /** Address of an example that is kept elsewhere. */
  readonly externalUrl: string | null;
}

/** The examples of one media type: its own, else that of its schema, else one made from it where it is JSON. */
export function examplesOf(
  mediaType: string,
  media: MediaTypeObject,
  direction: 'request' | 'response',
  components: Components,
): readonly ExampleText[] {
  const named = Object.entries(media.examples ?? {}).map(([key, reference]) =>
    namedExample(key, components.resolve(reference).value, mediaType),
  );
  if (named.length > 0) return named;
  const plain = { key: null, title: null, description: null, mediaType, isMade: false, externalUrl: null };
  if (media.example !== undefined) return [{ ...plain, text: bodyText(media.example, mediaType) }];
  const { schema } = media;
  if (schema === undefined) return [];
  const value = components.resolveSchema(schema).value;
  const [own] = typeof value === 'object' && Array.isArray(value.examples) ? value.examples : [];
  // An example of the schema is a value: as XML or a form it would be written in another way.
  if (own !== undefined && (isJsonMediaType(mediaType) || typeof own === 'string'))
    return [{ ...plain, text: bodyText(own, mediaType) }];
  if (!isJsonMediaType(mediaType)) return [];
  const made = sample(schema, components, { direction });
  return made.complete ? [{ ...plain, text: bodyText(made.value, mediaType), isMade: true }] : [];
}

function namedExample(key: string, example: ExampleObject, mediaType: string): ExampleText {
  const value = example.serializedValue ?? example.dataValue ?? example.value;
  const text = example.serializedValue ?? (value === undefined ? '' : bodyText(value, mediaType));
  return {
    key: anchorPart(key),
    title: example.summary ?? key,
    description: example.description ?? null,
    mediaType,
    text,
    isMade: false,
    externalUrl: value === undefined ? (example.externalValue ?? null) : null,
  };
}

/** JSON with two blanks, or the text itself where the example is already written out. */
function bodyText(value: unknown, mediaType: string): string {
  if (typeof value === 'string' && (!isJsonMediaType(mediaType) || isWrittenOut(value))) return value;
  return JSON.stringify(value, null, 2) ?? '';
}

/** Authors often give an object as its text. */
function isWrittenOut(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
