import type { Components } from '../model/components.ts';
import { canonicalText } from '../schema/json-values.ts';
import { toObject } from '../schema/merged-schema.ts';
import {
  isSchema,
  type JsonSchema,
  type JsonSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../schema/schema.ts';
import { allowsNull, isNullSchema, typesOf } from '../schema/types.ts';
import type { Work } from '../schema/work.ts';
import { normalForm } from './normal-form.ts';

/** Default number of levels of subschemas that a meaning considers: enough to tell variants apart. */
const LEVELS = 3;
/** Numbers of levels that equality considers, the cheapest first; schemas that differ further down count as equal. */
const LEVELS_OF_EQUALITY = [1, 2, 4, 7];
const UNITS_A_SCHEMA = 400;

/** Keywords that do not affect which values a schema allows, or that have their own code below. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'default', 'examples', 'example', 'deprecated', 'externalDocs', 'discriminator'],
  ...['anyOf', 'oneOf', 'xml'],
]);
const ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS);
const LIST: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS);
const MAP: ReadonlySet<string> = new Set(SCHEMA_MAP_KEYWORDS);
/** Keywords that restrict nothing if their schema allows every value. */
const OPEN: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/** Groups of conditional keywords; the keywords of one group affect each other. */
export const CONDITIONS: readonly (readonly string[])[] = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['unevaluatedItems'],
  ['contentSchema'],
];

export type Condition = Readonly<Record<string, unknown>>;

/** Copies the given keywords of a schema; undefined if it has none of them. */
export function pick(schema: JsonSchemaObject, keywords: readonly string[]): Condition | undefined {
  const found = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  return found.length === 0 ? undefined : Object.fromEntries(found.map((keyword) => [keyword, schema[keyword]]));
}

/**
 * Assigns numbers to the meanings of schemas: schemas with the same number allow the same values, down to a number of
 * levels of subschemas. Texts, order and the names of components do not matter; references are followed.
 */
export class Meanings {
  readonly #work: Work;
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<Components, WeakMap<JsonSchemaObject, number[]>>();

  constructor(work: Work) {
    this.#work = work;
  }

  isSame(schema: JsonSchema, components: Components, other: JsonSchema, others: Components): boolean {
    this.#work.spend(UNITS_A_SCHEMA);
    return LEVELS_OF_EQUALITY.every((depth) => this.of(schema, components, depth) === this.of(other, others, depth));
  }

  of(schema: JsonSchema, components: Components, depth = LEVELS): number {
    const value = toObject(components.resolveSchema(schema).value);
    const ofSide = this.#known.get(components) ?? new WeakMap<JsonSchemaObject, number[]>();
    this.#known.set(components, ofSide);
    const known = ofSide.get(value) ?? [];
    ofSide.set(value, known);
    const number = known[depth] ?? this.#numberOf(this.#text(value, components, depth));
    known[depth] = number;
    return number;
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  #text(schema: JsonSchemaObject, components: Components, depth: number): string {
    if (!this.#work.spend(UNITS_A_SCHEMA)) return '';
    const form = normalForm(schema, components, this.#work);
    const inner = (part: JsonSchema): number => this.of(part, components, depth - 1);
    const choices = depth === 0 ? [] : choicesOf(form, components, this.#work, depth);
    const isNullable = allowsNull(form) || choices.some(isNullSchema);
    const types = [...typesOf(form), ...(isNullable ? ['null'] : [])].sort();
    const parts = types.length > 0 ? [`type ${types}`] : [];
    if (depth === 0) return parts.join();
    const variants = new Set(choices.filter((choice) => !isNullSchema(choice)).map(inner));
    if (variants.size > 0) parts.push(`choice ${[...variants].sort()}`);
    // Conditions beside `allOf` are treated as its parts, since it does not matter which conditions are inside it.
    const apart =
      form.allOf === undefined
        ? []
        : CONDITIONS.map((keywords) => pick(form, keywords)).filter((found) => found !== undefined);
    const named = new Set(apart.flatMap((condition) => Object.keys(condition)));
    const together = form.allOf === undefined ? form : { ...form, allOf: [...form.allOf, ...apart] };
    for (const [keyword, value] of Object.entries(together)) {
      if (named.has(keyword)) continue;
      if (!isOfMeaning(keyword) || (value === false && !ONE.has(keyword))) continue;
      const said = this.#said(keyword, value, inner);
      if (said !== null) parts.push(`${JSON.stringify(keyword)} ${said}`);
    }
    return parts.sort().join('\n');
  }

  #said(keyword: string, value: unknown, inner: (part: JsonSchema) => number): string | null {
    if (ONE.has(keyword) && isSchema(value)) {
      const number = inner(value);
      return OPEN.has(keyword) && number === this.#numberOf('') ? null : String(number);
    }
    if (Array.isArray(value)) {
      const numbers = LIST.has(keyword)
        ? value.filter(isSchema).map(inner)
        : value.map((item) => canonicalText(item, this.#work));
      return String(keyword === 'prefixItems' ? numbers : [...new Set<unknown>(numbers)].sort());
    }
    if (MAP.has(keyword) && typeof value === 'object' && value !== null)
      return Object.entries(value)
        .map(([name, part]) => `${JSON.stringify(name)} ${isSchema(part) ? inner(part) : ''}`)
        .sort()
        .join();
    return canonicalText(value, this.#work);
  }
}

function isOfMeaning(keyword: string): boolean {
  return !LEFT_OUT.has(keyword) && !keyword.startsWith('x-') && !keyword.startsWith('$');
}

/** Variants of a schema in normal form. A variant that is only a union is replaced by the variants of that union. */
export function choicesOf(
  form: JsonSchemaObject,
  components: Components,
  work: Work,
  depth = LEVELS,
): readonly JsonSchema[] {
  return [...(form.oneOf ?? []), ...(form.anyOf ?? [])].flatMap((variant) => {
    if (depth === 0 || !work.spend(UNITS_A_SCHEMA)) return [variant];
    const inner = normalForm(variant, components, work);
    const saysMore = Object.keys(inner).some((key) => key === 'type' || key === 'discriminator' || isOfMeaning(key));
    const nested = saysMore ? [] : choicesOf(inner, components, work, depth - 1);
    return nested.length === 0 ? [variant] : nested;
  });
}
