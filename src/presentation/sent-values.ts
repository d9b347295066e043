import type { Components } from '../model/components.ts';
import { isToken } from '../model/media-types.ts';
import type { EncodingObject, MediaTypeObject, ParameterObject } from '../model/openapi-objects.ts';
import {
  contentText,
  type FilledValue,
  filledValue,
  formValue,
  headerText,
  isStyled,
  type ParameterStyle,
  parsedObject,
  styled,
  valueLines,
} from '../model/parameter-styles.ts';
import { isNumber } from '../schema/exact-number.ts';
import { isRecord } from '../schema/json-values.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import { sample } from '../schema/sample.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import { typesOf } from '../schema/types.ts';
import { validityOf } from '../schema/validation.ts';
import { givenFields, givenValue, hasParts } from './samples/examples.ts';

/** Values that a request sends unless the caller changes them, in samples and in the form of an operation alike. */

/** Maximum number of parts of one value; a larger value is left to the caller. */
const MOST_PARTS = 40;
/** Maximum number of characters of one value. */
const LONGEST_VALUE = 2000;

/** Schema of a parameter, and its media type: undefined for a parameter that has a style instead of `content`. */
export function parameterContent(
  { schema, content = {} }: ParameterObject,
  components: Components,
): { readonly mediaType: string | undefined; readonly schema: JsonSchema } {
  const [[mediaType, media] = []] = Object.entries(content);
  const own = media === undefined ? undefined : components.resolve(media).value.schema;
  return { mediaType, schema: schema ?? own ?? true };
}

/** Value of a parameter: the author's example, else a value from its schema; null if only the caller knows it. */
export function parameterValue(parameter: ParameterObject, components: Components): FilledValue | null {
  const { mediaType, schema } = parameterContent(parameter, components);
  const given = givenValue(parameter, components);
  const isDocument = mediaType !== undefined && hasParts(schema, components);
  return written(
    parameter,
    given ?? (isDocument ? madeValue(schema, components) : sentValue(schema, components)),
    components,
  );
}

/** Default or example of a parameter; null without one. */
export function parameterHint(parameter: ParameterObject, components: Components): FilledValue | null {
  const { schema } = parameterContent(parameter, components);
  const { schema: merged } = mergeSchema(schema, components);
  return written(parameter, merged.default ?? givenValue(parameter, components) ?? knownValue(merged), components);
}

/** Default of a schema, else its first example. */
function knownValue({ default: standard, examples }: JsonSchemaObject): unknown {
  return standard ?? (Array.isArray(examples) ? examples[0] : undefined);
}

/** Writes a value in the style or media type of a parameter; null for an empty or long value. */
function written(parameter: ParameterObject, value: unknown, components: Components): FilledValue | null {
  if (isNothing(value)) return null;
  const { mediaType, schema } = parameterContent(parameter, components);
  if (mediaType !== undefined) return shortValue({ kind: 'text', text: contentText(value, mediaType) });
  const types = typesOf(mergeSchema(schema, components).schema).join();
  if (types === 'array' && (typeof value !== 'object' || isNumber(value)))
    return shortValue(filledValue([value], parameter.style));
  const isText = types === 'object' && typeof value === 'string' && value.length <= LONGEST_VALUE;
  return shortValue(filledValue(isText ? (parsedObject(value) ?? value) : value, parameter.style));
}

/**
 * Value that a schema gives, else a value of its type; undefined for a string that only the caller knows. In an object,
 * the field's name in upper case takes the place of such a string.
 */
function sentValue(schema: JsonSchema, components: Components, budget = { parts: MOST_PARTS }): unknown {
  const { schema: merged } = mergeSchema(schema, components);
  const { examples, default: standard, const: only, enum: allowed, format = '' } = merged;
  const [own] = Array.isArray(examples) ? examples : [];
  const known = own ?? standard ?? only ?? (Array.isArray(allowed) ? allowed[0] : undefined);
  if (!isNothing(known)) return known;
  budget.parts -= 1;
  if (budget.parts < 0) return undefined;
  switch (typesOf(merged)[0]) {
    case 'array': {
      const item = sentValue(merged.items ?? true, components, budget);
      return item === undefined ? undefined : allowedValue([item], merged, components);
    }
    case 'object': {
      const { properties = {}, required = [] } = merged;
      const names = Object.keys(properties).filter((name) => required.length === 0 || required.includes(name));
      if (names.length > MOST_PARTS) return undefined;
      return Object.fromEntries(
        names.map((name) => [name, sentValue(properties[name] ?? true, components, budget) ?? name.toUpperCase()]),
      );
    }
    case 'integer':
    case 'number':
      return allowedValue(merged.minimum, merged, components);
    case 'boolean':
      return madeValue(merged, components);
    default:
      return /^(?:date|time|date-time)$/.test(format) ? madeValue(merged, components) : undefined;
  }
}

/** Value that a schema allows: the given one, else a generated one. */
function allowedValue(value: unknown, schema: JsonSchema, components: Components): unknown {
  const isRefused = value === undefined || validityOf(value, schema, components, 'request') === 'invalid';
  return isRefused ? madeValue(schema, components) : value;
}

