import { createHash } from 'node:crypto';
import { RESERVED_SERVICE_NAMES } from '../../model/locations.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { baseName } from '../path-names.ts';
import { splitPointer } from '../positions.ts';
import type { SourceNode } from './source-node.ts';

export type Section = keyof ComponentsRecord;

/** Segments of a pointer that name the kind of a part, not the part. */
const STRUCTURE = new Set(
  (
    'allOf anyOf components content definitions $defs examples headers oneOf parameters paths properties ' +
    'requestBodies responses schema schemas'
  ).split(' '),
);

/** Sections whose members are named by their key alone. */
const NAMING = new Set(
  '$defs definitions examples headers links mediaTypes parameters pathItems requestBodies responses schemas'.split(' '),
);

/** Control characters: names become names of files, which terminals print. */
export const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/**
 * A component's own name, changed only where no URL or file could have it: empty, of dots alone, with control
 * characters, or broken Unicode.
 */
export function componentNameOf(rawName: string): string {
  const name = rawName.toWellFormed().replaceAll(CONTROL, '\ufffd');
  if (name === '') return '_';
  return /^\.{1,2}$/.test(name) ? name.replaceAll('.', '_') : name;
}

/**
 * Readable name for a part that becomes a component by a reference: from its pointer, or the name of a whole file.
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

/** Suffix that distinguishes equal names; the same text has the same digits in every run. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

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

/** Removes a slash at the end, which makes no other service: frameworks write `/items/` beside `/items/{id}`. */
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
