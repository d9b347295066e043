import { canonicalText } from '../schema/json-values.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import { componentName } from '../schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../schema/types.ts';
import type { Work } from '../schema/work.ts';
import { compareMarks } from './compare-texts.ts';
import { mayBeNull } from './compare-types.ts';
import type { At, Compare } from './comparison.ts';
import { byName, code, codes, jsonValue, textValue, turnOf, without } from './values.ts';

interface Variant {
  /** Component name of the variant, else its title; null if it has neither. */
  readonly title: string | null;
  /** Name of the variant in a step: its title, else its number from 1. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly schema: JsonSchema;
  /** Discriminator values that choose the variant. */
  readonly values: readonly string[];
}

/**
 * Compares `oneOf` and `anyOf`. Variants are matched by name, title, or equal content, and then by position.
 * @returns discriminator values of added and removed variants, which were reported with these variants
 */
export function compareVariants(
  at: At,
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  compare: Compare<JsonSchema>,
): readonly string[] {
  const [first, second] = [listOf(before), listOf(after)];
  if (first.length === 0 && second.length === 0) return [];
  if (first.length === 0 || second.length === 0) {
    reportSplit(at, before, after);
    return [];
  }
  const { pairs, added, removed } = matched(first, second, at.comparison.work);
  for (const [old, now] of pairs) compare(at.inside(stepOf(now)), old.schema, now.schema);
  return [
    ...added.flatMap((variant) => reportVariant(at, variant, true)),
    ...removed.flatMap((variant) => reportVariant(at, variant, false)),
  ];
}

function reportVariant(at: At, variant: Variant, isAdded: boolean): readonly string[] {
  const values = codes(variant.values, at.comparison.words);
  const place = at.inside(stepOf(variant));
  if (isAdded) place.report('variant-added', null, values);
  else place.reportGone('variant-removed', values);
  return variant.values;
}

/** Reports a union that only one side has: as an added or removed restriction, or as a changed type. */
function reportSplit(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const isAdded = listOf(before).length === 0;
  const [one, several] = isAdded ? [before, after] : [after, before];
  const names = listOf(several).map(({ name }) => name);
  const titles = codes(names, at.comparison.words);
  const isDemand = typesOf(one).length === 0 || typesOf(several).length > 0;
  const rule = isAdded ? 'alternatives-added' : 'alternatives-removed';
  at.report(isDemand ? rule : 'type-changed', isAdded ? null : titles, isAdded ? titles : null);
}

/**
 * Compares a schema with a union on the other side that contains it as a variant.
 * @returns false, without reporting anything, if there is no such union
 */
export function compareWithUnion(at: At, before: JsonSchemaObject, after: JsonSchemaObject): boolean {
  const [first, second] = [listOf(before), listOf(after)];
  if (first.length > 0 === second.length > 0) return false;
  const isAdded = first.length === 0;
  const [one, several, many] = isAdded ? [before, after, second] : [after, before, first];
  if (typesOf(several).length > 0) return false;
  const { before: old, after: now, work } = at.comparison;
  const [own, other] = isAdded ? [old, now] : [now, old];
  const resolved = ({ schema }: Variant): JsonSchema => other.components.resolveSchema(schema).value;
  const written = many.find((variant) => at.isSame(resolved(variant), one));
  const same = written ?? many.find((variant) => at.isSame(bare(resolved(variant)), bare(one)));
  if (same === undefined) return false;
  // The variant equals the schema except for annotations. These are compared for the schema as a whole.
  if (written === undefined) compareMarks(at, before, after);
  const wasNull = mayBeNull(mergeSchema(one, own.components, work).schema);
  if (allowsNull(several) && !wasNull) at.report(isAdded ? 'null-allowed' : 'null-refused');
  for (const variant of many) if (variant !== same) reportVariant(at, variant, isAdded);
  return true;
}

/** Schema without the annotations that {@link compareMarks} compares. */
function bare(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { title, description, default: _, example, examples, deprecated, readOnly, writeOnly, ...rest } = schema;
  return rest as JsonSchemaObject;
}

function listOf(schema: JsonSchemaObject): readonly Variant[] {
  const mapping = Object.entries(schema.discriminator?.mapping ?? {});
  return variantsOf(schema).map(({ name, schema: variant }, index) => {
    const title = name ?? (typeof variant === 'object' && typeof variant.title === 'string' ? variant.title : null);
    const values = mapping.filter(([, target]) => schemaNameOf(target) === name).map(([value]) => value);
    return { title, name: title ?? String(index + 1), isNamed: name !== null, schema: variant, values };
  });
}

function stepOf({ name }: Variant) {
  return { kind: 'variant', name } as const;
}

/** Matches variants by name, title or content, and then the remaining variants without name and title by position. */
function matched(before: readonly Variant[], after: readonly Variant[], work: Work) {
  const key = ({ isNamed, title, schema }: Variant) => JSON.stringify([isNamed, title ?? canonicalText(schema, work)]);
  const byKey = Map.groupBy(before, key);
  const pairs: [Variant, Variant][] = [];
  const added = after.filter((now) => {
    const old = byKey.get(key(now))?.shift();
    if (old !== undefined) pairs.push([old, now]);
    return old === undefined;
  });
  const paired = new Set(pairs.map(([old]) => old));
  const removed = before.filter((old) => !paired.has(old));
  const isInPlace = ({ isNamed, title }: Variant): boolean => !isNamed && title === null;
  const [first, second] = [removed.filter(isInPlace), added.filter(isInPlace)];
  const inOrder = new Set<Variant>();
  for (const [index, old] of first.entries()) {
    const now = second[index];
    if (now === undefined) break;
    pairs.push([old, now]);
    inOrder.add(old).add(now);
  }
  const isLeft = (variant: Variant): boolean => !inOrder.has(variant);
  return { pairs, added: added.filter(isLeft), removed: removed.filter(isLeft) };
}

/** Name of the schema that a discriminator mapping gives as a name or a reference. */
function schemaNameOf(target: string): string {
  return target.startsWith('#/') ? componentName(target) : target;
}

/**
 * Compares discriminators: the field that identifies the variant, and its values.
 * @param reported discriminator values that were already reported with their variants
 */
export function compareDiscriminators(
  at: At,
  { discriminator: before }: JsonSchemaObject,
  { discriminator: after }: JsonSchemaObject,
  reported: readonly string[],
): void {
  if (before === undefined && after === undefined) return;
  const words = (found: typeof before) => (found === undefined ? null : code(found.propertyName));
  if (before === undefined || after === undefined || before.propertyName !== after.propertyName) {
    at.report(`discriminator-${turnOf(before, after)}`, words(before), words(after));
    return;
  }
  if (before.defaultMapping !== after.defaultMapping)
    at.report('discriminator-changed', textValue(before.defaultMapping), textValue(after.defaultMapping));
  const [first, second] = [before.mapping ?? {}, after.mapping ?? {}];
  for (const value of without(Object.keys(second), [...Object.keys(first), ...reported]))
    at.report('discriminator-value-added', null, code(value));
  for (const value of without(Object.keys(first), [...Object.keys(second), ...reported]))
    at.report('discriminator-value-removed', code(value));
  for (const [value, was, is] of byName(first, second)) {
    if (was !== undefined && is !== undefined && schemaNameOf(was) !== schemaNameOf(is))
      at.report('discriminator-changed', pairOf(value, was), pairOf(value, is));
  }
}

function pairOf(value: string, target: string) {
  return jsonValue({ [value]: schemaNameOf(target) });
}
