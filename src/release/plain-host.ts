import { readFileSync, writeFileSync } from 'node:fs';
import { pagePolicies } from '../http/document-fields.ts';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { filesBelow } from '../project/fingerprint.ts';
import { escapeHtml } from '../views/html.ts';

/** Static file host, such as GitHub Pages: sends none of our header fields, and may serve the files below a path. */
export interface FileHost {
  /** URL path of the folder with the files: `/project`; '' for the root of the host. */
  readonly base: string;
  /** Versioned name of an API → origins that its pages may call. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/** Beginning of links to our assets and documents, which are at the root of the site. */
const OWN = `/_astro/|${DOCUMENTATION_ROOT}(?=[/.?#"])`;
/** A tag; in text, `<` is escaped. */
const TAG = /<[a-z](?:[^<>"]|"[^"]*")*>/g;
const IN_TAG = new RegExp(`(\\s[a-z-]+=")(?=${OWN})`, 'g');
const IN_STYLE = /(url\("?)(?=\/_astro\/)/g;
const IN_SCRIPT = new RegExp(`(["'\`])(?=${DOCUMENTATION_ROOT})`, 'g');
/** First `meta` of our pages; the policy is inserted after it. */
const FIRST_META = /<meta charset="utf-8"[ /]*>/i;
/** Beginning of a page made by a project's template, including the opening `head` tag. */
const BEGINNING = /^\s*(?:<!doctype html>\s*)?(?:<html(?:[^<>"]|"[^"]*")*>\s*)?(?:<head(?:\s(?:[^<>"]|"[^"]*")*)?>)?/i;

/**
 * Path of the base URL, with characters that need no escapes in a page, a policy, a style or a script. Double slashes
 * become one, since a browser would read `//` as the beginning of a host name.
 * @param baseUrl '' if the site has none
 */
export function basePathOf(baseUrl: string): string {
  const path = baseUrl === '' ? '' : new URL(baseUrl).pathname.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return path.replace(/[^\w\-.~%/]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Adapts a page to a static file host: adds the security policy as `meta` elements, since the host sends no header
 * field for it, and prefixes links with the path.
 * @param owner versioned name of the API that the page is about
 */
export function pageFor({ base, origins }: FileHost, page: string, owner: string | undefined): string {
  const metas = pagePolicies(origins.get(owner ?? '') ?? [], base)
    // CSP Level 3 §3.3: browsers ignore this directive in a `meta` element.
    .map((policy) => policy.replace("; frame-ancestors 'none'", ''))
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`);
  const place = FIRST_META.test(page) ? FIRST_META : BEGINNING;
  const closed = page.replace(place, (before) => before + metas.join(''));
  return base === '' ? closed : closed.replaceAll(TAG, (tag) => tag.replaceAll(IN_TAG, `$1${base}`));
}

/** Adds a path to the links in scripts and style sheets of pages. */
export function moveAssets(folder: string, base: string): void {
  if (base === '') return;
  for (const file of filesBelow(folder)) {
    const link = file.endsWith('.css') ? IN_STYLE : file.endsWith('.js') ? IN_SCRIPT : undefined;
    if (link === undefined) continue;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(link, `$1${base}`));
  }
}
