/**
 * What a schema demands, in the words that every page and text document uses. Plain text in, plain text
 * out: views escape them. 0 and false are values and never dropped.
 */
import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Constraint } from '../words.ts';
import { countOf } from '../words.ts';

/** Every demand of a schema itself (not of its subschemas), in a fixed order. Give it a merged schema. */
export function constraints(schema: JsonSchemaObject): readonly Constraint[] {
  const found: Constraint[] = [];
  const say = (words: string | null): void => {
    if (words !== null) found.push([words]);
  };
  const sayCode = (words: string, code: string): void => {
    found.push([`${words} `, code]);
  };
  if (schema.const !== undefined) sayCode('always', bareText(schema.const));
  say(range(schema.minLength, schema.maxLength, 'character'));
  say(numeric('at least', schema.minimum));
  say(numeric('above', schema.exclusiveMinimum));
  say(numeric('at most', schema.maximum));
  say(numeric('below', schema.exclusiveMaximum));
  say(numeric('multiple of', schema.multipleOf));
  if (typeof schema.pattern === 'string') sayCode('matches', schema.pattern);
  const items = range(schema.minItems, schema.maxItems, 'item');
  const distinct = schema.uniqueItems === true ? 'no repeats' : null;
  say(items !== null && distinct !== null ? `${items}, ${distinct}` : (items ?? distinct));
  say(range(schema.minProperties, schema.maxProperties, 'field'));
  if (schema.additionalProperties === false || schema['unevaluatedProperties'] === false) say('no other fields');
  if (schema['unevaluatedItems'] === false || (schema.items === false && schema.prefixItems !== undefined))
    say('no other items');
  if (typeof schema.contentEncoding === 'string') sayCode('encoded as', schema.contentEncoding);
  if (typeof schema.contentMediaType === 'string') sayCode('holds', schema.contentMediaType);
  if (schema.default !== undefined) sayCode('default', valueText(schema.default));
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
  return typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(value) && !/^(true|false|null)$/.test(value)
    ? value
    : valueText(value);
}

function numeric(words: string, value: unknown): string | null {
  return typeof value === 'number' ? `${words} ${value}` : null;
}

function range(least: unknown, most: unknown, unit: string): string | null {
  const low = typeof least === 'number' ? least : null;
  const high = typeof most === 'number' ? most : null;
  if (high === null) return low === null ? null : `at least ${countOf(low, unit)}`;
  if (low === null) return `up to ${countOf(high, unit)}`;
  return low === high ? `exactly ${countOf(low, unit)}` : `${low} to ${countOf(high, unit)}`;
}
