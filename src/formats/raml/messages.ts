import type { Components } from '../../model/components.ts';
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
import { setOwn } from '../../model/own-property.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { Named } from '../../schema/references.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import {
  type Annotations,
  compact,
  keywordsWithout,
  type RamlNode,
  simplified,
  unfolded,
  without,
} from './annotations.ts';
import { exampleOf } from './facets.ts';
import type { Types } from './types.ts';

export interface MessageContext {
  readonly components: Components;
  readonly annotations: Annotations;
  readonly types: Types;
}

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;

/**
 * Body as a map from media types to RAML types. RAML media types have no parameters: `text/csv; header=present` becomes
 * `text/csv` with the full name in an annotation. Repeated or illegal media types are kept in an annotation.
 */
export function bodyOf(
  content: Content | undefined,
  direction: Direction,
  owner: string,
  context: MessageContext,
): RamlNode {
  const { annotations, components } = context;
  const body: Record<string, RamlNode> = {};
  const others: Record<string, unknown> = {};
  for (const [mediaType, reference] of Object.entries(content ?? {})) {
    const name = ramlMediaType(mediaType, direction);
    // If the media type also occurs without parameters, that entry gets the name.
    const isTaken =
      name !== undefined && name !== mediaType && (Object.hasOwn(body, name) || Object.hasOwn(content ?? {}, name));
    if (name === undefined || isTaken) setOwn(others, mediaType, reference);
    else
      body[name] = {
        ...mediaTypeOf(components.resolve(reference).value, name.includes('json'), owner, context),
        ...annotations.say({ 'x-media-type-name': name === mediaType ? null : mediaType }),
      };
  }
  return {
    ...compact({ body }),
    ...annotations.say({ 'x-content': unfolded(others, components) }),
  };
}

const RAML_MEDIA_TYPE = /^(?:\*|[a-z0-9][\w!#$&^.+-]*)\/(?:\*|[a-z0-9][\w!#$&^.+-]*)$/i;
/** Media types that RAML parsers reject in responses. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/i;

/** Media type without parameters; undefined if some RAML parser would reject it. */
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
 * Adds the examples of a message or parameter to its type; without these, the type keeps its own examples.
 * @param isJson true if parsers parse example texts as JSON: a text that is not JSON is then written as a JSON string
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
  const entries = Object.entries(given).map(([name, reference]) => {
    const { value } = components.resolve(reference);
    const kept = without(value, ['summary', 'description', ...(value.value === undefined ? [] : ['value'])]);
    const facts = {
      ...compact({ displayName: value.summary, description: value.description }),
      ...annotations.say({ 'x-example': kept }),
    };
    // Parsers that store examples in a JavaScript object fail on the name `__proto__`.
    return [name === '__proto__' ? 'example __proto__' : name, write(exampleValue(value) ?? null, facts)] as const;
  });
  if (entries.length === 0 && example === undefined) return declared;
  const { example: _one, examples: _more, ...type } = declared;
  if (entries.length === 0) return { ...type, example: write(example) };
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

/** Declares a query parameter or header; one that is a component becomes a shared type. */
function parameterOf(
  { name: component, value: parameter }: Named<Parameter>,
  owner: string,
  context: MessageContext,
): unknown {
  // RAML parameters are required by default, unless the name ends in a question mark.
  const isOddName = parameter.name.endsWith('?');
  const required = parameter.required !== true ? { required: false } : isOddName ? { required: true } : {};
  const declare = (): RamlNode => declarationOf(parameter, component ?? owner, context);
  if (component === null) return simplified({ ...declare(), ...required });
  const kind = parameter.in === undefined ? 'header' : 'parameter';
  const type = context.types.shared(`${kind} ${component}`, `${component}-${kind}`, declare);
  return simplified({ type, ...required });
}

/** Declares a path parameter. Values with a slash, which parsers reject, are kept in an annotation. */
export function uriParameterOf(parameter: ParameterObject, owner: string, context: MessageContext): unknown {
  const declaration = declarationOf(parameter, owner, context);
  const slashed = ['example', 'examples', 'default', 'enum'].filter((facet) =>
    JSON.stringify(declaration[facet])?.includes('/'),
  );
  const values = Object.fromEntries(slashed.map((facet) => [facet, declaration[facet]]));
  return simplified({ ...without(declaration, slashed), ...context.annotations.say({ 'x-values': values }) });
}

/** Members of a parameter that its declaration expresses. */
const SAID = 'name in description required schema example examples deprecated'.split(' ');

function declarationOf(parameter: Parameter, owner: string, context: MessageContext): RamlNode {
  const { annotations, components, types } = context;
  const { schema, description } = parameter;
  const declared: RamlNode =
    schema === undefined
      ? { type: parameter.content === undefined ? 'any' : 'string' }
      : types.declaration(schema, owner);
  const { description: own } = declared;
  // If both have a description, the description of the schema moves to the annotation `x-json-schema`.
  const others = declared['(x-json-schema)'];
  const isBoth = own !== undefined && description !== undefined && own !== description;
  return {
    ...withExamples(declared, parameter, schema ?? true, context),
    ...compact({ description: description ?? own }),
    ...annotations.say({
      'x-json-schema': isBoth ? { ...(isRecord(others) ? others : {}), description: own } : others,
      'x-deprecated': parameter.deprecated,
      'x-parameter': unfolded(keywordsWithout(parameter, SAID), components),
    }),
    ...annotations.extensions(parameter),
  };
}

/** Declares the parameters of one location. */
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
