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
/** Bytes of a page with copies: leaves room within 60 kB for what an estimate misses. */
const PAGE_WITH_COPIES = 48_000;
/** Elements of a page with copies, and with small ones: leaves room within 6,000 for what an estimate misses. */
const ELEMENTS_WITH_COPIES = 4_700;
const ELEMENTS_WITH_SMALL_COPIES = 5_000;
/** Elements of what comes back in one body, and of all bodies, above which schemas that are deeper are links. */
const LARGE_BODY_ELEMENTS = 1_100;
const LARGE_PAGE_ELEMENTS = 2_600;
/** Above this depth schemas of other bodies are drawn once more … */
const COPIED = 6;
/** … or this one, while the page has more than half of its room left … */
const COPIED_WITH_ROOM = 8;
const MUCH_ROOM = 0.5;
/** … and those of the same body. */
const COPIED_IN_BODY = 2;
/** So many rows or fewer are drawn again also where the page has no room for others, up to this share more. */
const FEW_ROWS = 3;
const ROOM_FOR_SMALL_COPIES = 1.3;
/** Lists inside lists are counted this deep. */
const DEEPEST_LIST = 6;

/** What a row costs without its texts, and what a letter of these does: by real pages, compressed. */
const BYTES_OF_ROW = 22;
const BYTES_OF_LETTER = 0.28;
/** A row before anything is known of it: its name, its type, its description; and a variant, with what is said of its group. */
const ELEMENTS_OF_ROW = 4;
const ELEMENTS_OF_VARIANT = 6;
/** The same with what rows hold on the average: links in types, values, marks, lists. */
const ELEMENTS_OF_COPIED_ROW = 6.5;
/** Allowed values that are an element each; the rest are one behind them. */
const SEPARATE_VALUES = 8;
/** What can be closed, and its list. */
const ELEMENTS_OF_FOLD = 3;

/** What of a page is not fields. */
export interface Besides {
  /** Compressed. */
  readonly bytes: number;
  readonly elements: number;
}

export const NOTHING_BESIDES: Besides = { bytes: 0, elements: 0 };

/** What a place has to say about how much its body holds. */
type BudgetPlace = Pick<Place, 'body' | 'direction'>;

/** How much of a page is drawn, by estimate, and what there is room for. */
export class PageBudget {
  #bytes = 0;
  #elements = 0;
  #besides = NOTHING_BESIDES;

  takeBesides(besides: Besides): void {
    this.#besides = besides;
  }

  /** A row or a variant takes its room when it is queued: else a whole generation would be before its first one counts. */
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
    if (body.bytes > LARGE_BODY[direction] || this.#bytes > LARGE_PAGE[direction]) return true;
    // What to send is read in full.
    if (direction === 'request') return false;
    return body.elements > LARGE_BODY_ELEMENTS || this.#elements > LARGE_PAGE_ELEMENTS;
  }

  /** Whether the page has all the elements that it may have with copies. */
  get isFull(): boolean {
    return this.#elements + this.#besides.elements > ELEMENTS_WITH_COPIES;
  }

  /** A few fields take hardly more room than the line that would lead to them. */
  mayCopy(
    merged: JsonSchemaObject,
    { depth, copiedVariants }: Pick<Place, 'depth' | 'copiedVariants'>,
    isSameBody: boolean,
  ): boolean {
    const rows = countOfRowsInside(merged);
    const isSmall = rows <= FEW_ROWS;
    const elements = rows * ELEMENTS_OF_COPIED_ROW;
    const most = isSmall ? ELEMENTS_WITH_SMALL_COPIES : ELEMENTS_WITH_COPIES;
    if (!this.#hasRoom(isSmall ? ROOM_FOR_SMALL_COPIES : 1, elements, most)) return false;
    const elsewhere = this.#hasRoom(MUCH_ROOM, elements, most * MUCH_ROOM) ? COPIED_WITH_ROOM : COPIED;
    return depth + copiedVariants < (isSameBody && !isSmall ? COPIED_IN_BODY : elsewhere);
  }

  /** @param share of the bytes that there are for copies */
  #hasRoom(share: number, elements: number, most: number): boolean {
    const bytes = PAGE_WITH_COPIES - this.#besides.bytes;
    return this.#bytes <= bytes * share && this.#elements + elements + this.#besides.elements <= most;
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

/** Fields and variants of a schema itself, and of what a list holds in place. */
function countOfRowsInside(merged: JsonSchemaObject, depth = DEEPEST_LIST): number {
  const { items } = merged;
  const own = [merged, ...objectsOf(merged.allOf)].map(
    ({ properties = {}, oneOf = [], anyOf = [] }) => Object.keys(properties).length + oneOf.length + anyOf.length,
  );
  const held = depth > 0 && typeof items === 'object' ? countOfRowsInside(items, depth - 1) : 0;
  return own.reduce((sum, count) => sum + count, held);
}
