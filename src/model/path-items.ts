import { recordOf } from '../schema/json-values.ts';
import { isExtension } from './extensions.ts';
import type { CallbackObject, Extensible, OperationObject, PathItemObject } from './openapi-objects.ts';
import { setOwn } from './own-property.ts';

/** Methods with a fixed key in the Path Item Object of OpenAPI 3.2, in the order of the specification. */
export const PATH_ITEM_METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const satisfies readonly (keyof PathItemObject)[];

/** Whether a method, in any letter case, is one of {@link PATH_ITEM_METHODS}. */
export function hasOwnKey(method: string): boolean {
  return PATH_ITEM_METHODS.some((known) => known === method.toLowerCase());
}

/** Operations of a path item with upper-case methods, then those of `additionalOperations` with methods as written. */
export function operationsOf(
  pathItem: PathItemObject,
): readonly (readonly [method: string, operation: OperationObject])[] {
  const own = PATH_ITEM_METHODS.flatMap((method) =>
    pathItem[method] === undefined ? [] : [[method.toUpperCase(), pathItem[method]] as const],
  );
  return [...own, ...Object.entries(pathItem.additionalOperations ?? {})];
}

/** Adds an operation to a path item: under the key of its method, or to `additionalOperations`. */
export function setOperation(pathItem: Record<string, unknown>, method: string, operation: object): void {
  if (hasOwnKey(method)) pathItem[method.toLowerCase()] = operation;
  else {
    const others = Object(pathItem['additionalOperations']);
    setOwn(others, method, operation);
    pathItem['additionalOperations'] = others;
  }
}

/** Path items of a callback by runtime expression, without extensions, whose values can be anything. */
export function pathItemsOf(
  callback: CallbackObject,
): readonly (readonly [expression: string, pathItem: PathItemObject])[] {
  return Object.entries(callback).filter(([expression]) => !isExtension(expression));
}

/**
 * Summary, description and extensions of a service's paths, in order: one entry for each object that describes a path.
 */
export type PathNotes = readonly { readonly path: string; readonly notes: Readonly<Record<string, unknown>> }[];

interface ServiceTexts {
  readonly summary: string | null;
  readonly description: string | null;
  readonly extensions: Extensible;
}

/** Merges the notes of a service's paths: the first value of each key applies; others go to `x-platform-paths`. */
export function textsOfPaths(paths: PathNotes): ServiceTexts {
  const texts: Record<'summary' | 'description', string | null> = { summary: null, description: null };
  const extensions: Record<`x-${string}`, unknown> = {};
  for (const { path, notes } of paths) {
    const others: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(notes)) {
      if (key === 'summary' || key === 'description') {
        if (texts[key] === null) texts[key] = String(value);
        else if (texts[key] !== value) others[key] = value;
      } else if (isExtension(key)) {
        if (!Object.hasOwn(extensions, key)) extensions[key] = value;
        else if (extensions[key] !== value) others[key] = value;
      }
    }
    if (Object.keys(others).length === 0) continue;
    const known = extensions['x-platform-paths'];
    extensions['x-platform-paths'] = { ...recordOf(known), [path]: others };
  }
  return { ...texts, extensions };
}
