import { createHash } from 'node:crypto';
import { RESERVED_SERVICE_NAMES } from '../../model/locations.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { baseName } from '../path-names.ts';
import { splitPointer } from '../positions.ts';
import type { SourceNode } from './source-node.ts';

export type Section = keyof ComponentsRecord;

/** Pointer segments that name the kind of a part rather than the part. */
const STRUCTURE = new Set(
  (
    'allOf anyOf components content definitions $defs examples headers oneOf parameters paths properties ' +
    'requestBodies responses schema schemas'
  ).split(' '),
);

/** Sections in which the key alone is a sufficient name. */
const NAMING = new Set(
  '$defs definitions examples headers links mediaTypes parameters pathItems requestBodies responses schemas'.split(' '),
);

/** Control characters, which are unsafe in names: these become file names, which terminals print. */
export const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Returns a component's name, changed only if a URL or file cannot have it: an empty name, `.`, `..`, and names with
 * control characters or malformed Unicode.
 */
export function componentNameOf(rawName: string): string {
  const name = rawName.toWellFormed().replaceAll(CONTROL, '\ufffd');
  if (name === '') return '_';
  return /^\.{1,2}$/.test(name) ? name.replaceAll('.', '_') : name;
}

/**
 * Derives a readable name for a part that a reference turns into a component: from its pointer or its file name.
 */
export function hoistedName(target: SourceNode): string {
  const segments = splitPointer(target.pointer());
  const last = segments.at(-1);
  if (last === undefined) return sanitise(baseName(target.file.path));
  const isMember = segments.length === 1 || (segments.length <= 3 && NAMING.has(segments.at(-2) ?? ''));
  return sanitise(isMember ? last : segments.filter((segment) => !STRUCTURE.has(segment)).join('_'));
}

function sanitise(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .replace(/^\.*$/, '') || 'part'
  );
}

/** Returns eight hexadecimal digits that distinguish equal names; the same text always gives the same digits. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Role of a path in its service. Depends on the path alone: adding paths never renames existing services. */
interface PathRole {
  /** Path of the collection: the path without its final `{template}`, if any; a trailing slash is kept. */
  readonly collection: string;
  /** Final template of an entity's path as written, `{id}` or `{id}/`; null for a collection. */
  readonly entity: string | null;
}

const UTF8 = new TextEncoder();

export function roleOf(path: string): PathRole {
  const { start, entity, slash } = /^(?<start>.*)\/(?<entity>\{[^{}/]*\}(?<slash>\/?))$/s.exec(path)?.groups ?? {};
  if (entity === undefined) return { collection: path, entity: null };
  return { collection: `${start}${slash}` || '/', entity };
}

/** Extracts the name of a template: `{petId}/` → `petId`. */
export function identifierOf(entity: string): string {
  return entity.replaceAll(/[{}/]/g, '');
}

/** Removes a trailing slash, which makes no separate service: frameworks use `/items/` and `/items/{id}`. */
export function withoutSlash(collection: string): string {
  return collection === '/' ? collection : collection.replace(/\/$/, '');
}

/**
 * Returns the name of a collection's service, which is unique to the collection. Segments are joined with `-`; `{x}`
 * becomes `_x`, a `-` in the path becomes `~`, and each byte of other special characters becomes `=` and two
 * hexadecimal digits.
 * @param collection path with a leading slash; a trailing slash gives a different name
 */
export function serviceNameOf(collection: string): string {
  if (collection === '/') return '=root';
  const name = collection.split('/').slice(1).map(nameOfSegment).join('-');
  return RESERVED_SERVICE_NAMES.has(name) ? `=${name}` : name;
}

export function webhookServiceName(webhook: string): string {
  const name = escapeName(webhook);
  // Two hexadecimal digits after `webhook=` would look like an escape in the name of a path.
  return `webhook=${/^[0-9A-F]{2}/.test(name) ? hexOf(name.slice(0, 1)) + name.slice(1) : name}`;
}

/** Builds a route: `/pets` and `{petId}` → `/pets[/:petId]`. */
export function routeOf(collection: string, entity: string | null): string {
  const slash = collection.endsWith('/') ? '' : '/';
  return `${collection}${entity === null ? '' : `[${slash}${entity}]`}`.replaceAll(/\{([^{}]*)\}/g, ':$1');
}

function nameOfSegment(segment: string): string {
  const template = /^\{([^{}]*)\}$/.exec(segment)?.[1];
  if (template !== undefined) return `_${escapeName(template)}`;
  return escapeName(segment).replace(/^_/, hexOf);
}

function escapeName(text: string): string {
  return text
    .replaceAll('-', '\0')
    .replaceAll(/[^A-Za-z0-9_$@,+:\0]+/gu, hexOf)
    .replaceAll('\0', '~');
}

/** Encodes each UTF-8 byte of a text as `=HH`. */
function hexOf(text: string): string {
  return Array.from(UTF8.encode(text), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
