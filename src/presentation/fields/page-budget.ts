import type { FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';
import type { Direction } from '../../model/schema/hidden-names.ts';
import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Place } from './field-place.ts';
import type { Shape } from './field-shape.ts';
import { objectsOf } from './schema-facts.ts';

/**
 * Bytes of a body, compressed: in a larger one named schemas that are deeper are links to their pages. What to send is
 * read in full; of what comes back, that alone that a caller looks for.
 */
const LARGE_BODY: Readonly<Record<Direction, number>> = { request: 26_000, response: 8_000, both: 20_000 };
/** The same of all bodies of a page; those that are sent come first there, too. */
const LARGE_PAGE: Readonly<Record<Direction, number>> = { request: 90_000, response: 30_000, both: 30_000 };
/** A page with copies: leaves room within the 60 kB and 6,000 elements of READING §10 for what an estimate misses. */
const WITH_COPIES: PageSize = { bytes: 53_000, elements: 5_200 };
/** The same of a page that is measured: estimates are above what it measures, by two thirds at most. */
const MEASURED_WITH_COPIES: PageSize = { bytes: 100_000, elements: 7_000 };
/** A page that is not measured, as that of a schema. */
const DRAWN_ONCE: FieldAllowance = { copies: Number.POSITIVE_INFINITY, depth: 2, note: () => undefined };
/** Elements of a page above which the last of many variants are links, and names of fields drawn elsewhere are few. */
const FULL_PAGE_ELEMENTS = 4_700;
/** Elements of what comes back in one body, and of all bodies, above which schemas that are deeper are links. */
const LARGE_BODY_ELEMENTS = 1_100;
const LARGE_PAGE_ELEMENTS = 2_600;
/** Lists inside lists are counted this deep. */
const DEEPEST_LIST = 6;

/** What a row costs without its texts, and what a letter of these does: by real pages, compressed. */
const BYTES_OF_ROW = 22;
const BYTES_OF_LETTER = 0.28;
/**
 * A row before anything is known of it: itself, its name, its description; and a variant, with what is said of its
 * group.
 */
const ELEMENTS_OF_ROW = 3;
const ELEMENTS_OF_VARIANT = 5;
/** The same with what rows hold on the average: links in types, values, marks, lists. */
const ELEMENTS_OF_COPIED_ROW = 5.5;
const BYTES_OF_COPIED_ROW = 30;
/** Allowed values that are an element each; the rest are one behind them. */
const SEPARATE_VALUES = 8;
/** What can be closed, and its list. */
const ELEMENTS_OF_FOLD = 3;

export const NOTHING_BESIDES: PageSize = { bytes: 0, elements: 0 };

/** What a place has to say about how much its body holds. */
type BudgetPlace = Pick<Place, 'body' | 'direction'>;

/** How much of a page is drawn, by estimate, and what there is room for. */
export class PageBudget {
  #bytes = 0;
  #elements = 0;
  #besides = NOTHING_BESIDES;
  readonly #allowance: FieldAllowance;
  readonly #most: PageSize;
  /** Before each copy. */
  readonly #sizes: PageSize[] = [];

  constructor(allowance?: FieldAllowance) {
    this.#allowance = allowance ?? DRAWN_ONCE;
    this.#most = allowance === undefined ? WITH_COPIES : MEASURED_WITH_COPIES;
  }

  /** @param besides what of the page is not fields */
  takeBesides(besides: PageSize): void {
    this.#besides = besides;
  }

  /** Nothing is drawn any more. */
  close(): void {
    this.#allowance.note([...this.#sizes, this.#size]);
  }

  /**
   * A row or a variant takes its room when it is queued: else a whole generation would be before its first one counts.
   */
  takeRow({ body, isVariant }: Pick<Place, 'body' | 'isVariant'>): void {
    this.#takeElements(body, isVariant ? ELEMENTS_OF_VARIANT : ELEMENTS_OF_ROW);
  }

