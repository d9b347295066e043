import { readFileSync, writeFileSync } from 'node:fs';
import { pagePolicies } from '../http/document-fields.ts';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { filesBelow } from '../project/fingerprint.ts';
import { escapeHtml } from '../views/html.ts';

/** A host of files, such as GitHub Pages: it sends none of our header fields, and may have the files below a path. */
export interface FileHost {
  /** Path of the folder that holds the files: `/project`; '' for the root of the host. */
  readonly base: string;
  /** Name with version → origins that its pages may call. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/** Beginning of links to a page's own files and documents, at the root of the site. */
const OWN = `/_astro/|${DOCUMENTATION_ROOT}(?=[/.?#"])`;
/** A tag: in texts `<` is escaped. */
const TAG = /<[a-z](?:[^<>"]|"[^"]*")*>/g;
const IN_TAG = new RegExp(`(\\s[a-z-]+=")(?=${OWN})`, 'g');
const IN_STYLE = /(url\("?)(?=\/_astro\/)/g;
const IN_SCRIPT = new RegExp(`(["'\`])(?=${DOCUMENTATION_ROOT})`, 'g');
/** First `meta` of our pages; the policy is inserted behind it. */
const FIRST_META = /<meta charset="utf-8"[ /]*>/i;
/** Beginning of a page of a project's template, up to its head. */
const BEGINNING = /^\s*(?:<!doctype html>\s*)?(?:<html(?:[^<>"]|"[^"]*")*>\s*)?(?:<head(?:\s(?:[^<>"]|"[^"]*")*)?>)?/i;

/**
 * The path of an address, with characters that need no escapes in a page, a policy, a style or a script. A browser
 * would read `//` as the beginning of another host.
 * @param baseUrl '' where the site has none
 */
export function basePathOf(baseUrl: string): string {
  const path = baseUrl === '' ? '' : new URL(baseUrl).pathname.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return path.replace(/[^\w\-.~%/]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * A page for a host of files: with its security policy, for which the host sends no header field, and with links below
 * the path.
 * @param owner name with version of the API that the page is about
 */
export function pageFor({ base, origins }: FileHost, page: string, owner: string | undefined): string {
  const metas = pagePolicies(origins.get(owner ?? '') ?? [], base)
    // CSP Level 3 §3.3: an element ignores this directive.
    .map((policy) => policy.replace("; frame-ancestors 'none'", ''))
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`);
  const place = FIRST_META.test(page) ? FIRST_META : BEGINNING;
  const closed = page.replace(place, (before) => before + metas.join(''));
  return base === '' ? closed : closed.replaceAll(TAG, (tag) => tag.replaceAll(IN_TAG, `$1${base}`));
}

/** Scripts and styles of pages below a path. */
export function moveAssets(folder: string, base: string): void {
  if (base === '') return;
  for (const file of filesBelow(folder)) {
    const link = file.endsWith('.css') ? IN_STYLE : file.endsWith('.js') ? IN_SCRIPT : undefined;
    if (link === undefined) continue;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(link, `$1${base}`));
  }
}
