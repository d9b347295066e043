import type { ErrorObject } from 'ajv/dist/2020.js';
import { closeNames } from '../../model/close-names.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';
import { type Complaint, orList, quote } from './reporter.ts';

/** One failed check of the JSON Schema in words: where, what, and what to write instead. */
export function describeError(error: ErrorObject): Complaint {
  const { instancePath: pointer, keyword, params } = error;
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(error, String(params['additionalProperty']));
    case 'propertyNames':
      return unfitKey(error, String(params['propertyName']));
    case 'required':
      return missingKey(error, String(params['missingProperty']));
    case 'type':
      return wrongType(error);
    case 'enum':
      return wrongChoice(error);
    default: {
      const how = FALLBACK_KEYWORDS.has(keyword) ? `: it ${error.message ?? 'is wrong'}` : '';
      const message = `${quote(error.data)} is not a value for ${nameOf(error)}${how}.`;
      return { pointer, rule: 'wrong-value', message, remedy: remedyOf(error) };
    }
  }
}

/** Keywords whose own words say more than the description of the place. */
const FALLBACK_KEYWORDS: ReadonlySet<string> = new Set(['maxLength', 'minimum', 'maximum', 'minItems', 'uniqueItems']);

function unknownKey(error: ErrorObject, key: string): Complaint {
  const known = Object.keys(propertiesOf(error));
  const close = closeNames(key, known);
  const patterns = Object.keys(propertiesOf(error, 'patternProperties'));
  const remedy =
    close[0] !== undefined
      ? `Write ${quote(close[0])}.`
      : known.length > 0
        ? `Remove it or start it with "x-"; known are ${known.filter((name) => name !== '$schema').join(', ')}.`
        : patterns.some((pattern) => pattern.includes('default'))
          ? 'Write a status code such as 200, a range such as 4XX, or default.'
          : 'Remove it.';
  const message = `${quote(key)} is not a key of ${titleOf(error)}.`;
  return { pointer: pointerTo(key, error), at: 'key', rule: 'unknown-key', message, remedy };
}

function unfitKey(error: ErrorObject, key: string): Complaint {
  const message = `${quote(key)} cannot be a ${textIn(error.schema, 'title') ?? 'key'}.`;
  const remedy = `Write ${lowerFirst(textIn(error.schema, 'description') ?? 'another name.')}`;
  return { pointer: pointerTo(key, error), at: 'key', rule: 'unsafe-name', message, remedy };
}

/** The pointer to a key of the value that is wrong. */
function pointerTo(key: string, { instancePath }: ErrorObject): string {
  return `${instancePath}/${escapePointerSegment(key)}`;
}

function missingKey(error: ErrorObject, key: string): Complaint {
  const properties = propertiesOf(error);
  const description = textIn(Object.hasOwn(properties, key) ? properties[key] : undefined, 'description');
  const message = `The key ${quote(key)} is missing in ${titleOf(error)}.`;
  const remedy = `Add ${quote(key)}${description === undefined ? '.' : `: ${lowerFirst(description)}`}`;
  return { pointer: error.instancePath, rule: 'missing-key', message, remedy };
}

function wrongType(error: ErrorObject): Complaint {
  const expected = [error.params['type']].flat().map((type) => TYPE_WORDS[String(type)] ?? String(type));
  const actual = TYPE_WORDS[typeOf(error.data)] ?? 'something else';
  const message = `${upperFirst(nameOf(error))} is ${actual}, but must be ${orList(expected)}.`;
  return { pointer: error.instancePath, rule: 'wrong-type', message, remedy: remedyOf(error) };
}

function wrongChoice(error: ErrorObject): Complaint {
  const choices: unknown = error.params['allowedValues'];
  const names = Array.isArray(choices) ? choices.map(String) : [];
  const close = typeof error.data === 'string' ? closeNames(error.data, names) : [];
  const message = `${quote(error.data)} is not a value for ${nameOf(error)}.`;
  return { pointer: error.instancePath, rule: 'wrong-value', message, remedy: `Write ${close[0] ?? orList(names)}.` };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  null: 'empty',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'a map',
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The last key on the way to the place, without the numbers of list items: `services`, `version`. */
function nameOf(error: ErrorObject): string {
  const keys = splitPointer(error.instancePath);
  const last = keys.at(-1);
  if (last === undefined) return 'The descriptor';
  const key = keys.findLast((candidate) => !/^\d+$/.test(candidate)) ?? last;
  const inList = /^\d+$/.test(last) && key !== last;
  return (inList ? 'an item of ' : '') + quote(key);
}

/** `this operation`; of several, `operations`. */
function titleOf(error: ErrorObject): string {
  const title = textIn(error.parentSchema, 'title');
  if (title === undefined) return 'this map';
  return title.endsWith('s') ? lowerFirst(title) : `this ${lowerFirst(title)}`;
}

function remedyOf(error: ErrorObject): string {
  const description = textIn(error.parentSchema, 'description');
  return description === undefined
    ? 'Write a value that JSON Schema 2020-12 allows here.'
    : `Write this: ${lowerFirst(description)}`;
}

/** @param schema the JSON Schema that was broken, or a part of it */
function textIn(schema: unknown, keyword: 'title' | 'description'): string | undefined {
  const text = isRecord(schema) ? schema[keyword] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function propertiesOf(
  { parentSchema }: ErrorObject,
  keyword: 'properties' | 'patternProperties' = 'properties',
): Readonly<Record<string, unknown>> {
  const value: unknown = parentSchema?.[keyword];
  return isRecord(value) ? value : {};
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
