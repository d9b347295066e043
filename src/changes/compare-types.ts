import { constraints } from '../presentation/fields/constraint-words.ts';
import { typeWords } from '../presentation/fields/type-words.ts';
import { compareNumbers, type JsonNumber } from '../schema/exact-number.ts';
import { canonicalText, isMultipleOf } from '../schema/json-values.ts';
import type { JsonSchemaObject } from '../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../schema/types.ts';
import type { Phrase } from '../words/phrase.ts';
import type { At, Seen } from './comparison.ts';
import type { RuleName } from './rules.ts';
import { codeOrNull, codes, turnOf, without } from './values.ts';

/** @returns false if no value is of both types, which is not examined for unions; callers skip all other comparisons */
export function compareTypes(at: At, before: Seen, after: Seen): boolean {
  const [first, second] = [before.own, after.own];
  // Differences within components that both sides include are reported there; all other type differences here.
  const isOwn = relationOf(typeSet(first), typeSet(second)) !== 'same';
  const relation = isOwn ? relationOf(typeSet(before.full), typeSet(after.full)) : 'same';
  const isNothing = isForbidden(before.full) || isForbidden(after.full);
  // If either side is a union, compareVariants compares the types.
  const isUnion = !isNothing && (variantsOf(first).length > 0 || variantsOf(second).length > 0);
  if (relation !== 'same' && !isUnion) {
    const words = ({ own }: Seen, { components }: typeof at.comparison.before): Phrase => [
      typeWords(withoutNull(own), components),
    ];
    const rule = relation === 'apart' ? 'type-changed' : (`type-${relation}` as const);
    at.report(rule, words(before, at.comparison.before), words(after, at.comparison.after));
    if (relation === 'apart' && typesOf(first).every((type) => !typesOf(second).includes(type))) return false;
  }
  if (isNothing) return false;
  const isOwnNull = mayBeNull(first) !== mayBeNull(second) || before.isOrNull !== after.isOrNull;
  const [wasNull, isNull] = [mayBeNull(before.full), mayBeNull(after.full)];
  // If one side has no type restriction at all, the reported type change covers null.
  const isImplied = relation !== 'same' && (isOpen(before.full) || isOpen(after.full));
  if (isOwnNull && wasNull !== isNull && !isImplied) at.report(isNull ? 'null-allowed' : 'null-refused');
  compareFormats(at, first.format, second.format);
  compareValues(at, first, second);
  compareLimits(at, first, second);
  comparePatterns(at, first.pattern, second.pattern);
  compareSteps(at, first.multipleOf, second.multipleOf);
  return true;
}

/** Schema without the type null, whose changes are reported separately. */
function withoutNull(schema: JsonSchemaObject): JsonSchemaObject {
  const types = typesOf(schema);
  const [only] = types;
  return schema.type === undefined || types.length === 0
    ? schema
    : ({ ...schema, type: types.length === 1 && only !== undefined ? only : types } as JsonSchemaObject);
}

const EVERY_TYPE = ['boolean', 'integer', 'number', 'string', 'array', 'object'] as const;

