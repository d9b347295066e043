import { type Components, isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import type { Reference } from '../../model/openapi-objects.ts';
import { fromEntries } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';

/**
 * Writers write the parts of the model in one version of a format. References become those of the document, and values
 * that the version has no word for stand in `x-` keys of the nearest object that may have some: the document is valid,
 * and nothing is lost. The shapes of parts (model/openapi-objects.ts) are not checked again, since readers of
 * descriptors do. Values that need no change are returned as they are, not copied.
 */

/** An object of a document, with any members. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Result of a writer: the version has no word for the value in this place. */
export const UNSAID = Symbol('unsaid');

/** Context of the document as a whole. */
export interface Scope {
  /** How this document writes a reference of the model; null when it does not hold the target. */
  reference(ref: string): string | null;
  readonly components: Components;
  /** Security schemes of the document: name in the model → name here. */
  readonly schemes: ReadonlyMap<string, string>;
  /**
   * Schemes among them that this site itself enforces: a requirement that names one is never dropped, but loses the
   * schemes that cannot be written.
   */
  readonly enforced: ReadonlySet<string>;
  readonly operationIds: ReadonlySet<string>;
  /** Parts that the map or list being written cannot hold: entries of a map, or `['', item]` of a list. */
  rest: [key: string, value: unknown][];
}

/**
 * Returns the value as it is written, or {@link UNSAID}. Typed as a method, whose parameters TypeScript compares less
 * strictly, so that tables can hold writers of many parts.
 */
export type Writer<T> = { write(value: T, scope: Scope): unknown }['write'];

/** A field that this version of the format does not know: its value is written under the key `as`. */
interface MovedField {
  readonly write: Writer<unknown>;
  readonly as: `x-${string}`;
}

export type Field = Writer<unknown> | MovedField;

interface ObjectWriting<T> {
  /** Fields whose values are not written as they are. */
  readonly fields: { readonly [K in keyof T]?: Field };
  /** Every other key that the version knows; all when left out. */
  readonly words?: ReadonlySet<string>;
  /** Values written for missing fields; {@link UNSAID}: the object cannot be written without the field. */
  readonly required?: { readonly [K in keyof T]?: unknown };
  /** Rewrites the object before its fields are looked at: for rules between fields. */
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
    const value = prepare === undefined ? given : prepare(given, scope);
    const outerRest = scope.rest;
    const result = new Map<string, unknown>();
    const moved: [string, unknown][] = [];
    let changed = value !== given;
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) {
        changed = true;
        continue;
      }
      const field = writers.get(key);
      if (field === undefined && (words?.has(key) ?? !isExtension(key))) {
        result.set(key, item);
        continue;
      }
      scope.rest = [];
      const written = field === undefined ? extension(key, item, scope) : field.write(item, scope);
      const isMoved = field !== undefined && field.as !== key;
      if (written === UNSAID) moved.push([`x-${key}`, free(item, scope)]);
      else result.set(field?.as ?? key, isMoved ? wrapped(written) : written);
      if (scope.rest.length > 0) moved.push([`x-${key}`, restOf(item, scope.rest, scope)]);
      changed ||= written !== item || scope.rest.length > 0 || isMoved;
    }
    scope.rest = outerRest;
    for (const [key, fallback] of needed) {
      if (result.has(key)) continue;
      if (fallback === UNSAID) return UNSAID;
      result.set(key, fallback);
      changed = true;
    }
    if (!changed) return value;
    for (const [key, item] of moved) result.set(result.has(key) ? `x-platform-${key.slice(2)}` : key, item);
    return Object.fromEntries(result);
  };
}

/** Writes a map; entries whose key or value cannot be written go to the owner's `x-` key. */
export function map<T>(
  write: Writer<T>,
  keyFits: (key: string) => boolean = () => true,
  writerOf: (key: string) => Writer<T> = () => write,
): Writer<Readonly<Record<string, T>>> {
  return (value, scope) => {
    const result: [string, unknown][] = [];
    let changed = false;
    for (const [key, item] of Object.entries(value)) {
      const written = key !== '$ref' && keyFits(key) ? writerOf(key)(item, scope) : UNSAID;
      if (written === UNSAID) scope.rest.push([key, item]);
      else result.push([key, written]);
      changed ||= written !== item;
    }
    return changed ? fromEntries(result) : value;
  };
}

/** Writes a list. @param atLeast with fewer items the result is {@link UNSAID} */
export function list<T>(write: Writer<T>, atLeast = 0): Writer<readonly T[]> {
  return (value, scope) => {
    const written = value.map((item) => write(item, scope));
    const kept = written.filter((item) => item !== UNSAID);
    if (kept.length < atLeast) return UNSAID;
    if (kept.length < written.length)
      scope.rest.push(
        ...value.filter((_, index) => written[index] === UNSAID).map((item): [string, unknown] => ['', item]),
      );
    return written.every((item, index) => item === value[index]) ? value : kept;
  };
}

