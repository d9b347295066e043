import type { Components } from '../model/components.ts';
import type { MediaTypeObject, RequestBodyObject, ResponseObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import type { JsonSchema } from '../schema/schema.ts';
import type { Phrase } from '../words/phrase.ts';
import { wordsOf } from '../words/words.ts';
import { plainText } from './markdown-text.ts';
import { styleWords } from './messages/values.ts';

/** Body of a message, for all media types with the same schema. */
export interface Body {
  readonly mediaTypes: readonly string[];
  /** Media type objects, in the order of {@link mediaTypes}. */
  readonly media: readonly MediaTypeObject[];
  /** Schema of the body; undefined when the descriptor names only media types. */
  readonly schema: JsonSchema | undefined;
  /** Whether the body is a stream, and the schema describes each of its items. */
  readonly isStream: boolean;
  /** Encodings of form parts. */
  readonly encoding: readonly EncodedPart[];
}

interface EncodedPart {
  readonly name: string;
  /** Text beside the field, without its name: `written as ` + `image/png`. */
  readonly how: Phrase;
  /** Text with the name of the field, for use elsewhere: `avatar` + ` as ` + `image/png`. */
  readonly sentence: Phrase;
}

type MessageContent = Pick<RequestBodyObject | ResponseObject, 'content'>;

/** Groups the media types of a message into bodies, one for each schema, in the order of the descriptor. */
export function bodiesOf(message: MessageContent, components: Components): readonly Body[] {
  const all = mediaTypesOf(message, components);
  // Most messages have a single media type, whose schemas need no key.
  const groups = Map.groupBy(
    all,
    ([, { schema, itemSchema }]) => all.length > 1 && JSON.stringify([schema, itemSchema]),
  );
  return [...groups.values()].map((members) => {
    const media = members.map(([, described]) => described);
    const { schema, itemSchema } = media[0] ?? {};
    return {
      mediaTypes: members.map(([mediaType]) => mediaType),
      media,
      schema: schema ?? itemSchema,
      isStream: schema === undefined && itemSchema !== undefined,
      encoding: media.some(({ encoding }) => encoding !== undefined) ? encodingOf(media, components) : [],
    };
  });
}

/** Pairs of media type and media type object, with references resolved. */
export function mediaTypesOf(
  message: MessageContent,
  components: Components,
): readonly (readonly [mediaType: string, media: MediaTypeObject])[] {
  return Object.entries(message.content ?? {}).map(([mediaType, reference]) => [
    mediaType,
    components.resolve(reference).value,
  ]);
}

/** Encodings of form parts; an encoding that several media types share appears once. */
function encodingOf(media: readonly MediaTypeObject[], components: Components): readonly EncodedPart[] {
  const words = wordsOf(components);
  const parts = media.flatMap(({ encoding = {}, schema = true }) => {
    const { properties = {} } = mergeSchema(schema, components).schema;
    return Object.entries(encoding).flatMap(([name, part]): readonly EncodedPart[] => {
      const { contentType: type } = part;
      const schemaOfPart = Object.hasOwn(properties, name) ? properties[name] : true;
      return [
        ...(type === undefined
          ? []
          : [
              {
                name,
                how: words.sentence('message.writtenAs', { type }),
                sentence: words.sentence('message.encodedAs', { name, type }),
              },
            ]),
        ...styleWords(part, schemaOfPart, components).map((how) => ({
          name,
          how: [how],
          sentence: [{ code: name }, ` ${how}`],
        })),
      ];
    });
  });
  return [...new Map(parts.map((part) => [JSON.stringify(part.sentence), part])).values()];
}

/** Header fields of form parts; Markdown lists them with their schemas. */
export function partHeaders(media: readonly MediaTypeObject[], components: Components): readonly EncodedPart[] {
  const words = wordsOf(components);
  return media.flatMap(({ encoding = {} }) =>
    Object.entries(encoding).flatMap(([name, { headers = {} }]) =>
      Object.entries(headers).map(([header, reference]): EncodedPart => {
        const text = plainText(components.resolve(reference).value.description);
        const how = [...words.sentence('message.partHeader', { header }), ...(text === '' ? [] : [`: ${text}`])];
        return { name, how, sentence: [{ code: name }, ' ', ...how] };
      }),
    ),
  );
}

/** Request body of an operation; null when it is missing or empty. */
export function sentBody(operation: Operation): RequestBodyObject | null {
  const body = operation.getRequestBody()?.value ?? null;
  return body === null || isEmpty(body, operation.service.api.components) ? null : body;
}

const KEYWORDS_OF_NOTHING: ReadonlySet<string> = new Set(['type', 'properties', 'additionalProperties']);

/** Whether a body declares only an object without fields or description, as some descriptors do for every GET. */
function isEmpty({ required = false, content, ...others }: RequestBodyObject, components: Components): boolean {
  const media = mediaTypesOf({ content }, components);
  if (required || media.length === 0 || Object.keys(others).length > 0) return false;
  return media.every(([, { schema, encoding = {}, ...more }]) => {
    if (typeof schema !== 'object' || [encoding, more].some((said) => Object.keys(said).length > 0)) return false;
    const merged = mergeSchema(schema, components).schema;
    const { type, properties = {}, additionalProperties } = merged;
    return (
      type === 'object' &&
      additionalProperties === false &&
      Object.keys(properties).length === 0 &&
      Object.keys(merged).every((keyword) => KEYWORDS_OF_NOTHING.has(keyword))
    );
  });
}
