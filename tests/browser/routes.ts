import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Path that no server knows, so that only a route answers it with {@link ROUTED}. */
const PROBE = '/is-routed';
const ROUTED = 204;

/** `page.route` on an open page, whose renderer would send its next requests past the route while it is busy. */
export async function routeNow(page: Page, ...given: Parameters<Page['route']>): Promise<void> {
  await page.route(...given);
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: ROUTED }));
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).status, PROBE)).toBe(ROUTED);
}
