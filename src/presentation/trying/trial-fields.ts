import type { Components } from '../../model/components.ts';
import { isJsonMediaType, isToken } from '../../model/media-types.ts';
import type { MediaTypeObject, ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { filledValue, styled, valueLines } from '../../model/parameter-styles.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchemaObject } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import { parameterName } from '../addresses.ts';
import { sentBody } from '../bodies.ts';
import type { RequestView } from '../messages/call-view.ts';
import { isRequired, placedParameters } from '../messages/values.ts';
import { CHOSEN_HEADERS } from '../samples/operation-request.ts';
import { type FormPart, formParts, parameterContent, parameterHint, parameterValue } from '../sent-values.ts';

/** Control of the form. Optional members default to those of an optional text field. */
export interface TrialField {
  readonly name: string;
  readonly required?: true;
  /** Input format; `list`: one value on each line; `object`: `name=value` on each line; `json`: JSON text. */
  readonly kind?: 'list' | 'object' | 'json' | 'file';
  /** Set for several files. */
  readonly several?: true;
  /** JSON Schema type, such as `integer`; defaults to a text. */
  readonly type?: string;
  readonly values?: readonly string[];
  /** Value that the API assumes for an empty field, or an example. */
  readonly hint?: string;
  /** Prefilled value. */
  readonly start?: string;
  readonly style?: string;
  readonly explode?: boolean;
  /** Content-Type of a part of a form. */
  readonly partType?: string;
  /** Further header fields of that part. */
  readonly partHeaders?: FormPart['headers'];
  /** Set if browsers do not let pages send the field; it is then only in the curl command. */
  readonly isUnsendable?: true;
}

export interface TrialParameter extends TrialField {
  /** Location of the value; `server`: a variable in the URL of the server. */
  readonly place: 'server' | 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly isReserved?: true;
}

const LONGEST_HINT = 80;
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

/** Whether browsers allow a page to send a parameter. */
function isSendable(place: TrialParameter['place'], name: string): boolean {
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
        .map((parameter) => ({
          ...parameterField(parameter, components),
          place,
          ...(isSendable(place, parameter.name) ? {} : { isUnsendable: true as const }),
        })),
    ),
  ];
}

function parameterField(parameter: ParameterObject, components: Components): Omit<TrialParameter, 'place'> {
  const { name, style, explode, allowReserved } = styled(parameter);
  const { mediaType, schema } = parameterContent(parameter, components);
  const isSent = isRequired(parameter);
  const value = isSent ? parameterValue(parameter, components) : parameterHint(parameter, components);
  const textKind = mediaType === undefined ? null : isJsonMediaType(mediaType) ? 'json' : undefined;
  return {
    ...trialField({ name, schema, isRequired: isSent, isSent, value }, components, textKind),
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    ...(allowReserved === true ? { isReserved: true } : {}),
  };
}

/** Creates a control. @param textKind kind of a value that is always a text; null if the kind depends on the value */
function trialField(
  { name, schema, isRequired: required, isSent, value }: Omit<FormPart, 'file' | 'style'>,
  components: Components,
  textKind: TrialField['kind'] | null,
): TrialField {
  const { schema: merged } = mergeSchema(schema, components);
  const types = typesOf(merged);
  const ownKind = value === null ? kindOf(types) : value.kind === 'text' ? undefined : value.kind;
  const kind = textKind === null ? ownKind : textKind;
  const items = kind === 'list' ? mergeSchema(merged.items ?? true, components).schema : merged;
  const values = valuesOf(items);
  const text = value === null ? '' : valueLines(value);
  const start = isSent ? text : '';
  const hint = isSent ? '' : (text.split('\n', 1)[0] ?? '');
  const type = types.filter((each) => each !== 'string').join('/');
  return {
    name,
    ...(required ? { required } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(type === '' ? {} : { type }),
    ...(values === undefined ? {} : { values }),
    ...(start === '' ? {} : { start }),
    ...(hint === '' ? {} : { hint: hint.slice(0, LONGEST_HINT) }),
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
  return [...new Set(values.map((value) => valueLines(filledValue(value))))];
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
    if (FORM.test(type)) return { kind: 'fields', type, fields: formFields(type, media, operation) };
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

function formFields(type: string, media: MediaTypeObject, operation: Operation): readonly TrialField[] {
  const { components } = operation.service.api;
  return formParts(type, media, components).map((part): TrialField => {
    const { name, schema, isRequired: required, file, style, type: partType, headers: partHeaders } = part;
    const typed = { ...(partType && { partType }), ...(partHeaders && { partHeaders }) };
    const files = file === 'files' ? { several: true as const } : {};
    if (file !== null) return { name, kind: 'file', ...files, ...(required ? { required } : {}), ...typed };
    const isJson = style.style === undefined && mergeSchema(schema, components).schema.type === 'object';
    return { ...trialField(part, components, isJson ? 'json' : null), ...style, ...typed };
  });
}
