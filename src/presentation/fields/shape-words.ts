import type { Api } from '../../model/api.ts';
import { type Components, titleOfSchema } from '../../model/components.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { componentName } from '../../schema/references.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../../schema/schema.ts';
import { typesOf, variantsOf } from '../../schema/types.ts';
import { joined, type Phrase, phraseText } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { constraints, isClosed, valueText } from './constraint-words.ts';
import type { Rules } from './field-shape.ts';
import { isNegatedType, type TypeText, typeText, typeWords } from './type-words.ts';
import { onlyRequires, requirementWords, undescribedFields } from './variant-groups.ts';

/** Subschema without a property name: `additionalProperties`, a pattern, `propertyNames` or `contentSchema`. */
export interface UnnamedMember {
  /** Generated title of the member: `any other name`. */
  readonly title: Phrase;
  /** Whether the schema describes field values, not names or encoded content. */
  readonly isOfFields: boolean;
  readonly schema: JsonSchema;
}

const KEYWORDS = ['additionalProperties', 'patternProperties', 'propertyNames', 'contentSchema'] as const;
const NONE: readonly UnnamedMember[] = [];

/**
 * Lists the unnamed members of a schema in a fixed order; `additionalProperties: false` is a constraint instead. The
 * line of the schema describes simple members; a member with fields, variants or a description gets a row.
 */
export function membersOf(schema: JsonSchemaObject, words: Words): readonly UnnamedMember[] {
  if (KEYWORDS.every((keyword) => schema[keyword] === undefined)) return NONE;
  const found: UnnamedMember[] = [];
  const add = (isOfFields: boolean, title: Phrase, part: unknown): void => {
    if (isSchema(part)) found.push({ title, isOfFields, schema: part });
  };
  if (schema.additionalProperties !== false) add(true, [words.say('member.anyOtherName')], schema.additionalProperties);
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {}))
    add(true, words.sentence('member.namesThatMatch', { pattern }), part);
  add(false, [words.say('member.names')], schema.propertyNames);
  add(false, [words.say('member.content')], schema['contentSchema']);
  return found;
}

/** Minimum number, and share, of named objects without other fields for which this is the rule of their API. */
const RULE = { count: 10, share: 0.9 } as const;

const isClosedAsRule = computedOnce((api: Api): boolean => {
  const objects = Object.values(api.record.components.schemas).filter(
    (schema) => isRecord(schema) && schema['properties'] !== undefined,
  );
  const { length } = objects.filter((schema) => isRecord(schema) && isClosed(schema));
  return length >= RULE.count && length >= objects.length * RULE.share;
});

/** Whether nearly all objects of an API forbid other fields: its pages say this once, and name the exceptions. */
export function forbidsOtherFields(api: Api): boolean {
  return madeAsFact(closedFactOf(api), () => isClosedAsRule(api));
}

/** Map of name → fact that {@link forbidsOtherFields} depends on. */
export function closedFacts(api: Api): ReadonlyMap<string, string> {
  return new Map([[closedFactOf(api), String(isClosedAsRule(api))]]);
}

function closedFactOf(api: Api): string {
  return `${api.getVersion()}:closed-objects`;
}

/**
 * Facts of an object, or of the items of a list, in an API whose rule is that objects have no other fields: without the
 * rule, and with the exception to it.
 */
export function factsBesideRule(facts: readonly Phrase[], object: JsonSchemaObject, words: Words): readonly Phrase[] {
  const rule: Phrase = [words.say('demand.noOtherFields')];
  const rules = [rule, words.sentence('demand.eachItem', { demand: rule })].map(phraseText);
  const others = facts.filter((fact) => !rules.includes(phraseText(fact)));
  const isException = others.length === facts.length && (object.additionalProperties ?? true) === true;
  return isException ? [...others, [words.say('demand.otherFields')]] : others;
}

/** Maximum number of a variant's values on one line; more values are shown as a list. */
const MOST_VALUES = 8;
/** Depth to which nested schemas are described by text; deeper schemas are printed as JSON. */
const DEEPEST_PHRASE = 3;

