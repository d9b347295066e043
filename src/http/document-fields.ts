/** Header fields of documents that our server and file servers with its files send alike. */

/**
 * A second policy, which browsers enforce beside the first: scripts and styles have to satisfy both, so they come from
 * this origin and from this folder, and never from what a published API answers elsewhere on the origin. `'self'`
 * cannot have a path, and a host of its own would have to be configured or believed. Both schemes are named: WebKit
 * takes no `*:*` without one, and loads nothing then.
 * @param base path that the site is below
 * @see CSP Level 3 §2.3.1 (host-source), §8.1 (the effect of multiple policies)
 */
function ownFolderPolicy(base: string): string {
  return ['script-src', 'style-src']
    .map((directive) => `${directive} http://*:*${base}/_astro/ https://*:*${base}/_astro/`)
    .join('; ');
}

export const OWN_FOLDER_POLICY = ownFolderPolicy('');

/**
 * No inline script or style, no foreign origin, no frame around the page.
 * @param origins that scripts of the page may call
 * @param base path that the site is below
 */
export function pagePolicies(origins: readonly string[], base = ''): readonly [string, string] {
  const own =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    `connect-src ${["'self'", ...origins].join(' ')}; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  return [own, ownFolderPolicy(base)];
}

/** {@link pagePolicies} as the value of one header field. */
export function pagePolicy(origins: readonly string[]): string {
  return pagePolicies(origins).join(', ');
}

/** Keeps addresses of this site, which may name protected parts, from other sites. */
export const REFERRER_POLICY = 'same-origin';

/** Media types that browsers show as a document that may hold scripts. */
export const ACTIVE_TYPE = /^(text\/html|[^;]*[/+]xml)\s*(;|$)/i;

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** How long a browser may remember the answer to a preflight request; a day, which is more than browsers do. */
const PREFLIGHT_SECONDS = '86400';

/** Fields of every answer. */
const ALWAYS = ['X-Content-Type-Options', 'nosniff'] as const;

/**
 * Fields of answers that scripts of other origins may read; scripts see the named headers only because of this list.
 */
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

/** Text is UTF-8, and says so: without the parameter some readers take it for something else. */
export function utf8Type(mediaType: string): string {
  return /^text\//i.test(mediaType) && !/charset=/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Media types of the files that pages link to, by the ending of the name. */
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

/** Policy of an SVG, which is a document when opened by itself: it may use its own styles and nothing else. */
export const SVG_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
