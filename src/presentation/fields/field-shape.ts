import type { JsonSchema } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';

/**
 * Content of a page about a schema: plain values, ready to print. Texts are unescaped, descriptions are Markdown.
 */
export interface Shape {
  /** Kind of value: `array of ` + a link to Item. */
  readonly type: readonly TypePiece[];
  /** Groups of variants that the type names: `one of …`. */
  readonly typeGroups?: readonly VariantGroup['kind'][];
  /** `2 fields, 1 required`; null where there are no fields. */
  readonly counts: string | null;
  /** `deprecated`, `read-only: set by the server`. */
  readonly marks: readonly string[];
  readonly facts: readonly Phrase[];
  /** Markdown; for a list also the descriptions of its items. */
  readonly descriptions: readonly string[];
  /** Allowed values as JSON text. */
  readonly values: readonly string[];
  /** Default values as JSON text. */
  readonly defaults?: readonly string[];
  /** The allowed values with their meanings, as Markdown lists; shown instead of {@link values}. */
  readonly meanings?: readonly string[];
  /** Examples as JSON text. */
  readonly examples: readonly string[];
  /** Examples with a title or a description. */
  readonly namedExamples?: readonly NamedExample[];
  /** Link to external documentation. */
  readonly documentation?: Piece;
  readonly rules?: Rules;
  readonly content: ShapeContent;
}

export interface TypePiece extends Piece {
  /** Set for a value or a pattern, which pages print like the words around it. */
  readonly isCode?: true;
}

/** Constraints that no phrase expresses. */
export interface Rules {
  /** JSON Schema. */
  readonly json: string;
  /** Named schemas in the JSON Schema. */
  readonly schemas: readonly Piece[];
}

export interface NamedExample {
  /** The name that the descriptor gives it. */
  readonly name: string;
  readonly title: string;
  /** JSON text, or the address of an external example. */
  readonly value: Piece;
  /** Markdown. */
  readonly description: string | null;
}

/** Content of a value: fields, variants, or a note with the place where they are drawn. */
export interface ShapeContent {
  readonly rows: readonly FieldRow[];
  readonly variants: readonly VariantGroup[];
  /** Links to schemas whose fields were merged in. */
  readonly parts: readonly Piece[];
  readonly note: FieldNote | null;
  readonly hidden: HiddenFields | null;
  /** Numbers of {@link rows} that are fields of the value itself, and of required ones among them. */
  readonly fieldCount: number;
  readonly requiredCount: number;
}

export interface FieldRow extends Shape {
  readonly id: string;
  readonly name: string;
  /** Path before the name, `payment.holder.`, in rows too deep to be indented. */
  readonly path: string;
  /** Path of the row, `payment.holder`, shown above its content. */
  readonly place: string;
  /** Our words for a row without a name of its own: `any other name`; else null. */
  readonly title: Phrase | null;
  readonly required: boolean;
  readonly open: boolean;
}

export interface VariantGroup {
  readonly kind: 'oneOf' | 'anyOf';
  readonly variants: readonly VariantSection[];
}

export interface VariantSection extends Shape {
  readonly id: string;
  readonly title: Piece;
  /** `kind` + ` is ` + `"card"`. */
  readonly chosen: Phrase | null;
}

/** Note for fields drawn elsewhere: their names, with anchors of this place, and a link `see Fetch an order, 200`. */
export interface FieldNote {
  readonly names: readonly { readonly name: string; readonly id: string | null }[];
  /** Whether there are more names. */
  readonly isCut: boolean;
  readonly link: string;
  readonly href: string;
}

/** Fields of the other direction: `3 read-only fields not shown` and their names. */
export interface HiddenFields {
  readonly link: Piece;
  readonly names: readonly string[];
}

export const NO_CONTENT: ShapeContent = {
  rows: [],
  variants: [],
  parts: [],
  note: null,
  hidden: null,
  fieldCount: 0,
  requiredCount: 0,
};

export const NO_FACTS = { marks: [], facts: [], descriptions: [], values: [], examples: [] } as const;

export const NO_SHAPE: Shape = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };

export function hasContent({ rows, variants, note, hidden, parts }: ShapeContent): boolean {
  return rows.length > 0 || variants.length > 0 || note !== null || hidden !== null || parts.length > 0;
}

/** Whether a schema is only a reference; the description and constraints are shown with its target. */
export function isReferenceOnly(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.$ref !== undefined) return Object.keys(schema).length === 1;
  return (
    schema.items !== undefined &&
    // Otherwise the type does not name the schema of the items.
    typesOf(schema).includes('array') &&
    isReferenceOnly(schema.items) &&
    Object.keys(schema).every((keyword) => keyword === 'items' || keyword === 'type')
  );
}

export function countWords({ fieldCount, requiredCount }: ShapeContent, words: Words): string {
  return requiredCount === 0
    ? words.say('field.count', { count: fieldCount })
    : words.say('field.countRequired', { count: fieldCount, required: requiredCount });
}

/** Joins a list's own content (its positions) with that of its items. */
export function joined(own: ShapeContent, item: ShapeContent): ShapeContent {
  return {
    rows: [...own.rows, ...item.rows],
    variants: [...own.variants, ...item.variants],
    parts: [...own.parts, ...item.parts],
    note: item.note,
    hidden: item.hidden ?? own.hidden,
    fieldCount: own.fieldCount + item.fieldCount,
    requiredCount: own.requiredCount + item.requiredCount,
  };
}

/** Facts of a row that replace those of its schema, such as a parameter's own description. */
export type RowOverrides = Partial<Pick<Shape, 'descriptions' | 'facts' | 'marks' | 'examples' | 'namedExamples'>>;

export function overridden<S extends Shape>(shape: S, overrides: RowOverrides): S {
  const { namedExamples, examples = [] } = overrides;
  return {
    ...shape,
    marks: [...new Set([...(overrides.marks ?? []), ...shape.marks])],
    facts: [...shape.facts, ...(overrides.facts ?? [])],
    descriptions: [...new Set([...(overrides.descriptions ?? []), ...shape.descriptions])],
    examples: examples.length === 0 ? shape.examples : examples,
    ...(namedExamples === undefined ? {} : { namedExamples }),
  };
}
