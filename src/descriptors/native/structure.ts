import { closeNames } from '../../model/close-names.ts';
import { setOwn } from '../../model/own-property.ts';
import { ExactNumber } from '../../schema/exact-number.ts';
import { isRecord, type JsonRecord } from '../../schema/json-values.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';
import descriptorSchema from './api-descriptor.schema.json' with { type: 'json' };
import type { NativeDescriptor } from './native-descriptor.ts';

/** JSON Schema, limited to the keywords that `api-descriptor.schema.json` uses. */
interface Shape {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  /** Shape of a string, for a value that may be a string or a list; `else` is the shape of the list. */
  readonly then?: Shape;
  readonly else?: Shape;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
}

const DEFINITIONS: Readonly<Record<string, Shape>> = descriptorSchema.$defs;
/** Shape of a JSON Schema in a descriptor; the schema converter checks its content. */
const JSON_SCHEMA: Shape = { type: ['object', 'boolean'] };
/** Keys of a service that determine its name and paths. */
const DECIDING_KEYS = ['name', 'kind', 'route', 'route_identifier_name'];

/**
 * Validates a descriptor against its JSON Schema. The result omits invalid parts, so that further checks can examine
 * the rest and all problems are reported at once; its objects keep their positions in the file.
 */
export function checkStructure(value: object, complain: Complain): Partial<NativeDescriptor> {
  return new StructureCheck(complain).kept(value, descriptorSchema, '') as Partial<NativeDescriptor>;
}

class StructureCheck {
  readonly #report: Complain;
  #count = 0;

  constructor(report: Complain) {
    this.#report = report;
  }

  /** Returns the value without its invalid parts; undefined if the rest is unusable. */
  kept(given: unknown, referring: Shape, pointer: string): unknown {
    const shape = shapeFor(given, referring);
    const value = given instanceof ExactNumber && shape.type !== undefined ? Number(given) : given;
    const fault = faultOf(value, shape, pointer);
    if (fault !== undefined) {
      this.#complain({ pointer, ...fault });
      return undefined;
    }
    const { items } = shape;
    if (Array.isArray(value) && items !== undefined) {
      const place = placeOf(value) || pointer;
      const list = value.map((item: unknown, index) => this.kept(item, items, `${place}/${index}`));
      return written(
        list.filter((item) => item !== undefined),
        place,
      );
    }
    if (!isRecord(value) || shape.type !== 'object') return value;
    return this.#keptObject(value, shape, placeOf(value) || pointer);
  }

  #keptObject(value: JsonRecord, shape: Shape, pointer: string): object | undefined {
    const before = this.#count;
    const { required = [] } = shape;
    for (const key of required) if (!Object.hasOwn(value, key)) this.#complain(missingKey(key, shape, pointer));
    const result: Record<string, unknown> = {};
    let hasUnknown = false;
    for (const [key, inner] of Object.entries(value)) {
      const place = `${pointer}/${escapePointerSegment(key)}`;
      const member = memberOf(shape, key);
      if (member === undefined) {
        hasUnknown = true;
        this.#complain(unknownKey(key, shape, place));
      } else if (shape.propertyNames !== undefined && limitBroken(key, shape.propertyNames) !== undefined) {
        this.#complain(unfitKey(key, shape.propertyNames, place));
      } else {
        const kept = this.kept(inner, member, place);
        if (kept !== undefined) setOwn(result, key, kept);
      }
    }
    if (pointer === '') return written(result, pointer);
    const isLost = (key: string): boolean => Object.hasOwn(value, key) && !Object.hasOwn(result, key);
    const isUnusable =
      required.some((key) => !Object.hasOwn(result, key)) ||
      // A parameter with an invalid name or location may be a different parameter.
      (shape.title === 'parameter' && this.#count > before) ||
      // An unknown key may be a misspelt `route_identifier_name`.
      (shape.title === 'service' &&
        (DECIDING_KEYS.some(isLost) || (hasUnknown && !Object.hasOwn(value, 'route_identifier_name'))));
    return isUnusable ? undefined : written(result, pointer);
  }

  #complain(complaint: Complaint): void {
    this.#count += 1;
    this.#report(complaint);
  }
}

/** Returns the part of the JSON Schema that applies to a value. */
function shapeFor(value: unknown, { $ref, ...own }: Shape): Shape {
  const name = $ref?.split('/').at(-1) ?? '';
  if (name === 'jsonSchema') return JSON_SCHEMA;
  const shape = $ref === undefined ? own : (DEFINITIONS[name] ?? own);
  const branch = typeof value === 'string' ? shape.then : shape.else;
  return branch === undefined ? shape : { ...shape, ...shapeFor(value, branch) };
}

function memberOf(shape: Shape, key: string): Shape | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = shape;
  if (Object.hasOwn(properties, key)) return properties[key];
  const pattern = Object.keys(patternProperties).find((one) => new RegExp(one, 'u').test(key));
  if (pattern !== undefined) return patternProperties[pattern];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

