import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HEIGHT = 900;

/** A window and colours that a reader has chosen. */
export interface Look {
  readonly width: number;
  readonly height?: number;
  readonly scheme: 'light' | 'dark';
  readonly forcedColors?: boolean;
}

/**
 * Faults of an open page, look by look: violations that axe finds, and overflow of the window. One page has all
 * looks, one after the other: a reader may change them, and loading a page takes longer than looking at it.
 */
export async function wrongLooks(page: Page, looks: readonly Look[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'lookedAt'));
  for (const { width, height = HEIGHT, scheme, forcedColors = false } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, forcedColors: forcedColors ? 'active' : 'none' });
    const name = `${scheme}, ${width} px${forcedColors ? ', forced colours' : ''}`;
    for (const found of await violations(page)) wrong.push(`${name}: ${found}`);
    const wide = await overflow(page);
    if (wide !== 0) wrong.push(`${name}: ${wide} px wider than the window`);
    for (const found of await beyondText(page))
      wrong.push(`${name}: beside the text, where samples cover it: ${found}`);
  }
  return wrong;
}

/** All that axe asks of colours. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * Violations that axe finds. Only rules on colours run again where the look before had the same elements in the same
 * places. The policy of the pages lets scripts in only through the debugger.
 */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(axe);
  return page.evaluate(async (ofColors) => {
    const looked = globalThis as unknown as { axe: typeof import('axe-core'); lookedAt?: string };
    const places = [...document.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height, element.checkVisibility({ opacityProperty: true, visibilityProperty: true })];
    });
    const shown = JSON.stringify([document.documentElement.outerHTML, places]);
    const runOnly = shown === looked.lookedAt ? { runOnly: ofColors } : {};
    looked.lookedAt = shown;
    // A rule of WCAG 2.2 AA that axe asks for only where it is named.
    const rules = { 'target-size': { enabled: true } };
    const { violations: found } = await looked.axe.run({ resultTypes: ['violations'], rules, ...runOnly });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, OF_COLORS);
}

/** Pixels that a page is wider than its window has room for: the place of a scroll bar is none of it. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - Math.round(document.documentElement.getBoundingClientRect().width),
  );
}

/** A blank at the end of a line may stand there. */
const ROOM = 8;

/** Elements that are wider than their column of text and do not scroll within it. */
function beyondText(page: Page): Promise<readonly string[]> {
  return page.evaluate((room) => {
    const scrolls = (element: Element, within: Element): boolean =>
      element !== within &&
      (getComputedStyle(element).overflowX !== 'visible' ||
        (element.parentElement !== null && scrolls(element.parentElement, within)));
    return [...document.querySelectorAll('.pd-text')].flatMap((text) => {
      const { left, right } = text.getBoundingClientRect();
      const wide = [...text.querySelectorAll('*')].find((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > right + room || box.left < left - room) && !scrolls(element, text);
      });
      return wide === undefined ? [] : [wide.outerHTML.slice(0, 200)];
    });
  }, ROOM);
}

/**
 * How far what is shown has moved since the page was opened. Texts may move while the document still arrives, since the
 * browser paints lines that have not ended; the header may not.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        interface Shift extends PerformanceEntry {
          readonly value: number;
          readonly sources: readonly { readonly node: Node | null }[];
        }
        const [navigation] = performance.getEntriesByType('navigation');
        const arrived = navigation instanceof PerformanceNavigationTiming ? navigation.domInteractive : 0;
        const isSeen = (entry: PerformanceEntry): entry is Shift =>
          'value' in entry &&
          'sources' in entry &&
          Array.isArray(entry.sources) &&
          (entry.startTime >= arrived ||
            entry.sources.some(({ node }) => document.querySelector('.pd-header')?.contains(node) === true));
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (isSeen(entry)) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Shifts are reported with the frame that they are drawn in.
        document.fonts.ready.then(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum)))),
        );
      }),
  );
}
