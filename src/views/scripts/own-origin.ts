import { isStatic, pageData } from './page-data.ts';

/**
 * Samples and calls of the page's own address name the origin that the reader has come to, in place of the one that
 * `npm start` has where nothing else is said. Files are asked of a server that is not ours: they stay as they are.
 */
export function nameOwnOrigin(): void {
  const { origin } = pageData;
  if (!origin || origin === location.origin || isStatic || !location.host) return;
  // Strings of samples are coloured, and an address is one.
  for (const string of document.querySelectorAll('.pd-shell i'))
    string.textContent = string.textContent.replaceAll(origin, location.origin);
}
