import { isRecord } from '../../schema/json-values.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { isToldByType } from './type-words.ts';

/** A schema inside another that holds for something without a name of its own. */
export interface Member {
  /** Our words for it: `any other name`. */
  readonly title: Phrase;
  /** Whether it describes the values of fields. */
  readonly isOfFields: boolean;
  readonly schema: JsonSchema;
}

const KEYWORDS = ['additionalProperties', 'patternProperties', 'propertyNames', 'contentSchema'] as const;
const NONE: readonly Member[] = [];

/**
 * The members of a schema in a fixed order. Those that only say "nothing else" are not among them: `no other fields` is
 * a demand. Members stand in the line of the schema as long as type and limits say everything; with fields, variants or
 * a description they have rows.
 */
export function membersOf(schema: JsonSchemaObject, words: Words): readonly Member[] {
  if (KEYWORDS.every((keyword) => schema[keyword] === undefined)) return NONE;
  const found: Member[] = [];
  const add = (isOfFields: boolean, title: Phrase, part: unknown): void => {
    if (isSchema(part)) found.push({ title, isOfFields, schema: part });
  };
  if (schema.additionalProperties !== false) add(true, [words.say('member.anyOtherName')], schema.additionalProperties);
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {}))
    add(true, words.sentence('member.namesThatMatch', { pattern }), part);
  add(false, [words.say('member.names')], schema.propertyNames);
  add(false, [words.say('member.content')], schema['contentSchema']);
  return found;
}

/** Title of a place in a list. @param index from 0 */
export function positionTitle(index: number, words: Words): string {
  return words.say('member.item', { number: index + 1 });
}

/** Keywords that rows have no phrases for. */
const RULES = ['not', 'if', 'dependentRequired', 'dependentSchemas', 'contains'];
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
/** Keywords that mean something beside another one only. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'else'],
  contains: ['minContains', 'maxContains'],
};

/** The part of a merged schema that is written as JSON Schema, because rows have no phrases for it; null for none. */
export function rulesOf(schema: JsonSchemaObject): JsonSchemaObject | null {
  const keywords = [
    ...RULES.filter((keyword) => schema[keyword] !== undefined && !(keyword === 'not' && isToldByType(schema))),
    ...UNEVALUATED.filter((keyword) => isRecord(schema[keyword])),
  ].flatMap((keyword) => [keyword, ...(BESIDE[keyword] ?? [])]);
  if (keywords.length === 0) return null;
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  );
}

/** Rules that hold together, as one schema. */
export function joinedRules(rules: readonly JsonSchemaObject[]): JsonSchemaObject | null {
  const [only = null, ...others] = rules;
  return others.length === 0 ? only : { allOf: rules };
}

/** Letters of a block of JSON Schema; of a longer one the beginning is shown. */
const LONGEST_BLOCK = 4000;

export function rulesText(rules: JsonSchemaObject): string {
  const text = JSON.stringify(rules, null, 2);
  return text.length <= LONGEST_BLOCK ? text : `${text.slice(0, text.lastIndexOf('\n', LONGEST_BLOCK))}\n…`;
}
