import { fileURLToPath } from 'node:url';
import type { VisitedSite } from '../browser/visits.ts';

/** Colour schemes of the pictures in README. */
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The beginning of a service page: nothing on it depends on the day. */
const SHOWN = { path: '/platform/documentation/Library-v1/Book', width: 1200, height: 760 } as const;

export function pictureFile(scheme: Scheme): string {
  return fileURLToPath(new URL(`../../docs/images/service-page-${scheme}.png`, import.meta.url));
}

/** The picture as the product shows it now: a PNG. */
export function takePicture(site: VisitedSite, scheme: Scheme): Promise<Buffer> {
  return site.visit({ ...SHOWN, scheme }, async (page) => {
    // At the first visit a font that is late is left out.
    await page.reload();
    return page.screenshot({ animations: 'disabled' });
  });
}
