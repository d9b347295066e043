import { isRecord } from '../../model/schema/json-values.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import type { Constraint } from '../words.ts';
import { consequencesOf } from './condition-words.ts';
import { isToldByType } from './type-words.ts';

/** A schema inside another that holds for something without a name of its own, or on a condition. */
export interface Member {
  /** Our words for it: `any other name`, if `card` is there. */
  readonly title: Constraint;
  /**
   * `fields`: it tells the values of fields; `not`: what is forbidden; `condition`: what is demanded on a condition, or
   * such a condition.
   */
  readonly kind: 'fields' | 'not' | 'condition' | 'other';
  readonly schema: JsonSchema;
}

const KEYWORDS = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'contentSchema',
] as const;
const NONE: readonly Member[] = [];

/**
 * The members of a schema in a fixed order. Those that only say "nothing else" are not among them: `no other fields` is
 * a demand. Free keys and what is forbidden stand in the line of the schema as long as type and limits say
 * everything; with fields, variants or a description they are members. Conditions always are, because a schema may have
 * several.
 * @param around the whole schema, where this is a part of it
 */
export function membersOf(
  schema: JsonSchemaObject,
  words: Words,
  around: JsonSchemaObject = schema,
): readonly Member[] {
  if (KEYWORDS.every((keyword) => schema[keyword] === undefined)) return NONE;
  const found: Member[] = [];
  const add = (kind: Member['kind'], title: Constraint, part: unknown): void => {
    if (isSchema(part)) found.push({ title, kind, schema: part });
  };
  if (schema.additionalProperties !== false)
    add('fields', [words.say('member.anyOtherName')], schema.additionalProperties);
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {}))
    add('fields', words.sentence('member.namesThatMatch', { pattern }), part);
  if (isRecord(schema['unevaluatedProperties']))
    add('fields', [words.say('member.anyOtherName')], schema['unevaluatedProperties']);
  add('other', [words.say('member.names')], schema.propertyNames);
  if (isRecord(schema['unevaluatedItems']))
    add('fields', [words.say('member.anyOtherItem')], schema['unevaluatedItems']);
  add('other', [containedWords(schema, words)], schema.contains);
  if (!isToldByType(schema)) add('not', [words.say('member.anythingBut')], schema.not);
  for (const { title, schema: part } of consequencesOf(schema, around, words)) add('condition', title, part);
  add('other', [words.say('member.content')], schema['contentSchema']);
  return found;
}

/** Title of a place in a list. @param index from 0 */
export function positionTitle(index: number, words: Words): string {
  return words.say('member.item', { number: index + 1 });
}

function containedWords(schema: JsonSchemaObject, words: Words): string {
  const least = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1;
  const most = schema['maxContains'];
  return typeof most === 'number'
    ? words.say('member.containsBetween', { least, most })
    : words.say('member.containsAtLeast', { least });
}
