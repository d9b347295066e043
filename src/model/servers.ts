import type { ServerObject } from './openapi-objects.ts';

/** Replaces variables in a server URL by their defaults; a variable without a default stays. */
export function withDefaults({ url, variables = {} }: ServerObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? expression) : expression,
  );
}

/** Replaces variables in a server URL by values, without a trailing slash; a variable without a value stays. */
export function filledServer(url: string, values: ReadonlyMap<string, string>): string {
  return withoutSlashes(url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) => values.get(name) ?? expression));
}

/** Replaces variables in the path of a server URL by the values with which a form begins, or by one of no meaning. */
export function usualUrl({ url, variables = [] }: VariableUrl): string {
  return filledServer(url, new Map(variables.map(({ name, start = 'x' }) => [name, start])));
}

interface VariableUrl {
  readonly url: string;
  readonly variables?: readonly { readonly name: string; readonly start?: string }[];
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

/** Hosts without a scheme: `api.example.com/v1`, `localhost:8080`. */
const HOST = /^(?:localhost|(?:[\w-]+\.)+[a-z]{2,}|\d+(?:\.\d+){3})(?::\d+)?(?:\/|$)/i;

/**
 * Completes the URL of a server that has neither a scheme nor a slash at its beginning, so that all who read it find
 * the same place: a host gets `//`, and a path its slash, since it has no document to be relative to. An address stays
 * unchanged.
 */
export function completeUrl(server: ServerObject): string {
  const url = withDefaults(server);
  if (/^(?:[a-z][\w+.-]*:\/\/|[/{]|$)/i.test(url)) return server.url;
  return HOST.test(url) ? `//${server.url}` : `/${server.url.replace(/^(?:\.{1,2}(?:\/|$))+/, '')}`;
}