/** Allowed types except null; `number` includes `integer`. */
function typeSet(schema: JsonSchemaObject): ReadonlySet<string> {
  const types = typesOf(schema);
  if (isForbidden(schema)) return new Set();
  if (types.length === 0) return new Set(onlyNull(schema) ? [] : EVERY_TYPE);
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

/** True if a schema allows no value. */
function isForbidden({ not }: JsonSchemaObject): boolean {
  return not === true || (typeof not === 'object' && Object.keys(not).length === 0);
}

function onlyNull(schema: JsonSchemaObject): boolean {
  return allowsNull(schema) && variantsOf(schema).length === 0;
}

/** True if a schema allows null explicitly or by not restricting the type. */
export function mayBeNull(schema: JsonSchemaObject): boolean {
  if (schema.enum?.includes(null) === false) return false;
  return allowsNull(schema) || (isOpen(schema) && schema.not === undefined);
}

/** True if a schema does not restrict the type. */
function isOpen(schema: JsonSchemaObject): boolean {
  return typesOf(schema).length === 0 && variantsOf(schema).length === 0 && !allowsNull(schema);
}

function relationOf(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): 'same' | 'widened' | 'narrowed' | 'apart' {
  const isIn = (part: ReadonlySet<string>, whole: ReadonlySet<string>) => [...part].every((type) => whole.has(type));
  if (isIn(before, after)) return isIn(after, before) ? 'same' : 'widened';
  return isIn(after, before) ? 'narrowed' : 'apart';
}

/** Pairs of formats: every value of the first format is valid in the second. */
const WIDER_FORMATS: ReadonlySet<string> = new Set([
  ...['int8 int16', 'int8 int32', 'int8 int64', 'int16 int32', 'int16 int64', 'int32 int64', 'uint8 uint16'],
  ...['uint8 uint32', 'uint8 uint64', 'uint16 uint32', 'uint16 uint64', 'uint32 uint64', 'float double'],
  ...['uri uri-reference', 'iri iri-reference', 'uri iri', 'email idn-email', 'hostname idn-hostname'],
]);

function compareFormats(at: At, before: string | undefined, after: string | undefined): void {
  if (before === after) return;
  const isWider = WIDER_FORMATS.has(`${before} ${after}`);
  const turn = isWider ? 'widened' : WIDER_FORMATS.has(`${after} ${before}`) ? 'narrowed' : turnOf(before, after);
  at.report(`format-${turn}`, codeOrNull(before), codeOrNull(after));
}

/** Compares the allowed values. Null is reported separately. */
function compareValues(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const [first, second] = [valuesOf(before), valuesOf(after)];
  const words = (values: readonly string[] | null) => codes(values ?? [], at.comparison.words);
  if (first === null && second === null) return;
  if (first === null) at.report('enum-added', null, words(second));
  else if (second === null) at.report('enum-removed', words(first));
  else {
    const [added, removed] = [without(second, first), without(first, second)];
    if (added.length > 0) at.report('enum-value-added', null, words(added));
    if (removed.length > 0) at.report('enum-value-removed', words(removed));
  }
}

function valuesOf({ enum: values }: JsonSchemaObject): readonly string[] | null {
  return values?.filter((value) => value !== null).map((value) => canonicalText(value)) ?? null;
}

/** Limits: prefix of the rule, whether it is a lower bound, and keywords (for equal numbers, the first is stricter). */
const LIMITS = [
  ['range', true, ['exclusiveMinimum', 'minimum']],
  ['range', false, ['exclusiveMaximum', 'maximum']],
  ['length', true, ['minLength']],
  ['length', false, ['maxLength']],
  ['item-count', true, ['minItems']],
  ['item-count', false, ['maxItems']],
  ['field-count', true, ['minProperties']],
  ['field-count', false, ['maxProperties']],
] as const;

type Limit = (typeof LIMITS)[number][2][number];

interface Bound {
  readonly limit: Limit | null;
  readonly value: JsonNumber;
}

function compareLimits(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const words = ({ limit, value }: Bound): Phrase | null =>
    limit === null ? null : (constraints({ [limit]: value }, at.comparison.words)[0] ?? null);
  for (const [kind, isLeast, limits] of LIMITS) {
    const [first, second] = [boundOf(before, limits, isLeast), boundOf(after, limits, isLeast)];
    const order = compareNumbers(second.value, first.value);
    if (first.limit === second.limit && order === 0) continue;
    const isTighter = order === 0 ? second.limit === limits[0] : order > 0 === isLeast;
    at.report(`${kind}-${isTighter ? 'tightened' : 'loosened'}`, words(first), words(second));
  }
  const [wereUnique, areUnique] = [before.uniqueItems === true, after.uniqueItems === true];
  at.reportTurn(wereUnique, areUnique, 'unique-items-required', 'unique-items-dropped');
}

/** Strictest lower bound (`isLeast`) or upper bound. */
function boundOf(schema: JsonSchemaObject, limits: readonly Limit[], isLeast: boolean): Bound {
  const none: Bound = { limit: null, value: isLeast ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY };
  return limits.reduce((found, limit) => {
    const value = schema[limit];
    if (value === undefined) return found;
    const order = compareNumbers(value, found.value);
    return found.limit === null || (order !== 0 && order > 0 === isLeast) ? { limit, value } : found;
  }, none);
}

/** Matches needless escapes: characters that mean the same in a pattern with and without a backslash. */
const NEEDLESS_ESCAPE = /(?<=^|[^\\])((?:\\\\)*)\\([:_@#"'!%&,;<>=~`/ ])/g;

function comparePatterns(at: At, before: string | undefined, after: string | undefined): void {
  const [first, second] = [before, after].map((pattern) => pattern?.replaceAll(NEEDLESS_ESCAPE, '$1$2'));
  if (first === second) return;
  at.report(`pattern-${turnOf(before, after)}`, codeOrNull(before), codeOrNull(after));
}

function compareSteps(at: At, was: JsonNumber | undefined, is: JsonNumber | undefined): void {
  if (was === is || (was !== undefined && is !== undefined && compareNumbers(was, is) === 0)) return;
  const [before, after] = [was, is].map((step) => step && Number(step));
  // A `multipleOf` is stricter if it is a multiple of the earlier one.
  const rule: RuleName =
    before === undefined || (after !== undefined && isMultipleOf(after, before))
      ? 'step-tightened'
      : after === undefined || isMultipleOf(before, after)
        ? 'step-loosened'
        : 'step-changed';
  at.report(rule, codeOrNull(was), codeOrNull(is));
}
