import { isRecord } from '../../model/schema/json-values.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import type { Constraint } from '../words.ts';
import { constraints, valueText } from './constraint-words.ts';

/** A demand of a schema on a condition. */
interface Consequence {
  /**
   * Words of the condition: if `kind` is `"card"`. A condition without words becomes three consequences: `if` with
   * the condition as {@link schema}, then `then` and `else`.
   */
  readonly title: Constraint;
  readonly schema: JsonSchema;
}

/** More values of one field make no sentence. */
const MOST_VALUES = 8;

/**
 * The consequences of `if`, `dependentRequired` and `dependentSchemas`, in this order, without those that demand
 * nothing.
 * @param around the schema whose fields they are about, where that is another one
 */
export function consequencesOf(
  schema: JsonSchemaObject,
  around: JsonSchemaObject,
  words: Words,
): readonly Consequence[] {
  const lists = entriesOf(schema['dependentRequired']).map(
    ([name, names]) => [name, { required: Array.isArray(names) ? names.map(String) : [] }] as const,
  );
  const dependents = [...lists, ...entriesOf(schema['dependentSchemas'])];
  return [
    ...chosen(schema, around, words),
    ...dependents.flatMap(([name, part]) =>
      isSchema(part) ? demanding(words.sentence('condition.ifThere', { name }), part) : [],
    ),
  ];
}

function chosen(
  { if: condition, then = true, else: otherwise = true }: JsonSchemaObject,
  around: JsonSchemaObject,
  words: Words,
): readonly Consequence[] {
  if (condition === undefined || !(demands(then) || demands(otherwise))) return [];
  const found = conditionWords(condition, around, words);
  if (found === null)
    return [
      { title: [words.say('condition.if')], schema: condition },
      ...demanding([words.say('condition.then')], then),
      ...demanding([words.say('condition.else')], otherwise),
    ];
  const met = words.sentence('condition.ifSo', { condition: found.words });
  const unmet = words.sentence('condition.unless', { condition: found.words });
  return [...demanding(found.isNegated ? unmet : met, then), ...demanding(found.isNegated ? met : unmet, otherwise)];
}

function demanding(title: Constraint, schema: JsonSchema): readonly Consequence[] {
  return demands(schema) ? [{ title, schema }] : [];
}

function demands(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema;
  return Object.entries(schema).some(
    ([keyword, value]) => keyword !== 'required' || (Array.isArray(value) && value.length > 0),
  );
}

/** Null where there are no words for it. */
function conditionWords(
  condition: JsonSchema,
  around: JsonSchemaObject,
  words: Words,
): { readonly words: Constraint; readonly isNegated: boolean } | null {
  if (typeof condition === 'boolean') return null;
  if (hasOnly(condition, ['not']) && isSchema(condition.not)) {
    const inner = conditionWords(condition.not, around, words);
    return inner === null ? null : { words: inner.words, isNegated: !inner.isNegated };
  }
  const tests = fieldTests(condition, around.required ?? [], '', words);
  if (tests === null || tests.length === 0) return null;
  return {
    words: tests
      .map(({ sentence }) => sentence)
      .reduce((first, second) => words.sentence('condition.and', { first, second })),
    isNegated: false,
  };
}

interface FieldTest {
  readonly sentence: Constraint;
  /** It is met as well where the field is not there. */
  readonly mayBeMissing: boolean;
}

/**
 * Tests of a condition on each field. A field that is not required may be missing as well: then the condition is met.
 * @param given fields that are required anyway
 * @param prefix of fields inside others: `customer.`
 */
function fieldTests(
  condition: JsonSchemaObject,
  given: readonly string[],
  prefix: string,
  words: Words,
): readonly FieldTest[] | null {
  const { properties = {}, required = [], type = 'object' } = condition;
  if (!hasOnly(condition, ['properties', 'required', 'type']) || type !== 'object' || !Array.isArray(required))
    return null;
  const tests: FieldTest[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const isThere = required.includes(name) || given.includes(name);
    const asked = typeof schema === 'object' ? valueTest(schema, ['', prefix + name], words) : null;
    if (asked !== null) {
      tests.push({
        sentence: isThere ? asked : words.sentence('condition.orNotThere', { condition: asked }),
        mayBeMissing: !isThere,
      });
      continue;
    }
    const inner =
      isThere && typeof schema === 'object' && schema.properties !== undefined
        ? fieldTests(schema, [], `${prefix}${name}.`, words)
        : null;
    // Whether a field inside may be missing depends on the one around it: a sentence would not hold all of that.
    if (inner === null || inner.some(({ mayBeMissing }) => mayBeMissing)) return null;
    tests.push(...inner);
  }
  const present = required.filter((name) => !Object.hasOwn(properties, name));
  return [
    ...tests,
    ...present.map((name) => ({
      sentence: words.sentence('condition.isThere', { name: prefix + name }),
      mayBeMissing: false,
    })),
  ];
}

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'];

const TESTS = { is: 'condition.is', not: 'condition.isNot', contains: 'condition.holds' } as const;

/**
 * `kind` is `"card"`; `kind` is `"a"` or `"b"`; `kind` is not `0`; `age` is at least 18; `name` matches `^x`; `tags`
 * holds `"x"`.
 * @param test relation between the field and the demand of the schema
 */
function valueTest(
  schema: JsonSchemaObject,
  name: Constraint,
  words: Words,
  test: keyof typeof TESTS = 'is',
): Constraint | null {
  const { const: only, enum: values, not: forbidden, contains } = schema;
  if (only !== undefined && hasOnly(schema, ['const', 'type']))
    return words.sentence(TESTS[test], { name, value: ['', valueText(only)] });
  if (Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES && hasOnly(schema, ['enum', 'type']))
    return words.sentence(TESTS[test], { name, value: words.codes('list.or', values.map(valueText)) });
  const limits = hasOnly(schema, [...LIMITS, 'type']) ? constraints(schema, words) : [];
  if (limits.length > 0) return words.sentence(TESTS[test], { name, value: words.list('list.and', limits) });
  // The words for "not" and "contains" are about values alone.
  if (test !== 'is') return null;
  if (schema.pattern !== undefined && hasOnly(schema, ['pattern', 'type']))
    return words.sentence('condition.matches', { name, pattern: schema.pattern });
  if (hasOnly(schema, ['not', 'type']) && typeof forbidden === 'object')
    return valueTest(forbidden, name, words, 'not');
  if (hasOnly(schema, ['contains', 'type']) && typeof contains === 'object')
    return valueTest(contains, name, words, 'contains');
  return null;
}

function hasOnly(schema: JsonSchemaObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword) || keyword === '$comment');
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
