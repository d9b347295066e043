import type { Components } from '../../model/components.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import { wordsOf } from '../../words/words.ts';
import { documentationOf } from '../pieces.ts';
import { constraints, markWords, valueMeanings, valueText, valueWords } from './constraint-words.ts';
import type { Shape } from './field-shape.ts';
import { joinedRules, type Member, membersOf, rulesOf } from './member-schemas.ts';
import { plainVariants, shapeConstraints } from './shape-words.ts';
import { isEmptyText, orNull, type TypeText, typeText } from './type-words.ts';
import { onlyRequires, undescribedFields } from './variant-groups.ts';

/** Lists of lists, and variants that are all there is, are looked into this deep. */
const DEEPEST_LIST = 4;
/** More values of what is demanded of names or items have a row of their own. */
const MOST_VALUES_IN_WORDS = 8;

/** A schema looked through: the allOf folded, a reference that may be null taken as the reference. */
interface Seen {
  readonly merged: JsonSchemaObject;
  /** The component it stands for; null when it is written in place. */
  readonly name: string | null;
  readonly parts: readonly string[];
}

/**
 * Folds references and `allOf`. A reference with annotations beside it, or alone in an `allOf`, still stands for its
 * component; so does the only variant beside null.
 */
export function see(schema: JsonSchema, components: Components, depth = DEEPEST_LIST): Seen {
  if (typeof schema === 'boolean' || depth < DEEPEST_LIST) return look(schema, components, depth);
  return components.remembered('seen', schema, look);
}

