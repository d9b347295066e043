import type { Components } from '../../model/components.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../schema/types.ts';
import { joined, type Phrase, phraseText } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { onlyRequires } from './variant-groups.ts';

/** Depth to which nested lists and variants are described; deeper types are described as "any value". */
const DEEPEST_WORDS = 3;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

/** Description of a type, with facts that callers would otherwise have to parse from its text. */
export interface TypeText {
  /** Text, with names of schemas as code: `array of `, `Book`. */
  readonly parts: Phrase;
  /** Whether code parts are values instead of schema names: `"a"`, `, or `, `"b"`. */
  readonly hasCode?: true;
  /** First type in the text; `any` or `null` if it is the whole text; null if the text begins with anything else. */
  readonly kind: (typeof TYPES)[number] | 'any' | 'null' | null;
  /** Kinds of variant groups that the text names: `one of …`. */
  readonly groups: readonly ('oneOf' | 'anyOf')[];
}

/**
 * Describes the type of a schema on one line: `integer, int64`, `string or null`, `array of Book`,
 * `one of Card, Transfer, chosen by kind`, `any value`. A named schema has its name as the result, an undefined schema
 * `unknown: schema “Missing” is not in the descriptor`. The result is plain text, which views escape.
 */
export function typeWords(schema: JsonSchema, components: Components): string {
  return phraseText(typeText(schema, components).parts);
}

/** Returns the text of {@link typeWords} in parts. */
export function typeText(schema: JsonSchema, components: Components): TypeText {
  return typeof schema === 'boolean'
    ? textInFull(schema, components)
    : components.remembered('type words', schema, textInFull);
}

export function orNull(type: TypeText, language: Words): TypeText {
  return { ...type, ...around([type], language.sentence('type.orNull', { type: type.parts })) };
}

/** Whether a type is only `any value` or `object`. */
export function isVague({ kind, parts }: TypeText): boolean {
  return kind === 'any' || (kind === 'object' && phraseText(parts) === 'object');
}

/** Whether {@link typeWords} describes the schema's `not`, which forbids only a type, while no type is required. */
export function isNegatedType(merged: JsonSchemaObject): boolean {
  if (merged.not === undefined || !(isAnything(merged.not) || isType(merged.not))) return false;
  return typesOf(merged).length === 0 && !allowsNull(merged) && variantsOf(merged).length === 0;
}

/** Whether a schema allows only the empty string; as a variant it is described as `object, or empty`. */
export function isEmptyText(schema: JsonSchema, components: Components): boolean {
  if (typeof schema === 'boolean') return false;
  const { schema: merged, name } = mergeSchema(schema, components);
  const [value, ...others] = merged.enum ?? (merged.const === undefined ? [] : [merged.const]);
  return name === null && value === '' && others.length === 0 && merged.description === undefined;
}

function isAnything(schema: JsonSchema): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0);
}

function isType(schema: JsonSchema): boolean {
  return typeof schema === 'object' && Object.keys(schema).every((keyword) => keyword === 'type' || keyword === '$ref');
}

function said(parts: Phrase, kind: TypeText['kind'] = null, inside: readonly TypeText[] = []): TypeText {
  return { parts, kind, groups: inside.flatMap(({ groups }) => groups) };
}

/** Creates the description of a type whose text begins with the first of the given types. */
function around(inside: readonly TypeText[], parts: Phrase): TypeText {
  return said(parts, typeOrNull(inside[0]?.kind), inside);
}

function partsOf(inside: readonly TypeText[]): readonly Phrase[] {
  return inside.map(({ parts }) => parts);
}

function anyValue(language: Words): TypeText {
  return said(language.sentence('type.anyValue'), 'any');
}

function typeOrNull(name: string | null | undefined): TypeText['kind'] {
  return TYPES.find((type) => type === name) ?? null;
}

function textInFull(schema: JsonSchema, components: Components): TypeText {
  return textOf(schema, components, DEEPEST_WORDS);
}

function textOf(schema: JsonSchema, components: Components, depth: number): TypeText {
  const language = wordsOf(components);
  if (schema === true) return anyValue(language);
  if (schema === false) return said(language.sentence('type.noValue'));
  const { name, value } = components.resolveSchema(schema);
  const missing = typeof value === 'object' ? value['x-platform-missing'] : undefined;
  if (typeof missing === 'string') return said(language.sentence('none.known', { what: missing }));
  if (name !== null) return said([{ code: name }]);
  const merged = mergeSchema(schema, components).schema;
  const base = depth === 0 ? shallowText(merged, language) : baseText(merged, components, depth);
  return allowsNull(merged) && base.kind !== 'null' ? orNull(base, language) : base;
}

