import type { ServerObject } from './openapi-objects.ts';

/** Replaces variables in a server URL by their defaults; a variable without a default stays. */
export function withDefaults({ url, variables = {} }: ServerObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? expression) : expression,
  );
}

/** Removes final slashes in linear time: the lookbehind starts one attempt for each run of slashes. */
export function withoutSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/**
 * Whether programs may read different hosts from a URL. In `//a\@b` browsers read `\` as `/` and connect to `a`, other
 * programs connect to `b`; browsers also drop line breaks.
 */
export function isMisread(url: string): boolean {
  return /^[^/]*\/\/[^/?#]*\s|[\\\p{Cc}]/u.test(url);
}

/** Whether all programs read a URL in the same way: `http` or `https`, host and path only, and already normalised. */
export function isExactUrl(url: string): boolean {
  const read = URL.parse(url);
  if (read === null || read.username !== '' || read.password !== '' || isMisread(url) || /[?#]/.test(url)) return false;
  return /^https?:$/.test(read.protocol) && read.href.replace(/\/$/, '') === url.replace(/\/$/, '');
}

/** Whether a server is on the host of the document: its URL has no host, nor a variable in place of one. */
export function isHere(server: ServerObject): boolean {
  return !/^(?:[^/?#]*:)?\/\/|^\{/.test(withDefaults(server));
}
