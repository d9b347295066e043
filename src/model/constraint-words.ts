/**
 * What a schema demands, in the words that every page and text document uses. Plain text in, plain text
 * out: whoever shows them escapes them. 0 and false are values and never dropped.
 */
import type { Components } from './components.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { typeWords } from './type-words.ts';

/** One demand: words, and after them what is written as code: `matches` + `^[A-Z]{3}$`. */
export interface Constraint {
  readonly words: string;
  readonly code: string | null;
}

/** Every demand of a schema itself (not of its subschemas), in a fixed order. Give it a merged schema. */
export function constraints(schema: JsonSchemaObject): readonly Constraint[] {
  const found: Constraint[] = [];
  const say = (words: string | null, code: string | null = null): void => {
    if (words !== null) found.push({ words, code });
  };
  if (schema.const !== undefined) say('always', bareText(schema.const));
  say(range(schema.minLength, schema.maxLength, 'character'));
  say(numeric('at least', schema.minimum));
  say(numeric('above', schema.exclusiveMinimum));
  say(numeric('at most', schema.maximum));
  say(numeric('below', schema.exclusiveMaximum));
  say(numeric('multiple of', schema.multipleOf));
  if (typeof schema.pattern === 'string') say('matches', schema.pattern);
  const items = range(schema.minItems, schema.maxItems, 'item');
  const distinct = schema.uniqueItems === true ? 'no repeats' : null;
  say(items !== null && distinct !== null ? `${items}, ${distinct}` : (items ?? distinct));
  say(range(schema.minProperties, schema.maxProperties, 'field'));
  if (schema.additionalProperties === false || schema['unevaluatedProperties'] === false) say('no other fields');
  if (schema['unevaluatedItems'] === false || (schema.items === false && schema.prefixItems !== undefined)) say('no other items');
  if (typeof schema.contentEncoding === 'string') say('encoded as', schema.contentEncoding);
  if (typeof schema.contentMediaType === 'string') say('holds', schema.contentMediaType);
  if (schema.default !== undefined) say('default', valueText(schema.default));
  return found;
}

/** {@link constraints} as plain text, code in backticks. */
export function constraintWords(schema: JsonSchemaObject): readonly string[] {
  return constraints(schema).map(({ words, code }) => (code === null ? words : `${words} \`${code}\``));
}

/** Demands on other subschemas that a field row says in words: free keys, items that must be there, dependencies, conditions. */
export function shapeConstraints(schema: JsonSchemaObject, components: Components): readonly Constraint[] {
  const found: Constraint[] = [];
  const kind = (part: JsonSchema): string => [typeWords(part, components), ...(typeof part === 'boolean' ? [] : constraintWords(part))].join(', ');
  const free = schema.additionalProperties;
  if (free !== undefined && free !== false) found.push({ words: `any other name: ${kind(free)}`, code: null });
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {})) found.push({ words: `${kind(part)} under names that match`, code: pattern });
  if (schema.propertyNames !== undefined) found.push({ words: `names: ${kind(schema.propertyNames)}`, code: null });
  if (schema.contains !== undefined) {
    const least = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1;
    const most = typeof schema['maxContains'] === 'number' ? ` and at most ${schema['maxContains']}` : '';
    found.push({ words: `at least ${least}${most} of the items: ${kind(schema.contains)}`, code: null });
  }
  if (schema.not !== undefined && Object.keys(schema).some((keyword) => keyword !== 'not'))
    found.push({ words: `anything but ${kind(schema.not)}`, code: null });
  const dependent = schema['dependentRequired'];
  if (typeof dependent === 'object' && dependent !== null) {
    for (const [name, needed] of Object.entries(dependent)) {
      if (Array.isArray(needed) && needed.length > 0) found.push({ words: `with ${name} also ${needed.join(', ')}`, code: null });
    }
  }
  for (const [words, part] of [
    ['if', schema.if],
    ['then', schema.then],
    ['else', schema.else],
  ] as const) {
    if (part !== undefined) found.push({ words, code: JSON.stringify(part) });
  }
  return found;
}

/** Marks of a field: deprecated, set by the server, never sent back. */
export function markWords(schema: JsonSchemaObject): readonly string[] {
  return [
    ...(schema.deprecated === true ? ['deprecated'] : []),
    ...(schema.readOnly === true ? ['read-only: set by the server'] : []),
    ...(schema.writeOnly === true ? ['write-only: never sent back'] : []),
  ];
}

/** The allowed values as JSON text, in order; empty where any value of the type is allowed. */
export function valueWords(schema: JsonSchemaObject): readonly string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(valueText) : [];
}

/** A value as JSON text: strings keep their quotes, so that `"0"` and `0` differ. */
export function valueText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

/** A string without its quotes where it cannot be mistaken for another value: `card`, but `"0"` and `""`. */
function bareText(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(value) && !/^(true|false|null)$/.test(value) ? value : valueText(value);
}

function numeric(words: string, value: unknown): string | null {
  return typeof value === 'number' ? `${words} ${value}` : null;
}

function range(least: unknown, most: unknown, unit: string): string | null {
  const low = typeof least === 'number' && least > 0 ? least : null;
  const high = typeof most === 'number' ? most : null;
  if (high === null) return low === null ? null : `at least ${countOf(low, unit)}`;
  if (low === null) return `up to ${countOf(high, unit)}`;
  return low === high ? `exactly ${countOf(low, unit)}` : `${low} to ${countOf(high, unit)}`;
}

/** `1 field`, `2 fields`. */
export function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
