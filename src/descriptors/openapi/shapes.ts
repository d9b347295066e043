import { closeNames } from '../../model/close-names.ts';
import { isExtension } from '../../model/extensions.ts';
import type { Reference } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { ExactNumber, isNumber, type JsonNumber } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';
import { ownNotes } from './audience.ts';
import { CONTROL, componentNameOf, type Section } from './names.ts';
import type { Reading } from './reading.ts';
import { refOf, type SourceNode } from './source-node.ts';

/** Converts a node to a part of the model; returns undefined if the value is missing, or invalid and reported. */
export type Convert<T> = (node: SourceNode, reading: Reading) => T | undefined;

/** Converts text; accepts a number or boolean as text, with a warning. */
export const text: Convert<string> = (node, reading) => {
  const { value } = node;
  if (typeof value === 'string') return value;
  if (isAbsent(value)) return undefined;
  if (!isNumber(value) && typeof value !== 'boolean') return wrongType(node, reading, 'text');
  const meant = value instanceof ExactNumber ? value.source : String(value);
  reading.warn(
    node,
    'wrong-type',
    `“${node.key}” is ${kindOf(value)}, but must be text; it was read as “${meant}”.`,
    'Put it in quotes.',
  );
  return meant;
};

export const flag: Convert<boolean> = (node, reading) => {
  const { value } = node;
  if (typeof value === 'boolean') return value;
  if (isAbsent(value)) return undefined;
  if (value !== 'true' && value !== 'false') return wrongType(node, reading, 'true or false');
  reading.warn(node, 'wrong-type', `“${node.key}” is text, but must be true or false.`, 'Remove the quotes.');
  return value === 'true';
};

/** Converts a finite number; accepts a number in a text, with a warning. */
export const number: Convert<JsonNumber> = (node, reading) => {
  const { value } = node;
  if (isNumber(value) && Number.isFinite(Number(value))) return value;
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string' || value.trim() === '' || !Number.isFinite(Number(value)))
    return wrongType(node, reading, 'a number');
  reading.warn(node, 'wrong-type', `“${node.key}” is text, but must be a number.`, 'Remove the quotes.');
  return Number(value);
};

/** Converts a list of texts; accepts a single text as a list of one, with a warning. */
export const texts: Convert<readonly string[]> = (node, reading) => {
  const { value } = node;
  if (typeof value !== 'string') return listOf(text)(node, reading);
  const message = `“${node.key}” is text, but must be a list; it was read as one.`;
  reading.warn(node, 'wrong-type', message, `Write [${value}].`);
  return [value];
};

/** Converts a non-negative integer. */
export const count: Convert<number> = (node, reading) => {
  const given = number(node, reading);
  const value = given && Number(given);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  return wrongType(node, reading, 'a whole number of at least 0');
};

/** Converts a value that must be one of the given texts. */
export function oneOf<T extends string>(texts: readonly T[]): Convert<T> {
  return (node, reading) => {
    const found = texts.find((candidate) => candidate === node.value);
    return found === undefined && !isAbsent(node.value) ? wrongType(node, reading, texts.join(', ')) : found;
  };
}

/** Returns any value unchanged. */
export const raw: Convert<unknown> = (node) => node.value;

/** Converts a list; leaves out unusable items. */
export function listOf<T>(convert: Convert<T>): Convert<readonly T[]> {
  return (node, reading) => {
    if (isAbsent(node.value)) return undefined;
    if (!Array.isArray(node.value)) return wrongType(node, reading, 'a list');
    return node.items().flatMap((item) => {
      const converted = convert(item, reading);
      return converted === undefined ? [] : [converted];
    });
  };
}

/** Converts a map; leaves out unusable members. */
export function mapOf<T>(convert: Convert<T>): Convert<Readonly<Record<string, T>>> {
  return (node, reading) => {
    if (isAbsent(node.value)) return undefined;
    if (!isRecord(node.value)) return wrongType(node, reading, 'an object');
    const result: Record<string, T> = {};
    for (const [key, child] of node.entries()) {
      const converted = convert(child, reading);
      if (converted !== undefined) setOwn(result, key, converted);
    }
    return result;
  };
}

