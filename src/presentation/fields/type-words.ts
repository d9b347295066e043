import type { Components } from '../../model/components.ts';
import { mergeSchema } from '../../model/schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../model/schema/types.ts';
import { wordsOf } from '../../words/words.ts';
import { type Constraint, joined } from '../words.ts';
import { onlyRequires } from './requirements.ts';

/** How deep lists of lists and variants of variants are spelled out before they read "any value". */
const DEEPEST_WORDS = 3;

/**
 * What kind of value a schema describes, for one line of text: `integer, int64`, `string or null`, `array of Book`,
 * `one of Card, Transfer, chosen by kind`, `any value`. A named schema reads as its name, one that the descriptor
 * lacks as `unknown: schema “Missing” is not in the descriptor`. Plain text: the view escapes it.
 */
export function typeWords(schema: JsonSchema, components: Components): string {
  return typeParts(schema, components).join('');
}

/** {@link typeWords}, words and names of schemas in turns: `array of `, `Book`. */
export function typeParts(schema: JsonSchema, components: Components): Constraint {
  return typeof schema === 'boolean'
    ? words(schema, components, DEEPEST_WORDS)
    : components.remembered('type words', schema, wordsInFull);
}

/**
 * Whether what a merged schema forbids is said by {@link typeWords}: a type and nothing else is forbidden, and no type
 * is demanded.
 */
export function isToldByType(merged: JsonSchemaObject): boolean {
  if (merged.not === undefined || !(isAnything(merged.not) || isType(merged.not))) return false;
  return typesOf(merged).length === 0 && !allowsNull(merged) && variantsOf(merged).length === 0;
}

/** The text of no characters and nothing else: as a variant it is said beside the others, `object, or empty`. */
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

function wordsInFull(schema: JsonSchema, components: Components): Constraint {
  return words(schema, components, DEEPEST_WORDS);
}

function words(schema: JsonSchema, components: Components, depth: number): Constraint {
  const language = wordsOf(components);
  if (schema === true) return language.sentence('type.anyValue');
  if (schema === false) return language.sentence('type.noValue');
  const { name, value } = components.resolveSchema(schema);
  const missing = typeof value === 'object' ? value['x-platform-missing'] : undefined;
  if (typeof missing === 'string') return language.sentence('none.known', { what: missing });
  if (name !== null) return ['', name];
  const merged = mergeSchema(schema, components).schema;
  const base =
    depth === 0
      ? typesOf(merged).length > 0
        ? language.list('list.or', typesOf(merged))
        : language.sentence('type.anyValue')
      : baseWords(merged, components, depth);
  return allowsNull(merged) && base.join('') !== 'null' ? language.sentence('type.orNull', { type: base }) : base;
}

function baseWords(merged: JsonSchemaObject, components: Components, depth: number): Constraint {
  const language = wordsOf(components);
  const variants = onlyRequires(merged) ? [] : variantsOf(merged);
  if (variants.length > 0) {
    const outer = outerWords(merged, components, depth);
    const { discriminator } = merged;
    const filled = variants.filter(({ schema }) => !isEmptyText(schema, components));
    const isOrEmpty = filled.length === 1 && filled.length < variants.length && discriminator === undefined;
    const all = (isOrEmpty ? filled : variants)
      .map((variant) => words(variant.schema, components, depth - 1))
      .map((parts) => (parts.join('') === language.say('type.anyValue') ? outer : parts));
    const different = [...new Map(all.map((parts) => [parts.join(''), parts])).values()];
    const [first = [], ...others] = different;
    if (isOrEmpty) return language.sentence('type.orElse', { first, second: [language.say('type.empty')] });
    if (others.length === 0 && discriminator === undefined) return first;
    if (discriminator === undefined && areApart(variants, components)) return language.list('list.or', different);
    const types = language.list('list.comma', different);
    const type = language.sentence(merged.oneOf === undefined ? 'type.anyOf' : 'type.oneOf', { types });
    return discriminator === undefined
      ? type
      : language.sentence('type.chosenBy', { type, name: discriminator.propertyName });
  }
  if (merged.not !== undefined && isToldByType(merged)) {
    return isAnything(merged.not)
      ? language.sentence('type.noValue')
      : language.sentence('type.anythingBut', { type: words(merged.not, components, depth - 1) });
  }
  return outerWords(merged, components, depth);
}

/**
 * Whether variants are joined by `or`: each is of one type and another one, so that no value is of two of them, and a
 * list is the last, since what follows it would read as what is in it.
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

/** The type itself, whatever its variants add. */
function outerWords(merged: JsonSchemaObject, components: Components, depth: number): Constraint {
  const language = wordsOf(components);
  const types = typesOf(merged);
  if (types.length === 0)
    return allowsNull(merged) && variantsOf(merged).length === 0 ? ['null'] : language.sentence('type.anyValue');
  const format = typeof merged.format === 'string' ? `, ${merged.format}` : '';
  // A list is the last: what follows it would read as what is in it.
  const inOrder = types.includes('array') ? [...types.filter((type) => type !== 'array'), 'array'] : types;
  const shown = inOrder.map((type) => (type === 'array' ? listWords(merged, components, depth) : type));
  return joined([language.list('list.or', shown), [format]]);
}

function listWords(merged: JsonSchemaObject, components: Components, depth: number): Constraint {
  const language = wordsOf(components);
  const start = (merged.prefixItems ?? []).map((item) => words(item, components, depth - 1));
  const rest = merged.items === undefined || merged.items === false ? [] : words(merged.items, components, depth - 1);
  if (start.length === 0)
    return rest.length === 0 || rest.join('') === language.say('type.anyValue')
      ? ['array']
      : language.sentence('type.arrayOf', { types: rest });
  const types = language.list('list.comma', start);
  return rest.length === 0
    ? language.sentence('type.arrayOf', { types })
    : language.sentence('type.arrayOfThen', { types, rest });
}