/** Writes a part, or a reference to one. */
export function referable<T extends object>(
  write: Writer<T>,
  siblings: readonly ('summary' | 'description')[],
): Writer<Reference<T>> {
  return (value, scope) => {
    if (!isReference(value)) return write(value, scope);
    const reference = scope.reference(value.$ref);
    if (reference === null) return UNSAID;
    return Object.fromEntries([
      ['$ref', reference],
      ...siblings.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]),
    ]);
  };
}

export const asItIs: Writer<unknown> = (value) => value;

/** Writes any JSON, such as an example; {@link UNSAID} where readers would find a reference without a target in it. */
export const data: Writer<unknown> = (value, scope) => {
  if (!holdsReference(value, NO_TARGET)) return value;
  return holdsReference(value, scope) ? UNSAID : rewriteReferences(value, scope);
};

function extension(key: string, value: unknown, scope: Scope): unknown {
  return isExtension(key) && suitsTools(key, value) ? free(value, scope) : UNSAID;
}

/** Renames keys to `x-…`, where they have no effect. */
export function setAside<T extends object>(value: T, keys: readonly string[]): T | JsonMap {
  if (!keys.some((key) => Object.hasOwn(value, key))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      keys.includes(key) && !Object.hasOwn(value, `x-${key}`) ? `x-${key}` : key,
      item,
    ]),
  );
}

/** Tools refuse an extension that is a reference itself. */
function wrapped(value: unknown): unknown {
  return isRecord(value) && typeof value['$ref'] === 'string' ? { allOf: [value] } : value;
}

/** Writes a value below an `x-` key: with the references of this document, or as text where one has no target. */
export const free: Writer<unknown> = (value, scope) => {
  if (!holdsReference(value, NO_TARGET)) return value;
  return wrapped(value) !== value || holdsReference(value, scope)
    ? JSON.stringify(value)
    : rewriteReferences(value, scope);
};

function restOf(whole: unknown, rest: readonly [string, unknown][], scope: Scope): unknown {
  return free(Array.isArray(whole) ? rest.map(([, item]) => item) : Object.fromEntries(rest), scope);
}

/** A scope without any targets, so that {@link holdsReference} finds every reference. */
const NO_TARGET: Pick<Scope, 'reference'> = { reference: () => null };

/** Whether a value contains a `$ref` to a part that the document does not hold. */
function holdsReference(value: unknown, scope: Pick<Scope, 'reference'>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsReference(item, scope));
  return Object.entries(value).some(([key, item]) =>
    key === '$ref' ? typeof item !== 'string' || scope.reference(item) === null : holdsReference(item, scope),
  );
}

/** Writes references as this document does; keywords beside one, which tools refuse, stay beside an `allOf` of it. */
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

/** Extensions that widely used tools check as if they were keys of the specification. */
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

/** Whether tools that know the extension accept its value; unknown extensions have any value. */
function suitsTools(key: string, value: unknown): boolean {
  return !Object.hasOwn(TOOL_EXTENSIONS, key) || TOOL_EXTENSIONS[key]?.(value) === true;
}

type Said<T> = T | typeof UNSAID;

export const email = (value: string): Said<string> =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value : UNSAID;

export function oneOf(values: readonly string[]): (value: string) => Said<string> {
  return (value) => (values.includes(value) ? value : UNSAID);
}

/** A URI reference (RFC 3986 §4.1); characters that a URI cannot hold are percent-encoded. */
export const uriReference = (value: string): Said<string> => {
  const encoded = value
    .toWellFormed()
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
  return /^([a-z][a-z0-9+.-]*:|[^:/?#]*([/?#]|$))[^#]*(#[^#]*)?$/i.test(encoded) ? encoded : UNSAID;
};

/** A URI with its scheme. */
export const uri = (value: string): Said<string> => {
  const encoded = uriReference(value);
  return typeof encoded === 'string' && /^[a-z][a-z0-9+.-]*:\/*[^/]/i.test(encoded) ? encoded : UNSAID;
};

/** A regular expression that ECMAScript reads, with or without the `u` flag; escapes that say nothing may be gone. */
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

/** `\:` is `:`, which the `u` flag refuses; in a class `\-` is needed. */
function withoutIdleEscapes(value: string): string {
  let isInClass = false;
  return value.replaceAll(/\\(.)|[[\]]/gs, (token, escaped?: string) => {
    if (escaped === undefined) isInClass = token === '[';
    const isIdle = escaped !== undefined && !NEEDED.test(escaped) && !(isInClass && escaped === '-');
    return isIdle ? escaped : token;
  });
}

/** Whether OpenAPI lets a component have the name. */
export function isComponentName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}
