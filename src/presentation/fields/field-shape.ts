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
  /** The groups of variants that it names: `one of …`. */
  readonly typeGroups?: readonly VariantGroup['kind'][];
  /** `2 fields, 1 required`; null where there are no fields. */
  readonly counts: string | null;
  /** `deprecated`, `read-only: set by the server`. */
  readonly marks: readonly string[];
  readonly facts: readonly Phrase[];
  /** Markdown; of a list also that of its items. */
  readonly descriptions: readonly string[];
  /** Allowed values as JSON text. */
  readonly values: readonly string[];
  /** Values that count where nothing is sent, as JSON text. */
  readonly defaults?: readonly string[];
  /** The same with what they mean, as Markdown lists: shown in their place. */
  readonly meanings?: readonly string[];
  /** Examples as JSON text. */
  readonly examples: readonly string[];
  /** Examples that come with words of their own. */
  readonly namedExamples?: readonly NamedExample[];
  /** More about it, somewhere else. */
  readonly documentation?: Piece;
  readonly rules?: Rules;
  readonly content: ShapeContent;
}

export interface TypePiece extends Piece {
  /** A value or a pattern; pages write it as they do the words around it. */
  readonly isCode?: true;
}

/** Demands without phrases. */
export interface Rules {
  /** JSON Schema. */
  readonly json: string;
  /** The schemas that it names. */
  readonly schemas: readonly Piece[];
}

export interface NamedExample {
  /** The name that the descriptor gives it. */
  readonly name: string;
  readonly title: string;
  /** JSON text, or the address of an example that is kept elsewhere. */
  readonly value: Piece;
  /** Markdown. */
  readonly description: string | null;
}

/** Content of a value: fields, variants, or a line that says where they are. */
export interface ShapeContent {
  readonly rows: readonly FieldRow[];
  readonly variants: readonly VariantGroup[];
  /** Schemas whose fields were merged in. */
  readonly parts: readonly Piece[];
  readonly note: FieldNote | null;
  readonly hidden: HiddenFields | null;
  /** Number of {@link rows} that are fields of the value itself, and of those among them that are required. */
  readonly fieldCount: number;
  readonly requiredCount: number;
}

export interface FieldRow extends Shape {
  readonly id: string;
  readonly name: string;
  /** `payment.holder.` where rows no longer indent. */
  readonly path: string;
  /** `payment.holder`: says where one is, at the head of what is inside it. */
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

/** The fields are somewhere else: their names, with anchors of this place, and a link `see Fetch an order, 200`. */
export interface FieldNote {
  readonly names: readonly { readonly name: string; readonly id: string | null }[];
  /** There are more names. */
  readonly isCut: boolean;
  readonly link: string;
  readonly href: string;
}

/** Fields that do not travel this way: `3 read-only fields not shown` and their names. */
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

/** Whether a schema only refers to another: its description and demands are where that one is drawn. */
export function isReferenceOnly(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.$ref !== undefined) return Object.keys(schema).length === 1;
  return (
    schema.items !== undefined &&
    // Else the type does not name what is in it.
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

/** A list's own content (its positions) and that of its items. */
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

/** Facts of a row that replace those of its schema: a parameter has a description of its own. */
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
