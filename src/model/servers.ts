import type { ServerObject } from './openapi-objects.ts';

/** `{region}` → `eu`; a variable without a default stays. */
export function withDefaults({ url, variables = {} }: ServerObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? expression) : expression,
  );
}

/** Removes slashes at the end, in linear time: the pattern tries each run of slashes once. */
export function withoutSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/**
 * Whether programs go to different hosts by one address: browsers read `\` as `/` and leave line ends out, others take
 * what stands before an `@` for the name of a user.
 */
export function isMisread(url: string): boolean {
  return /^[^/]*\/\/[^/?#]*\s|[\\\p{Cc}]/u.test(url);
}

/** Whether an address is written as every program reads it: a scheme, a host and a path, and nothing to correct. */
export function isExactUrl(url: string): boolean {
  const read = URL.parse(url);
  if (read === null || read.username !== '' || read.password !== '' || isMisread(url) || /[?#]/.test(url)) return false;
  return /^https?:$/.test(read.protocol) && read.href.replace(/\/$/, '') === url.replace(/\/$/, '');
}

/** Whether a server is on the host that sends the document: its URL has no host, nor a variable in its place. */
export function isHere(server: ServerObject): boolean {
  return !/^(?:[^/?#]*:)?\/\/|^\{/.test(withDefaults(server));
}
