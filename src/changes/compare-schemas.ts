import type { Api } from '../model/api.ts';
import { isReference } from '../model/components.ts';
import { ownMember } from '../model/own-property.ts';
import { see as seeField } from '../presentation/fields/schema-facts.ts';
import { typeWords } from '../presentation/fields/type-words.ts';
import { mergeSchema, toObject } from '../schema/merged-schema.ts';
import { componentName, componentReference } from '../schema/references.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject, subschemasOf } from '../schema/schema.ts';
import type { Work } from '../schema/work.ts';
import type { Phrase } from '../words/phrase.ts';
import { compareMarks } from './compare-texts.ts';
import { compareTypes } from './compare-types.ts';
import { compareDiscriminators, compareVariants, compareWithUnion } from './compare-variants.ts';
import { type At, BOTH_WAYS, type Finding, RECEIVED, SENT, type Seen } from './comparison.ts';
import { CONDITIONS, type Condition, pick } from './meaning.ts';
import { normalForm, orNull, plainPart, type Unwrapped, unwrapped } from './normal-form.ts';
import type { RuleName } from './rules.ts';
import { byName, factValue, turnOf } from './values.ts';

/**
 * Compares two schemas. A pair of named schemas is compared only once, however many references it has.
 * @param container schema that includes both by `$ref` or `allOf`; inside a subtype, its siblings are not compared
 */
export function compareSchemas(
  at: At,
  before: JsonSchema,
  after: JsonSchema,
  container: JsonSchemaObject | null = null,
): void {
  const first = at.comparison.before.components.resolveSchema(plainPart(before));
  const second = at.comparison.after.components.resolveSchema(plainPart(after));
  const [old, now] = [toObject(first.value), toObject(second.value)];
  const { after: side, work } = at.comparison;
  const isWhole = () => container === null || mergeSchema(container, side.components, work).hasSubtypes;
  const isParents = (isParent(old) || isParent(now)) && isWhole();
  if (first.name !== null && second.name !== null) {
    const [one, other] = [
      { name: first.name, value: old },
      { name: second.name, value: now },
    ];
    at.named('schemas', one, other, compareInside);
    if (isParents) at.named('schemas', one, other, compareSubtypes, 'subtypes');
  } else {
    const place = isNamed(before, at.comparison.before) || isNamed(after, at.comparison.after) ? at.asRow() : at;
    place.inPlace(old, now, compareInside);
    if (isParents) place.inPlace(old, now, compareSubtypes);
  }
}

function isNamed(schema: JsonSchema, { components }: Api): boolean {
  return seeField(schema, components).name !== null;
}

function compareInside(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const { work } = at.comparison;
  const isSame = at.isSame(before, after);
  if (work.isSpent) return;
  if (isSame) {
    compareReferences(at, after);
    return;
  }
  if (compareWithUnion(at, before, after, compareSchemas)) return;
  const [old, now] = [
    unwrapped(before, at.comparison.before.components),
    unwrapped(after, at.comparison.after.components),
  ];
  const parts = new Set(partsOf(now.schema));
  const shared = new Set(partsOf(old.schema).filter((name) => parts.has(name)));
  for (const name of shared) compareNamed(at, name, after);
  const first = see(old, shared, at.comparison.before, work);
  const second = see(now, shared, at.comparison.after, work);
  compareMarks(at, first.own, second.own);
  // If the types have nothing in common, comparing their constraints is pointless.
  if (!compareTypes(at, first, second)) return;
  compareDiscriminators(at, first.own, second.own, compareVariants(at, first.own, second.own, compareSchemas));
  compareFields(at, first, second);
  compareLists(at, first.own, second.own);
  compareConditions(at, first.own, second.own);
  compareConditional(at, first, second);
}

/** Compares the item schemas of a list: one for each position (`prefixItems`), and one for all other items. */
function compareLists(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const [first, second] = [before.prefixItems ?? [], after.prefixItems ?? []];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const place = at.inside({ kind: 'position', index });
    compareSchemas(place, first[index] ?? before.items ?? true, second[index] ?? after.items ?? true);
  }
  if (before.items !== undefined || after.items !== undefined)
    compareSchemas(at.inside({ kind: 'items' }), before.items ?? true, after.items ?? true);
}

/** Names of the components that an unwrapped schema includes. */
function partsOf({ allOf = [] }: JsonSchemaObject): readonly string[] {
  return allOf.flatMap((part) => (isPart(part) ? [componentName(part.$ref)] : []));
}

function isPart(part: JsonSchema): part is JsonSchemaObject & { readonly $ref: string } {
  return typeof part !== 'boolean' && isReference(part) && Object.keys(part).length === 1;
}

