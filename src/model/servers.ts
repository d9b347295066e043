import type { ServerObject } from './openapi-objects.ts';

/** `{region}` → `eu`; a variable without a default stays. */
export function withDefaults({ url, variables = {} }: ServerObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? expression) : expression,
  );
}

/** A URL without a host is on the host that sends the document. What a variable hides may be anywhere. */
export function isHere(server: ServerObject): boolean {
  return !/^(?:[^/?#]*:)?\/\/|^\{/.test(withDefaults(server));
}
