/** Header fields of the files that pages link to: styles, scripts, pictures, fonts. */

/** Ending of the name → media type. */
export const ASSET_TYPES = [
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
  // Files beside guides.
  ['.json', 'application/json'],
  ['.pdf', 'application/pdf'],
] as const;

/** Asset names hold a hash of their content. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Opened by itself, an SVG is a document: what it looks like is all that it may do. */
export const SVG_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