function see({ schema, isOrNull }: Unwrapped, shared: ReadonlySet<string>, { components }: Api, work: Work): Seen {
  const { allOf = [], ...rest } = schema;
  const left = allOf.filter((part) => !isPart(part) || !shared.has(componentName(part.$ref)));
  const parts = shared.size === 0 ? schema : { ...rest, ...(left.length > 0 && { allOf: left }) };
  const [own = {}, full = {}] = [parts, schema].map((part) => {
    const form = normalForm(part, components, work);
    const { oneOf: _, discriminator: __, ...alone } = form;
    const found = isParent(schema) ? alone : form;
    return isOrNull ? orNull(found) : found;
  });
  return { own, full, isOrNull, required: new Set(full.required) };
}

/** True for a schema whose discriminator names subtypes, which include it by `allOf`. */
function isParent({ discriminator, oneOf, anyOf }: JsonSchemaObject): boolean {
  return discriminator?.mapping !== undefined && (oneOf ?? anyOf) === undefined;
}

/** Compares the subtypes of a schema separately from the schema: users of one subtype do not use the others. */
function compareSubtypes(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const { before: old, after: now, work } = at.comparison;
  const [first, second] = [normalForm(before, old.components, work), normalForm(after, now.components, work)];
  compareDiscriminators(at, first, second, compareVariants(at, first, second, compareSchemas));
}

const UNITS_A_SCHEMA = 200;

const CONDITIONAL = /^(?:not|if|then|else|contains|propertyNames|contentSchema|unevaluated\w+|dependentSchemas)$/;

/** Compares the components that two schemas with the same text refer to: only these can differ. */
function compareReferences(at: At, schema: JsonSchema): void {
  if (typeof schema === 'boolean' || !at.comparison.work.spend(UNITS_A_SCHEMA)) return;
  const flow = at.flow & travelling(schema);
  if (schema.$ref !== undefined) compareNamed(at.withFlow(flow), componentName(schema.$ref), schema);
  // Components may have exchanged their names, so variants are matched, unless a discriminator depends on the names.
  const isMatched = schema.discriminator === undefined;
  if (isMatched) compareVariants(at.withFlow(flow), schema, schema, compareSchemas);
  for (const { keyword, schema: inner } of subschemasOf(schema))
    if (keyword === 'allOf' && isPart(inner)) compareNamed(at.withFlow(flow), componentName(inner.$ref), schema);
    else if (!CONDITIONAL.test(keyword) && !(isMatched && /^(?:any|one)Of$/.test(keyword)))
      compareReferences(at.withFlow(flow), inner);
  for (const target of isParent(schema) ? [] : Object.values(schema.discriminator?.mapping ?? {}))
    if (target.startsWith('#/')) compareNamed(at.withFlow(flow), componentName(target));
  for (const name of conditionalNames(schema, at.comparison.work)) compareNamed(anyWay(at), name);
}

function compareNamed(at: At, name: string, container: JsonSchemaObject | null = null): void {
  const reference = { $ref: componentReference('schemas', name) };
  compareSchemas(at, reference, reference, container);
}

/** Compares the components that conditional keywords on both sides refer to, since clients depend on them, too. */
function compareConditional(at: At, before: Seen, after: Seen): void {
  const { work } = at.comparison;
  const names = conditionalNames(before.own, work);
  for (const name of conditionalNames(after.own, work)) if (names.has(name)) compareNamed(anyWay(at), name);
}

/**
 * Returns the same place for both directions. A narrower schema inside `not` allows more values, so a change inside a
 * conditional keyword counts for both requests and responses.
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

/** Compares the declared fields of an object, then the schemas for all other field names. */
function compareFields(at: At, before: Seen, after: Seen): void {
  for (const [name] of byName(named(before.own), named(after.own)))
    compareField(at.inside({ kind: 'field', name }), name, before, after);
  compareFreeNames(at, before.own, after.own);
}

/** Names of the fields of an object (as keys): `required` may list names that `properties` lacks. */
function named({ properties = {}, required = [] }: JsonSchemaObject): Readonly<Record<string, unknown>> {
  return { ...properties, ...Object.fromEntries(required.map((name) => [name, true])) };
}

/** Compares a field in the fully merged schemas: moving a field between parts of `allOf` is not a change. */
function compareField(at: At, name: string, before: Seen, after: Seen): void {
  const [first, second] = [ownMember(before.full.properties, name), ownMember(after.full.properties, name)];
  const [wasRequired, isRequired] = [before.required.has(name), after.required.has(name)];
  // A field without a schema on either side is sent in the same directions as its object.
  const isDescribed = first !== undefined || second !== undefined;
  const { work } = at.comparison;
  const travelled = travels(first, at.comparison.before, work) | travels(second, at.comparison.after, work);
  const flow = isDescribed ? at.flow & travelled : at.flow;
  const place = at.withFlow(flow);
  const words = (schema: JsonSchema, { components }: Api) => [typeWords(schema, components)];
  if (first === undefined && second !== undefined) {
    place.report(isRequired ? 'required-field-added' : 'field-added', null, words(second, at.comparison.after));
    return;
  }
  if (second === undefined && first !== undefined) {
    const isAnnounced = merged(first, at.comparison.before, work).deprecated === true;
    const rule = wasRequired ? 'required-field-removed' : 'field-removed';
    place.reportGone(isAnnounced ? 'deprecated-field-removed' : rule, words(first, at.comparison.before));
    return;
  }
  if (first !== undefined && second !== undefined) compareTypedField(place, [first, wasRequired], [second, isRequired]);
  else place.reportTurn(wasRequired, isRequired, 'field-became-required', 'field-became-optional');
}

