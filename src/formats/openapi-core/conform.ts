/**
 * Fits any JSON to a grammar. What a place cannot hold moves into an `x-` key of the nearest object that may have one,
 * so that the result is valid whatever went in and nothing is lost. Values that fit are returned as they are, not
 * copied.
 */

import { isExtension } from '../../model/extensions.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { JsonMap } from './json-map.ts';
import { suitsTools } from './tool-extensions.ts';

/** The value cannot stand in this place. */
export const INVALID = Symbol('invalid');

/** What holds for the document as a whole. */
export interface Scope {
  /** How this document writes a reference of the model; null when it does not hold the target. */
  reference(ref: string): string | null;
  /** What a component reference of the model leads to. */
  resolve(ref: string): unknown;
  /** Security schemes of the document: name in the model → name here. */
  readonly schemes: ReadonlyMap<string, string>;
  /**
   * Those among them that this site itself enforces: a requirement that names one loses the others sooner than it is
   * lost.
   */
  readonly enforced?: ReadonlySet<string>;
  readonly operationIds: ReadonlySet<string>;
  /** Parts of the field at hand that its map or list could not hold: of a map entries, of a list `['', item]`. */
  rest: [key: string, value: unknown][];
}

/** @returns the value as it may stand, or {@link INVALID} */
export type Shape = (value: unknown, scope: Scope) => unknown;

/** A field that this version of the format does not know: its value is fitted all the same and stands at `as`. */
export interface MovedField {
  readonly shape: Shape;
  readonly as: `x-${string}`;
}

interface ObjectGrammar {
  readonly fields: Readonly<Record<string, Shape | MovedField>>;
  /** What a field has when it is missing; {@link INVALID}: nothing makes up for it. */
  readonly required?: Readonly<Record<string, unknown>>;
  /** Rewrites the object before its fields are looked at: for rules between fields. */
  readonly prepare?: (value: JsonMap, scope: Scope) => JsonMap;
}

export function object({ fields, required = {}, prepare }: ObjectGrammar): Shape {
  const shapes = new Map(
    Object.entries(fields).map(([key, field]): [string, { shape: Shape; as: string }] => [
      key,
      typeof field === 'function' ? { shape: field, as: key } : field,
    ]),
  );
  const needed = Object.entries(required);
  return (given, scope) => {
    if (!isRecord(given)) return INVALID;
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
      const field = shapes.get(key);
      scope.rest = [];
      const fitted = field === undefined ? extension(key, item, scope) : field.shape(item, scope);
      if (fitted === INVALID) moved.push([`x-${key}`, free(item, scope)]);
      else result.set(field?.as ?? key, field !== undefined && field.as !== key ? wrapped(fitted) : fitted);
      if (scope.rest.length > 0) moved.push([`x-${key}`, restOf(item, scope.rest, scope)]);
      changed ||= fitted !== item || scope.rest.length > 0 || (field !== undefined && field.as !== key);
    }
    scope.rest = outerRest;
    for (const [key, fallback] of needed) {
      if (result.has(key)) continue;
      if (fallback === INVALID) return INVALID;
      result.set(key, fallback);
      changed = true;
    }
    if (!changed) return value;
    for (const [key, item] of moved) result.set(result.has(key) ? `x-platform-${key.slice(2)}` : key, item);
    return Object.fromEntries(result);
  };
}

/** A map of the specification's own, such as Paths: it may have `x-` keys. */
export function extensibleMap(
  shape: Shape,
  keyFits?: (key: string) => boolean,
  extensionFits: (value: unknown) => boolean = () => true,
): Shape {
  const extensionShape: Shape = (value, scope) => (extensionFits(value) ? free(value, scope) : INVALID);
  const entry: (key: string) => Shape = (key) => (isExtension(key) ? extensionShape : shape);
  return map(shape, keyFits === undefined ? undefined : (key) => isExtension(key) || keyFits(key), entry);
}

