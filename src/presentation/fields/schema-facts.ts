import type { Components } from '../../model/components.ts';
import { isObject } from '../../schema/json-values.ts';
import { isByItself, mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { typesOf, variantsOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import { wordsOf } from '../../words/words.ts';
import { ANY_NAME } from '../anchors.ts';
import { shortened } from '../markdown-text.ts';
import { lettersIn } from '../name-words.ts';
import { documentationOf } from '../pieces.ts';
import { constraints, markWords, valueMeanings, valueText, valueWords } from './constraint-words.ts';
import type { Shape } from './field-shape.ts';
import { joinedRules, membersOf, plainVariants, rulesOf, shapeConstraints, type UnnamedMember } from './shape-words.ts';
import { isEmptyText } from './type-words.ts';
import { onlyRequires, undescribedFields, variantGroupsOf } from './variant-groups.ts';

/** Depth to which nested lists and single variants are searched. */
const DEEPEST_LIST = 4;
/** Maximum number of allowed values on the line, for property names or encoded content; more values get a row. */
const MOST_VALUES_IN_WORDS = 8;

/** Schema as pages show it: `allOf` is merged, and a nullable reference is treated as the reference. */
export interface SeenSchema {
  readonly merged: JsonSchemaObject;
  /** Name of the component that the schema refers to; null for an unnamed schema. */
  readonly name: string | null;
  readonly parts: readonly string[];
}

/**
 * Merges references and `allOf`. The result keeps the component's name if the schema is a reference with annotations,
 * an `allOf` of a single reference, or a reference whose only alternative is null.
 */
export function see(schema: JsonSchema, components: Components, depth = DEEPEST_LIST): SeenSchema {
  if (typeof schema === 'boolean' || depth < DEEPEST_LIST) return look(schema, components, depth);
  if (isByItself(schema)) return { merged: schema, name: null, parts: [] };
  return components.remembered('seen', schema, lookDeepest);
}

const lookDeepest = (schema: JsonSchema, components: Components): SeenSchema => look(schema, components, DEEPEST_LIST);

function look(schema: JsonSchema, components: Components, depth: number): SeenSchema {
  const { schema: merged, name, parts } = mergeSchema(schema, components);
  const only = depth === 0 ? null : onlyVariant(merged);
  if (only !== null) {
    const { oneOf: _one, anyOf: _any, ...own } = merged;
    if (hasStructure(own)) {
      const inner = look({ ...own, allOf: [only, ...(own.allOf ?? [])] }, components, depth - 1);
      return { merged: inner.merged, name, parts: [...parts, ...inner.parts] };
    }
    const inner = see(only, components, depth - 1);
    return { merged: { ...inner.merged, ...own }, name: name ?? inner.name, parts: inner.parts };
  }
  const [part] = parts;
  const annotated =
    name === null && parts.length === 1 && part !== undefined && typeof schema === 'object' && !hasStructure(schema);
  return annotated ? { merged, name: part, parts: [] } : { merged, name, parts };
}

function onlyVariant(merged: JsonSchemaObject): JsonSchema | null {
  if (merged.discriminator !== undefined || (merged.oneOf !== undefined && merged.anyOf !== undefined)) return null;
  const [variant, ...others] = variantsOf(merged);
  return variant === undefined || others.length > 0 || typeof variant.schema === 'boolean' ? null : variant.schema;
}

function hasStructure(schema: JsonSchemaObject): boolean {
  const { allOf = [], ...rest } = schema;
  const own = (
    'properties patternProperties additionalProperties items prefixItems oneOf anyOf required if dependentRequired ' +
    'dependentSchemas'
  ).split(' ');
  return (
    own.some((keyword) => Object.hasOwn(rest, keyword)) ||
    allOf.some((part) => typeof part === 'object' && hasStructure(part))
  );
}

/** Whether a value of this schema has rows or variants to draw. */
export function isStructured(merged: JsonSchemaObject, components: Components, depth = DEEPEST_LIST): boolean {
  return depth === DEEPEST_LIST
    ? components.remembered('structured', merged, (schema) => holdsSomething(schema, components, depth))
    : holdsSomething(merged, components, depth);
}

function holdsSomething(merged: JsonSchemaObject, components: Components, depth: number): boolean {
  // A schema at this depth is recursive; it becomes a link to its first occurrence.
  if (depth === 0) return true;
  const speaks = (schema: JsonSchema): boolean => speaksItself(see(schema, components).merged, components, depth - 1);
  if (merged.properties !== undefined && Object.keys(merged.properties).length > 0) return true;
  const whole = wholeOf(merged);
  const hasRow = (member: UnnamedMember): boolean => needsRow(member, components, depth);
  if (whole.some((part) => membersOf(part, wordsOf(components)).some(hasRow))) return true;
  const speakInVariants = (part: JsonSchemaObject): boolean =>
    !onlyRequires(part) &&
    plainVariants(part, components) === null &&
    variantsOf(part).some((variant) => !isEmptyText(variant.schema, components) && speaks(variant.schema));
  if (whole.some(speakInVariants)) return true;
  if (merged.prefixItems?.some(speaks) === true) return true;
  return typeof merged.items === 'object' && isStructured(see(merged.items, components).merged, components, depth - 1);
}

/** Whether an unnamed member has too much content for the line and needs a row. */
export function needsRow(
  { isOfFields, schema }: Pick<UnnamedMember, 'isOfFields' | 'schema'>,
  components: Components,
  depth = DEEPEST_LIST,
): boolean {
  if (typeof schema === 'boolean') return false;
  const { merged } = see(schema, components);
  return (
    merged.description !== undefined ||
    valueWords(merged).length > (isOfFields ? 0 : MOST_VALUES_IN_WORDS) ||
    rulesOf(merged) !== null ||
    isStructured(merged, components, depth - 1) ||
    itemsSpeak(merged, components, depth)
  );
}

/** Whether the items of a list have more content than their type. */
function itemsSpeak(merged: JsonSchemaObject, components: Components, depth: number): boolean {
  return (
    depth > 0 &&
    typeof merged.items === 'object' &&
    speaksItself(see(merged.items, components).merged, components, depth - 1)
  );
}

/** Whether a variant, a list item or a tuple item has more content than its type. */
function speaksItself(merged: JsonSchemaObject, components: Components, depth: number): boolean {
  return (
    merged.description !== undefined ||
    constraints(merged, wordsOf(components)).length > 0 ||
    valueWords(merged).length > 0 ||
    undescribedFields(merged).length > 0 ||
    rulesOf(merged) !== null ||
    demandsMore(merged, components) ||
    isStructured(merged, components, depth) ||
    itemsSpeak(merged, components, depth)
  );
}

/** Whether a schema has shape constraints other than additional properties with any value. */
function demandsMore(merged: JsonSchemaObject, components: Components): boolean {
  return shapeConstraints(merged, components, ({ schema }) => schema === true).length > 0;
}

/** Lists a merged schema and the parts of its `allOf` that could not be merged into it. */
export function wholeOf(merged: JsonSchemaObject): readonly JsonSchemaObject[] {
  return [merged, ...(merged.allOf ?? [])].filter((part) => typeof part === 'object');
}

/** Unnamed members that need a row, such as additional properties and tuple items (`prefixItems`). */
export function rowMembersOf(
  part: JsonSchemaObject,
  components: Components,
): readonly { readonly title: Phrase; readonly schema: JsonSchema; readonly anchor: string }[] {
  const words = wordsOf(components);
  const { prefixItems = [] } = part;
  const hasPositions = prefixItems.some((schema) => needsRow({ isOfFields: true, schema }, components));
  const positions = (hasPositions ? prefixItems : []).map((schema, index) => ({
    title: [words.say('member.item', { number: index + 1 })],
    schema,
    anchor: String(index),
  }));
  const members = membersOf(part, words).filter((member) => needsRow(member, components));
  return [...positions, ...members.map(({ title, schema }) => ({ title, schema, anchor: ANY_NAME }))];
}

/** Variant groups that do not fit on the line of the type, and so are drawn. */
export function drawnVariantGroups(part: JsonSchemaObject, components: Components): ReturnType<typeof variantGroupsOf> {
  const { type } = part;
  return variantGroupsOf(part, wordsOf(components)).filter(({ schema }) =>
    isStructured(type === undefined ? schema : { ...schema, type }, components),
  );
}

interface SchemaFacts extends Omit<Shape, 'type' | 'counts' | 'content' | 'rules'> {
  /** Constraints that have no text form. */
  readonly wordless: readonly JsonSchemaObject[];
}

/** Facts of a schema, without its type and content; a list also has the constraints on its items. */
export function factsOf(merged: JsonSchemaObject, components: Components): SchemaFacts {
  return components.remembered('facts', merged, allFacts);
}

function allFacts(merged: JsonSchemaObject, components: Components): SchemaFacts {
  const { facts, itemFacts, ...rest } = gathered(merged, components, DEEPEST_LIST);
  const words = wordsOf(components);
  return { ...rest, facts: [...facts, ...itemFacts.map((demand) => words.sentence('demand.eachItem', { demand }))] };
}

/** Facts of a schema, with the constraints on list items of every level kept separate. */
interface GatheredFacts extends SchemaFacts {
  readonly itemFacts: readonly Phrase[];
}

function gathered(merged: JsonSchemaObject, components: Components, depth: number): GatheredFacts {
  const listed = wholeOf(merged);
  const meanings = listed.flatMap(valueMeanings);
  const own: GatheredFacts = {
    marks: markWords(merged, wordsOf(components)),
    facts: listed.flatMap((part) => ownFacts(part, components)),
    itemFacts: [],
    wordless: listed.map(rulesOf).filter((rules) => rules !== null),
    descriptions: merged.description === undefined || merged.description.trim() === '' ? [] : [merged.description],
    values: listed.flatMap(valueWords),
    defaults: listed.flatMap((part) => (part.default === undefined ? [] : [valueText(part.default)])),
    ...(meanings.length > 0 && { meanings }),
    examples: examplesOf(merged)
      .filter((example) => !isObject(example))
      .map(valueText),
    ...(merged.externalDocs !== undefined && { documentation: documentationOf(merged.externalDocs) }),
  };
  if (depth === 0 || typeof merged.items !== 'object' || !typesOf(merged).includes('array')) return own;
  const itemSchema = see(merged.items, components).merged;
  const item = gathered(itemSchema, components, depth - 1);
  const itemRules = joinedRules(item.wordless);
  const variants = plainVariants(itemSchema, components);
  return {
    ...(item.documentation !== undefined && { documentation: item.documentation }),
    ...own,
    itemFacts: [...(variants === null ? [] : [variants.parts]), ...item.facts, ...item.itemFacts],
    wordless: itemRules === null ? own.wordless : [...own.wordless, { items: itemRules }],
    descriptions: [...own.descriptions, ...item.descriptions],
    values: [...own.values, ...item.values],
    ...(item.meanings !== undefined && { meanings: [...meanings, ...item.meanings] }),
    examples: own.examples.length > 0 ? own.examples : item.examples,
  };
}

function examplesOf({ examples }: JsonSchemaObject): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

/** Examples that are lists or objects, as JSON text; pages show them as part of the body's example. */
export function compoundExamples(merged: JsonSchemaObject): readonly string[] {
  return examplesOf(merged).filter(isObject).map(valueText);
}

/** Constraints of a schema without its subschemas: limits, undescribed required fields, additional properties. */
function ownFacts(schema: JsonSchemaObject, components: Components): readonly Phrase[] {
  const words = wordsOf(components);
  const required = undescribedFields(schema);
  return [
    ...constraints(schema, words),
    ...(required.length === 0
      ? []
      : [words.sentence('demand.required', { names: words.codes('list.comma', required) })]),
    ...shapeConstraints(schema, components, (member) => needsRow(member, components)),
  ];
}

/**
 * Title of a schema, as a substitute for a missing description (JSON Schema, Validation 2020-12, §9.1): many generators
 * write their descriptions into `title`.
 * @param name name of the field
 * @returns plain text; null if the schema has a description, or the title is only a name
 */
export function titleText(name: string, { merged, name: component }: SeenSchema): string | null {
  if ((merged.description ?? '').trim() !== '') return null;
  return titleBeside([name, component ?? ''], merged.title);
}

/** Title of several words; by our rule a single word is a generated name. */
const SEVERAL_WORDS = /\S\s+\S/;

/** Returns {@link titleText}, shortened for lists and the head of a page. */
export function titleSentence(name: string, schema: JsonSchema, components: Components): string | null {
  const text = titleText(name, see(schema, components));
  return text === null ? null : shortened(text);
}

/** Returns a title of several words; null if it only repeats a name, as `Created At` repeats `created_at`. */
export function titleBeside(names: readonly string[], title: unknown): string | null {
  if (typeof title !== 'string' || !SEVERAL_WORDS.test(title)) return null;
  return names.some((name) => lettersIn(name) === lettersIn(title)) ? null : title.trim().replaceAll(/\s+/g, ' ');
}