/**
 * Compares a field that both sides describe. A field with another type counts as another field: the change of its type
 * also reports the change of `required`.
 */
function compareTypedField(
  at: At,
  [first, wasRequired]: readonly [JsonSchema, boolean],
  [second, isRequired]: readonly [JsonSchema, boolean],
): void {
  const findings: Finding[] = [];
  compareSchemas(at.withFindings(findings), first, second);
  const isTyped = ({ rule, steps }: Finding): boolean => rule === 'type-changed' && steps === at.steps;
  if (!findings.some(isTyped)) at.reportTurn(wasRequired, isRequired, 'field-became-required', 'field-became-optional');
  const { words } = at.comparison;
  const said = (type: Phrase | null, isSaid: boolean): Phrase | null =>
    type !== null && isSaid ? words.list('list.comma', [type, [words.say('field.required')]]) : type;
  for (const found of findings) {
    const before = said(found.before, wasRequired && !isRequired);
    const after = said(found.after, isRequired && !wasRequired);
    at.unit.findings.push(isTyped(found) ? { ...found, before, after } : found);
  }
}

function travels(schema: JsonSchema | undefined, side: Api, work: Work): number {
  return schema === undefined ? 0 : travelling(merged(schema, side, work));
}

function merged(schema: JsonSchema, { components }: Api, work: Work): JsonSchemaObject {
  return typeof schema === 'boolean' ? {} : mergeSchema(schema, components, work).schema;
}

/** Directions in which a value is sent: read-only values are not in requests, write-only values not in responses. */
function travelling({ readOnly, writeOnly }: JsonSchemaObject): number {
  return (readOnly === true ? 0 : SENT) | (writeOnly === true ? 0 : RECEIVED);
}

function compareFreeNames(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const [wasClosed, isClosed] = [isClosedTo(before), isClosedTo(after)];
  at.reportTurn(wasClosed, isClosed, 'free-names-refused', 'free-names-allowed');
  if (!wasClosed && !isClosed) compareUnlessOpen(at.inside(names(null)), others(before), others(after));
  for (const [pattern, first, second] of byName(before.patternProperties, after.patternProperties))
    compareUnlessOpen(at.inside(names(pattern)), first ?? others(before), second ?? others(after));
}

function others({ additionalProperties, unevaluatedProperties }: JsonSchemaObject): JsonSchema {
  return additionalProperties ?? (isSchema(unevaluatedProperties) ? unevaluatedProperties : true);
}

function names(pattern: string | null) {
  return { kind: 'names', pattern } as const;
}

function isClosedTo({ additionalProperties, unevaluatedProperties }: JsonSchemaObject): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function compareUnlessOpen(at: At, before: JsonSchema, after: JsonSchema): void {
  if (typeof before !== 'boolean' || typeof after !== 'boolean' || before !== after) compareSchemas(at, before, after);
}

/**
 * Compares conditional keywords. An added condition narrows a schema, a removed one widens it. The effect of a changed
 * condition is known only if `then` or `else` was added or removed, or `minContains` or `maxContains` changed.
 */
function compareConditions(at: At, before: JsonSchemaObject, after: JsonSchemaObject) {
  // An `allOf` that remains after merging has parts that could not be merged with the conditions beside it.
  const [all, others] = [before, after].map((schema) => pick(schema, ['allOf', ...CONDITIONS.flat()]));
  if ((before.allOf ?? after.allOf) !== undefined && isAlike(at, all, others)) return;
  for (const keywords of [...CONDITIONS, ['allOf']]) {
    const [first, second] = [pick(before, keywords), pick(after, keywords)];
    if (isAlike(at, first, second)) continue;
    const isBoth = first !== undefined && second !== undefined;
    const rule = isBoth ? relationOf(at, first, second) : (`condition-${turnOf(first, second)}` as const);
    at.report(keywords[0] === 'allOf' ? 'condition-changed' : rule, factValue(first), factValue(second));
  }
}

/** True if two groups of keywords are equal or mean the same; changes in their components are reported separately. */
function isAlike(at: At, before: Condition | undefined, after: Condition | undefined): boolean {
  const { meanings, before: old, after: now } = at.comparison;
  if (before === undefined || after === undefined) return before === after;
  return at.isSame(before, after) || meanings.isSame(before, old.components, after, now.components);
}

function relationOf(at: At, before: Condition, after: Condition): RuleName {
  const keywords = Object.keys({ ...before, ...after }).filter(
    (keyword) => !isAlike(at, pick(before, [keyword]), pick(after, [keyword])),
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