/** A map with names of the author's own; entries whose key or value does not fit go to the owner's `x-` key. */
export function map(
  shape: Shape,
  keyFits: (key: string) => boolean = () => true,
  shapeOf: (key: string) => Shape = () => shape,
): Shape {
  return (value, scope) => {
    if (!isRecord(value)) return INVALID;
    const result: [string, unknown][] = [];
    let changed = false;
    for (const [key, item] of Object.entries(value)) {
      const fitted = key !== '$ref' && keyFits(key) ? shapeOf(key)(item, scope) : INVALID;
      if (fitted === INVALID) scope.rest.push([key, item]);
      else result.push([key, fitted]);
      changed ||= fitted !== item;
    }
    return changed ? Object.fromEntries(result) : value;
  };
}

/** @param atLeast fewer items are no list at all */
export function list(shape: Shape, atLeast = 0): Shape {
  return (value, scope) => {
    if (!Array.isArray(value)) return INVALID;
    const fitted = value.map((item) => shape(item, scope));
    const kept = fitted.filter((item) => item !== INVALID);
    if (kept.length < atLeast) return INVALID;
    if (kept.length < fitted.length)
      scope.rest.push(
        ...value.filter((_, index) => fitted[index] === INVALID).map((item): [string, unknown] => ['', item]),
      );
    return fitted.every((item, index) => item === value[index]) ? value : kept;
  };
}

/** A Reference Object, or what it stands for. */
export function referable(shape: Shape, siblings: readonly string[]): Shape {
  return (value, scope) => {
    if (!isRecord(value) || typeof value['$ref'] !== 'string') return shape(value, scope);
    const reference = scope.reference(value['$ref']);
    if (reference === null) return INVALID;
    return Object.fromEntries([
      ['$ref', reference],
      ...siblings.filter((key) => typeof value[key] === 'string').map((key) => [key, value[key]]),
    ]);
  };
}

/** What a reference stands for, where the version of the format has no Reference Object. */
export function inlined(shape: Shape): Shape {
  return (value, scope) =>
    shape(isRecord(value) && typeof value['$ref'] === 'string' ? scope.resolve(value['$ref']) : value, scope);
}

/** Any JSON, such as an example; never something that readers would take for a reference to nowhere. */
export const data: Shape = (value, scope) => {
  if (!holdsReference(value, NO_TARGET)) return value;
  return holdsReference(value, scope) ? INVALID : rewriteReferences(value, scope);
};

function extension(key: string, value: unknown, scope: Scope): unknown {
  if (!isExtension(key) || !suitsTools(key, value)) return INVALID;
  return free(value, scope);
}

/** Keeps keys without their effect. */
export function setAside(value: JsonMap, keys: readonly string[]): JsonMap {
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

/** A value outside the grammar: its references are written as this document writes them, or it becomes text. */
function free(value: unknown, scope: Scope): unknown {
  if (!holdsReference(value, NO_TARGET)) return value;
  return wrapped(value) !== value || holdsReference(value, scope)
    ? JSON.stringify(value)
    : rewriteReferences(value, scope);
}

function restOf(whole: unknown, rest: readonly [string, unknown][], scope: Scope): unknown {
  return free(Array.isArray(whole) ? rest.map(([, item]) => item) : Object.fromEntries(rest), scope);
}

/** To every reference there is no target: finds any reference at all. */
const NO_TARGET: Pick<Scope, 'reference'> = { reference: () => null };

/** Whether somewhere in it there is a `$ref` to what the document does not hold. */
function holdsReference(value: unknown, scope: Pick<Scope, 'reference'>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsReference(item, scope));
  return Object.entries(value).some(([key, item]) =>
    key === '$ref' ? typeof item !== 'string' || scope.reference(item) === null : holdsReference(item, scope),
  );
}

/** As this document writes references; what stands beside one, which tools refuse, stays beside an `allOf` of it. */
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
