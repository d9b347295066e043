import { type Components, isReference } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import {
  exampleValue,
  type MediaTypeObject,
  type Reference,
  type ResponseObject,
} from '../../model/openapi-objects.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { isBinary, mainMediaType, resolvedContent, restOfContent } from './bodies.ts';
import { swaggerHeader } from './parameters.ts';

/** Response with one example a media type, and the schema of the first JSON media type, else of the first one. */
export function swaggerResponse(response: ResponseObject, components: Components): JsonMap {
  const { summary, description, headers, content: given, links, ...extensions } = response;
  const content = resolvedContent(given, components);
  const main = mainMediaType(content) ?? content[0];
  const examples = content.flatMap(([type, media]): [string, unknown][] => {
    const example = exampleOf(media, components);
    return example === undefined ? [] : [[type, example]];
  });
  return {
    description: description ?? summary,
    schema: schemaOf(main),
    headers:
      headers === undefined
        ? undefined
        : Object.fromEntries(
            Object.entries(headers).map(([name, header]) => [
              name,
              swaggerHeader(components.resolve(header).value, components),
            ]),
          ),
    examples: examples.length > 0 ? Object.fromEntries(examples) : undefined,
    'x-summary': summary,
    'x-links': links,
    'x-content': restOfContent(content.map(withoutOnlyExample), main?.[0]),
    ...extensions,
  };
}

/** Keywords that a file may have beside its type, in Swagger 2.0 or by the media type of the response. */
const FILE_WORDS: readonly string[] = ['type', 'format', 'contentMediaType', 'title', 'description'];

function schemaOf(main: readonly [string, MediaTypeObject] | undefined): JsonSchema | JsonMap | undefined {
  const schema = main?.[1].schema;
  if (main === undefined || typeof schema !== 'object' || isJsonMediaType(main[0]) || !isBinary(schema)) return schema;
  const { title, description } = schema;
  return Object.keys(schema).every((key) => FILE_WORDS.includes(key)) ? { type: 'file', title, description } : schema;
}

/** The media types of all responses of an operation. */
export function producesOf(
  responses: Readonly<Record<string, Reference<ResponseObject>>>,
  components: Components,
): readonly string[] {
  return [
    ...new Set(
      Object.values(responses).flatMap((response) => Object.keys(components.resolve(response).value.content ?? {})),
    ),
  ];
}

export function swaggerResponses(
  responses: Readonly<Record<string, Reference<ResponseObject>>>,
  components: Components,
): JsonMap {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      // Nothing stands beside a reference in Swagger; `openapi-core` keeps what does.
      isReference(response) ? { $ref: response.$ref } : swaggerResponse(response, components),
    ]),
  );
}

function exampleOf(media: MediaTypeObject, components: Components): unknown {
  if (media.example !== undefined) return media.example;
  const [first] = Object.values(media.examples ?? {});
  return first === undefined ? undefined : exampleValue(components.resolve(first).value);
}

/** A media type's only example has its place in `examples`; several with their names are kept beside it. */
function withoutOnlyExample([type, media]: [string, MediaTypeObject]): [string, MediaTypeObject] {
  const { example: _, ...others } = media;
  return [type, others];
}
