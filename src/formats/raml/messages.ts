import type { Components } from '../../model/components.ts';
import type { ExampleObject, HeaderObject, MediaTypeObject, ParameterObject, Reference, ResponseObject } from '../../model/openapi-objects.ts';
import type { JsonSchema } from '../../model/schema.ts';
import { isValid } from '../../model/validation.ts';
import type { Annotations, RamlNode } from './annotations.ts';
import { compact, unfolded, without } from './annotations.ts';
import type { Types } from './types.ts';
import { simplified } from './types.ts';

/** What every part of a RAML document is made with. */
export interface Writing {
  readonly components: Components;
  readonly annotations: Annotations;
  readonly types: Types;
}

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;

/** A body: media type → type. A key that is no media type for RAML is kept in an annotation. */
export function bodyOf(content: Content | undefined, owner: string, writing: Writing): RamlNode {
  const entries = Object.entries(content ?? {});
  const legal = entries.filter(([mediaType]) => isMediaType(mediaType));
  const others = Object.fromEntries(entries.filter(([mediaType]) => !isMediaType(mediaType)));
  const body = legal.map(([mediaType, reference]) => [mediaType, mediaTypeOf(writing.components.resolve(reference).value, owner, writing)] as const);
  return { ...(body.length === 0 ? {} : { body: Object.fromEntries(body) }), ...writing.annotations.say('x-content', unfolded(others, writing.components)) };
}

function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/.test(text);
}

function mediaTypeOf(media: MediaTypeObject, owner: string, writing: Writing): RamlNode {
  const { annotations, components, types } = writing;
  const declared = media.schema === undefined ? { type: 'any' } : types.declaration(media.schema, owner);
  const { example: _one, examples: _more, ...type } = declared;
  const own = examplesOf(media, media.schema ?? true, writing);
  const { encoding, itemSchema } = media;
  return {
    ...(Object.keys(own).length === 0 ? declared : type),
    ...own,
    ...annotations.say('x-media-type', unfolded(without({ encoding, itemSchema }, []), components)),
    ...annotations.extensions(media),
  };
}

/** Descriptor examples; one that does not fit its schema is marked so that no reader refuses the document for it. */
function examplesOf(
  source: { readonly example?: unknown; readonly examples?: Readonly<Record<string, Reference<ExampleObject>>> },
  schema: JsonSchema,
  writing: Writing,
): RamlNode {
  const { components, annotations } = writing;
  // RAML knows no direction: an example must hold what only requests and what only responses require.
  const fits = (value: unknown): boolean => isValid(value, schema, components, 'response') && isValid(value, schema, components, 'request');
  const written = (value: unknown, rest: RamlNode = {}): RamlNode => ({ ...rest, value, ...(fits(value) ? {} : { strict: false }) });
  const entries = Object.entries(source.examples ?? {}).map(([name, reference]) => [name, components.resolve(reference).value] as const);
  if (source.example !== undefined && entries.length === 0) return { example: written(source.example) };
  const all: (readonly [string, RamlNode])[] = source.example === undefined ? [] : [['example', written(source.example)]];
  for (const [name, example] of entries) {
    const value = example.value ?? example.dataValue ?? example.serializedValue;
    const kept = without(example, ['summary', 'description', ...(value === undefined ? [] : ['value'])]);
    const rest = { ...compact({ displayName: example.summary, description: example.description }), ...annotations.say('x-example', kept) };
    all.push([name, value === undefined ? { ...rest, value: null, strict: false } : written(value, rest)]);
  }
  return all.length === 0 ? {} : { examples: Object.fromEntries(all) };
}

/** A URI or query parameter or a header. Path parameters are required without a word in RAML, and so are all others. */
export function parameterOf(parameter: HeaderObject & { readonly name?: string; readonly in?: string }, owner: string, writing: Writing): unknown {
  const { annotations, components, types } = writing;
  const { description: own, ...declared }: RamlNode & { readonly description?: unknown } =
    parameter.schema === undefined ? { type: parameter.content === undefined ? 'any' : 'string' } : types.declaration(parameter.schema, owner);
  const rest = without(parameter, ['name', 'in', 'description', 'required', 'schema', 'example', 'examples', 'deprecated']);
  const kept = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  const examples = examplesOf(parameter, parameter.schema ?? true, writing);
  const { example: _one, examples: _more, ...type } = declared;
  return simplified({
    ...(Object.keys(examples).length === 0 ? declared : type),
    ...compact({ description: parameter.description ?? own }),
    ...(parameter.required === true || parameter.in === 'path' ? (parameter.name?.endsWith('?') === true ? { required: true } : {}) : { required: false }),
    ...examples,
    ...annotations.say('x-deprecated', parameter.deprecated),
    ...annotations.say('x-parameter', unfolded(Object.fromEntries(kept), components)),
    ...annotations.extensions(parameter),
  });
}

export function headersOf(headers: Readonly<Record<string, Reference<HeaderObject>>> | undefined, owner: string, writing: Writing): RamlNode {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return {};
  return {
    headers: Object.fromEntries(
      entries.map(([name, reference]) => [name, parameterOf({ ...writing.components.resolve(reference).value, name }, `${owner}-${name}`, writing)]),
    ),
  };
}

/** Parameters of one location as a map; undefined when there are none. */
export function parametersIn(location: string, parameters: readonly ParameterObject[], owner: string, writing: Writing): RamlNode | undefined {
  const found = parameters.filter((parameter) => parameter.in === location);
  return found.length === 0
    ? undefined
    : Object.fromEntries(found.map((parameter) => [parameter.name, parameterOf(parameter, `${owner}-${parameter.name}`, writing)]));
}

export function responseOf(response: ResponseObject, owner: string, writing: Writing): RamlNode {
  const { annotations, components } = writing;
  return {
    ...compact({ description: response.description }),
    ...annotations.say('x-summary', response.summary),
    ...headersOf(response.headers, owner, writing),
    ...bodyOf(response.content, owner, writing),
    ...annotations.say('x-links', unfolded(response.links, components)),
    ...annotations.extensions(response),
  };
}
