import { isNumber } from '../../schema/exact-number.ts';
/**
 * Text for the constraints of a schema, shared by all pages and text documents. The results are plain text, which views
 * escape. The values 0 and false are printed like any other.
 */
import { isRecord, isSameValue } from '../../schema/json-values.ts';
import { type JsonSchemaObject, VALUE_KEYS, VALUE_MEANINGS, VALUE_NAMES } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { markdownCode, markdownText } from '../markdown-text.ts';

/** Lists the constraints of a merged schema, without those of its subschemas, in a fixed order. */
export function constraints(schema: JsonSchemaObject, words: Words): readonly Phrase[] {
  const found: Phrase[] = [];
  const sayNumber = (key: LimitKey, value: unknown): void => {
    if (isNumber(value)) found.push([words.say(key, { value: String(value) })]);
  };
  const { contentEncoding: encoding, contentMediaType: type } = schema;
  if (schema.const !== undefined) found.push(words.sentence('demand.always', { value: bareText(schema.const) }));
  const length = range(schema.minLength, schema.maxLength, 'Characters', words);
  if (length !== null) found.push([length]);
  sayNumber('demand.atLeast', schema.minimum);
  sayNumber('demand.above', schema.exclusiveMinimum);
  sayNumber('demand.atMost', schema.maximum);
  sayNumber('demand.below', schema.exclusiveMaximum);
  sayNumber('demand.multipleOf', schema.multipleOf);
  if (typeof schema.pattern === 'string') found.push(words.sentence('demand.matches', { pattern: schema.pattern }));
  const items = range(schema.minItems, schema.maxItems, 'Items', words);
  const distinct = schema.uniqueItems === true && mayBeList(schema) ? [words.say('demand.noRepeats')] : [];
  if (items !== null || distinct.length > 0)
    found.push(words.list('list.comma', [...(items === null ? [] : [items]), ...distinct]));
  const fields = range(schema.minProperties, schema.maxProperties, 'Fields', words);
  if (fields !== null) found.push([fields]);
  if (isClosed(schema)) found.push([words.say('demand.noOtherFields')]);
  if (schema['unevaluatedItems'] === false || (schema.items === false && schema.prefixItems !== undefined))
    found.push([words.say('demand.noOtherItems')]);
  if (typeof encoding === 'string') found.push(words.sentence('demand.encodedAs', { encoding }));
  if (typeof type === 'string') found.push(words.sentence('demand.holds', { type }));
  if (schema.default !== undefined) found.push(words.sentence('demand.default', { value: valueText(schema.default) }));
  return found;
}

type LimitKey = 'demand.atLeast' | 'demand.above' | 'demand.atMost' | 'demand.below' | 'demand.multipleOf';

/** Whether objects of the schema have no fields other than those that it names. */
export function isClosed(schema: JsonSchemaObject): boolean {
  return schema.additionalProperties === false || schema['unevaluatedProperties'] === false;
}

/** Whether the schema allows a list: some descriptors set `uniqueItems` on a string. */
function mayBeList(schema: JsonSchemaObject): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('array');
}

/** Labels of a field: deprecated, read-only, write-only. */
export function markWords(schema: JsonSchemaObject, words: Words): readonly string[] {
  return [
    ...(schema.deprecated === true ? [words.say('field.deprecated')] : []),
    ...(schema.readOnly === true ? [words.say('field.readOnly')] : []),
    ...(schema.writeOnly === true ? [words.say('field.writeOnly')] : []),
  ];
}

/** The allowed values as JSON text, in order; empty when the schema does not list values. */
export function valueWords(schema: JsonSchemaObject): readonly string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(valueText) : [];
}

const LONGEST_MEANING = 500;

/** Markdown list of the allowed values with their names and meanings; empty when the schema declares neither. */
export function valueMeanings(schema: JsonSchemaObject): readonly string[] {
  if (!Array.isArray(schema.enum) || !VALUE_KEYS.some((key) => Object.hasOwn(schema, key))) return [];
  const azure = isRecord(schema['x-ms-enum']) ? schema['x-ms-enum']['values'] : null;
  const meanings = schema.enum.map((value, at) => {
    const named: unknown = Array.isArray(azure) ? azure[at] : null;
    const own = isRecord(named) && isSameValue(named['value'], value) ? named : {};
    const said = (keys: typeof VALUE_NAMES | typeof VALUE_MEANINGS, more: unknown): readonly string[] =>
      [...keys.map((key) => saidOf(value, at, schema[key])), more]
        .filter((text) => typeof text === 'string')
        .map((text) => cut(text.replaceAll(/\s+/g, ' ').trim()))
        .filter((text) => text !== '' && text !== value);
    const names = said(VALUE_NAMES, own['name']);
    const texts = said(VALUE_MEANINGS, own['description']).filter((text) => !names.includes(text));
    return [...new Set([...names.map(markdownText), ...texts])].join(': ');
  });
  if (meanings.every((meaning) => meaning === '')) return [];
  const items = schema.enum.map((value, at) => `- ${markdownCode(valueText(value))} ${meanings[at] ?? ''}`.trimEnd());
  return [items.join('\n')];
}

function cut(text: string): string {
  // A cut inside a surrogate pair would leave half a character.
  return text.length <= LONGEST_MEANING
    ? text
    : `${text.slice(0, LONGEST_MEANING - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function saidOf(value: unknown, at: number, said: unknown): unknown {
  if (Array.isArray(said)) return said[at];
  return isRecord(said) ? said[typeof value === 'string' ? value : valueText(value)] : null;
}

/** Formats a value as JSON text: strings keep their quotes, so that `"0"` and `0` differ. */
export function valueText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

/** Formats a value as JSON text; an unambiguous string has no quotes: `card`, but `"0"` and `""`. */
function bareText(value: unknown): string {
  return typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(value) && !/^(true|false|null)$/.test(value)
    ? value
    : valueText(value);
}

function range(least: unknown, most: unknown, unit: 'Characters' | 'Items' | 'Fields', words: Words): string | null {
  const low = typeof least === 'number' ? least : null;
  const high = typeof most === 'number' ? most : null;
  if (high === null) return low === null ? null : words.say(`demand.atLeast${unit}`, { count: low });
  if (low === null) return words.say(`demand.upTo${unit}`, { count: high });
  return low === high
    ? words.say(`demand.exactly${unit}`, { count: low })
    : words.say(`demand.range${unit}`, { low, count: high });
}
