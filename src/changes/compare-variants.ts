import type { Api } from '../model/api.ts';
import { canonicalText, typeOf } from '../schema/json-values.ts';
import { componentName } from '../schema/references.ts';
import type { DiscriminatorObject, JsonSchema, JsonSchemaObject, JsonType } from '../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../schema/types.ts';
import { compareMarks } from './compare-texts.ts';
import { mayBeNull } from './compare-types.ts';
import type { At, Compare } from './comparison.ts';
import { choicesOf } from './meaning.ts';
import { normalForm } from './normal-form.ts';
import { code, codeOrNull, codes, textValue, turnOf, without } from './values.ts';

interface Variant {
  /** Component name of the variant, else its title; null if it has neither. */
  readonly title: string | null;
  /** Name in the place of a change (`Step`): the title, else the number from 1. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly schema: JsonSchema;
  /** Discriminator values that the mapping assigns to the variant. */
  readonly values: readonly string[];
}

/** Variants of both sides that belong together, and the variants that only one side has. */
interface Matches {
  readonly pairs: readonly (readonly [before: Variant, after: Variant])[];
  readonly added: readonly Variant[];
  readonly removed: readonly Variant[];
}

const NO_MATCHES: Matches = { pairs: [], added: [], removed: [] };

/** Compares `oneOf` and `anyOf` of schemas in normal form. */
export function compareVariants(
  at: At,
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  compare: Compare<JsonSchema>,
): Matches {
  const [first, second] = [listOf(before), listOf(after)];
  if (first.length === 0 && second.length === 0) return NO_MATCHES;
  if (first.length === 0 || second.length === 0) {
    reportSplit(at, before, after);
    return NO_MATCHES;
  }
  const matches = matched(at, first, second);
  for (const [old, now] of matches.pairs) compare(at.inside(stepOf(now)), old.schema, now.schema);
  for (const variant of matches.added) reportVariant(at, variant, true);
  for (const variant of matches.removed) reportVariant(at, variant, false);
  return matches;
}

