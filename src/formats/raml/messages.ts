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
import { exampleOf } from './facets.ts';
import type { Types } from './types.ts';

/** Context of parameters, bodies and responses. */
export interface MessageContext {
  readonly components: Components;
  readonly annotations: Annotations;
  readonly types: Types;
}

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;

/**
 * A body: media type → type. RAML takes no parameters: `text/csv; header=present` is `text/csv` with its whole name in
 * an annotation. A key that is no media type for RAML, and a second one of a type, is kept in an annotation.
 */
export function bodyOf(
  content: Content | undefined,
  direction: Direction,
  owner: string,
  context: MessageContext,
): RamlNode {
  const { annotations, components } = context;
  const body = new Map<string, RamlNode>();
  const others = new Map<string, unknown>();
  for (const [mediaType, reference] of Object.entries(content ?? {})) {
    const name = ramlMediaType(mediaType, direction);
    // The type without parameters has the first claim on its name.
    const isTaken = name !== undefined && name !== mediaType && (body.has(name) || Object.hasOwn(content ?? {}, name));
    if (name === undefined || isTaken) others.set(mediaType, reference);
    else
      body.set(name, {
        ...mediaTypeOf(components.resolve(reference).value, name.includes('json'), owner, context),
        ...annotations.say({ 'x-media-type-name': name === mediaType ? null : mediaType }),
      });
  }
  return {
    ...compact({ body: Object.fromEntries(body) }),
    ...annotations.say({ 'x-content': unfolded(Object.fromEntries(others), components) }),
  };
}

