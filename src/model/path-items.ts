import { isExtension } from './extensions.ts';
import type { CallbackObject, OperationObject, PathItemObject } from './openapi-objects.ts';

/** The methods that have a key of their own in a path item of OpenAPI 3.2, in its order. */
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

/** Whether a path item has such a key for a method, which may be written in any letters. */
export function hasOwnKey(method: string): boolean {
  return PATH_ITEM_METHODS.some((known) => known === method.toLowerCase());
}

/** The operations of a path item; methods in capitals, those of `additionalOperations` as they are written and last. */
export function operationsOf(
  pathItem: PathItemObject,
): readonly (readonly [method: string, operation: OperationObject])[] {
  const own = PATH_ITEM_METHODS.flatMap((method) =>
    pathItem[method] === undefined ? [] : [[method.toUpperCase(), pathItem[method]] as const],
  );
  return [...own, ...Object.entries(pathItem.additionalOperations ?? {})];
}

/** Path items of a callback, by address with expressions in it. Extensions beside these may hold anything. */
export function pathItemsOf(
  callback: CallbackObject,
): readonly (readonly [expression: string, pathItem: PathItemObject])[] {
  return Object.entries(callback).filter(([expression]) => !isExtension(expression));
}
