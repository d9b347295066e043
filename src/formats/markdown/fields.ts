import { type Components, componentName } from '../../model/components.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { mergeSchema } from '../../model/schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { allowsNull, typesOf } from '../../model/schema/types.ts';
import { markWords, valueMeanings, valueWords } from '../../presentation/fields/constraint-words.ts';
import { type Member, membersOf, positionTitle, rulesOf, rulesText } from '../../presentation/fields/member-schemas.ts';
import { ownFacts } from '../../presentation/fields/schema-facts.ts';
import { titleText } from '../../presentation/fields/title-text.ts';
import { typeWords } from '../../presentation/fields/type-words.ts';
import { variantGroupsOf } from '../../presentation/fields/variant-groups.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import { documentationOf } from '../../presentation/pieces.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { capitalWords, fenced, more, words } from './escaping.ts';
import type { Writer } from './writer.ts';

/** Beyond it nested fields are written as one line of JSON Schema. */
const MAX_DEPTH = 12;
const LONGEST_INLINE_EXAMPLE = 200;

/** Facts about a schema in one line of Markdown: type, demands and marks, separated by commas. */
export function facts(schema: JsonSchema, components: Components): string {
  if (typeof schema === 'boolean') return typeWords(schema, components);
  return [typeText(schema, components), ...demands(withOnlyVariant(schema, wordsOf(components)), components)].join(
    ', ',
  );
}

/** A schema that allows null beside one other without a name says what that says. */
function withOnlyVariant(schema: JsonSchemaObject, language: Words): JsonSchemaObject {
  if ((schema.anyOf ?? []).length + (schema.oneOf ?? []).length !== 2) return schema;
  const [group] = variantGroupsOf(schema, language);
  const [only, ...more] = group?.variants ?? [];
  if (more.length > 0 || typeof only?.schema !== 'object' || only.name !== null) return schema;
  const { anyOf, oneOf, ...own } = schema;
  const isSaidTwice = Object.keys(only.schema).some((key) => Object.hasOwn(own, key) || key === 'description');
  return isSaidTwice ? schema : { ...only.schema, ...own };
}

function demands(schema: JsonSchemaObject, components: Components): readonly string[] {
  return [...markWords(schema, wordsOf(components)), ...ownFacts(schema, components, hasItem).map(words)];
}

function typeText(schema: JsonSchemaObject, components: Components): string {
  if (schema.$ref === undefined) return text(typeWords(schema, components));
  const type = typeWords({ $ref: schema.$ref }, components);
  const { name, value } = components.resolveSchema({ $ref: schema.$ref });
  if (name !== type) return text(type);
  const { schema: named } = mergeSchema(value, components);
  return allowsNull(named) ? wordsOf(components).say('type.orNull', { type: code(type) }) : code(type);
}

/** The fields, parts and variants of a schema as list items, nested; nothing for a plain type or a named one. */
export function writeInside(written: JsonSchema, writer: Writer, depth = 0): void {
  if (typeof written === 'boolean') return;
  const schema = withOnlyVariant(written, writer.words);
  const say = (key: 'markdown.values' | 'example.title' | 'markdown.asJsonSchema'): string => writer.words.say(key);
  const values = valueWords(schema);
  const meanings = valueMeanings(schema);
  if (meanings.length > 0) writer.item(`${say('markdown.values')}:`);
  else if (values.length > 0) writer.item(`${say('markdown.values')}: ${values.map(code).join(', ')}`);
  for (const list of meanings) writer.inside.itemDescription(list);
  for (const example of examplesOf(schema)) writer.item(`${say('example.title')}: ${code(example)}`);
  if (schema.externalDocs !== undefined) writer.item(more(documentationOf(schema.externalDocs), writer.words));
  if (depth > MAX_DEPTH) {
    if (isNested(schema)) writer.item(`${say('markdown.asJsonSchema')}: ${code(JSON.stringify(schema))}`);
    return;
  }
  const required = new Set(schema.required);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    writeField(name, property, required.has(name), writer, depth);
  for (const part of schema.allOf ?? []) {
    if (isRecord(part) && typeof part['$ref'] === 'string')
      writer.item(
        capitalWords(writer.words.sentence('field.withEverythingIn', { names: ['', componentName(part['$ref'])] })),
      );
    else if (isRecord(part)) writePart(part, writer, depth);
  }
  writeVariants(schema, writer, depth);
  writeMembers(schema, writer, depth);
}

function writeField(name: string, schema: JsonSchema, required: boolean, writer: Writer, depth: number): void {
  const end = required ? `, ${writer.words.say('field.required')}` : '';
  writer.item(`${code(name)}: ${facts(schema, writer.components)}${end}`);
  writer.inside.itemDescription(textOf(name, schema, writer));
  writeInside(schema, writer.inside, depth + 1);
}

/** Markdown, as the schema itself has it. */
export function descriptionOf(schema: JsonSchema): string | undefined {
  return typeof schema === 'boolean' ? undefined : schema.description;
}

