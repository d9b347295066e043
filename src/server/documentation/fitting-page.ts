import { brotliCompressSync, constants } from 'node:zlib';
import type { DocumentPage, Page } from '../../model/page/document.ts';
import type { Extra, ExtraKind, FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';

/** READING §10: what 19 of 20 pages are within. */
const MOST: PageSize = { bytes: 60_000, elements: 6_000 };
/** And the rest, which is as large as what is sent in its operations. */
const MOST_OF_ANY: PageSize = { bytes: 150_000, elements: 15_000 };
/** The head of a page and what follows its main part, compressed; in development these have other links. */
const AROUND: PageSize = { bytes: 1_200, elements: 50 };
/** To find how many extras a page has room for: each takes as long as the first. */
const MOST_DRAWINGS = 12;
/**
 * Share of the budget from which on a page is full: what is left is not worth another drawing. To leave out a copy is
 * right only where it does not fit; a schema deep in what comes back is on a page of its own.
 */
const FULL = { copy: 1, received: 0.9, sent: 0.9 } as const;
/** Share of the budget that the next drawing is to have: what is likely to fit is an estimate. */
const AIM = 0.99;

/** Share of the budget up to which an estimate is believed: pages had up to 1.15 of theirs. */
const SMALL = 0.75;

/** RFC 1951 §2: 32 kB. */
const GZIP_WINDOW_BITS = 15;

/** In which a page has its extras; what is last is left out first. */
const ORDER: readonly ExtraKind[] = ['sent', 'received', 'copy'];
const UNITS = ['bytes', 'elements'] as const;

/** A page as it was drawn. */
export interface Drawn {
  readonly size: PageSize;
  readonly extras: readonly Extra[];
  /** What it is at its end, by estimate; undefined where templates have fields of their own. */
  readonly end: PageSize | undefined;
}

/**
 * A page with as many of its fields as its reader's budget has room for. Only measuring tells: what is repeated costs
 * next to nothing in one place and as much as before in another. What is in doubt is drawn again; the same page comes
 * out each time.
 */
export async function fittingPage(
  page: Page,
  render: (page: Page) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Tools that measure draw with limits of their own.
  if (page.kind !== 'document' || page.document.level !== 'service' || page.allowance !== undefined)
    return render(page);
  return (await fitting(drawingOf(page, render))).html;
}

/** What draws a page with so many extras, if it has them, and measures it. */
export function drawingOf(
  page: DocumentPage,
  render: (page: Page) => Promise<Uint8Array<ArrayBuffer>>,
): (extras: number) => Promise<Drawn & { readonly html: Uint8Array<ArrayBuffer> }> {
  return async (extras) => {
    let noted: Pick<Drawn, 'extras' | 'end'> = { extras: [], end: undefined };
    const note: FieldAllowance['note'] = (drawn, end) => {
      noted = { extras: drawn, end };
    };
    const html = await render({ ...page, allowance: { extras, note } });
    return { html, size: sizeOf(html, noted.end), ...noted };
  };
}

/**
 * The largest that fits, copies left out first, then what is deep in what comes back. What is sent is left out where
 * the page would be larger than any may be; else as small as it gets.
 * @param draw with so many extras, if the page has them
 */
export async function fitting<T extends Drawn>(draw: (extras: number) => Promise<T>): Promise<T> {
  const whole = await draw(Number.POSITIVE_INFINITY);
  // Templates of a project may have fields of their own, which are the same each time.
  if (fits(whole) || whole.extras.length === 0) return whole;
  const upTo = async (last: ExtraKind): Promise<T> => {
    const count = whole.extras.filter(({ kind }) => ORDER.indexOf(kind) <= ORDER.indexOf(last)).length;
    return count === whole.extras.length ? whole : draw(count);
  };
  if (!whole.extras.some(({ kind }) => kind === 'sent')) return fullest(undefined, whole, MOST, draw);
  const sent = await upTo('sent');
  if (fits(sent)) return fullest(sent, whole, MOST, draw);
  // What is sent in its operations makes it larger than most.
  const withoutCopies = await upTo('received');
  return fits(withoutCopies, MOST_OF_ANY) ? withoutCopies : fullest(undefined, withoutCopies, MOST_OF_ANY, draw);
}

/**
 * With as many extras as fit; without any where none do.
 * @param low what fits, as far as it is known
 * @param high what does not
 */
async function fullest<T extends Drawn>(
  low: T | undefined,
  high: T,
  most: PageSize,
  draw: (extras: number) => Promise<T>,
): Promise<T> {
  const estimates = estimatesOf(high);
  let poorGuesses = 0;
  for (let drawings = 1; drawings < MOST_DRAWINGS && !isFull(low, high, most); drawings += 1) {
    const least = extrasOf(low) + 1;
    const between = extrasOf(high) - least;
    if (between < 1) break;
    const likely = Math.max(least, likelyExtras(low, high, most, estimates));
    // After two guesses that left more than half of the range open, the next is its middle.
    const guess = poorGuesses < 2 ? likely : least + Math.floor(between / 2);
    // The last drawing says whether the page fits without any.
    const isLastChance = low === undefined && drawings === MOST_DRAWINGS - 1;
    const next = await draw(isLastChance ? 0 : guess);
    if (fits(next, most)) low = next;
    else high = next;
    poorGuesses = extrasOf(high) - extrasOf(low) - 1 > between / 2 ? poorGuesses + 1 : 0;
  }
  return low ?? high;
}

/** How many extras below {@link high} fit, as far as two drawings and what was estimated between them tell. */
function likelyExtras(low: Drawn | undefined, high: Drawn, most: PageSize, estimates: readonly PageSize[]): number {
  const isLikely = (extras: number): boolean =>
    UNITS.every((unit) => {
      const at = (count: number): number => estimates[count]?.[unit] ?? 0;
      const [size, estimate] = low === undefined ? [0, 0] : [low.size[unit], at(extrasOf(low))];
      const step = (high.size[unit] - size) / Math.max(1, at(extrasOf(high)) - estimate);
      return size + (at(extras) - estimate) * step <= most[unit] * AIM;
    });
  return estimates.slice(0, extrasOf(high)).findLastIndex((_, extras) => isLikely(extras));
}

/** Before each extra, and at the end. */
function estimatesOf({ extras, end }: Drawn): readonly PageSize[] {
  return [...extras.map(({ before }) => before), ...(end === undefined ? [] : [end])];
}

/** How many it has; -1 of a page that was not drawn. */
function extrasOf(drawn: Drawn | undefined): number {
  return drawn === undefined ? -1 : drawn.extras.length;
}

/** Within both limits. */
export function fits({ size }: Drawn, most = MOST): boolean {
  return size.bytes <= most.bytes && size.elements <= most.elements;
}

/** Whether the next extra is not worth another drawing. */
function isFull(low: Drawn | undefined, high: Drawn, most: PageSize): boolean {
  const share = FULL[high.extras[extrasOf(low)]?.kind ?? 'copy'];
  return UNITS.some((unit) => low !== undefined && low.size[unit] >= most[unit] * share);
}

/**
 * Of what is the same wherever a page is rendered. Compressing takes a tenth of the time of drawing: a page that is
 * small by estimate, far enough below the budget for what an estimate misses, is not compressed.
 * @param estimate undefined where templates have fields of their own
 */
function sizeOf(html: Uint8Array, estimate: PageSize | undefined): PageSize {
  const text = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  // What is smaller before it is compressed is not measured.
  if (text.byteLength <= MOST.bytes) return { bytes: 0, elements: 0 };
  const body = text.subarray(Math.max(0, text.indexOf('<body')), text.lastIndexOf('</main>'));
  const isSmall = estimate !== undefined && estimate.bytes <= MOST.bytes * SMALL;
  return {
    bytes: isSmall ? estimate.bytes : compressedSize(body) + AROUND.bytes,
    elements: elementsIn(body) + AROUND.elements,
  };
}

/**
 * About what gzip makes of it. Which repetitions zlib finds depends on the processor that it was built for, and a page
 * is the same on all of them: this is brotli, looking as far back as gzip. For 85 pages of Kubernetes and Stripe above
 * 40 kB gzip took 0.92 to 1.01 of it.
 */
function compressedSize(bytes: Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: GZIP_WINDOW_BITS };
  return brotliCompressSync(bytes, { params }).byteLength;
}

const LESS_THAN = '<'.charCodeAt(0);

function elementsIn(html: Buffer): number {
  let count = 0;
  for (let at = html.indexOf(LESS_THAN); at !== -1; at = html.indexOf(LESS_THAN, at + 1)) {
    // Lower or upper case, and no end of an element.
    const letter = (html[at + 1] ?? 0) | 0x20;
    if (letter >= 0x61 && letter <= 0x7a) count += 1;
  }
  return count;
}
