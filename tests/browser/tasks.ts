import type { Page } from 'playwright-core';

/** Step of a reader: follows a link, or looks for something on the page. */
type Step = { readonly follow: string } | { readonly find: string };

export interface Effort {
  /** Links that are followed. */
  readonly clicks: number;
  /** Closed parts that are opened on the way. */
  readonly folds: number;
  /** Heights of the window that are scrolled. */
  readonly screens: number;
}

/**
 * Counts what a task costs a reader who knows where to look: every link, every closed part, and every screen that is
 * scrolled until the first line of what is sought is seen. What a link leads to is at the top of the window.
 */
export async function effortOf(page: Page, steps: readonly Step[]): Promise<Effort> {
  let [clicks, folds, screens] = [0, 0, 0];
  for (const step of steps) {
    const target = page.locator('follow' in step ? step.follow : step.find).first();
    const found = await target.evaluate((node) => {
      const SHOWN = { contentVisibilityAuto: true };
      let opened = 0;
      for (let around = node.parentElement; around !== null; around = around.parentElement) {
        // The style sheet shows what is closed, too, where a reader has asked for it.
        if (!(around instanceof HTMLDetailsElement) || around.open || node.checkVisibility(SHOWN)) continue;
        around.open = true;
        opened += 1;
      }
      const { top } = node.getBoundingClientRect();
      const header = document.querySelector('.pd-header')?.getBoundingClientRect().bottom ?? 0;
      const line = 24;
      const distance = top < header ? top - header : Math.max(0, top + line - innerHeight);
      // A part that scrolls by itself, such as the navigation, moves nothing of the page.
      const isFixed = node.closest('.pd-nav, .pd-header') !== null;
      if (!isFixed) scrollBy(0, distance);
      return { opened, screens: isFixed ? 0 : Math.abs(distance) / innerHeight };
    });
    folds += found.opened;
    screens += found.screens;
    if (!('follow' in step)) continue;
    clicks += 1;
    await target.click();
    await page.waitForLoadState('load');
    await page.waitForTimeout(50);
  }
  return { clicks, folds, screens: Math.round(screens * 10) / 10 };
}
