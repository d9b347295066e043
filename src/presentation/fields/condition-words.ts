import { isRecord } from '../../model/schema/json-values.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { isSchema } from '../../model/schema/schema.ts';
import type { Constraint } from '../words.ts';
import { joined, listOf } from '../words.ts';
import { constraints, valueText } from './constraint-words.ts';

/** What a schema demands on a condition. */
interface Consequence {
  /**
   * In words: if `kind` is `"card"`. Where the condition has none: `if` with the condition as {@link schema}, then
   * `then` and `else`.
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
export function consequencesOf(schema: JsonSchemaObject, around: JsonSchemaObject = schema): readonly Consequence[] {
  const lists = entriesOf(schema['dependentRequired']).map(
    ([name, names]) => [name, { required: Array.isArray(names) ? names.map(String) : [] }] as const,
  );
  const dependents = [...lists, ...entriesOf(schema['dependentSchemas'])];
  return [
    ...chosen(schema, around),
    ...dependents.flatMap(([name, part]) => (isSchema(part) ? demanding(['if ', name, ' is there'], part) : [])),
  ];
}

function chosen(
  { if: condition, then = true, else: otherwise = true }: JsonSchemaObject,
  around: JsonSchemaObject,
): readonly Consequence[] {
  if (condition === undefined || !(demands(then) || demands(otherwise))) return [];
  const found = conditionWords(condition, around);
  if (found === null)
    return [{ title: ['if'], schema: condition }, ...demanding(['then'], then), ...demanding(['else'], otherwise)];
  const [met, unmet] = found.isNegated ? ['unless ', 'if '] : ['if ', 'unless '];
  return [...demanding(joined([[met], found.words]), then), ...demanding(joined([[unmet], found.words]), otherwise)];
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
): { readonly words: Constraint; readonly isNegated: boolean } | null {
  if (typeof condition === 'boolean') return null;
  if (hasOnly(condition, ['not']) && isSchema(condition.not)) {
    const inner = conditionWords(condition.not, around);
    return inner === null ? null : { words: inner.words, isNegated: !inner.isNegated };
  }
  const tests = fieldTests(condition, around.required ?? [], '');
  if (tests === null || tests.length === 0) return null;
  return {
    words: joined(tests.flatMap((test, index) => (index === 0 ? [test] : [[', and '], test]))),
    isNegated: false,
  };
}

/**
 * What a condition asks of each field. A field that is not required may be missing as well: then the condition is met.
 * @param given fields that are required anyway
 * @param prefix of fields inside others: `customer.`
 */
function fieldTests(
  condition: JsonSchemaObject,
  given: readonly string[],
  prefix: string,
): readonly Constraint[] | null {
  const { properties = {}, required = [], type = 'object' } = condition;
  if (!hasOnly(condition, ['properties', 'required', 'type']) || type !== 'object' || !Array.isArray(required))
    return null;
  const tests: Constraint[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const isThere = required.includes(name) || given.includes(name);
    const asked = typeof schema === 'object' ? valueTest(schema) : null;
    if (asked !== null) {
      tests.push(joined([['', prefix + name], asked, ...(isThere ? [] : [[' or not there']])]));
      continue;
    }
    const inner =
      isThere && typeof schema === 'object' && schema.properties !== undefined
        ? fieldTests(schema, [], `${prefix}${name}.`)
        : null;
    // Whether a field inside may be missing depends on the one around it: a sentence would not hold all of that.
    if (inner === null || inner.some((words) => words.at(-1)?.endsWith(' or not there') === true)) return null;
    tests.push(...inner);
  }
  const present = required.filter((name) => !Object.hasOwn(properties, name));
  return [...tests, ...present.map((name) => ['', prefix + name, ' is there'])];
}

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'];

/** ` is "card"`, ` is "a" or "b"`, ` is not 0`, ` is at least 18`, ` matches ^x`, ` holds "x"`. */
function valueTest(schema: JsonSchemaObject): Constraint | null {
  const { const: only, enum: values, not: forbidden, contains } = schema;
  if (only !== undefined && hasOnly(schema, ['const', 'type'])) return [' is ', valueText(only)];
  if (Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES && hasOnly(schema, ['enum', 'type'])) {
    return joined([[' is '], listOf(values.map(valueText), ' or ')]);
  }
  if (schema.pattern !== undefined && hasOnly(schema, ['pattern', 'type'])) return [' matches ', schema.pattern];
  const limits = hasOnly(schema, [...LIMITS, 'type']) ? constraints(schema) : [];
  if (limits.length > 0) return [` is ${limits.map(([words]) => words).join(' and ')}`];
  const [kept, verb] = hasOnly(schema, ['not', 'type'])
    ? [forbidden, ' is not ']
    : hasOnly(schema, ['contains', 'type'])
      ? [contains, ' holds ']
      : [];
  const asked =
    typeof kept === 'object' && kept.not === undefined && kept.contains === undefined ? valueTest(kept) : null;
  if (asked === null || verb === undefined || asked[0]?.startsWith(' is ') !== true) return null;
  return joined([[verb], [asked[0].slice(' is '.length), ...asked.slice(1)]]);
}

function hasOnly(schema: JsonSchemaObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword) || keyword === '$comment');
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
