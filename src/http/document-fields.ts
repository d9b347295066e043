/** Header fields that documents have both from our server and from file servers that host a static build. */

/**
 * Second policy, which browsers enforce in addition to the first. Scripts and styles must satisfy both: they come from
 * the `/_astro/` folder of this origin, never from a published API elsewhere on the origin. `'self'` cannot carry a
 * path, and a host name would have to be configured or taken from the request. Both schemes are listed because WebKit
 * rejects `*:*` without a scheme, and then loads nothing.
 * @param base path prefix of the site
 * @see CSP Level 3 §2.3.1 (host-source), §8.1 (the effect of multiple policies)
 */
function ownFolderPolicy(base: string): string {
  return ['script-src', 'style-src']
    .map((directive) => `${directive} http://*:*${base}/_astro/ https://*:*${base}/_astro/`)
    .join('; ');
}

export const OWN_FOLDER_POLICY = ownFolderPolicy('');

/**
 * Builds the policies of a page: no inline scripts or styles, no content of other origins, no framing.
 * @param origins origins that scripts of the page may call
 * @param base path prefix of the site
 */
export function pagePolicies(origins: readonly string[], base = ''): readonly [string, string] {
  const own =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    `connect-src ${["'self'", ...origins].join(' ')}; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  return [own, ownFolderPolicy(base)];
}

/** Joins {@link pagePolicies} into the value of one header field. */
export function pagePolicy(origins: readonly string[]): string {
  return pagePolicies(origins).join(', ');
}

/** Hides the URLs of this site from other sites, since paths may name protected parts. */
export const REFERRER_POLICY = 'same-origin';

/** Media types that browsers open as documents, which may run scripts. */
export const ACTIVE_TYPE = /^(text\/html|[^;]*[/+]xml)\s*(;|$)/i;

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Seconds for which a browser may cache a preflight answer: a day, the longest time that any browser allows. */
const PREFLIGHT_SECONDS = '86400';

/** Header fields of every answer. */
const ALWAYS = ['X-Content-Type-Options', 'nosniff'] as const;

/** Header fields of answers that scripts of other origins may read; they expose the listed response fields. */
export const READABLE = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Content-Location, ETag, Link',
  ...ALWAYS,
] as const;

export const OPTIONS_HEADERS: readonly string[] = [
  'Allow',
  ALLOWED_METHODS.join(', '),
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  ALLOWED_METHODS.join(', '),
  'Access-Control-Allow-Headers',
  'Accept, If-Match, If-None-Match',
  'Access-Control-Max-Age',
  PREFLIGHT_SECONDS,
  ...ALWAYS,
];

/** Adds `charset=utf-8` to text types that have no charset: some clients assume another encoding otherwise. */
export function utf8Type(mediaType: string): string {
  return /^text\//i.test(mediaType) && !/charset=/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Media types of files that pages link to, by file name extension. */
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
  // Attachments of guides.
  ['.json', 'application/json'],
  ['.pdf', 'application/pdf'],
] as const;

/** Asset files never change, because their names contain a hash of the content. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Policy of an SVG opened as a document of its own: inline styles and `data:` images only, no scripts. */
export const SVG_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
