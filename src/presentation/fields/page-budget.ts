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
const PAGE_WITH_COPIES = 46_000;
/** Rows of a page with copies: each is six or seven elements, and 6,000 are the budget. */
const ROWS_WITH_COPIES = 560;
/** Above this depth schemas of other bodies are drawn once more … */
const COPIED = 4;
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

/** How much of a page is drawn, by estimate, and what there is room for. */
export class PageBudget {
  #bytes = 0;
  #rows = 0;
  #copyBytes = PAGE_WITH_COPIES;

  /** @param bytes of the page without its fields, compressed */
  takeBesides(bytes: number): void {
    this.#copyBytes = PAGE_WITH_COPIES - bytes;
  }

  /** A row or a variant takes its room when it is queued: else a whole generation would be before its first one counts. */
  takeRow(): void {
    this.#rows += 1;
  }

  /** What a row holds beside itself, once it is drawn. */
  takeTexts(
    { descriptions, values, content: { note } }: Shape,
    { body, anchor }: Pick<Place, 'body' | 'anchor'>,
  ): void {
    const letters = descriptions.reduce((sum, text) => sum + text.length, 0) + values.join('').length;
    const bytes = BYTES_OF_ROW + anchor.length / 8 + letters * BYTES_OF_LETTER + (note?.names.length ?? 0) * 6;
    this.#rows += (note?.names.length ?? 0) / 5;
    this.#bytes += bytes;
    body.bytes += bytes;
  }

  /** Whether the body or the page has so much that deeper schemas are links. */
  isLarge({ body, direction }: Pick<Place, 'body' | 'direction'>): boolean {
    return body.bytes > LARGE_BODY[direction] || this.#bytes > LARGE_PAGE[direction];
  }

  /** Whether the page has all the rows that it may have with copies. */
  get isFull(): boolean {
    return this.#rows > ROWS_WITH_COPIES;
  }

  /** A few fields take hardly more room than the line that would lead to them. */
  mayCopy(
    merged: JsonSchemaObject,
    { depth, copiedVariants }: Pick<Place, 'depth' | 'copiedVariants'>,
    isSameBody: boolean,
  ): boolean {
    const rows = countOfRowsInside(merged);
    const isSmall = rows <= FEW_ROWS;
    const room = isSmall ? ROOM_FOR_SMALL_COPIES : 1;
    if (this.#bytes > this.#copyBytes * room || this.#rows + rows > ROWS_WITH_COPIES * room) return false;
    return depth + copiedVariants < (isSameBody && !isSmall ? COPIED_IN_BODY : COPIED);
  }
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
