import type { Components } from '../../model/components.ts';
import { withoutExtensions } from '../../model/extensions.ts';
import {
  type ExampleObject,
  exampleValue,
  type HeaderObject,
  type MediaTypeObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
} from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { Named } from '../../schema/references.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { type Annotations, compact, type RamlNode, simplified, unfolded, without } from './annotations.ts';
import type { Traits } from './type-names.ts';
import type { Types } from './types.ts';
import { exampleOf, withJsonTexts } from './values.ts';

/** Context that every part of a RAML document is made with. */
export interface Writing {
  readonly components: Components;
  readonly annotations: Annotations;
  readonly types: Types;
  readonly traits: Traits;
  readonly baseUrl: string;
}

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;

/**
 * A body: media type → type. RAML takes no parameters: `text/csv; header=present` is `text/csv` with its whole name in
 * an annotation. A key that is no media type for RAML, and a second one of a type, is kept in an annotation.
 */
export function bodyOf(content: Content | undefined, direction: Direction, owner: string, writing: Writing): RamlNode {
  const entries = Object.entries(content ?? {});
  const names = new Map<string, string>();
  for (const [mediaType] of entries) {
    const name = ramlMediaType(mediaType, direction);
    // The type without parameters has the first claim on its name.
    if (name !== undefined && (name === mediaType || !(names.has(name) || Object.hasOwn(content ?? {}, name))))
      names.set(name, mediaType);
  }
  const held = new Set(names.values());
  const others = Object.fromEntries(entries.filter(([mediaType]) => !held.has(mediaType)));
  const body = [...names].flatMap(([name, mediaType]): [string, RamlNode][] => {
    const reference = content?.[mediaType];
    if (reference === undefined) return [];
    const said = name === mediaType ? {} : writing.annotations.say('x-media-type-name', mediaType);
    const written = mediaTypeOf(writing.components.resolve(reference).value, owner, writing);
    return [[name, { ...(name.includes('json') ? withJsonTexts(written) : written), ...said }]];
  });
  return {
    ...(body.length === 0 ? {} : { body: Object.fromEntries(body) }),
    ...writing.annotations.say('x-content', unfolded(others, writing.components)),
  };
}

