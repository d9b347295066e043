import type { Components } from '../../model/components.ts';
import {
  type EncodingObject,
  type ExampleObject,
  exampleValue,
  type HeaderObject,
  type ParameterObject,
} from '../../model/openapi-objects.ts';
import { styled } from '../../model/parameter-styles.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { typesOf, variantsOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Key, wordsOf } from '../../words/words.ts';
import { type Piece, webLink } from '../pieces.ts';

/** Keys of the messages that name a parameter and its location. */
export const PLACED_NAMES = {
  path: 'parameters.inPath',
  query: 'parameters.inQuery',
  querystring: 'parameters.inQuerystring',
  header: 'parameters.inHeader',
  cookie: 'parameters.inCookie',
} as const;

/** Schema, facts and examples of a parameter or a header. */
interface ValueView {
  readonly schema: JsonSchema;
  /** Notes on an unusual style or media type. */
  readonly facts: readonly Phrase[];
  readonly examples: readonly ValueExample[];
}

export interface ValueExample {
  /** Key in the descriptor; null for a single `example`. */
  readonly name: string | null;
  /** Title of the example; null for a bare value. */
  readonly title: string | null;
  /** Markdown. */
  readonly description: string | null;
  /** JSON text, or a link to an external example. */
  readonly value: Piece;
}

interface PlacedParameters {
  /** Location in OpenAPI's terms (`in`): `path`. */
  readonly place: (typeof PLACES)[number];
  readonly members: readonly ParameterObject[];
}

const PLACES = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

/** Groups parameters by location; omits locations without parameters. */
export function placedParameters(parameters: readonly ParameterObject[]): readonly PlacedParameters[] {
  return PLACES.flatMap((place) => {
    const members = parameters.filter((parameter) => parameter.in === place);
    return members.length === 0 ? [] : [{ place, members }];
  });
}

/** Whether a parameter or header is required; a path parameter always is. */
export function isRequired(value: HeaderObject | ParameterObject): boolean {
  return value.required === true || ('in' in value && value.in === 'path');
}

export function valueView(value: HeaderObject, components: Components): ValueView {
  const words = wordsOf(components);
  const [[mediaType, reference] = []] = Object.entries(value.content ?? {});
  const media = reference === undefined ? {} : components.resolve(reference).value;
  const given = [value, media];
  return {
    schema: value.schema ?? media.schema ?? true,
    facts: [
      ...[
        ...styleWords(value, value.schema, components),
        ...(value.allowEmptyValue === true ? [words.say('style.mayBeEmpty')] : []),
      ].map((fact) => [fact]),
      ...(mediaType === undefined ? [] : [words.sentence('message.writtenAs', { type: mediaType })]),
    ],
    examples: [
      ...given.flatMap(({ example }) =>
        example === undefined ? [] : [{ name: null, title: null, description: null, value: plain(example) }],
      ),
      ...given.flatMap(({ examples = {} }) =>
        Object.entries(examples).flatMap(([name, one]) => namedExample(name, components.resolve(one).value)),
      ),
    ],
  };
}

/** Converts an example; empty if it has neither a value nor any text. */
function namedExample(name: string, example: ExampleObject): readonly ValueExample[] {
  const value = exampleValue(example);
  const { summary, description = null, externalValue } = example;
  // An external example, or one with a description, needs a title.
  const title = summary ?? (externalValue === undefined && description === null ? null : name);
  if (value !== undefined) return [{ name, title, description, value: plain(value) }];
  const text = externalValue ?? '';
  return title === null ? [] : [{ name, title, description, value: { text, href: webLink(externalValue) } }];
}

function plain(value: unknown): Piece {
  return { text: JSON.stringify(value) ?? '', href: null };
}

const STYLES: ReadonlyMap<string, Extract<Key, `style.${string}`>> = new Map([
  ['pipeDelimited', 'style.pipes'],
  ['spaceDelimited', 'style.blanks'],
  ['tabDelimited', 'style.tabs'],
  ['deepObject', 'style.deepObject'],
  ['matrix', 'style.matrix'],
  ['label', 'style.label'],
]);

/** Notes on an unusual style; empty for `deepObject` if the value cannot be an object. */
export function styleWords(
  value: HeaderObject | EncodingObject,
  schema: JsonSchema | undefined,
  components: Components,
): readonly string[] {
  const words = wordsOf(components);
  const { style = '', explode } = styled(value);
  const key = STYLES.get(style);
  if (key !== undefined && (style !== 'deepObject' || mayBeObject(schema ?? true, components))) return [words.say(key)];
  const isJoined = explode === false && (style === 'form' || style === '');
  return isJoined && typesOf(mergeSchema(schema ?? true, components).schema).join() === 'array'
    ? [words.say('style.commas')]
    : [];
}

/** Whether a schema allows an object; nested variants are assumed to allow it. */
function mayBeObject(schema: JsonSchema, components: Components): boolean {
  const merged = mergeSchema(schema, components).schema;
  const types = [merged, ...variantsOf(merged).map((variant) => mergeSchema(variant.schema, components).schema)].map(
    typesOf,
  );
  const [own = [], ...others] = types;
  if (own.length > 0) return own.includes('object');
  return others.length === 0 || others.some((names) => names.length === 0 || names.includes('object'));
}