/**
 * Markdown: the description, else the title where it says more than the name, '' for what has none. Of a `$ref` only
 * what stands beside it.
 */
export function textOf(name: string, schema: JsonSchema, { components }: Writer): string | undefined {
  const title = titleText(name, schema, components);
  return title === null || (typeof schema === 'object' && schema.$ref !== undefined)
    ? descriptionOf(schema)
    : text(title);
}

/** A part of `allOf` that is written in place: its demands and fields belong to the whole. */
function writePart(part: JsonSchemaObject, writer: Writer, depth: number): void {
  const own = demands(part, writer.components);
  if (own.length > 0) writer.item(`${writer.words.say('markdown.also')}: ${own.join(', ')}`);
  if (part.description !== undefined) {
    writer.item(`${writer.words.say('markdown.alsoDescribed')}:`);
    writer.inside.itemDescription(part.description);
  }
  writeInside(part, writer, depth + 1);
}

function writeVariants(schema: JsonSchemaObject, writer: Writer, depth: number): void {
  for (const { kind, chosenBy, variants } of variantGroupsOf(schema, writer.words)) {
    const [only] = variants;
    if (
      variants.length === 1 &&
      chosenBy === null &&
      (only === undefined || only.name !== null || !speaks(only.schema, writer))
    )
      continue;
    const title = kind === 'oneOf' ? 'variants.oneOf' : 'variants.anyOf';
    const choice =
      chosenBy === null
        ? [writer.words.say(title)]
        : writer.words.sentence('type.chosenBy', { type: writer.words.say(title), name: ['', chosenBy] });
    writer.item(`${capitalWords(choice)}:`);
    for (const { schema: variant, chosen } of variants) {
      const end = chosen === null ? '' : ` (${words(chosen)})`;
      writer.inside.item(facts(variant, writer.components) + end);
      writer.inside.inside.itemDescription(textOf('', variant, writer));
      writeInside(variant, writer.inside.inside, depth + 1);
    }
  }
}

/** Items of lists, free keys, conditions and the like, where there is something inside them. */
function writeMembers(schema: JsonSchemaObject, writer: Writer, depth: number): void {
  const member = (title: string, part: JsonSchema): void => {
    writer.item(`${title}: ${facts(part, writer.components)}`);
    writer.inside.itemDescription(textOf('', part, writer));
    writeInside(part, writer.inside, depth + 1);
  };
  // The type tells what a list holds; of what is no list by its type, nothing else would.
  if (typeof schema.items === 'object' && (!typesOf(schema).includes('array') || saysMore(schema.items)))
    member(capitalWords([writer.words.say('member.eachItem')]), schema.items);
  for (const [index, part] of (schema.prefixItems ?? []).entries())
    if (saysMore(part)) member(capitalWords([positionTitle(index, writer.words)]), part);
  for (const { title, schema: part } of membersOf(schema, writer.words).filter(hasItem))
    member(capitalWords(title), part);
  const rules = rulesOf(schema);
  if (rules === null) return;
  writer.item(`${writer.words.say('field.rules')}:`);
  writer.inside.block(fenced(rulesText(rules), 'json'));
}

/** Whether a member is an item of its own; else it is said in words, that of no field with its values. */
function hasItem({ isOfFields, schema }: Member): boolean {
  return saysMore(schema, isOfFields ? NESTED : STRUCTURE) || (typeof schema === 'object' && rulesOf(schema) !== null);
}

/** Whether a variant says more than its type. */
function speaks(schema: JsonSchema, { components }: Writer): boolean {
  return saysMore(schema) || (typeof schema === 'object' && demands(schema, components).length > 0);
}

function saysMore(schema: JsonSchema, keywords = NESTED): boolean {
  return isNested(schema, keywords) || (typeof schema === 'object' && schema.description !== undefined);
}

const STRUCTURE = 'properties allOf oneOf anyOf items prefixItems additionalProperties patternProperties'.split(' ');
const NESTED = [...STRUCTURE, 'enum', 'examples', 'required'];

function isNested(schema: JsonSchema, keywords = NESTED): boolean {
  return typeof schema === 'object' && keywords.some((keyword) => isPresent(schema[keyword]));
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Short examples; long ones stand in fenced blocks where a schema has a place of its own. */
function examplesOf(schema: JsonSchemaObject): readonly string[] {
  return Array.isArray(schema.examples)
    ? schema.examples
        .map((example) => JSON.stringify(example) ?? 'null')
        .filter((example) => example.length <= LONGEST_INLINE_EXAMPLE)
    : [];
}

/** Examples too long for a line, as values. */
export function longExamplesOf(schema: JsonSchema): readonly unknown[] {
  if (typeof schema === 'boolean' || !Array.isArray(schema.examples)) return [];
  return schema.examples.filter((example) => (JSON.stringify(example) ?? '').length > LONGEST_INLINE_EXAMPLE);
}