const RAML_MEDIA_TYPE = /^(?:\*|[a-z0-9][\w!#$&^.+-]*)\/(?:\*|[a-z0-9][\w!#$&^.+-]*)$/i;
/** Media types that parsers of RAML refuse in responses. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/i;

/** The name of a media type that every parser of RAML takes; undefined where there is none. */
function ramlMediaType(mediaType: string, direction: Direction): string | undefined {
  const name = mediaType.replace(/;.*$/s, '').trim();
  return RAML_MEDIA_TYPE.test(name) && !(direction === 'response' && FORM.test(name)) ? name : undefined;
}

function mediaTypeOf(media: MediaTypeObject, isJson: boolean, owner: string, context: MessageContext): RamlNode {
  const { annotations, components, types } = context;
  const { schema = true, encoding, prefixEncoding, itemEncoding, itemSchema } = media;
  const declared = types.declaration(schema, owner);
  const others = compact({ encoding, prefixEncoding, itemEncoding, itemSchema });
  return {
    ...withExamples(declared, media, schema, context, isJson && declared['type'] !== 'string'),
    ...annotations.say({ 'x-media-type': unfolded(others, components) }),
    ...annotations.extensions(media),
  };
}

interface ExampleSource {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
}

/**
 * A type with the examples of its message or parameter, else with its own.
 * @param isJson whether parsers read a text as JSON: a text that is not JSON is then written as a JSON string
 */
function withExamples(
  declared: RamlNode,
  { example, examples: given = {} }: ExampleSource,
  schema: JsonSchema,
  { components, annotations }: MessageContext,
  isJson = false,
): RamlNode {
  const write = (value: unknown, facts?: RamlNode): unknown => {
    const written = isJson && typeof value === 'string' && !isJsonText(value) ? JSON.stringify(value) : value;
    return exampleOf(value, schema, components, facts, written);
  };
  const { example: _one, examples: _more, ...type } = declared;
  const entries = Object.entries(given).map(([name, reference]) => {
    const { value } = components.resolve(reference);
    const kept = without(value, ['summary', 'description', ...(value.value === undefined ? [] : ['value'])]);
    const facts = {
      ...compact({ displayName: value.summary, description: value.description }),
      ...annotations.say({ 'x-example': kept }),
    };
    // Parsers that keep examples in a JavaScript object fail on `__proto__`.
    return [name === '__proto__' ? 'example __proto__' : name, write(exampleValue(value) ?? null, facts)] as const;
  });
  if (entries.length === 0) return example === undefined ? declared : { ...type, example: write(example) };
  const first = example === undefined ? {} : { example: write(example) };
  return { ...type, examples: { ...first, ...Object.fromEntries(entries) } };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Parameter = HeaderObject & { readonly name: string; readonly in?: string };

/** A query parameter or a header; one of the components is a type that its users share. */
function parameterOf(
  { name: component, value: parameter }: Named<Parameter>,
  owner: string,
  context: MessageContext,
): unknown {
  // RAML takes a parameter as required unless its name ends in a question mark.
  const isOddName = parameter.name.endsWith('?');
  const required = parameter.required !== true ? { required: false } : isOddName ? { required: true } : {};
  const declare = (): RamlNode => declarationOf(parameter, component ?? owner, context);
  if (component === null) return simplified({ ...declare(), ...required });
  const kind = parameter.in === undefined ? 'header' : 'parameter';
  const type = context.types.shared(`${kind} ${component}`, `${component}-${kind}`, declare);
  return simplified({ type, ...required });
}

/** A path parameter. Parsers refuse values with a slash: these are kept in an annotation. */
export function uriParameterOf(parameter: ParameterObject, owner: string, context: MessageContext): unknown {
  const declaration = declarationOf(parameter, owner, context);
  const slashed = ['example', 'examples', 'default', 'enum'].filter((facet) =>
    JSON.stringify(declaration[facet])?.includes('/'),
  );
  const values = Object.fromEntries(slashed.map((facet) => [facet, declaration[facet]]));
  return simplified({ ...without(declaration, slashed), ...context.annotations.say({ 'x-values': values }) });
}

function declarationOf(parameter: Parameter, owner: string, context: MessageContext): RamlNode {
  const { annotations, components, types } = context;
  const { schema, description } = parameter;
  const declared: RamlNode =
    schema === undefined
      ? { type: parameter.content === undefined ? 'any' : 'string' }
      : types.declaration(schema, owner);
  const { description: own } = declared;
  const rest = without(parameter, 'name in description required schema example examples deprecated'.split(' '));
  // Where both are described, the description of the schema is among the keywords that RAML lacks.
  const others = declared['(x-json-schema)'];
  const isBoth = own !== undefined && description !== undefined && own !== description;
  return {
    ...withExamples(declared, parameter, schema ?? true, context),
    ...compact({ description: description ?? own }),
    ...annotations.say({
      'x-json-schema': isBoth ? { ...(isRecord(others) ? others : {}), description: own } : others,
      'x-deprecated': parameter.deprecated,
      'x-parameter': unfolded(withoutExtensions(rest), components),
    }),
    ...annotations.extensions(parameter),
  };
}

/** Parameters of one location. */
export function parametersIn(location: string, operation: Operation, owner: string, context: MessageContext): RamlNode {
  const found = operation.record.parameters
    .map((reference) => context.components.resolve(reference))
    .filter(({ value }) => value.in === location);
  return Object.fromEntries(
    found.map((parameter) => {
      const { name } = parameter.value;
      return [name, parameterOf(parameter, `${owner}-${name}`, context)];
    }),
  );
}

export function responseOf(response: ResponseObject, owner: string, context: MessageContext): RamlNode {
  const { annotations, components } = context;
  const headers = Object.entries(response.headers ?? {}).map(([name, reference]) => {
    const header = components.resolve(reference);
    const named = { name: header.name, value: { ...header.value, name } };
    return [name, parameterOf(named, `${owner}-${name}`, context)] as const;
  });
  return {
    ...compact({ description: response.description }),
    ...annotations.say({ 'x-summary': response.summary }),
    ...compact({ headers: Object.fromEntries(headers) }),
    ...bodyOf(response.content, 'response', owner, context),
    ...annotations.say({ 'x-links': unfolded(response.links, components) }),
    ...annotations.extensions(response),
  };
}
