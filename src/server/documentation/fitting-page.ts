import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '../../model/page/document.ts';
import type { FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';

/** READING §10. */
const MOST: PageSize = { bytes: 60_000, elements: 6_000 };
/** The head of a page and what follows its main part, compressed; in development these have other links. */
const AROUND: PageSize = { bytes: 1_000, elements: 50 };
/** To find how many copies a page has room for: each takes as long as the first. */
const MOST_DRAWINGS = 12;
/** Share of the budget from which on a page is full: what is left is not worth another drawing. */
const FULL = 0.999;
/** Share of the budget that the next drawing is to have: what is likely to fit is an estimate. */
const AIM = 0.99;
/** A page that is too large without any copies: how often the step between depths is halved. */
const DEPTH_STEPS = 3;

/** RFC 1951 §2: 32 kB. */
const GZIP_WINDOW_BITS = 15;

const UNITS = ['bytes', 'elements'] as const;

export type Limits = Pick<FieldAllowance, 'copies' | 'depth'>;

/** A page as it was drawn. */
export interface Drawn {
  readonly size: PageSize;
  /** Its size by estimate before each copy, and at its end. */
  readonly estimates: readonly PageSize[];
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
  const { html } = await fitting(async (limits) => {
    let estimates: readonly PageSize[] = [];
    const note = (sizes: readonly PageSize[]): void => {
      estimates = sizes;
    };
    const html = await render({ ...page, allowance: { ...limits, note } });
    return { html, size: sizeOf(html), estimates };
  });
  return html;
}

/** The largest that fits: with all copies, with fewer, without them and less deep; else as small as it gets. */
export async function fitting<T extends Drawn>(draw: (limits: Limits) => Promise<T>): Promise<T> {
  const whole = await draw({ copies: Number.POSITIVE_INFINITY, depth: 2 });
  // Templates of a project may have fields of their own, which are the same each time.
  if (fits(whole) || whole.estimates.length === 0) return whole;
  return (await withFewerCopies(whole, draw)) ?? lessDeep(draw);
}

/** @returns undefined where the page is too large without any copies, too */
async function withFewerCopies<T extends Drawn>(
  whole: T,
  draw: (limits: Limits) => Promise<T>,
): Promise<T | undefined> {
  let high: T = whole;
  let low: T | undefined;
  let poorGuesses = 0;
  for (let drawings = 1; drawings < MOST_DRAWINGS && !isFull(low); drawings += 1) {
    const least = copiesOf(low) + 1;
    const between = copiesOf(high) - least;
    if (between < 1) break;
    const likely = Math.max(least, likelyCopies(low, high, whole.estimates));
    // After two guesses that left more than half of the range open, the next is its middle.
    const guess = poorGuesses < 2 ? likely : least + Math.floor(between / 2);
    // The last drawing says whether the page fits without any copies: else it has to be less deep.
    const isLastChance = low === undefined && drawings === MOST_DRAWINGS - 1;
    const next = await draw({ copies: isLastChance ? 0 : guess, depth: 2 });
    if (fits(next)) low = next;
    else high = next;
    poorGuesses = copiesOf(high) - copiesOf(low) - 1 > between / 2 ? poorGuesses + 1 : 0;
  }
  return low;
}

/** How many copies below {@link high} fit, as far as two drawings and what was estimated between them tell. */
function likelyCopies(low: Drawn | undefined, high: Drawn, estimates: readonly PageSize[]): number {
  const isLikely = (copies: number): boolean =>
    UNITS.every((unit) => {
      const at = (count: number): number => estimates[count]?.[unit] ?? 0;
      const [size, estimate] = low === undefined ? [0, 0] : [low.size[unit], at(copiesOf(low))];
      const step = (high.size[unit] - size) / Math.max(1, at(copiesOf(high)) - estimate);
      return size + (at(copies) - estimate) * step <= MOST[unit] * AIM;
    });
  return estimates.slice(0, copiesOf(high)).findLastIndex((_, copies) => isLikely(copies));
}

async function lessDeep<T extends Drawn>(draw: (limits: Limits) => Promise<T>): Promise<T> {
  let best = await draw({ copies: 0, depth: 0 });
  // What cannot fit is large, and each drawing of it takes long.
  if (!fits(best)) return best;
  let depth = 1;
  for (let step = 0.5, count = 0; count < DEPTH_STEPS && !isFull(best); count += 1, step /= 2) {
    const next = await draw({ copies: 0, depth });
    if (fits(next)) best = next;
    depth += fits(next) ? step : -step;
  }
  return best;
}

/** How many copies it has; -1 of a page that was not drawn. */
export function copiesOf(drawn: Drawn | undefined): number {
  return drawn === undefined ? -1 : drawn.estimates.length - 1;
}

/** Within both limits. */
export function fits({ size }: Drawn): boolean {
  return size.bytes <= MOST.bytes && size.elements <= MOST.elements;
}

function isFull(drawn: Drawn | undefined): boolean {
  return UNITS.some((unit) => drawn !== undefined && drawn.size[unit] >= MOST[unit] * FULL);
}

/** Of what is the same wherever a page is rendered. */
export function sizeOf(html: Uint8Array): PageSize {
  const text = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  // What is smaller before it is compressed is not measured.
  if (text.byteLength <= MOST.bytes) return { bytes: 0, elements: 0 };
  const body = text.subarray(Math.max(0, text.indexOf('<body')), text.lastIndexOf('</main>'));
  return { bytes: compressedSize(body) + AROUND.bytes, elements: elementsIn(body) + AROUND.elements };
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