function reportVariant(at: At, variant: Pick<Variant, 'name' | 'values'>, isAdded: boolean): void {
  const values = codes(variant.values, at.comparison.words);
  const place = at.inside(stepOf(variant));
  if (isAdded) place.report('variant-added', null, values);
  else place.reportGone('variant-removed', values);
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
 * Compares a schema with a union on the other side that contains it: as a variant, or as one variant for each of its
 * types or values.
 * @returns false, without reporting anything, if there is no such union
 */
export function compareWithUnion(
  at: At,
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  compare: Compare<JsonSchema>,
): boolean {
  const { work, meanings, before: old, after: now } = at.comparison;
  const [first, second] = [normalForm(before, old.components, work), normalForm(after, now.components, work)];
  const isAdded = listOf(first).length === 0;
  if (isAdded === (listOf(second).length === 0)) return false;
  const [one, several, own, other] = isAdded ? [first, second, old, now] : [second, first, now, old];
  if (typesOf(several).length > 0) return false;
  const many = listOf({ ...several, anyOf: choicesOf(several, other.components, work), oneOf: [] });
  const raw = isAdded ? before : after;
  const isItself = ({ isNamed, name }: Variant): boolean => isNamed && own.components.schema(name) === raw;
  const written =
    many.find(isItself) ?? many.find(({ schema }) => at.isSame(other.components.resolveSchema(schema).value, raw));
  const kinds = written === undefined ? kindsOf(one, many, other, work) : [];
  const found = kinds.map((kind) => {
    const isSame = ({ schema }: Variant) =>
      meanings.isSame(schema, other.components, kind.schema ?? raw, own.components);
    return [kind, many.find(isSame)] as const;
  });
  if (written === undefined && found.every(([, variant]) => variant === undefined)) return false;
  if (written === undefined) compareMarks(at, before, after);
  else {
    // Both sides have the same reference or the same text, so only the components that they reference can differ.
    const same = isItself(written) ? written.schema : raw;
    const [was, is] = isAdded ? [same, written.schema] : [written.schema, same];
    compare(at.inside(stepOf(written)), was, is);
  }
  if (allowsNull(several) && !mayBeNull(one)) at.report(isAdded ? 'null-allowed' : 'null-refused');
  const taken = new Set([written, ...found.map(([, variant]) => variant)]);
  for (const variant of many) if (!taken.has(variant)) reportVariant(at, variant, isAdded);
  for (const [kind, variant] of found) if (variant === undefined) reportVariant(at, kind, !isAdded);
  return true;
}

/** Keywords that restrict only values of certain types. */
const TYPED: readonly (readonly [types: readonly string[], keywords: RegExp])[] = [
  [['string'], /^(?:minLength|maxLength|pattern$|content)/],
  [['integer', 'number'], /imum$|^multipleOf$/],
  [['array'], /items$|contains$/i],
  [['object'], /propert|^required$|^dependent/i],
];

/** Part of a schema to match with a variant: the whole schema, one of its types, or one of its values. */
interface Kind extends Pick<Variant, 'name' | 'values'> {
  /** Schema of the part; null: the part is the whole schema. */
  readonly schema: JsonSchemaObject | null;
}

/** Splits a schema (without null) into one part per value if all variants are single values, else one per type. */
function kindsOf(
  schema: JsonSchemaObject,
  variants: readonly Variant[],
  { components }: Api,
  work: At['comparison']['work'],
): readonly Kind[] {
  const types = typesOf(schema) as readonly JsonType[];
  const values = schema.enum?.filter((value) => value !== null);
  const isValue = (variant: Variant): boolean => normalForm(variant.schema, components, work).enum?.length === 1;
  const kind = (name: string, part: JsonSchemaObject | null): Kind => ({ name, values: [], schema: part });
  if (values !== undefined && variants.every(isValue))
    return values.map((value) =>
      kind(canonicalText(value), { ...schema, type: typeOf(value) as JsonType, enum: [value] }),
    );
  if (types.length < 2 && !mayBeNull(schema)) return [kind('1', null)];
  const own = { ...schema, ...(values && { enum: values }) };
  return (types.length === 0 ? [undefined] : types).map((type) => {
    const isKept = ([keyword]: readonly [string, unknown]): boolean =>
      TYPED.every(([of, keywords]) => types.length < 2 || of.includes(type ?? '') || !keywords.test(keyword));
    const kept = Object.fromEntries(Object.entries(own).filter(isKept));
    return kind(type ?? '1', type === undefined ? kept : { ...kept, type });
  });
}

function listOf(schema: JsonSchemaObject): readonly Variant[] {
  const mapping = Object.entries(schema.discriminator?.mapping ?? {});
  return variantsOf(schema).map(({ name, schema: variant }, index) => {
    const title = name ?? (typeof variant === 'object' && typeof variant.title === 'string' ? variant.title : null);
    const values = mapping.filter(([, target]) => schemaNameOf(target) === name).map(([value]) => value);
    return { title, name: title ?? String(index + 1), isNamed: name !== null, schema: variant, values };
  });
}

function stepOf({ name }: Pick<Variant, 'name'>) {
  return { kind: 'variant', name } as const;
}

/** Matches the variants of two unions step by step. The variants that no step has paired are left at the end. */
class Matching {
  readonly pairs: [Variant, Variant][] = [];
  removed: readonly Variant[];
  added: readonly Variant[];

  constructor(before: readonly Variant[], after: readonly Variant[]) {
    this.removed = before;
    this.added = after;
  }

  /** Pairs variants with the same key, in their order. A variant with the key null stays unpaired. */
  pairBy(keyOf: (variant: Variant, isBefore: boolean) => string | null, mayBelong = (_: Variant, __: Variant) => true) {
    const byKey = Map.groupBy(this.removed, (variant) => keyOf(variant, true));
    const paired = new Set<Variant>();
    for (const now of this.added) {
      const key = keyOf(now, false);
      const old = key === null ? undefined : byKey.get(key)?.shift();
      if (old === undefined || !mayBelong(old, now)) continue;
      this.pairs.push([old, now]);
      paired.add(old).add(now);
    }
    this.removed = this.removed.filter((variant) => !paired.has(variant));
    this.added = this.added.filter((variant) => !paired.has(variant));
  }
}

function matched(at: At, before: readonly Variant[], after: readonly Variant[]): Matches {
  const { before: old, after: now, meanings, work } = at.comparison;
  const side = (isBefore: boolean) => (isBefore ? old : now).components;
  const meaningOf = ({ schema }: Variant, isBefore: boolean) => String(meanings.of(schema, side(isBefore)));
  const matching = new Matching(before, after);
  // Keys in order: title with meaning; discriminator values; meaning, unless the title occurs on both sides and the
  // sets of meanings differ; title; meaning.
  const pairExactly = (): void => {
    const [were, are] = [matching.removed, matching.added];
    const [first, second] = [were.map((one) => meaningOf(one, true)), are.map((one) => meaningOf(one, false))];
    const titles = new Set(were.map(({ title }) => title)).intersection(new Set(are.map(({ title }) => title)));
    const isSameSet = first.toSorted().join() === second.toSorted().join();
    const isRenamed = ({ title }: Variant) => isSameSet || title === null || !titles.has(title);
    matching.pairBy((one, isBefore) => JSON.stringify([one.title, meaningOf(one, isBefore)]));
    matching.pairBy(({ values }) => (values.length > 0 ? `${values}` : null));
    matching.pairBy((one, isBefore) => (isRenamed(one) ? meaningOf(one, isBefore) : null));
    matching.pairBy(({ isNamed, title }) => (title === null ? null : JSON.stringify([isNamed, title])));
    matching.pairBy(({ title }) => title);
    matching.pairBy(meaningOf);
  };
  const spread = (variants: readonly Variant[], isBefore: boolean): readonly Variant[] => {
    const nested = choicesOf({ oneOf: variants.map(({ schema }) => schema) }, side(isBefore), work);
    return nested.length > variants.length ? listOf({ oneOf: nested }) : variants;
  };
  const formOf = ({ schema }: Variant, isBefore: boolean) => normalForm(schema, side(isBefore), work);
  const isSimilar = (one: Variant, other: Variant): boolean => {
    const [first = {}, second = {}] = [formOf(one, true).properties, formOf(other, false).properties];
    const [names, others] = [Object.keys(first), Object.keys(second)];
    return names.length + others.length === 0 || names.some((name) => Object.hasOwn(second, name));
  };
  const isInPlace = ({ title }: Variant): boolean => title === null;
  pairExactly();
  if (matching.removed.length + matching.added.length > 0) {
    matching.removed = spread(matching.removed, true);
    matching.added = spread(matching.added, false);
    pairExactly();
  }
  matching.pairBy(
    (one, isBefore) => typesOf(formOf(one, isBefore)).join(),
    (one, other) => (isInPlace(one) || isInPlace(other)) && isSimilar(one, other),
  );
  matching.pairBy((one) => (isInPlace(one) ? '' : null));
  // A duplicate of a matched variant is neither an addition nor a removal.
  const isRepeated = (variant: Variant, index: 0 | 1): boolean => {
    const { components } = index === 0 ? old : now;
    return matching.pairs.some((pair) => meanings.isSame(variant.schema, components, pair[index].schema, components));
  };
  matching.removed = matching.removed.filter((variant) => !isRepeated(variant, 0));
  matching.added = matching.added.filter((variant) => !isRepeated(variant, 1));
  return matching;
}

/** Name of a schema in a discriminator mapping, which contains names and references. */
function schemaNameOf(target: string): string {
  return target.startsWith('#/') ? componentName(target) : target;
}

/** Compares discriminators: the field that identifies the variant, and its values. */
export function compareDiscriminators(
  at: At,
  { discriminator: before }: JsonSchemaObject,
  { discriminator: after }: JsonSchemaObject,
  { pairs, added, removed }: Matches,
): void {
  if (before === undefined && after === undefined) return;
  if (before === undefined || after === undefined || before.propertyName !== after.propertyName) {
    at.report(
      `discriminator-${turnOf(before, after)}`,
      codeOrNull(before?.propertyName),
      codeOrNull(after?.propertyName),
    );
    return;
  }
  const isSameName = (was: string | undefined, is: string | undefined): boolean =>
    was === is || pairs.some(([old, now]) => old.isNamed && now.isNamed && old.name === was && now.name === is);
  const [wasDefault, isDefault] = [before, after].map(
    ({ defaultMapping }) => defaultMapping && schemaNameOf(defaultMapping),
  );
  if (!isSameName(wasDefault, isDefault))
    at.report('discriminator-changed', textValue(wasDefault), textValue(isDefault));
  // Without variants the discriminator is inherited; its values are compared in the schema that has the variants.
  if (pairs.length + added.length + removed.length === 0) return;
  // Without a mapping, the name of a variant is its value.
  const implied = pairs.filter(
    ([old, now]) => old.isNamed && now.isNamed && old.values.length + now.values.length === 0,
  );
  const first = targetsOf(
    before,
    pairs.map(([old]) => old),
  );
  const second = targetsOf(
    after,
    pairs.map(([, now]) => now),
  );
  const said = (mapping: DiscriminatorObject['mapping'], names: readonly string[], others: readonly Variant[]) => {
    const values = [...Object.keys(mapping ?? {}), ...names];
    return without(
      values,
      others.flatMap((variant) => variant.values),
    );
  };
  for (const value of said(
    after.mapping,
    implied.map(([, now]) => now.name),
    added,
  ))
    if (!first.has(value)) at.report('discriminator-value-added', null, code(value));
  for (const value of said(
    before.mapping,
    implied.map(([old]) => old.name),
    removed,
  ))
    if (!second.has(value)) at.report('discriminator-value-removed', code(value));
  for (const [value, was] of first) {
    const is = second.get(value);
    if (is !== undefined && !isSameName(was, is))
      at.report('discriminator-changed', code(`${value}: ${was}`), code(`${value}: ${is}`));
  }
}

/** Map of discriminator value → schema name: from the mapping; without a value, the name of a variant is its value. */
function targetsOf({ mapping = {} }: DiscriminatorObject, variants: readonly Variant[]): ReadonlyMap<string, string> {
  const named = variants.filter(({ isNamed, values }) => isNamed && values.length === 0);
  return new Map([
    ...named.map(({ name }) => [name, name] as const),
    ...Object.entries(mapping).map(([value, target]) => [value, schemaNameOf(target)] as const),
  ]);
}