/**
 * Converts an object with known fields. Keeps `x-` keys unchanged; keeps an unknown key with the prefix `x-` and warns.
 * @param name name of the object in messages: `an operation`
 */
export function fieldsOf(
  node: SourceNode,
  reading: Reading,
  name: string,
  fields: Readonly<Record<string, Convert<unknown>>>,
): Record<string, unknown> | undefined {
  if (isAbsent(node.value)) return undefined;
  if (!isRecord(node.value)) return wrongType(node, reading, name);
  const result: Record<string, unknown> = {};
  for (const [key, child] of node.entries()) {
    if (Object.hasOwn(fields, key)) {
      const converted = fields[key]?.(child, reading);
      if (converted !== undefined) result[key] = converted;
    } else if (isExtension(key)) setOwn(result, key, child.value);
    else keepUnknown(result, child, reading, name, Object.keys(fields));
  }
  return result;
}

/**
 * Converts a Reference Object to a reference to a component, and any other node with `convert`.
 * @param missing result for a broken reference: a reference to a placeholder component, or undefined
 */
export function referenceOr<T extends object>(
  section: Section,
  convert: Convert<T>,
  missing: 'named gap' | 'left out' = 'named gap',
): Convert<Reference<T>> {
  return (node, reading) => {
    const ref = refOf(node);
    if (ref === undefined) return convert(node, reading);
    const target = reading.references.refer(section, node, ref);
    if (target === undefined && missing === 'left out') return undefined;
    const notes: Record<string, string> = {};
    for (const key of ['summary', 'description']) {
      const note = node.child(key).value;
      if (typeof note === 'string') notes[key] = note;
    }
    return { $ref: target ?? reading.references.gaps.referTo(section, ref), ...notes, ...ownNotes(node) };
  };
}

/** True for a missing value, and for null, which YAML reads for a key without a value. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Returns the extensions of an object; an empty object for any other value. */
export function extensionsOf(node: SourceNode): Readonly<Record<`x-${string}`, unknown>> {
  return Object.fromEntries(node.entries().flatMap(([key, child]) => (isExtension(key) ? [[key, child.value]] : [])));
}

export function wrongType(node: SourceNode, reading: Reading, wanted: string): undefined {
  const name = node.key === '' ? 'The file' : `“${node.key}”`;
  reading.warn(
    node,
    'wrong-type',
    `${name} is ${kindOf(node.value)}, but must be ${wanted}; it was left out.`,
    `Write ${wanted}.`,
  );
  return undefined;
}

/** @param names known keys of the object */
export function unknownKeyRemedy({ key }: SourceNode, names: readonly string[]): string {
  const [close] = closeNames(key, names);
  return close === undefined
    ? 'Correct its spelling, or begin it with x-.'
    : `Did you mean “${close}”? Keys of your own begin with x-.`;
}

function keepUnknown(
  result: Record<string, unknown>,
  node: SourceNode,
  reading: Reading,
  name: string,
  known: readonly string[],
): void {
  const kept = `x-${node.key}`;
  if (!Object.hasOwn(result, kept)) setOwn(result, kept, node.value);
  reading.warn(
    node,
    'unknown-key',
    `The key “${node.key}” has no meaning in ${name}; it was kept as “${kept}”.`,
    unknownKeyRemedy(node, known),
    'key',
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = { string: 'text', number: 'a number', boolean: 'true or false' };
  return kinds[isNumber(value) ? 'number' : typeof value] ?? 'an object';
}

/** Warns about a name with control characters, which {@link componentNameOf} replaces. */
export function checkName(node: SourceNode, name: string, reading: Reading): void {
  if (name.search(CONTROL) === -1) return;
  const message = `The name “${componentNameOf(name)}” has control characters; “\ufffd” stands for each of them.`;
  reading.warn(node, 'wrong-value', message, 'Remove them from the name.');
}
