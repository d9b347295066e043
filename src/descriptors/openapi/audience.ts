import type { OperationObject } from '../../model/openapi-objects.ts';

/** Keys that say who something is for. */
const AUDIENCE_KEYS: ReadonlySet<string> = new Set(['x-internal', 'x-audience']);

export function isAudienceKey(key: string): boolean {
  return AUDIENCE_KEYS.has(key);
}

/**
 * An operation for those alone that its path is for, too: a service is made of several paths, so that what one of
 * them says stands with its operations.
 * @param notes what the path items of the path say, those that are referred to among them
 */
export function withAudience(
  operation: OperationObject,
  notes: readonly Readonly<Record<string, unknown>>[],
): OperationObject {
  const said = (key: string): readonly unknown[] =>
    [...notes, { ...operation }].flatMap((one: Readonly<Record<string, unknown>>) =>
      Object.hasOwn(one, key) ? [one[key]] : [],
    );
  const internal = said('x-internal');
  const [first, ...rest] = said('x-audience').map((names) => (Array.isArray(names) ? names : [names]));
  const audience = first?.filter((name) => rest.every((names) => names.includes(name)));
  return {
    ...operation,
    ...(internal.length === 0 ? {} : { 'x-internal': internal.find((value) => value !== false) ?? false }),
    ...(audience === undefined ? {} : { 'x-audience': audience }),
  };
}
