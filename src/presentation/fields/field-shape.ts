import type { JsonSchema } from '../../schema/schema.ts';
import { typesOf } from '../../schema/types.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';

/** View model of a schema: plain values, ready to print. Texts are unescaped, descriptions are Markdown. */
export interface Shape {
  /** Type of the value: `array of ` + a link to Item. */
  readonly type: readonly TypePiece[];
  /** Kinds of variant groups that {@link type} already names: `one of …`. */
  readonly typeGroups?: readonly VariantGroup['kind'][];
  /** Field counts, `2 fields, 1 required`; null without fields. */
  readonly counts: string | null;
  /** Labels: `deprecated`, `read-only: set by the server`. */
  readonly marks: readonly string[];
  readonly facts: readonly Phrase[];
  /** Descriptions as Markdown; a list also has those of its items. */
  readonly descriptions: readonly string[];
  /** Allowed values as JSON text. */
  readonly values: readonly string[];
  /** Place of the page that shows the allowed values, in place of {@link values}, and their number. */
  readonly sameValues?: { readonly count: number; readonly place: Piece };
  /** Default values as JSON text. */
  readonly defaults?: readonly string[];
  /** Markdown lists of the allowed values with their meanings, shown instead of {@link values}. */
  readonly meanings?: readonly string[];
  /** Examples as JSON text. */
  readonly examples: readonly string[];
  /** Examples with a title or a description. */
  readonly namedExamples?: readonly NamedExample[];
  /** Link to external documentation. */
  readonly documentation?: Piece;
  readonly rules?: Rules;
  /** Index of the names of a long body: its id, and the address of the whole body. */
  readonly index?: { readonly id: string; readonly whole: string };
  readonly content: ShapeContent;
}

export interface TypePiece extends Piece {
  /** Set for a value or a pattern, which pages print without formatting as code. */
  readonly isCode?: true;
}

/** Constraints that have no text form, and so are printed as JSON Schema. */
export interface Rules {
  /** JSON Schema as text. */
  readonly json: string;
  /** Links to the named schemas that {@link json} refers to. */
  readonly schemas: readonly Piece[];
}

export interface NamedExample {
  /** Key of the example in the descriptor. */
  readonly name: string;
  readonly title: string;
  /** JSON text, or a link to an external example. */
  readonly value: Piece;
  /** Markdown. */
  readonly description: string | null;
}

/** Content of a value: fields, variants, or a note that links to the place where they are drawn. */
export interface ShapeContent {
  readonly rows: readonly FieldRow[];
  readonly variants: readonly VariantGroup[];
  /** Links to the schemas whose fields are merged into {@link rows}. */
  readonly parts: readonly Piece[];
  readonly note: FieldNote | null;
  readonly hidden: HiddenFields | null;
  /** Number of {@link rows} that are fields of the value itself. */
  readonly fieldCount: number;
  readonly requiredCount: number;
  /** Set if most messages have these fields, so that they are closed initially. */
  readonly isCommon?: boolean;
}

export interface FieldRow extends Shape {
  readonly id: string;
  readonly name: string;
  /** Path before the name, `payment.holder.`, for rows too deep to be indented; else ''. */
  readonly path: string;
  /** Full path of the field, `payment.holder`, shown above its content. */
  readonly place: string;
  /** Generated title of a row without a field name: `any other name`; else null. */
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
  /** Discriminator condition: `kind` + ` is ` + `"card"`. */
  readonly chosen: Phrase | null;
}

/** Note for fields drawn elsewhere: their names, and a link `see Fetch an order, 200`. */
export interface FieldNote {
  readonly names: readonly string[];
  /** Whether {@link names} is truncated. */
  readonly isCut: boolean;
  readonly link: string;
  readonly href: string;
}

/** Fields hidden because only the opposite direction has them: `3 read-only fields not shown` and their names. */
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

/** Whether a schema is only a reference, so that its target shows the description and constraints. */
export function isReferenceOnly(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.$ref !== undefined) return Object.keys(schema).length === 1;
  return (
    schema.items !== undefined &&
    // Without the reference, the type would not name the schema of the items.
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

/** Joins the content of a list's tuple items (`prefixItems`) with the content of its other items. */
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

/** Values that replace those of a row's schema, such as the description of a parameter. */
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
