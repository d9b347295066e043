import { createHash } from 'node:crypto';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { baseName } from '../path-names.ts';
import { splitPointer } from '../positions.ts';
import type { SourceNode } from './source-node.ts';

export type Section = keyof ComponentsRecord;

/** Parts of a pointer that say what kind of thing follows, not which. */
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

/** Names become names of files, which terminals print. */
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
 * A readable name for what a reference makes a component: from its pointer, or from its file when it is the whole file.
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

/** Tells names apart that would be equal; the same text gives the same digits in every run. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
