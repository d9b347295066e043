import { type Components, isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import type { Reference } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';

/**
 * A writer converts parts of the model to one version of a format. It rewrites references for the document and moves
 * values that the version cannot express to `x-` keys of the nearest object that allows such keys: the document is
 * valid and complete. Writers do not validate the parts (model/openapi-objects.ts); the readers of descriptors have
 * done so. Values that need no change are returned uncopied.
 */

/** JSON object in a document, with arbitrary members. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Result of a writer if the version cannot express the value at this location. */
export const UNSAID = Symbol('unsaid');

/** Context that all writers of one document share. */
export interface Scope {
  /** Converts a reference of the model to one of this document; null if the document does not contain the target. */
  reference(ref: string): string | null;
  readonly components: Components;
  /** Security schemes of the document; keys are names in the model, values are names in the document. */
  readonly schemes: ReadonlyMap<string, string>;
  /**
   * Security schemes that this site enforces. A requirement that names one is never dropped; it loses only the schemes
   * that cannot be written.
   */
  readonly enforced: ReadonlySet<string>;
  readonly operationIds: ReadonlySet<string>;
  /** Entries of the current map or list that cannot be written; list items have an empty key: `['', item]`. */
  rest: [key: string, value: unknown][];
}

/**
 * Function that returns the converted value, or {@link UNSAID}. The type is taken from a method because TypeScript
 * compares parameters of methods less strictly; thus a table can contain writers of different types.
 */
export type Writer<T> = { write(value: T, scope: Scope): unknown }['write'];

/** Field that this version of the format lacks; the value is written under the key `as`. */
interface MovedField {
  readonly write: Writer<unknown>;
  readonly as: `x-${string}`;
}

export type Field = Writer<unknown> | MovedField;

interface ObjectWriting<T> {
  /** Fields whose values need conversion. */
  readonly fields: { readonly [K in keyof T]?: Field };
  /** All other keys of the version. Default: every key that is not an extension. */
  readonly words?: ReadonlySet<string>;
  /** Default values of required fields; {@link UNSAID} means that the object cannot be written without the field. */
  readonly required?: { readonly [K in keyof T]?: unknown };
  /** Rewrites the object before its fields are written, to apply rules that involve several fields. */
  readonly prepare?: (value: T, scope: Scope) => object;
}

export function object<T extends object = JsonMap>(writing: ObjectWriting<T>): Writer<T> {
  const { fields, words, required = {}, prepare } = writing;
  const writers = new Map<string, { readonly write: Writer<unknown>; readonly as: string }>();
  for (const key in fields) {
    const field = fields[key];
    if (field !== undefined) writers.set(key, typeof field === 'function' ? { write: field, as: key } : field);
  }
  const needed = Object.entries(required);
  return (given, scope) => {
    const value = (prepare === undefined ? given : prepare(given, scope)) as JsonMap;
    const outerRest = scope.rest;
    const moved: [string, unknown][] = [];
    // The copy, made at the first change.
    let result: Record<string, unknown> | undefined;
    scope.rest = [];
    for (const key in value) {
      const item = value[key];
      if (item === undefined) {
        result ??= membersBefore(value, key);
        continue;
      }
      const field = writers.get(key);
      const isWord = field === undefined && (words?.has(key) ?? !isExtension(key));
      const written = isWord ? item : field === undefined ? extension(key, item, scope) : field.write(item, scope);
      const as = field?.as ?? key;
      if (written !== item || as !== key) result ??= membersBefore(value, key);
      if (written === UNSAID) moved.push([`x-${key}`, free(item, scope)]);
      else if (result !== undefined) setOwn(result, as, as === key ? written : wrapped(written));
      if (scope.rest.length === 0) continue;
      moved.push([`x-${key}`, restOf(item, scope.rest, scope)]);
      scope.rest = [];
    }
    scope.rest = outerRest;
    for (const [key, fallback] of needed) {
      if (Object.hasOwn(result ?? value, key)) continue;
      if (fallback === UNSAID) return UNSAID;
      result ??= { ...value };
      result[key] = fallback;
    }
    if (result === undefined) return value;
    for (const [key, item] of moved)
      setOwn(result, Object.hasOwn(result, key) ? `x-platform-${key.slice(2)}` : key, item);
    return result;
  };
}

/** Copies the members of an object that stand before a key. */
function membersBefore(value: JsonMap, end: string): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key in value) {
    if (key === end) break;
    setOwn(members, key, value[key]);
  }
  return members;
}

