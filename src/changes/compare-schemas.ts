import type { Api } from '../model/api.ts';
import { isReference } from '../model/components.ts';
import { mergeSchema, toObject } from '../schema/merged-schema.ts';
import { componentName, componentReference } from '../schema/references.ts';
import { type JsonSchema, type JsonSchemaObject, subschemasOf } from '../schema/schema.ts';
import type { Work } from '../schema/work.ts';
import { compareConditions } from './compare-conditions.ts';
import { compareFields, travelling } from './compare-fields.ts';
import { compareMarks } from './compare-marks.ts';
import { compareTypes } from './compare-types.ts';
import { compareDiscriminators, compareVariants, compareWithUnion } from './compare-variants.ts';
import { type At, BOTH_WAYS, type Seen } from './comparison.ts';

/** Two schemas wherever they stand. Named ones are compared once for all that refer to them. */
export function compareSchemas(at: At, before: JsonSchema, after: JsonSchema): void {
  const first = at.comparison.before.components.resolveSchema(before);
  const second = at.comparison.after.components.resolveSchema(after);
  if (first.name !== null && second.name !== null)
    at.named(
      'schemas',
      { name: first.name, value: toObject(first.value) },
      { name: second.name, value: toObject(second.value) },
      compareInside,
    );
  else at.inPlace(toObject(first.value), toObject(second.value), compareInside);
}

function compareInside(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const { work } = at.comparison;
  const isSame = at.isSame(before, after);
  if (work.isSpent) return;
  if (isSame) {
    compareReferences(at, after);
    return;
  }
  if (compareWithUnion(at, before, after)) return;
  const parts = new Set(partsOf(after));
  const shared = new Set(partsOf(before).filter((name) => parts.has(name)));
  for (const name of shared) compareSchemas(at, toReference(before, name), toReference(after, name));
  const first = see(before, shared, at.comparison.before, work);
  const second = see(after, shared, at.comparison.after, work);
  compareMarks(at, first.own, second.own);
  // Limits of a type that is no longer there say nothing.
  if (!compareTypes(at, first, second)) return;
  const reported = compareVariants(at, first.own, second.own, compareSchemas);
  compareDiscriminators(at, first.own, second.own, reported);
  compareFields(at, first, second, compareSchemas);
  compareLists(at, first.own, second.own);
  compareConditions(at, first.own, second.own);
  compareConditional(at, first, second);
}

/** Compares the schemas of a list: one for each position, and one for all later items. */
function compareLists(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const [first, second] = [before.prefixItems ?? [], after.prefixItems ?? []];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const place = at.inside({ kind: 'position', index });
    compareSchemas(place, first[index] ?? before.items ?? true, second[index] ?? after.items ?? true);
  }
  if (before.items !== undefined || after.items !== undefined)
    compareSchemas(at.inside({ kind: 'items' }), before.items ?? true, after.items ?? true);
}

/** Named parts, by `allOf` or by a reference that has neighbours. */
function partsOf({ $ref, allOf = [] }: JsonSchemaObject): readonly string[] {
  const named = allOf.flatMap((part) => (isPart(part) ? [componentName(part.$ref)] : []));
  return $ref === undefined ? named : [componentName($ref), ...named];
}

function isPart(part: JsonSchema): part is JsonSchemaObject & { readonly $ref: string } {
  return typeof part !== 'boolean' && isReference(part) && Object.keys(part).length === 1;
}

function toReference({ $ref, allOf = [] }: JsonSchemaObject, name: string): JsonSchema {
  const part = allOf.find((candidate) => isPart(candidate) && componentName(candidate.$ref) === name);
  return part ?? { $ref: $ref ?? '' };
}

function see(schema: JsonSchemaObject, shared: ReadonlySet<string>, { components }: Api, work: Work): Seen {
  const full = mergeSchema(schema, components, work).schema;
  const required = new Set(full.required);
  if (shared.size === 0) return { own: full, full, required };
  const { $ref, allOf = [], ...rest } = schema;
  const left = allOf.filter((part) => !isPart(part) || !shared.has(componentName(part.$ref)));
  const isShared = $ref === undefined || shared.has(componentName($ref));
  const own = { ...rest, ...(isShared ? {} : { $ref }), ...(left.length > 0 && { allOf: left }) };
  return { own: mergeSchema(own, components, work).schema, full, required };
}

const UNITS_A_SCHEMA = 200;

const CONDITIONAL = /^(?:not|if|then|else|contains|propertyNames|contentSchema|unevaluated\w+|dependentSchemas)$/;

/** Compares the references of two equal schemas: they can differ only in the parts that they refer to. */
function compareReferences(at: At, schema: JsonSchema): void {
  if (typeof schema === 'boolean' || !at.comparison.work.spend(UNITS_A_SCHEMA)) return;
  const flow = at.flow & travelling(schema);
  if (schema.$ref !== undefined) compareNamed(at.withFlow(flow), componentName(schema.$ref));
  for (const { keyword, schema: inner } of subschemasOf(schema))
    if (!CONDITIONAL.test(keyword)) compareReferences(at.withFlow(flow), inner);
  for (const name of conditionalNames(schema, at.comparison.work)) compareNamed(anyWay(at), name);
}

function compareNamed(at: At, name: string): void {
  const reference = { $ref: componentReference('schemas', name) };
  compareSchemas(at, reference, reference);
}

/** Compares parts that conditions of both sides refer to, since these parts are in use as well. */
function compareConditional(at: At, before: Seen, after: Seen): void {
  const { work } = at.comparison;
  const names = conditionalNames(before.own, work);
  for (const name of conditionalNames(after.own, work)) if (names.has(name)) compareNamed(anyWay(at), name);
}

/**
 * Place with both directions. Below `not` a narrower schema allows more, so a change below a condition counts for
 * requests and responses.
 */
function anyWay(at: At): At {
  return at.withFlow(at.flow === 0 ? 0 : BOTH_WAYS);
}

function conditionalNames(schema: JsonSchemaObject, work: Work): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (part: JsonSchema): void => {
    if (typeof part === 'boolean' || !work.spend(UNITS_A_SCHEMA)) return;
    if (part.$ref !== undefined) names.add(componentName(part.$ref));
    for (const inner of subschemasOf(part)) walk(inner.schema);
  };
  for (const { keyword, schema: inner } of subschemasOf(schema)) if (CONDITIONAL.test(keyword)) walk(inner);
  return names;
}