function look(schema: JsonSchema, components: Components, depth = DEEPEST_LIST): Seen {
  const { schema: merged, name, parts } = mergeSchema(schema, components);
  const only = depth === 0 ? null : onlyVariant(merged);
  if (only !== null) {
    const inner = see(only, components, depth - 1);
    const { oneOf: _one, anyOf: _any, ...own } = merged;
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

/** Whether there is something to draw below a value of this schema. */
export function isStructured(merged: JsonSchemaObject, components: Components, depth = DEEPEST_LIST): boolean {
  return depth === DEEPEST_LIST
    ? components.remembered('structured', merged, holdsSomething)
    : holdsSomething(merged, components, depth);
}

function holdsSomething(merged: JsonSchemaObject, components: Components, depth = DEEPEST_LIST): boolean {
  // A schema as deep as this contains itself: a link leads to the place where it began.
  if (depth === 0) return true;
  const speaks = (schema: JsonSchema): boolean => speaksItself(see(schema, components).merged, components, depth - 1);
  if (merged.properties !== undefined && Object.keys(merged.properties).length > 0) return true;
  const whole = [merged, ...objectsOf(merged.allOf)];
  const hasRow = (member: Member): boolean => needsRow(member, components, depth);
  if (whole.some((part) => membersOf(part, wordsOf(components)).some(hasRow))) return true;
  const speakInVariants = (part: JsonSchemaObject): boolean =>
    !onlyRequires(part) &&
    plainVariants(part, components) === null &&
    variantsOf(part).some((variant) => !isEmptyText(variant.schema, components) && speaks(variant.schema));
  if (whole.some(speakInVariants)) return true;
  if (merged.prefixItems?.some(speaks) === true) return true;
  return typeof merged.items === 'object' && isStructured(see(merged.items, components).merged, components, depth - 1);
}

/** Whether a schema without a name of its own says more than fits into words. */
export function needsRow(
  { isOfFields, schema }: Pick<Member, 'isOfFields' | 'schema'>,
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

/** Whether a list says more of its items than their type. */
function itemsSpeak(merged: JsonSchemaObject, components: Components, depth: number): boolean {
  return (
    depth > 0 &&
    typeof merged.items === 'object' &&
    speaksItself(see(merged.items, components).merged, components, depth - 1)
  );
}

/** Whether a variant or a list position says more than its type. */
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

/** Whether more is said of the shape of a value than that its free keys hold anything. */
function demandsMore(merged: JsonSchemaObject, components: Components): boolean {
  return shapeConstraints(merged, components, ({ schema }) => schema === true).length > 0;
}

/** Parts of an `allOf` that could not be united, as objects. */
export function objectsOf(schemas: readonly JsonSchema[] | undefined): readonly JsonSchemaObject[] {
  return (schemas ?? []).flatMap((schema) => (typeof schema === 'object' ? [schema] : []));
}

interface Facts extends Omit<Shape, 'type' | 'counts' | 'content' | 'rules'> {
  /** Demands that have no phrases. */
  readonly rules: readonly JsonSchemaObject[];
}

/** Everything about a schema but its type and what is inside it. Of a list, also what is demanded of its items. */
export function factsOf(merged: JsonSchemaObject, components: Components): Facts {
  return components.remembered('facts', merged, allFacts);
}

function allFacts(merged: JsonSchemaObject, components: Components): Facts {
  const { facts, itemFacts, ...rest } = gathered(merged, components, DEEPEST_LIST);
  const words = wordsOf(components);
  return { ...rest, facts: [...facts, ...itemFacts.map((demand) => words.sentence('demand.eachItem', { demand }))] };
}

/** Facts of a list, and demands on its items and theirs. */
interface Gathered extends Facts {
  readonly itemFacts: readonly Phrase[];
}

function gathered(merged: JsonSchemaObject, components: Components, depth: number): Gathered {
  const listed = [merged, ...objectsOf(merged.allOf)];
  const meanings = listed.flatMap(valueMeanings);
  const own: Gathered = {
    marks: markWords(merged, wordsOf(components)),
    facts: [...ownFacts(merged, components), ...objectsOf(merged.allOf).flatMap((part) => ownFacts(part, components))],
    itemFacts: [],
    rules: listed.map(rulesOf).filter((rules) => rules !== null),
    descriptions: merged.description === undefined || merged.description.trim() === '' ? [] : [merged.description],
    values: listed.flatMap(valueWords),
    defaults: listed.flatMap((part) => (part.default === undefined ? [] : [valueText(part.default)])),
    ...(meanings.length > 0 && { meanings }),
    examples: examplesOf(merged)
      .filter((example) => !isCompound(example))
      .map(valueText),
  };
  const more = merged.externalDocs === undefined ? {} : { documentation: documentationOf(merged.externalDocs) };
  if (depth === 0 || typeof merged.items !== 'object' || !typesOf(merged).includes('array')) return { ...own, ...more };
  const item = gathered(see(merged.items, components).merged, components, depth - 1);
  const itemRules = joinedRules(item.rules);
  return {
    ...own,
    itemFacts: [...item.facts, ...item.itemFacts],
    rules: itemRules === null ? own.rules : [...own.rules, { items: itemRules }],
    descriptions: [...own.descriptions, ...item.descriptions],
    values: [...own.values, ...item.values],
    ...(item.meanings !== undefined && { meanings: [...meanings, ...item.meanings] }),
    examples: own.examples.length > 0 ? own.examples : item.examples,
    ...(item.documentation === undefined ? {} : { documentation: item.documentation }),
    ...more,
  };
}

function examplesOf({ examples }: JsonSchemaObject): readonly unknown[] {
  return Array.isArray(examples) ? examples : [];
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Examples that are lists or objects, as JSON text: pages show them in the example of the whole. */
export function compoundExamples(merged: JsonSchemaObject): readonly string[] {
  return examplesOf(merged).filter(isCompound).map(valueText);
}

/**
 * Demands of a schema itself, not of the schemas inside: limits, fields that it requires and does not describe, free
 * keys.
 */
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

/** A type without the names of schemas that have nothing to draw: those read as their types. */
export function plainType(schema: JsonSchema, components: Components): TypeText {
  const { merged } = see(schema, components);
  const plain = plainVariants(merged, components);
  if (plain !== null) return allowsNull(merged) ? orNull(plain, wordsOf(components)) : plain;
  const type = typeText(schema, components);
  const { name, value } = components.resolveSchema(schema);
  if (name === null || typeof value === 'boolean') return listOfScalars(schema, components) ?? type;
  return typeof value['x-platform-missing'] === 'string'
    ? type
    : typeText(mergeSchema(value, components).schema, components);
}

function listOfScalars(schema: JsonSchema, components: Components): TypeText | null {
  const { merged } = see(schema, components);
  if (typeof merged.items !== 'object' || merged.prefixItems !== undefined || merged.items.$ref === undefined)
    return null;
  const item = see(merged.items, components);
  return isStructured(item.merged, components) ? null : typeText({ ...merged, items: item.merged }, components);
}
