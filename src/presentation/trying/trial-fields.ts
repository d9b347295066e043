import type { Components } from '../../model/components.ts';
import { isJsonMediaType, isToken } from '../../model/media-types.ts';
import type { MediaTypeObject, ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import { parameterName } from '../addresses.ts';
import { sentBody } from '../bodies.ts';
import type { RequestView } from '../messages/call-view.ts';
import { isRequired, placedParameters } from '../messages/values.ts';
import { givenFields, givenValue } from '../samples/examples.ts';
import { CHOSEN_HEADERS, isFile } from '../samples/operation-request.ts';

/** Control of the form. Optional members default to those of an optional text field. */
export interface TrialField {
  readonly name: string;
  readonly required?: true;
  /** Input format; `list`: one value on each line; `object`: `name=value` on each line; `json`: JSON text. */
  readonly kind?: 'list' | 'object' | 'json' | 'file';
  /** JSON Schema type, such as `integer`; defaults to a text. */
  readonly type?: string;
  readonly values?: readonly string[];
  /** Value that the API assumes for an empty field, or an example. */
  readonly hint?: string;
  /** Prefilled value. */
  readonly start?: string;
}

export interface TrialParameter extends TrialField {
  readonly place: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly style?: string;
  readonly explode?: boolean;
  readonly isReserved?: true;
}

const LONGEST_HINT = 80;
const LONGEST_START = 500;
/** Maximum number of allowed values in a selection; with more values, the control is a text field. */
const MOST_VALUES = 200;
/** Header fields that browsers do not let pages set. @see Fetch §2.2.2, forbidden request-header */
const FORBIDDEN_HEADERS = new RegExp(
  `^(?:${[
    'accept-(?:charset|encoding)|access-control-(?:request-headers|request-method|request-private-network)|connection',
    'content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding',
    'upgrade|user-agent|via|(?:proxy|sec)-.*',
  ].join('|')})$`,
  'i',
);

/** Whether browsers allow a page to send the parameter. */
export function isSendable({ place, name }: TrialParameter): boolean {
  return place !== 'cookie' && (place !== 'header' || (isToken(name) && !FORBIDDEN_HEADERS.test(name)));
}

/** Parameters of the path that the descriptor does not describe, followed by the described parameters. */
export function trialParameters(operation: Operation): readonly TrialParameter[] {
  const { components } = operation.service.api;
  const parameters = operation.getParameters();
  const described = new Set(parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : [])));
  const named = (operation.getPath().match(/\{[^{}/]+\}/g) ?? []).map(parameterName);
  const others = [...new Set(named)].filter((name) => !described.has(name));
  return [
    ...others.map((name) => ({ name, required: true as const, place: 'path' as const })),
    ...placedParameters(parameters).flatMap(({ place, members }) =>
      members
        .filter(({ name }) => place !== 'header' || !CHOSEN_HEADERS.test(name))
        .map((parameter) => ({ ...parameterField(parameter, components), place })),
    ),
  ];
}

function parameterField(parameter: ParameterObject, components: Components): Omit<TrialParameter, 'place'> {
  const { name, style, explode, allowReserved } = parameter;
  const isJson = parameter.content !== undefined;
  const given = givenValue(parameter, components);
  return {
    ...trialField(name, parameter.schema ?? true, components, { isRequired: isRequired(parameter), isJson, given }),
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    ...(allowReserved === true ? { isReserved: true } : {}),
  };
}

