import type { Extra, ExtraKind, FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';
import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Place } from './field-place.ts';
import type { Shape } from './field-shape.ts';
import { LONGEST_UNFOLDED } from './folds.ts';
import type { FurtherSchema } from './further-schemas.ts';
import { objectsOf } from './schema-facts.ts';

/**
 * A page that is not measured: leaves room within the 60 kB and 6,000 elements of READING §10 for what an estimate
 * misses.
 */
const BY_ESTIMATE: PageSize = { bytes: 53_000, elements: 5_200 };
/** One that is: estimates are above what it measures, by two thirds at most. */
const MEASURED: PageSize = { bytes: 100_000, elements: 7_000 };
/** The same of what is sent, which is left out of the largest pages alone: 150 kB. */
const MEASURED_SENT: PageSize = { bytes: 250_000, elements: 17_500 };
/** Where only some of what comes back has room the page stays light: its reader has to go on to others anyway. */
const SOME_RECEIVED: PageSize = { bytes: 12_000, elements: 1_100 };
/** A page that is not measured, as that of a schema. */
const DRAWN_ONCE: FieldAllowance = { extras: Number.POSITIVE_INFINITY, note: () => undefined };
/** Elements of a page above which names of fields drawn elsewhere are few. */
const FULL_PAGE_ELEMENTS = 4_700;
/** Bytes above which, as above that many elements, the last of many variants can be left out. */
const FULL_PAGE_BYTES = 60_000;
/** A schema of which the page has names alone: its line and its link; most names are those of others as well. */
const ELEMENTS_OF_FURTHER = 2;
const BYTES_OF_NAME_LETTER = 0.15;
/** Lists inside lists are counted this deep. */
const DEEPEST_LIST = 6;

/** What a row costs without its texts, and what a letter of these does: by real pages, compressed. */
const BYTES_OF_ROW = 22;
const BYTES_OF_LETTER = 0.28;
/** Of an anchor, which repeats most of those before it; of a name in a line about fields drawn elsewhere. */
const BYTES_OF_ANCHOR_LETTER = 0.125;
const BYTES_OF_NAME = 6;
/**
 * A row before anything is known of it: itself, its name, its description; and a variant, with what is said of its
 * group.
 */
const ELEMENTS_OF_ROW = 3;
const ELEMENTS_OF_VARIANT = 5;
/** The same with what rows hold on the average: links in types, values, marks, lists. */
const ELEMENTS_OF_EXTRA_ROW = 5.5;
const BYTES_OF_EXTRA_ROW = 30;
/** Allowed values that are an element each; the rest are one behind them. */
const SEPARATE_VALUES = 8;
/** What can be closed, and its list. */
const ELEMENTS_OF_FOLD = 3;

export const NOTHING_BESIDES: PageSize = { bytes: 0, elements: 0 };

/** How much of a page is drawn, by estimate, and what there is room for. */
export class PageBudget {
  #bytes = 0;
  #elements = 0;
  #besides = NOTHING_BESIDES;
  readonly #allowance: FieldAllowance;
  #most: Readonly<Record<ExtraKind, PageSize>>;
  readonly #extras: Extra[] = [];

  constructor(allowance?: FieldAllowance) {
    this.#allowance = allowance ?? DRAWN_ONCE;
    this.#most =
      allowance === undefined
        ? { sent: BY_ESTIMATE, received: BY_ESTIMATE, copy: BY_ESTIMATE }
        : { sent: MEASURED_SENT, received: MEASURED, copy: MEASURED };
  }

  /** @param besides what of the page is not fields */
  takeBesides(besides: PageSize): void {
    this.#besides = besides;
  }

  /** Names of fields that have no room. */
  takeFurther(schemas: readonly FurtherSchema[]): void {
    for (const { href, fields } of schemas) {
      this.#bytes += (href.length + fields.join().length) * BYTES_OF_NAME_LETTER;
      this.#elements += ELEMENTS_OF_FURTHER;
    }
  }

  /** Nothing is drawn any more. */
  close(): void {
    this.#allowance.note(this.#extras, this.#size);
  }

  /**
   * A row or a variant takes its room when it is queued: else a whole generation would be before its first one counts.
   */
  takeRow({ isVariant }: Pick<Place, 'isVariant'>): void {
    this.#elements += isVariant ? ELEMENTS_OF_VARIANT : ELEMENTS_OF_ROW;
  }

  /** What a row holds beside itself, once it is drawn. */
  takeTexts(shape: Shape, anchor: string): void {
    const { descriptions, values, content } = shape;
    const names = content.note?.names.length ?? 0;
    const letters = descriptions.reduce((sum, text) => sum + text.length, 0) + values.join('').length;
    this.#bytes +=
      BYTES_OF_ROW + anchor.length * BYTES_OF_ANCHOR_LETTER + letters * BYTES_OF_LETTER + names * BYTES_OF_NAME;
    this.#elements += elementsInside(shape);
  }

  /** Whether the page has so many elements that nothing is drawn that can be left to another page. */
  get isFull(): boolean {
    return this.#size.elements > FULL_PAGE_ELEMENTS;
  }

  /** Whether what is one of many can be left to another page. */
  get isLarge(): boolean {
    return this.isFull || this.#size.bytes > FULL_PAGE_BYTES;
  }

  /**
   * Before anything is drawn that comes back and can be left out.
   * @param schemas all that is below it, each once
   */
  planReceived(schemas: Iterable<JsonSchemaObject>): void {
    const most = this.#most.received;
    let { bytes, elements } = this.#size;
    for (const { properties = {}, description = '' } of schemas) {
      const rows = Object.keys(properties).length;
      bytes += rows * BYTES_OF_EXTRA_ROW + description.length * BYTES_OF_LETTER;
      elements += rows * ELEMENTS_OF_EXTRA_ROW;
      if (bytes <= most.bytes && elements <= most.elements) continue;
      this.#most = { ...this.#most, received: SOME_RECEIVED };
      return;
    }
  }

  /** Whether fields are drawn that can be left out: while the page with them is within its budget. */
  takeExtra(kind: ExtraKind, merged: JsonSchemaObject): boolean {
    const { rows, letters } = fieldsAndVariants(merged);
    const before = this.#size;
    const fits =
      this.#extras.length < this.#allowance.extras &&
      before.bytes + rows * BYTES_OF_EXTRA_ROW + letters * BYTES_OF_LETTER <= this.#most[kind].bytes &&
      before.elements + rows * ELEMENTS_OF_EXTRA_ROW <= this.#most[kind].elements;
    if (fits) this.#extras.push({ kind, before });
    return fits;
  }

  get #size(): PageSize {
    return { bytes: this.#bytes + this.#besides.bytes, elements: this.#elements + this.#besides.elements };
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
    descriptions.join('').length > LONGEST_UNFOLDED ? ELEMENTS_OF_FOLD : 0,
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
function fieldsAndVariants(
  merged: JsonSchemaObject,
  depth = DEEPEST_LIST,
): { readonly rows: number; readonly letters: number } {
  const { items } = merged;
  const own = [merged, ...objectsOf(merged.allOf)].flatMap(({ properties = {}, oneOf = [], anyOf = [] }) => [
    ...Object.values(properties),
    ...oneOf,
    ...anyOf,
  ]);
  const held = depth > 0 && typeof items === 'object' ? fieldsAndVariants(items, depth - 1) : { rows: 0, letters: 0 };
  const letters = objectsOf(own).reduce((sum, { description = '' }) => sum + description.length, held.letters);
  return { rows: own.length + held.rows, letters };
}
