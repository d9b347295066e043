import type { Components } from './components.ts';
import { componentName } from './components.ts';
import { typeOf } from './json-values.ts';
import { mergeSchema } from './merged-schema.ts';
import { isNullSchema } from './null-schema.ts';
import { onlyRequires } from './requirements.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';

/** How deep lists of lists and variants of variants are spelled out before they read "any value". */
const DEEPEST_WORDS = 3;

/**
 * What kind of value a schema describes, for one line of text: `integer, int64`, `string or null`, `array of Book`,
 * `one of Card, Transfer, chosen by kind`, `any value`. A named schema reads as its name, one that the descriptor
 * lacks as `unknown: schema “Missing” is not in the descriptor`. Plain text: the view escapes it.
 */
export function typeWords(schema: JsonSchema, components: Components): string {
  return typeof schema === 'boolean' ? words(schema, components, DEEPEST_WORDS) : components.remembered('type words', schema, wordsInFull);
}

/** The JSON Schema types without null; told from other keywords where `type` is missing. Empty: any value. */
export function typesOf(schema: JsonSchemaObject): readonly string[] {
  if (typeof schema.type === 'string') return schema.type === 'null' ? [] : [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => type !== 'null');
  if (schema.properties !== undefined || schema.patternProperties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.additionalProperties !== undefined || schema.minProperties !== undefined || schema.maxProperties !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [...new Set(values.filter((value) => value !== null).map(typeOf))];
}

/** Whether null is among the types, the allowed values or the variants of a schema, one level deep. */
export function allowsNull(schema: JsonSchemaObject): boolean {
  if (schema.type !== undefined) return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'));
  if (schema.const === null || schema.enum?.includes(null) === true) return true;
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(isNullSchema);
}

/** A variant of `oneOf` or `anyOf`, with the value of the discriminator that chooses it. */
interface Variant {
  /** The component's name, null for a schema written in place. */
  readonly name: string | null;
  readonly schema: JsonSchema;
  /** Null where there is no discriminator. */
  readonly chosenBy: string | null;
}

/** The variants of a merged schema without those that are null, in order. */
export function variantsOf(schema: JsonSchemaObject): readonly Variant[] {
  const { discriminator } = schema;
  const mapping = Object.entries(discriminator?.mapping ?? {});
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
    .filter((variant) => !isNullSchema(variant))
    .map((variant) => {
      const ref = typeof variant === 'boolean' ? undefined : variant.$ref;
      const name = ref === undefined ? null : componentName(ref);
      const mapped = mapping.find(([, target]) => target === ref || target === name);
      return { name, schema: variant, chosenBy: discriminator === undefined ? null : (mapped?.[0] ?? name) };
    });
}

/** Whether what a merged schema forbids is said by {@link typeWords}: a type and nothing else is forbidden, and no type is demanded. */
export function isToldByType(merged: JsonSchemaObject): boolean {
  if (merged.not === undefined || !(isAnything(merged.not) || isType(merged.not))) return false;
  return typesOf(merged).length === 0 && !allowsNull(merged) && variantsOf(merged).length === 0;
}

function isAnything(schema: JsonSchema): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0);
}

function isType(schema: JsonSchema): boolean {
  return typeof schema === 'object' && Object.keys(schema).every((keyword) => keyword === 'type' || keyword === '$ref');
}

function wordsInFull(schema: JsonSchema, components: Components): string {
  return words(schema, components, DEEPEST_WORDS);
}

function words(schema: JsonSchema, components: Components, depth: number): string {
  if (schema === true) return 'any value';
  if (schema === false) return 'no value at all';
  const { name, value } = components.resolveSchema(schema);
  const missing = typeof value === 'object' ? value['x-platform-missing'] : undefined;
  if (typeof missing === 'string') return `unknown: ${missing}`;
  if (name !== null) return name;
  const merged = mergeSchema(schema, components).schema;
  const base = depth === 0 ? typesOf(merged).join(' or ') || 'any value' : baseWords(merged, components, depth);
  return allowsNull(merged) && base !== 'null' ? `${base} or null` : base;
}

function baseWords(merged: JsonSchemaObject, components: Components, depth: number): string {
  const variants = onlyRequires(merged) ? [] : variantsOf(merged);
  if (variants.length > 0) {
    const outer = outerWords(merged, components, depth);
    const texts = [...new Set(variants.map((variant) => words(variant.schema, components, depth - 1)).map((text) => (text === 'any value' ? outer : text)))];
    const choice = merged.discriminator === undefined ? '' : `, chosen by ${merged.discriminator.propertyName}`;
    if (texts.length === 1 && choice === '') return texts[0] ?? '';
    return `${merged.oneOf === undefined ? 'any of' : 'one of'} ${texts.join(', ')}${choice}`;
  }
  if (merged.not !== undefined && isToldByType(merged)) {
    return isAnything(merged.not) ? 'no value at all' : `anything but ${words(merged.not, components, depth - 1)}`;
  }
  return outerWords(merged, components, depth);
}

/** The type itself, whatever its variants add. */
function outerWords(merged: JsonSchemaObject, components: Components, depth: number): string {
  const types = typesOf(merged);
  if (types.length === 0) return allowsNull(merged) && variantsOf(merged).length === 0 ? 'null' : 'any value';
  const format = typeof merged.format === 'string' ? `, ${merged.format}` : '';
  return types.map((type) => (type === 'array' ? listWords(merged, components, depth) : type)).join(' or ') + format;
}

function listWords(merged: JsonSchemaObject, components: Components, depth: number): string {
  const start = (merged.prefixItems ?? []).map((item) => words(item, components, depth - 1));
  const rest = merged.items === undefined || merged.items === false ? '' : words(merged.items, components, depth - 1);
  if (start.length === 0) return rest === '' || rest === 'any value' ? 'array' : `array of ${rest}`;
  return `array of ${start.join(', ')}${rest === '' ? '' : `, then ${rest}`}`;
}