/** Creates a control. @param given example by the author; `isSent`: prefilled; `isJson`: formatted as JSON */
function trialField(
  name: string,
  schema: JsonSchema,
  components: Components,
  {
    isRequired: required,
    isSent = required,
    isJson = false,
    given,
  }: { readonly isRequired: boolean; readonly isSent?: boolean; readonly isJson?: boolean; readonly given?: unknown },
): TrialField {
  const { schema: merged } = mergeSchema(schema, components);
  const types = typesOf(merged);
  const kind = isJson ? 'json' : kindOf(types);
  const items = kind === 'list' ? mergeSchema(merged.items ?? true, components).schema : merged;
  const values = valuesOf(items);
  const [own] = Array.isArray(merged.examples) ? merged.examples : [];
  const known = given ?? own;
  const first = kind === undefined ? (merged.const ?? values?.[0]) : undefined;
  // A field is prefilled only with a known value, because a generated value would look real.
  const start = isSent ? written(known ?? merged.default ?? first, kind) : '';
  const hint = written(merged.default ?? known, kind).split('\n', 1)[0] ?? '';
  const type = types.filter((each) => each !== 'string').join('/');
  return {
    name,
    ...(required ? { required } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(type === '' ? {} : { type }),
    ...(values === undefined ? {} : { values }),
    ...(start === '' || start.length > LONGEST_START ? {} : { start }),
    ...(hint === '' || start !== '' ? {} : { hint: hint.slice(0, LONGEST_HINT) }),
  };
}

function kindOf(types: readonly string[]): TrialField['kind'] {
  if (types.length !== 1) return undefined;
  return types[0] === 'array' ? 'list' : types[0] === 'object' ? 'object' : undefined;
}

function valuesOf(schema: JsonSchemaObject): readonly string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false'];
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  if (values.length === 0 || values.length > MOST_VALUES) return undefined;
  return [...new Set(values.map((value) => written(value, undefined)))];
}

/** Formats a value as the text that a reader would type into the control. */
function written(value: unknown, kind: TrialField['kind']): string {
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value) ?? '';
  if (kind === 'list' && Array.isArray(value)) return value.map((item) => written(item, undefined)).join('\n');
  if (typeof value !== 'object') return String(value);
  if (kind === 'object' && !Array.isArray(value))
    return Object.entries(value)
      .map(([name, member]) => `${name}=${written(member, undefined)}`)
      .join('\n');
  return JSON.stringify(value) ?? '';
}

/** Request body in one media type. */
export type TrialBody =
  | { readonly kind: 'text'; readonly type: string; readonly examples: readonly TrialExample[] }
  | { readonly kind: 'file'; readonly type: string }
  | { readonly kind: 'fields'; readonly type: string; readonly fields: readonly TrialField[] };

/** Reference to an example whose text is already on the page. */
interface TrialExample {
  readonly id: string;
  readonly title?: string;
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
/** Media types for which the reader chooses a file as the body. */
const BINARY = /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:octet-stream|zip|gzip|pdf|wasm|x-tar)\b|^\*\/\*/i;

/** Request bodies that a reader can send. @param request view model of the request */
export function trialBodies(operation: Operation, request: RequestView | null): readonly TrialBody[] {
  const body = sentBody(operation);
  if (body === null) return [];
  const content = operation.getContent(body);
  return content.map(([type, media]): TrialBody => {
    if (FORM.test(type)) return { kind: 'fields', type, fields: formFields(media, operation) };
    const examples = shownExamples(type, request);
    if (examples.length === 0 && BINARY.test(type)) return { kind: 'file', type };
    return { kind: 'text', type, examples };
  });
}

/** Examples that the page shows for a media type; all JSON types share their examples. */
function shownExamples(type: string, request: RequestView | null): readonly TrialExample[] {
  const shown = request?.examples ?? [];
  const own = shown.filter(({ mediaType }) => mediaType === type);
  const fitting =
    own.length > 0 || !isJsonMediaType(type) ? own : shown.filter(({ mediaType }) => isJsonMediaType(mediaType));
  return fitting
    .filter(({ externalUrl }) => externalUrl === null)
    .map(({ id, title, sameAs }) => ({
      id: sameAs?.href?.replace(/^#/, '') ?? id,
      ...(title === null ? {} : { title }),
    }));
}

function formFields(media: MediaTypeObject, operation: Operation): readonly TrialField[] {
  const { components } = operation.service.api;
  const { schema } = mergeSchema(media.schema ?? true, components);
  const required = new Set(schema.required ?? []);
  const given = givenFields(media, components);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): readonly TrialField[] => {
    const { schema: merged } = mergeSchema(property, components);
    if (merged.readOnly === true) return [];
    const isRequired = required.has(name);
    const items = mergeSchema(merged.items ?? true, components).schema;
    if ([merged, items].some(isFile)) return [{ name, kind: 'file', ...(isRequired ? { required: true } : {}) }];
    const made = isRequired ? sample(property, components, { direction: 'request' }) : undefined;
    const own = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    const value = own ?? (made?.complete === true ? made.value : undefined);
    const isSent = isRequired || own !== undefined;
    const isJson = merged.type === 'object';
    return [trialField(name, property, components, { isRequired, isSent, isJson, given: value })];
  });
}