/** Creates a writer for a map. Entries that cannot be written go to an `x-` key of the object that contains the map. */
export function map<T>(
  write: Writer<T>,
  keyFits: (key: string) => boolean = () => true,
  writerOf: (key: string) => Writer<T> = () => write,
): Writer<Readonly<Record<string, T>>> {
  return (value, scope) => {
    let result: Record<string, unknown> | undefined;
    for (const key in value) {
      const item = value[key] as T;
      const written = key !== '$ref' && keyFits(key) ? writerOf(key)(item, scope) : UNSAID;
      if (written !== item) result ??= membersBefore(value, key);
      if (written === UNSAID) scope.rest.push([key, item]);
      else if (result !== undefined) setOwn(result, key, written);
    }
    return result ?? value;
  };
}

/** Creates a writer for a list. @param atLeast with fewer written items the result is {@link UNSAID} */
export function list<T>(write: Writer<T>, atLeast = 0): Writer<readonly T[]> {
  return (value, scope) => {
    const written = value.map((item) => write(item, scope));
    const kept = written.includes(UNSAID) ? written.filter((item) => item !== UNSAID) : written;
    if (kept.length < atLeast) return UNSAID;
    if (kept !== written)
      scope.rest.push(
        ...value.filter((_, index) => written[index] === UNSAID).map((item): [string, unknown] => ['', item]),
      );
    return written.every((item, index) => item === value[index]) ? value : kept;
  };
}

/** Creates a writer for a part or a reference to such a part. */
export function referable<T extends object>(
  write: Writer<T>,
  siblings: readonly ('summary' | 'description')[],
): Writer<Reference<T>> {
  return (value, scope) => {
    if (!isReference(value)) return write(value, scope);
    const reference = scope.reference(value.$ref);
    if (reference === null) return UNSAID;
    if (reference === value.$ref && Object.keys(value).length === 1) return value;
    const written: Record<string, unknown> = { $ref: reference };
    for (const key of siblings) if (value[key] !== undefined) written[key] = value[key];
    return written;
  };
}

export const asItIs: Writer<unknown> = (value) => value;

/** Writes arbitrary JSON such as an example; {@link UNSAID} if the JSON contains a `$ref` without a target. */
export const data: Writer<unknown> = (value, scope) => {
  if (!holdsReference(value, NO_TARGET)) return value;
  return holdsReference(value, scope) ? UNSAID : rewriteReferences(value, scope);
};

function extension(key: string, value: unknown, scope: Scope): unknown {
  return isExtension(key) && suitsTools(key, value) ? free(value, scope) : UNSAID;
}

/** Renames keys to `x-…`, so that they have no effect. */
export function setAside<T extends object>(value: T, keys: readonly string[]): T | JsonMap {
  if (!keys.some((key) => Object.hasOwn(value, key))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      keys.includes(key) && !Object.hasOwn(value, `x-${key}`) ? `x-${key}` : key,
      item,
    ]),
  );
}

/** Wraps a reference in `allOf`: tools reject an extension whose value is a reference. */
function wrapped(value: unknown): unknown {
  return isRecord(value) && typeof value['$ref'] === 'string' ? { allOf: [value] } : value;
}

/** Writes the value of an `x-` key with references of this document, or as JSON text if a reference has no target. */
export const free: Writer<unknown> = (value, scope) => {
  if (!holdsReference(value, NO_TARGET)) return value;
  return wrapped(value) !== value || holdsReference(value, scope)
    ? JSON.stringify(value)
    : rewriteReferences(value, scope);
};

function restOf(whole: unknown, rest: readonly [string, unknown][], scope: Scope): unknown {
  return free(Array.isArray(whole) ? rest.map(([, item]) => item) : Object.fromEntries(rest), scope);
}

/** Scope without targets: with it, {@link holdsReference} finds every reference. */
const NO_TARGET: Pick<Scope, 'reference'> = { reference: () => null };

