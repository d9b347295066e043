import { countExactNumbers, parseExactJson } from '../schema/exact-number.ts';
import type { Work } from '../schema/work.ts';

type JsonReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly detail: string }
  /** Reading the body would exceed the budget. */
  | { readonly kind: 'too-much' };

/** Maximum depth (our choice); deeper bodies are refused before any recursion. */
const MAX_DEPTH = 100;

/**
 * Reads a JSON body: strict UTF-8 (a byte order mark is ignored, RFC 8259 §8.1); any name is data, even `__proto__`.
 * @param work budget for reading, charged in advance: the native parser cannot be interrupted
 */
export function parseJsonBody(bytes: Uint8Array, work: Work): JsonReading {
  if (!work.spend(bytes.length * UNITS.byte)) return { kind: 'too-much' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { kind: 'malformed', detail: 'The body is not UTF-8.' };
  }
  const { depth, units } = measure(bytes);
  if (depth > MAX_DEPTH) return { kind: 'malformed', detail: `The body is nested more than ${MAX_DEPTH} levels deep.` };
  // Other numbers are compared as doubles: `1.10` is 1.1.
  const isLong = LONG_NUMBER.test(text);
  if (!work.spend(isLong ? 2 * units + countExactNumbers(text) * UNITS.exactNumber : units))
    return { kind: 'too-much' };
  try {
    return { kind: 'value', value: isLong ? parseExactJson(text) : JSON.parse(text) };
  } catch {
    return { kind: 'malformed', detail: 'The body is not JSON.' };
  }
}

/**
 * Measured cost of each part of a text for V8's parser. The most expensive parts are property names in a new order,
 * each of which creates a hidden class, until an object has so many that V8 stores it as a table.
 */
const UNITS = {
  byte: 0.25,
  exactNumber: 300,
  container: 7,
  part: 2,
  newName: 80,
  tableName: 12,
  knownName: 3,
  newText: 18,
  knownText: 4,
};
/** Maximum length of texts that V8 looks up in its string table; it copies longer ones. */
const SHORT_TEXT = 10;
const KNOWN_BITS = 20;
const NAMES_OF_TABLE = 1_100;

/** Number with more digits than every double keeps. */
const LONG_NUMBER = /\d[\d.]{15}/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Measures the nesting depth of a JSON text and the cost of parsing it. */
function measure(bytes: Uint8Array): { readonly depth: number; readonly units: number } {
  // A hash collision makes a new name look known; 128 KiB have a bit for every name that a body of 1 MB can contain.
  const known = new Uint8Array(2 ** (KNOWN_BITS - 3));
  const isNew = (hash: number): boolean => {
    const bit = hash >>> (32 - KNOWN_BITS);
    const mask = 1 << (bit & 7);
    const before = known[bit >>> 3] ?? 0;
    known[bit >>> 3] = before | mask;
    return (before & mask) === 0;
  };
  /** Hash of the current object's names so far, at each depth. */
  const shapes = new Int32Array(MAX_DEPTH + 2);
  const names = new Int32Array(MAX_DEPTH + 2);
  let depth = 0;
  let deepest = 0;
  let units = 0;
  let text = 0;
  let textLength = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        const start = at + 1;
        text = 17;
        for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
          if (bytes[at] === BACKSLASH) at += 1;
          text = Math.imul(text ^ (bytes[at] ?? 0), 0x9e3779b1);
        }
        textLength = at - start;
        if (textLength <= SHORT_TEXT) units += isNew(Math.imul(text, 0x85ebca6b)) ? UNITS.newText : UNITS.knownText;
        else units += UNITS.knownText;
        break;
      }
      case COLON: {
        const level = Math.min(depth, MAX_DEPTH);
        const shape = Math.imul((shapes[level] ?? 0) ^ text ^ (text >>> 15), 0xc2b2ae35);
        shapes[level] = shape;
        const count = (names[level] ?? 0) + 1;
        names[level] = count;
        units += !isNew(shape) ? UNITS.knownName : count > NAMES_OF_TABLE ? UNITS.tableName : UNITS.newName;
        break;
      }
      case COMMA:
        units += UNITS.part;
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        deepest = Math.max(deepest, depth);
        shapes[Math.min(depth, MAX_DEPTH)] = 7;
        names[Math.min(depth, MAX_DEPTH)] = 0;
        units += UNITS.container;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return { depth: deepest, units };
}
