import { RESERVED_SERVICE_NAMES } from '../../model/locations.ts';

/**
 * What a path is in its service. The service is decided by the path alone, so that names never change when other paths
 * come.
 */
interface PathRole {
  /** Path of the collection: the path itself, or the path without the `{template}` at its end, with its slash. */
  readonly collection: string;
  /** Name of the template at the end of an entity's path, null for a collection. */
  readonly identifier: string | null;
}

const UTF8 = new TextEncoder();

export function roleOf(path: string): PathRole {
  const { start, identifier, slash } =
    /^(?<start>.*)\/\{(?<identifier>[^{}/]*)\}(?<slash>\/?)$/s.exec(path)?.groups ?? {};
  if (identifier === undefined) return { collection: path, identifier: null };
  return { collection: `${start}${slash}` || '/', identifier };
}

/**
 * The name of the service with that collection. No two collections have the same name: segments are joined by `-`,
 * `{x}` is `_x`, a `-` of the path is `~`, and everything else that has a meaning or cannot be written plainly is `=`
 * and two hexadecimal digits.
 * @param collection starts with a slash
 */
export function serviceNameOf(collection: string): string {
  if (collection === '/') return '=root';
  const name = collection.split('/').slice(1).map(nameOfSegment).join('-');
  return RESERVED_SERVICE_NAMES.has(name) ? `=${name}` : name;
}

export function webhookServiceName(webhook: string): string {
  const name = escapeName(webhook);
  // After `webhook=`, two hexadecimal digits would read as an escape in the name of a path.
  return `webhook=${/^[0-9A-F]{2}/.test(name) ? hexOf(name.slice(0, 1)) + name.slice(1) : name}`;
}

/** `/pets` and `petId` → `/pets[/:petId]` */
export function routeOf(collection: string, identifier: string | null): string {
  const route = collection.replaceAll(/\{([^{}]*)\}/g, ':$1');
  if (identifier === null) return route;
  if (route === '/') return `/[:${identifier}]`;
  return route.endsWith('/') ? `${route}[:${identifier}/]` : `${route}[/:${identifier}]`;
}

function nameOfSegment(segment: string): string {
  const template = /^\{([^{}]*)\}$/.exec(segment)?.[1];
  if (template !== undefined) return `_${escapeName(template)}`;
  return escapeName(segment).replace(/^_/, hexOf('_'));
}

function escapeName(text: string): string {
  return text
    .replaceAll('-', '\0')
    .replaceAll(/[^A-Za-z0-9_$@,+:\0]+/gu, hexOf)
    .replaceAll('\0', '~');
}

/** `=HH` for each byte of the UTF-8 form. */
function hexOf(text: string): string {
  return Array.from(UTF8.encode(text), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