/**
 * Describes the constraints of a schema's shape: unnamed members, and variants that only require fields.
 * @param isDrawn whether a member has a row, and so is omitted here
 */
export function shapeConstraints(
  schema: JsonSchemaObject,
  components: Components,
  isDrawn: (member: UnnamedMember) => boolean,
): readonly Phrase[] {
  return shapeWords(schema, components, isDrawn, DEEPEST_PHRASE);
}

function shapeWords(
  schema: JsonSchemaObject,
  components: Components,
  isDrawn: (member: UnnamedMember) => boolean,
  depth: number,
): readonly Phrase[] {
  const found: Phrase[] = [];
  const words = wordsOf(components);
  for (const member of membersOf(schema, words)) {
    if (!isDrawn(member)) found.push(joined([member.title, [': '], phrase(member.schema, components, depth)]));
  }
  const choice = requirementWords(schema, words);
  if (choice !== null) found.push(choice);
  return found;
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);
const EMPTY_TEXT = '""';

/**
 * Describes unnamed variants with plain values on one line: `string, or empty`, `integer, or string, up to 5
 * characters`. Null for other variants, and for variants that their types describe completely.
 */
export function plainVariants(merged: JsonSchemaObject, components: Components): TypeText | null {
  const variants = variantsOf(merged);
  const isMore = merged.discriminator !== undefined || merged.allOf !== undefined || merged.type !== undefined;
  if (variants.length < 2 || isMore) return null;
  if (!variants.every(({ name, schema }) => name === null && isPlain(schema, components))) return null;
  const words = wordsOf(components);
  const phrases = variants.map(({ schema }) => phrase(schema, components, 1));
  const saysMore = phrases.some(
    (parts, index) => phraseText(parts) !== typeWords(variants[index]?.schema ?? {}, components),
  );
  if (!saysMore) return null;
  const empty = words.say('type.empty');
  const texts = phrases.map(
    (parts): Phrase => parts.map((part) => (typeof part !== 'string' && part.code === EMPTY_TEXT ? empty : part)),
  );
  const [first] = variants;
  const hasValues = first !== undefined && valuesOf(mergeSchema(first.schema, components).schema).length > 0;
  return {
    parts: texts.reduce((first, second) => words.sentence('type.orElse', { first, second })),
    hasCode: true,
    kind: first === undefined || hasValues ? null : typeText(first.schema, components).kind,
    groups: [],
  };
}

/** Values that {@link plainVariants} lists, as JSON texts. */
export function plainValues(merged: JsonSchemaObject, components: Components): readonly string[] {
  if (plainVariants(merged, components) === null) return [];
  return variantsOf(merged)
    .flatMap(({ schema }) => valuesOf(mergeSchema(schema, components).schema))
    .map(valueText);
}

function isPlain(schema: JsonSchema, components: Components): boolean {
  if (typeof schema === 'boolean') return false;
  const { schema: merged } = mergeSchema(schema, components);
  const types = typesOf(merged);
  return (
    types.length === 1 &&
    types.every((type) => PLAIN_TYPES.has(type)) &&
    merged.description === undefined &&
    merged.title === undefined &&
    (merged.enum?.length ?? 0) <= MOST_VALUES &&
    variantsOf(merged).length === 0 &&
    membersOf(merged, wordsOf(components)).length === 0 &&
    rulesOf(merged) === null
  );
}

/** Describes a schema within a sentence: its type and constraints, or its JSON if these do not describe it fully. */
function phrase(schema: JsonSchema, components: Components, depth: number): Phrase {
  if (typeof schema === 'boolean') return [typeWords(schema, components)];
  const { name } = components.resolveSchema(schema);
  if (name !== null) {
    const { parts } = typeText(schema, components);
    return [phraseText(parts) === name ? titleOfSchema(name, components) : phraseText(parts)];
  }
  const { schema: merged } = mergeSchema(schema, components);
  if (depth === 0 || !hasWords(merged)) return [{ code: JSON.stringify(schema) }];
  const { const: _only, ...rest } = merged;
  const values = valuesOf(merged);
  const words = wordsOf(components);
  const type = typeText(schema, components);
  const said = values.length > 0 ? words.codes('list.or', values.map(valueText)) : [phraseText(type.parts)];
  const required = undescribedFields(merged);
  const named =
    required.length === 0
      ? said
      : words.sentence('demand.with', { type: said, names: words.codes('list.comma', required) });
  const demands = [...constraints(rest, words), ...shapeWords(merged, components, () => false, depth - 1)];
  const isAnything = type.kind === 'any' && values.length + required.length === 0;
  const parts = isAnything && demands.length > 0 ? demands : [named, ...demands];
  return words.list('list.comma', parts);
}