/** Whether a value contains a `$ref` whose target is not in the document. */
function holdsReference(value: unknown, scope: Pick<Scope, 'reference'>): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsReference(item, scope));
  if (!isRecord(value)) return false;
  const { $ref } = value;
  if ($ref !== undefined && (typeof $ref !== 'string' || scope.reference($ref) === null)) return true;
  for (const key in value) if (key !== '$ref' && holdsReference(value[key], scope)) return true;
  return false;
}

/** Converts references to those of this document. A `$ref` with siblings, which tools reject, moves into `allOf`. */
function rewriteReferences(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, scope));
  if (!isRecord(value)) return value;
  const { $ref, ...siblings } = value;
  const others = Object.entries(siblings).map(([key, item]): [string, unknown] => [
    key,
    rewriteReferences(item, scope),
  ]);
  if (typeof $ref !== 'string') return Object.fromEntries(others);
  const reference = { $ref: scope.reference($ref) };
  return others.length === 0
    ? reference
    : Object.fromEntries([
        ['allOf', [reference]],
        ...others.map(([key, item]): [string, unknown] => [key === 'allOf' ? 'x-allOf' : key, item]),
      ]);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isMaps = (value: unknown): boolean => Array.isArray(value) && value.every(isRecord);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** Extensions that widely used tools validate, with the check for each value. */
const TOOL_EXTENSIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  'x-logo': isRecord,
  'x-enumDescriptions': isRecord,
  'x-tagGroups': isMaps,
  'x-tags': isTexts,
  'x-servers': isMaps,
  'x-codeSamples': isMaps,
  'x-code-samples': isMaps,
  'x-ignoredHeaderParameters': isTexts,
  'x-displayName': isText,
  'x-summary': isText,
  'x-additionalPropertiesName': isText,
  'x-defaultClientId': isText,
  'x-extendedDiscriminator': isText,
  'x-traitTag': isFlag,
  'x-nullable': isFlag,
  'x-hideTryItPanel': isFlag,
  'x-explicitMappingOnly': isFlag,
};

/** Whether tools accept the value of an extension; any value of an unknown extension is accepted. */
function suitsTools(key: string, value: unknown): boolean {
  return !Object.hasOwn(TOOL_EXTENSIONS, key) || TOOL_EXTENSIONS[key]?.(value) === true;
}

type Said<T> = T | typeof UNSAID;

export const email = (value: string): Said<string> =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value : UNSAID;

export function oneOf(values: readonly string[]): (value: string) => Said<string> {
  return (value) => (values.includes(value) ? value : UNSAID);
}

/** Writes a URI reference (RFC 3986 §4.1); characters that a URI cannot contain are percent-encoded. */
export const uriReference = (value: string): Said<string> => {
  const encoded = value
    .toWellFormed()
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
  return /^([a-z][a-z0-9+.-]*:|[^:/?#]*([/?#]|$))[^#]*(#[^#]*)?$/i.test(encoded) ? encoded : UNSAID;
};

/** Writes an absolute URI; {@link UNSAID} for a text without a scheme. */
export const uri = (value: string): Said<string> => {
  const encoded = uriReference(value);
  return typeof encoded === 'string' && /^[a-z][a-z0-9+.-]*:\/*[^/]/i.test(encoded) ? encoded : UNSAID;
};

/** Writes a regular expression that is valid with the `u` flag, without unnecessary escapes that the flag forbids. */
export const pattern = (value: string): Said<string> => {
  if (isRegularExpression(value)) return value;
  const plain = withoutIdleEscapes(value);
  return isRegularExpression(plain) ? plain : UNSAID;
};

function isRegularExpression(value: string): boolean {
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

const NEEDED = /[a-z\d^$\\.*+?()[\]{}|/]/i;

/** Removes escapes such as `\:`, which the `u` flag rejects; `\-` in a character class is kept. */
function withoutIdleEscapes(value: string): string {
  let isInClass = false;
  return value.replaceAll(/\\(.)|[[\]]/gs, (token, escaped?: string) => {
    if (escaped === undefined) isInClass = token === '[';
    const isIdle = escaped !== undefined && !NEEDED.test(escaped) && !(isInClass && escaped === '-');
    return isIdle ? escaped : token;
  });
}

/** Whether OpenAPI allows the name for a component. */
export function isComponentName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}