type Fault = Pick<Complaint, 'rule' | 'message' | 'remedy'>;

function faultOf(value: unknown, shape: Shape, pointer: string): Fault | undefined {
  const types = [shape.type ?? []].flat();
  const remedy =
    shape.description === undefined
      ? 'Write a value that JSON Schema 2020-12 allows here.'
      : `Write this: ${lowerFirst(shape.description)}`;
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    const expected = types.map((type) => TYPE_WORDS[type] ?? type);
    const actual = TYPE_WORDS[typeOf(value)] ?? 'something else';
    const message = `${upperFirst(keyNameOf(pointer))} is ${actual}, but must be ${orList(expected)}.`;
    return { rule: 'wrong-type', message, remedy };
  }
  const wrong = (how = ''): string => `${quote(value)} is not a value for ${keyNameOf(pointer)}${how}.`;
  if (shape.enum !== undefined && !shape.enum.includes(value)) {
    const names = shape.enum.map(String);
    const close = typeof value === 'string' ? closeNames(value, names) : [];
    return { rule: 'wrong-value', message: wrong(), remedy: `Write ${close[0] ?? orList(names)}.` };
  }
  const broken = limitBroken(value, shape);
  return broken === undefined ? undefined : { rule: 'wrong-value', message: wrong(broken && `: ${broken}`), remedy };
}

/** Explains which limit a value violates; undefined for a valid value, empty if the key's description suffices. */
function limitBroken(value: unknown, shape: Shape): string | undefined {
  const { minimum, maximum, minLength = 0, maxLength, pattern, minItems = 0, uniqueItems } = shape;
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `it must be >= ${minimum}`;
    return maximum !== undefined && value > maximum ? `it must be <= ${maximum}` : undefined;
  }
  if (typeof value === 'string') {
    if (maxLength !== undefined && value.length > maxLength)
      return `it must NOT have more than ${maxLength} characters`;
    return value.length < minLength || (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      ? ''
      : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  if (value.length < minItems) return `it must NOT have fewer than ${minItems} items`;
  if (uniqueItems !== true) return undefined;
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  return texts.size < value.length ? 'it must NOT have duplicate items' : undefined;
}

function unknownKey(key: string, shape: Shape, pointer: string): Complaint {
  const known = Object.keys(shape.properties ?? {});
  const [close] = closeNames(key, known);
  const isStatus = Object.keys(shape.patternProperties ?? {}).some((pattern) => pattern.includes('default'));
  const others = `known are ${known.filter((name) => name !== '$schema').join(', ')}.`;
  const without = isStatus ? 'Write a status code such as 200, a range such as 4XX, or default.' : 'Remove it.';
  const remedy = close !== undefined ? `Write ${quote(close)}.` : `Remove it or start it with "x-"; ${others}`;
  const message = `${quote(key)} is not a key of ${titleOf(shape)}.`;
  return { pointer, at: 'key', rule: 'unknown-key', message, remedy: known.length > 0 ? remedy : without };
}

function unfitKey(key: string, { title = 'key', description = 'another name.' }: Shape, pointer: string): Complaint {
  const message = `${quote(key)} cannot be a ${title}.`;
  return { pointer, at: 'key', rule: 'unsafe-name', message, remedy: `Write ${lowerFirst(description)}` };
}

function missingKey(key: string, shape: Shape, pointer: string): Complaint {
  const description = shape.properties?.[key]?.description;
  const message = `The key ${quote(key)} is missing in ${titleOf(shape)}.`;
  const remedy = `Add ${quote(key)}${description === undefined ? '.' : `: ${lowerFirst(description)}`}`;
  return { pointer, rule: 'missing-key', message, remedy };
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

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

/** Returns the last key of a pointer, for messages; skips list indexes: `services`, `version`. */
function keyNameOf(pointer: string): string {
  const keys = splitPointer(pointer);
  const last = keys.at(-1);
  if (last === undefined) return 'The descriptor';
  const key = keys.findLast((candidate) => !/^\d+$/.test(candidate)) ?? last;
  const inList = /^\d+$/.test(last) && key !== last;
  return (inList ? 'an item of ' : '') + quote(key);
}

/** Names a shape in messages: `this operation`, or `operations` for a plural title. */
function titleOf({ title }: Shape): string {
  if (title === undefined) return 'this map';
  return title.endsWith('s') ? lowerFirst(title) : `this ${lowerFirst(title)}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Problem at a position in the descriptor. */
export interface Complaint {
  /** JSON Pointer to the wrong value. */
  readonly pointer: string;
  /** Position of the problem: `key` if the key itself is wrong; left out if its value is wrong. */
  readonly at?: 'key' | undefined;
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
  readonly severity?: 'error' | 'warning';
}

export type Complain = (complaint: Complaint) => void;

/** Quotes a value for a message: on one line, shortened to 60 characters. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `"${short.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}"`;
}

/** Joins names for a message: `a`, `a or b`, `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