function shallowText(merged: JsonSchemaObject, language: Words): TypeText {
  const types = typesOf(merged);
  return types.length > 0 ? said(language.list('list.or', types), typeOrNull(types[0])) : anyValue(language);
}

function baseText(merged: JsonSchemaObject, components: Components, depth: number): TypeText {
  const language = wordsOf(components);
  const variants = onlyRequires(merged) ? [] : variantsOf(merged);
  if (variants.length > 0) {
    const outer = outerText(merged, components, depth);
    const { discriminator } = merged;
    const filled = variants.filter(({ schema }) => !isEmptyText(schema, components));
    const isOrEmpty = filled.length === 1 && filled.length < variants.length && discriminator === undefined;
    const all = (isOrEmpty ? filled : variants)
      .map((variant) => textOf(variant.schema, components, depth - 1))
      .map((type) => (type.kind === 'any' ? outer : type));
    const different = [...new Map(all.map((type) => [phraseText(type.parts), type])).values()];
    const [first = said([]), ...others] = different;
    if (isOrEmpty) {
      const second = [language.say('type.empty')];
      return around(different, language.sentence('type.orElse', { first: first.parts, second }));
    }
    if (others.length === 0 && discriminator === undefined) return first;
    if (discriminator === undefined && areApart(variants, components))
      return around(different, language.list('list.or', partsOf(different)));
    const group = merged.oneOf === undefined ? 'anyOf' : 'oneOf';
    const type = language.sentence(`type.${group}`, { types: language.list('list.comma', partsOf(different)) });
    const name = discriminator?.propertyName;
    const parts = name === undefined ? type : language.sentence('type.chosenBy', { type, name });
    return { parts, kind: null, groups: [group, ...different.flatMap(({ groups }) => groups)] };
  }
  if (merged.not !== undefined && isNegatedType(merged)) {
    if (isAnything(merged.not)) return said(language.sentence('type.noValue'));
    const type = textOf(merged.not, components, depth - 1);
    return said(language.sentence('type.anythingBut', { type: type.parts }), null, [type]);
  }
  return outerText(merged, components, depth);
}

/**
 * Whether variants can be joined by `or`: each has a different single type, and a list comes last, since text after it
 * would appear to describe its items.
 */
function areApart(variants: ReturnType<typeof variantsOf>, components: Components): boolean {
  const types = variants.map(({ name, schema }) => {
    const { schema: merged } = mergeSchema(schema, components);
    const [type, ...others] = typesOf(merged);
    const isPlain = name === null && others.length === 0 && !allowsNull(merged) && merged.format === undefined;
    return isPlain && variantsOf(merged).length === 0 ? (type === 'integer' ? 'number' : type) : undefined;
  });
  const isList = types.map((type) => type === 'array');
  return !types.includes(undefined) && new Set(types).size === types.length && !isList.slice(0, -1).includes(true);
}

/** Describes the type without its variants. */
function outerText(merged: JsonSchemaObject, components: Components, depth: number): TypeText {
  const language = wordsOf(components);
  const types = typesOf(merged);
  if (types.length === 0)
    return allowsNull(merged) && variantsOf(merged).length === 0 ? said(['null'], 'null') : anyValue(language);
  const formats = [merged, ...(merged.allOf ?? [])].map((part) => (typeof part === 'object' ? part.format : undefined));
  const format = formats.map((one) => (typeof one === 'string' ? `, ${one}` : '')).join('');
  // A list comes last, since text after it would appear to describe its items.
  const inOrder = types.includes('array') ? [...types.filter((type) => type !== 'array'), 'array'] : types;
  const shown = inOrder.map((type) =>
    type === 'array' ? listText(merged, components, depth) : said([type], typeOrNull(type)),
  );
  return around(shown, joined([language.list('list.or', partsOf(shown)), [format]]));
}

function listText(merged: JsonSchemaObject, components: Components, depth: number): TypeText {
  const language = wordsOf(components);
  const start = (merged.prefixItems ?? []).map((item) => textOf(item, components, depth - 1));
  const { items = false } = merged;
  const rest = items === false ? null : textOf(items, components, depth - 1);
  if (start.length === 0 && (rest === null || rest.kind === 'any')) return said(['array'], 'array');
  const types = language.list('list.comma', partsOf(start));
  const parts =
    rest === null || start.length === 0
      ? language.sentence('type.arrayOf', { types: rest?.parts ?? types })
      : language.sentence('type.arrayOfThen', { types, rest: rest.parts });
  return said(parts, 'array', rest === null ? start : [...start, rest]);
}