function madeValue(schema: JsonSchema, components: Components): unknown {
  return sample(schema, components, { direction: 'request' }).value;
}

/** Whether a value is missing, null, or a list or object without members. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function shortValue(value: FilledValue): FilledValue | null {
  const parts = value.kind === 'list' ? value.items : value.kind === 'object' ? value.members : [value.text];
  return parts.length === 0 || parts.length > MOST_PARTS || valueLines(value).length > LONGEST_VALUE ? null : value;
}

/** Field of a form. */
export interface FormPart {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Whether a request sends the field unless the caller changes that. */
  readonly isSent: boolean;
  /** Whether the field is one file or several; null if it is not a file. */
  readonly file: 'file' | 'files' | null;
  /** Value that is sent, or a hint; null if only the caller knows it. */
  readonly value: FilledValue | null;
  readonly style: ParameterStyle;
  /** Content-Type of the part in a multipart body. */
  readonly type?: string;
  /** Further required header fields of that part. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/**
 * Fields of a form: those in its schema and those in its example. The fields of the example and the required fields are
 * sent; if there are none, one other field is, preferably a string.
 */
export function formParts(mediaType: string, media: MediaTypeObject, components: Components): readonly FormPart[] {
  const { properties = {}, required = [] } = mergeSchema(media.schema ?? true, components).schema;
  const given = new Map(Object.entries(givenFields(media, components)).filter(([, value]) => !isNothing(value)));
  const isMultipart = /^multipart\//i.test(mediaType);
  const schemas = new Map(Object.entries(properties));
  const encodings = new Map(Object.entries(media.encoding ?? {}));
  const mergedOf = (name: string): JsonSchemaObject => mergeSchema(schemas.get(name) ?? true, components).schema;
  const names = [...new Set([...schemas.keys(), ...given.keys()])].filter(
    (name) => given.has(name) || mergedOf(name).readOnly !== true,
  );
  const own = names.filter((name) => given.has(name) || required.includes(name));
  const other = names.find((name) => typesOf(mergedOf(name)).includes('string')) ?? names[0];
  const sent = own.length > 0 || other === undefined ? own : [other];
  return names.map((name): FormPart => {
    const schema = schemas.get(name) ?? true;
    const merged = mergedOf(name);
    const encoding = styled(encodings.get(name) ?? {});
    const file = fileKind(merged, encoding, components);
    const isSent = sent.includes(name);
    const value = given.get(name) ?? (isSent ? madeValue(schema, components) : knownValue(merged));
    const type = isMultipart ? partType(value, encoding) : undefined;
    const headers = isMultipart ? partHeadersOf(encoding, components) : [];
    const contentType = type === undefined ? {} : { contentType: type };
    return {
      ...{ name, schema, isRequired: required.includes(name), isSent, file },
      value: isNothing(value) ? null : shortValue(formValue(value, { ...encoding, ...contentType })),
      style: isStyled(encoding) ? styleOf(encoding) : {},
      ...(type === undefined ? {} : { type }),
      ...(headers.length === 0 ? {} : { headers }),
    };
  });
}

/** Required header fields of a part. A value that only the caller knows is the field's name in upper case. */
function partHeadersOf({ headers = {} }: EncodingObject, components: Components): NonNullable<FormPart['headers']> {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const header = components.resolve(reference).value;
    if (header.required !== true || !isToken(name) || /^content-(?:type|disposition)$/i.test(name)) return [];
    const value = parameterValue({ ...header, name, in: 'header' }, components);
    const text = value === null ? '' : headerText(value, styled(header)).trim();
    return [[name, /^[\t -~]+$/.test(text) ? text : name.toUpperCase()] as const];
  });
}

function styleOf({ style = 'form', explode }: EncodingObject): ParameterStyle {
  return { style, ...(explode === undefined ? {} : { explode }) };
}

/** Matches the first media type in a list, without parameters, which not all languages of samples can write. */
const PLAIN_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}(?=\s*(?:;|$))/;

/** Content-Type of a part: the one in the descriptor, else JSON for an object; undefined for any other part. */
function partType(value: unknown, encoding: EncodingObject): string | undefined {
  if (isStyled(encoding)) return undefined;
  if (encoding.contentType !== undefined) return PLAIN_TYPE.exec(encoding.contentType)?.[0];
  return [value].flat().some((item) => isRecord(item)) ? 'application/json' : undefined;
}

const BINARY = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip)\b/i;

/** Whether a field is a file or a list of files; null for any other field. */
function fileKind(
  schema: JsonSchemaObject,
  { contentType = '' }: EncodingObject,
  components: Components,
): 'file' | 'files' | null {
  const isFile = (one: JsonSchemaObject): boolean =>
    one.format === 'binary' ||
    one.contentMediaType !== undefined ||
    (BINARY.test(contentType) && typesOf(one).length === 0);
  if (isFile(schema)) return 'file';
  return schema.items !== undefined && isFile(mergeSchema(schema.items, components).schema) ? 'files' : null;
}
