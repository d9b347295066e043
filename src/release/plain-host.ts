import { pagePolicies } from '../http/document-fields.ts';
import { escapeHtml } from '../views/html.ts';

/** Static file host, such as GitHub Pages: sends none of our header fields, and may serve the files below a path. */
export interface FileHost {
  /** URL path of the folder with the files: `/project`; '' for the root of the host. */
  readonly base: string;
  /** Versioned name of an API → origins that its pages may call. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/** First `meta` of our pages; the policy is inserted after it. */
const FIRST_META = /<meta charset="utf-8"[ /]*>/i;
/** Beginning of a page made by a project's template, including the opening `head` tag. */
const BEGINNING = /^\s*(?:<!doctype html>\s*)?(?:<html(?:[^<>"]|"[^"]*")*>\s*)?(?:<head(?:\s(?:[^<>"]|"[^"]*")*)?>)?/i;

/**
 * Adapts a page to a static file host: adds the security policy as `meta` elements, since the host sends no header
 * field for it.
 * @param owner versioned name of the API that the page is about
 */
export function pageFor({ base, origins }: FileHost, page: string, owner: string | undefined): string {
  // CSP Level 3 §3.3: browsers ignore this directive in a `meta` element.
  const policies = pagePolicies(origins.get(owner ?? '') ?? [], base);
  return withPolicies(
    page,
    policies.map((policy) => policy.replace("; frame-ancestors 'none'", '')),
  );
}

/** Adds security policies to a page as `meta` elements, before everything that they apply to. */
export function withPolicies(page: string, policies: readonly string[]): string {
  const metas = policies
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`)
    .join('');
  const place = FIRST_META.test(page) ? FIRST_META : BEGINNING;
  return page.replace(place, (before) => before + metas);
}