  /** What a row holds beside itself, once it is drawn. */
  takeTexts(shape: Shape, { body, anchor }: Pick<Place, 'body' | 'anchor'>): void {
    const { descriptions, values, content } = shape;
    const names = content.note?.names.length ?? 0;
    const letters = descriptions.reduce((sum, text) => sum + text.length, 0) + values.join('').length;
    const bytes = BYTES_OF_ROW + anchor.length / 8 + letters * BYTES_OF_LETTER + names * 6;
    this.#bytes += bytes;
    body.bytes += bytes;
    this.#takeElements(body, elementsInside(shape));
  }

  /** Whether the body or the page has so much that deeper schemas are links. */
  isLarge({ body, direction }: BudgetPlace): boolean {
    // Of the whole depth: responses lose all of theirs before requests lose any.
    const share = Math.min(1, Math.max(0, this.#allowance.depth - (direction === 'request' ? 0 : 1)));
    if (body.bytes > LARGE_BODY[direction] * share || this.#bytes > LARGE_PAGE[direction] * share) return true;
    // What to send is read in full.
    if (direction === 'request') return false;
    return body.elements > LARGE_BODY_ELEMENTS * share || this.#elements > LARGE_PAGE_ELEMENTS * share;
  }

  /** Whether the page has so many elements that nothing more is drawn that can be left to another page. */
  get isFull(): boolean {
    return this.#size.elements > FULL_PAGE_ELEMENTS * Math.min(1, this.#allowance.depth);
  }

  /** Whether the fields of a schema are drawn once more: while the page with them is within its budget. */
  takeCopy(merged: JsonSchemaObject): boolean {
    const { rows, letters } = membersOf(merged);
    const { bytes, elements } = this.#size;
    const fits =
      this.#sizes.length < this.#allowance.copies &&
      bytes + rows * BYTES_OF_COPIED_ROW + letters * BYTES_OF_LETTER <= this.#most.bytes &&
      elements + rows * ELEMENTS_OF_COPIED_ROW <= this.#most.elements;
    if (fits) this.#sizes.push(this.#size);
    return fits;
  }

  get #size(): PageSize {
    return { bytes: this.#bytes + this.#besides.bytes, elements: this.#elements + this.#besides.elements };
  }

  #takeElements(body: Place['body'], count: number): void {
    this.#elements += count;
    body.elements += count;
  }
}

/** Beside its name, its type and one description. */
function elementsInside({ type, facts, marks, descriptions, values, examples, content }: Shape): number {
  const { rows, variants, parts, note } = content;
  const shownValues =
    Math.min(values.length, SEPARATE_VALUES) + (values.length > SEPARATE_VALUES ? ELEMENTS_OF_FOLD : 0);
  const valueLine = shownValues + examples.length;
  return [
    type.filter(({ href }) => href !== null).length,
    // Every second part of a fact is code.
    ...facts.map((fact) => Math.floor(fact.length / 2)),
    marks.length,
    descriptions.reduce((sum, text) => sum + countOfMarks(text), 0),
    valueLine > 0 ? valueLine + 1 : 0,
    rows.length > 0 || variants.length > 0 ? ELEMENTS_OF_FOLD : 0,
    parts.length,
    note === null ? 0 : 2 + note.names.filter(({ id }) => id !== null).length,
  ].reduce((sum, count) => sum + count, 0);
}

/** Pieces of code, links, emphasis and further paragraphs of a description, by the signs that make them. */
function countOfMarks(markdown: string): number {
  return (markdown.match(/`[^`]+`|\]\(|\*\*[^*]+\*\*|\n\n|<\w/g) ?? []).length;
}

/**
 * Fields and variants of a schema itself, and of what a list holds in place; and the letters that describe them there.
 */
function membersOf(
  merged: JsonSchemaObject,
  depth = DEEPEST_LIST,
): { readonly rows: number; readonly letters: number } {
  const { items } = merged;
  const own = [merged, ...objectsOf(merged.allOf)].flatMap(({ properties = {}, oneOf = [], anyOf = [] }) => [
    ...Object.values(properties),
    ...oneOf,
    ...anyOf,
  ]);
  const held = depth > 0 && typeof items === 'object' ? membersOf(items, depth - 1) : { rows: 0, letters: 0 };
  const letters = objectsOf(own).reduce((sum, { description = '' }) => sum + description.length, held.letters);
  return { rows: own.length + held.rows, letters };
}
