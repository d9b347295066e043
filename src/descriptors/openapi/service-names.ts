import { RESERVED_SERVICE_NAMES } from '../../model/locations.ts';

/** Role of a path in its service. The path alone decides the service: names never change when other paths come. */
interface PathRole {
  /** Path of the collection: the path itself, or the path without the `{template}` at its end, with its slash. */
  readonly collection: string;
  /** The template at the end of an entity's path as it is written, `{id}` or `{id}/`; null for a collection. */
  readonly entity: string | null;
}

const UTF8 = new TextEncoder();

export function roleOf(path: string): PathRole {
  const { start, entity, slash } = /^(?<start>.*)\/(?<entity>\{[^{}/]*\}(?<slash>\/?))$/s.exec(path)?.groups ?? {};
  if (entity === undefined) return { collection: path, entity: null };
  return { collection: `${start}${slash}` || '/', entity };
}

/** `{petId}/` → `petId` */
export function identifierOf(entity: string): string {
  return entity.replaceAll(/[{}/]/g, '');
}

/** A slash at its end makes no other service: frameworks write `/items/` beside `/items/{id}`. */
export function withoutSlash(collection: string): string {
  return collection === '/' ? collection : collection.replace(/\/$/, '');
}

/**
 * The name of the service with that collection. No two collections have the same name: segments are joined by `-`,
 * `{x}` is `_x`, a `-` of the path is `~`, and everything else that has a meaning or cannot be written plainly is `=`
 * and two hexadecimal digits.
 * @param collection starts with a slash; one at its end makes another name
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

/** `/pets` and `{petId}` → `/pets[/:petId]` */
export function routeOf(collection: string, entity: string | null): string {
  const slash = collection.endsWith('/') ? '' : '/';
  return `${collection}${entity === null ? '' : `[${slash}${entity}]`}`.replaceAll(/\{([^{}]*)\}/g, ':$1');
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