function valuesOf({ enum: values, const: only }: JsonSchemaObject): readonly unknown[] {
  return Array.isArray(values) ? values : only === undefined ? [] : [only];
}

const IN_OTHER_WORDS = ['properties', 'allOf', 'oneOf', 'anyOf', 'items', 'prefixItems', 'contentSchema'] as const;
const IN_THE_TYPE = new Set(['$ref', 'type', 'format', 'title', 'description', 'examples']);

/** Whether type and constraints describe a schema completely, so that its items and variants have only a type. */
function hasWords(merged: JsonSchemaObject): boolean {
  if (rulesOf(merged) !== null) return false;
  return IN_OTHER_WORDS.every((keyword) => {
    const value = merged[keyword];
    if (value === undefined || keyword === 'allOf' || keyword === 'properties') return value === undefined;
    if (onlyRequires(merged) && (keyword === 'oneOf' || keyword === 'anyOf')) return true;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return parts.every((part) => !isRecord(part) || Object.keys(part).every((key) => IN_THE_TYPE.has(key)));
  });
}

/** Keywords that have no text form. */
const RULES = ['not', 'if', 'dependentRequired', 'dependentSchemas', 'contains'];
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const WITHOUT_TEXT: ReadonlySet<string | symbol> = new Set([...RULES, ...UNEVALUATED]);
/** Map of keyword → the keywords that JSON Schema evaluates only beside it. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'else'],
  contains: ['minContains', 'maxContains'],
};

/** Part of a merged schema that is printed as JSON Schema, because it has no text form; null without such a part. */
export function rulesOf(schema: JsonSchemaObject): JsonSchemaObject | null {
  // Few schemas have such a keyword, and looking for each of them is slow where none is there.
  if (!Reflect.ownKeys(schema).some((keyword) => WITHOUT_TEXT.has(keyword))) return null;
  const keywords = [
    ...RULES.filter((keyword) => schema[keyword] !== undefined && !(keyword === 'not' && isNegatedType(schema))),
    ...UNEVALUATED.filter((keyword) => isRecord(schema[keyword])),
  ].flatMap((keyword) => [keyword, ...(BESIDE[keyword] ?? [])]);
  if (keywords.length === 0) return null;
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  );
}

/** Joins rules into one schema that requires every rule. */
export function joinedRules(rules: readonly JsonSchemaObject[]): JsonSchemaObject | null {
  const [only = null, ...others] = rules;
  return others.length === 0 ? only : { allOf: rules };
}

/** Maximum number of characters in a block of JSON Schema; a longer block is truncated. */
const LONGEST_BLOCK = 4000;

/** Reference to a named schema in a block of JSON. */
const REFERENCE = /(?<="\$ref": ")#\/components\/schemas\/[^"]+/g;

/** Formats rules as a block of JSON Schema, with links to the schemas that it names. */
export function shownRules(
  rules: JsonSchemaObject,
  components: Components,
  schemaPath: (name: string) => string,
): Rules {
  const text = JSON.stringify(rules, null, 2);
  const json = text.length <= LONGEST_BLOCK ? text : `${text.slice(0, text.lastIndexOf('\n', LONGEST_BLOCK))}\n…`;
  const names = new Set([...json.matchAll(REFERENCE)].map(([reference]) => componentName(reference)));
  const known = [...names].filter((name) => Object.hasOwn(components.record.schemas, name));
  return { json, schemas: known.map((name) => ({ text: titleOfSchema(name, components), href: schemaPath(name) })) };
}
