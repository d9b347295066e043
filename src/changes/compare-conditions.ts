import type { JsonSchemaObject } from '../schema/schema.ts';
import type { At } from './comparison.ts';
import type { RuleName } from './rules.ts';
import { jsonValue } from './values.ts';

/** Keywords that mean something together. */
const CONDITIONS = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['unevaluatedItems'],
  ['contentSchema'],
] as const;

/**
 * Demands on a condition, and what is forbidden: one that came allows less. Of two conditions it is known where nothing
 * but consequences came, or limits of the count are others; else it is a change.
 */
export function compareConditions(at: At, before: JsonSchemaObject, after: JsonSchemaObject) {
  for (const keywords of CONDITIONS) {
    const [first, second] = [pick(before, keywords), pick(after, keywords)];
    if (at.isSame(first, second)) continue;
    const rule =
      first === undefined
        ? 'condition-added'
        : second === undefined
          ? 'condition-removed'
          : relationOf(at, first, second);
    at.report(rule, jsonValue(first), jsonValue(second));
  }
  // Parts that could not be folded into one schema.
  const parts = (schema: JsonSchemaObject) => (schema.allOf === undefined ? undefined : { allOf: schema.allOf });
  at.reportUnlessSame('condition-changed', parts(before), parts(after));
}

type Condition = Readonly<Record<string, unknown>>;

function relationOf(at: At, before: Condition, after: Condition): RuleName {
  const keywords = Object.keys({ ...before, ...after }).filter(
    (keyword) => !at.isSame(before[keyword], after[keyword]),
  );
  const effects = new Set(keywords.map((keyword) => effectOf(keyword, before[keyword], after[keyword])));
  const [effect, ...others] = effects;
  return effect === undefined || effect === 'other' || others.length > 0 ? 'condition-changed' : `condition-${effect}`;
}

function effectOf(keyword: string, before: unknown, after: unknown): 'tightened' | 'loosened' | 'other' {
  if (keyword === 'minContains') return (before ?? 1) < (after ?? 1) ? 'tightened' : 'loosened';
  if (keyword === 'maxContains') return (before ?? Infinity) > (after ?? Infinity) ? 'tightened' : 'loosened';
  if ((keyword === 'then' || keyword === 'else') && (before === undefined || after === undefined))
    return before === undefined ? 'tightened' : 'loosened';
  return 'other';
}

function pick(schema: JsonSchemaObject, keywords: readonly string[]): Condition | undefined {
  const found = keywords.flatMap((keyword) =>
    Object.hasOwn(schema, keyword) ? [[keyword, schema[keyword]] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
