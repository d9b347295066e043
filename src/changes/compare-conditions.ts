import type { JsonSchemaObject } from '../model/schema/schema.ts';
import type { At, Comparison } from './comparison.ts';
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
 * Demands on a condition, and what is forbidden. Which of two allows more is not found out: one that came is reported as
 * less that is allowed, another one as a change.
 */
export function compareConditions(comparison: Comparison, at: At, before: JsonSchemaObject, after: JsonSchemaObject) {
  for (const keywords of CONDITIONS) {
    const [first, second] = [pick(before, keywords), pick(after, keywords)];
    if (comparison.isSame(first, second)) continue;
    const [wasThere, isThere] = [first !== undefined, second !== undefined];
    const rule = wasThere && isThere ? 'condition-changed' : isThere ? 'condition-added' : 'condition-removed';
    comparison.report(at, rule, jsonValue(first), jsonValue(second));
  }
  // Parts that could not be folded into one schema.
  const parts = (schema: JsonSchemaObject) => (schema.allOf === undefined ? undefined : { allOf: schema.allOf });
  const [first, second] = [parts(before), parts(after)];
  if (!comparison.isSame(first, second))
    comparison.report(at, 'condition-changed', jsonValue(first), jsonValue(second));
}

function pick(schema: JsonSchemaObject, keywords: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const found = keywords.flatMap((keyword) =>
    Object.hasOwn(schema, keyword) ? [[keyword, schema[keyword]] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