const RAML_MEDIA_TYPE = /^(?:\*|[a-z0-9][\w!#$&^.+-]*)\/(?:\*|[a-z0-9][\w!#$&^.+-]*)$/i;
/** Media types that parsers of RAML refuse in responses. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/i;

/** The name of a media type that every parser of RAML takes; undefined where there is none. */
export function ramlMediaType(mediaType: string, direction: Direction): string | undefined {
  const [name = ''] = mediaType.split(';');
  const trimmed = name.trim();
  return RAML_MEDIA_TYPE.test(trimmed) && !(direction === 'response' && FORM.test(trimmed)) ? trimmed : undefined;
}

function mediaTypeOf(media: MediaTypeObject, owner: string, writing: Writing): RamlNode {
  const { annotations, components, types } = writing;
  const declared = media.schema === undefined ? { type: 'any' } : types.declaration(media.schema, owner);
  const { example: _one, examples: _more, ...type } = declared;
  const own = examplesOf(media, media.schema ?? true, writing);
  const { encoding, prefixEncoding, itemEncoding, itemSchema } = media;
  return {
    ...(Object.keys(own).length === 0 ? declared : type),
    ...own,
    ...annotations.say(
      'x-media-type',
      unfolded(without({ encoding, prefixEncoding, itemEncoding, itemSchema }, []), components),
    ),
    ...annotations.extensions(media),
  };
}

/** The descriptor's examples of a message or parameter. */
function examplesOf(
  source: { readonly example?: unknown; readonly examples?: Readonly<Record<string, Reference<ExampleObject>>> },
  schema: JsonSchema,
  writing: Writing,
): RamlNode {
  const { components, annotations } = writing;
  const entries = Object.entries(source.examples ?? {}).map(
    ([name, reference]) => [name, components.resolve(reference).value] as const,
  );
  if (source.example !== undefined && entries.length === 0)
    return { example: exampleOf(source.example, schema, components) };
  const all: (readonly [string, unknown])[] =
    source.example === undefined ? [] : [['example', exampleOf(source.example, schema, components)]];
  for (const [name, example] of entries) {
    const value = exampleValue(example) ?? null;
    const kept = without(example, ['summary', 'description', ...(example.value === undefined ? [] : ['value'])]);
    all.push([
      exampleName(name, source.examples ?? {}),
      exampleOf(value, schema, components, {
        ...compact({ displayName: example.summary, description: example.description }),
        ...annotations.say('x-example', kept),
      }),
    ]);
  }
  return all.length === 0 ? {} : { examples: Object.fromEntries(all) };
}

/** Readers that keep examples in an object of JavaScript do not survive `__proto__`. */
function exampleName(name: string, taken: object): string {
  if (name !== '__proto__') return name;
  let written = 'example-proto';
  while (Object.hasOwn(taken, written)) written += '-';
  return written;
}

type Parameter = HeaderObject & { readonly name: string; readonly in?: string };

/**
 * A query parameter or a header. RAML takes it for required unless it says otherwise. One of the components becomes a
 * type that its users share.
 */
function parameterOf(
  { name: component, value: parameter }: Named<Parameter>,
  owner: string,
  writing: Writing,
): unknown {
  const required =
    parameter.required !== true ? { required: false } : parameter.name.endsWith('?') ? { required: true } : {};
  const declare = (): RamlNode => declarationOf(parameter, component ?? owner, writing);
  if (component === null) return simplified({ ...declare(), ...required });
  const kind = parameter.in === undefined ? 'header' : 'parameter';
  return simplified({
    type: writing.types.shared(`${kind} ${component}`, `${component}-${kind}`, declare),
    ...required,
  });
}

/** A path parameter. Readers refuse values with a slash in it: they are kept in an annotation. */
export function uriParameterOf(parameter: ParameterObject, owner: string, writing: Writing): unknown {
  const entries = Object.entries(declarationOf(parameter, owner, writing));
  const slashed = entries.filter(
    ([facet, value]) =>
      ['example', 'examples', 'default', 'enum'].includes(facet) && JSON.stringify(value).includes('/'),
  );
  const kept = entries.filter((entry) => !slashed.includes(entry));
  return simplified({
    ...Object.fromEntries(kept),
    ...writing.annotations.say('x-values', Object.fromEntries(slashed)),
  });
}

function declarationOf(parameter: Parameter, owner: string, writing: Writing): RamlNode {
  const { annotations, components, types } = writing;
  const { description: own, ...declared }: RamlNode & { readonly description?: unknown } =
    parameter.schema === undefined
      ? { type: parameter.content === undefined ? 'any' : 'string' }
      : types.declaration(parameter.schema, owner);
  const rest = without(parameter, 'name in description required schema example examples deprecated'.split(' '));
  const examples = examplesOf(parameter, parameter.schema ?? true, writing);
  const { example: _one, examples: _more, ...type } = declared;
  return {
    ...(Object.keys(examples).length === 0 ? declared : type),
    ...compact({ description: parameter.description ?? own }),
    ...schemaDescription(parameter, own, declared, annotations),
    ...examples,
    ...annotations.say('x-deprecated', parameter.deprecated),
    ...annotations.say('x-parameter', unfolded(withoutExtensions(rest), components)),
    ...annotations.extensions(parameter),
  };
}

/** Moves the description of a schema to the keywords that RAML lacks, where its parameter is described as well. */
function schemaDescription(parameter: Parameter, own: unknown, declared: RamlNode, annotations: Annotations): RamlNode {
  if (own === undefined || parameter.description === undefined || own === parameter.description) return {};
  const said = declared['(x-json-schema)'];
  return annotations.say('x-json-schema', { ...(isRecord(said) ? said : {}), description: own });
}

function headersOf(
  headers: Readonly<Record<string, Reference<HeaderObject>>> | undefined,
  owner: string,
  writing: Writing,
): RamlNode {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return {};
  const written = entries.map(([name, reference]) => {
    const header = writing.components.resolve(reference);
    return [
      name,
      parameterOf({ name: header.name, value: { ...header.value, name } }, `${owner}-${name}`, writing),
    ] as const;
  });
  return { headers: Object.fromEntries(written) };
}

/** Parameters of one location as a map; undefined when there are none. */
export function parametersIn(
  location: string,
  operation: Operation,
  owner: string,
  writing: Writing,
): RamlNode | undefined {
  const found = operation.record.parameters
    .map((reference) => writing.components.resolve(reference))
    .filter(({ value }) => value.in === location);
  return found.length === 0
    ? undefined
    : Object.fromEntries(
        found.map((parameter) => [
          parameter.value.name,
          parameterOf(parameter, `${owner}-${parameter.value.name}`, writing),
        ]),
      );
}

export function responseOf(response: ResponseObject, owner: string, writing: Writing): RamlNode {
  const { annotations, components } = writing;
  return {
    ...compact({ description: response.description }),
    ...annotations.say('x-summary', response.summary),
    ...headersOf(response.headers, owner, writing),
    ...bodyOf(response.content, 'response', owner, writing),
    ...annotations.say('x-links', unfolded(response.links, components)),
    ...annotations.extensions(response),
  };
}
