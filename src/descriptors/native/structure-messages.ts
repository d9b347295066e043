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
    default:
      return {
        pointer,
        at: 'value',
        rule: 'wrong-value',
        message: `${quote(error.data)} is not a value for ${nameOf(error)}${FALLBACK_KEYWORDS.has(keyword) ? `: it ${error.message ?? 'is wrong'}` : ''}.`,
        remedy: remedyOf(error),
      };
  }
}

/** Keywords whose own words say more than the description of the place. */
const FALLBACK_KEYWORDS: ReadonlySet<string> = new Set(['maxLength', 'minimum', 'maximum', 'minItems', 'uniqueItems']);

function unknownKey(error: ErrorObject, key: string): Complaint {
  const known = Object.keys(propertiesOf(error));
  const close = closeNames(key, known);
  const patterns = propertiesAt(error, 'patternProperties');
  const remedy =
    close[0] !== undefined
      ? `Write ${quote(close[0])}.`
      : known.length > 0
        ? `Remove it or start it with "x-"; known are ${known.filter((name) => name !== '$schema').join(', ')}.`
        : patterns.some((pattern) => pattern.includes('default'))
          ? 'Write a status code such as 200, a range such as 4XX, or default.'
          : 'Remove it.';
  const where = titleOf(error);
  return {
    pointer: `${error.instancePath}/${escapePointerSegment(key)}`,
    at: 'key',
    rule: 'unknown-key',
    message: `${quote(key)} is not a key of ${where}.`,
    remedy,
  };
}

function unfitKey(error: ErrorObject, key: string): Complaint {
  const names: unknown = isRecord(error.schema) ? error.schema : {};
  const description =
    isRecord(names) && typeof names['description'] === 'string' ? names['description'] : 'another name.';
  return {
    pointer: `${error.instancePath}/${escapePointerSegment(key)}`,
    at: 'key',
    rule: 'unsafe-name',
    message: `${quote(key)} cannot be a ${isRecord(names) && typeof names['title'] === 'string' ? names['title'] : 'key'}.`,
    remedy: `Write ${lowerFirst(description)}`,
  };
}

function missingKey(error: ErrorObject, key: string): Complaint {
  const properties = propertiesOf(error);
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const description =
    isRecord(property) && typeof property['description'] === 'string'
      ? `: ${lowerFirst(property['description'])}`
      : '.';
  return {
    pointer: error.instancePath,
    at: 'value',
    rule: 'missing-key',
    message: `The key ${quote(key)} is missing in ${titleOf(error)}.`,
    remedy: `Add ${quote(key)}${description}`,
  };
}

function wrongType(error: ErrorObject): Complaint {
  const expected = [error.params['type']].flat().map((type) => TYPE_WORDS[String(type)] ?? String(type));
  return {
    pointer: error.instancePath,
    at: 'value',
    rule: 'wrong-type',
    message: `${upperFirst(nameOf(error))} is ${TYPE_WORDS[typeOf(error.data)] ?? 'something else'}, but must be ${orList(expected)}.`,
    remedy: remedyOf(error),
  };
}

function wrongChoice(error: ErrorObject): Complaint {
  const choices: unknown = error.params['allowedValues'];
  const names = Array.isArray(choices) ? choices.map(String) : [];
  const close = typeof error.data === 'string' ? closeNames(error.data, names) : [];
  return {
    pointer: error.instancePath,
    at: 'value',
    rule: 'wrong-value',
    message: `${quote(error.data)} is not a value for ${nameOf(error)}.`,
    remedy: `Write ${close[0] ?? orList(names)}.`,
  };
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
  const parent: unknown = error.parentSchema;
  const title = isRecord(parent) && typeof parent['title'] === 'string' ? lowerFirst(parent['title']) : 'this map';
  if (title === 'this map' || title.endsWith('s')) return title;
  return `this ${title}`;
}

function remedyOf(error: ErrorObject): string {
  const parent: unknown = error.parentSchema;
  const description = isRecord(parent) && typeof parent['description'] === 'string' ? parent['description'] : undefined;
  return description === undefined
    ? 'Write a value that JSON Schema 2020-12 allows here.'
    : `Write this: ${lowerFirst(description)}`;
}

function propertiesOf(error: ErrorObject): Record<string, unknown> {
  const parent: unknown = error.parentSchema;
  return isRecord(parent) && isRecord(parent['properties']) ? parent['properties'] : {};
}

function propertiesAt(error: ErrorObject, keyword: string): readonly string[] {
  const parent: unknown = error.parentSchema;
  const value = isRecord(parent) ? parent[keyword] : undefined;
  return isRecord(value) ? Object.keys(value) : [];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
