import type { ServerObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';

/** Where `npm start` serves: what samples call when neither configuration nor descriptor name a host. */
const LOCAL_ORIGIN = 'http://127.0.0.1:4321';

/** A path of this site as a whole address. */
export function absoluteUrl(url: string): string {
  return (url.startsWith('/') ? LOCAL_ORIGIN + url : url).replaceAll("'", '%27');
}

/**
 * What stands before a path of an operation, with its base path: `https://api.example.com`. This site's own address where it
 * asks for the log-in; else the first server of the descriptor; else this site's.
 */
export function callOrigin(operation: Operation, baseUrl: string): string {
  const own = baseUrl === '' ? LOCAL_ORIGIN : baseUrl;
  const [server] = operation.getServers();
  if (server === undefined || operation.getAccess().kind === 'login') return own;
  const { basePath } = operation.service.api.record;
  const url = withDefaults(server).replace(/\/+$/, '');
  const absolute = /^https?:\/\//i.test(url) ? url : own + (url.startsWith('/') ? url : url === '' ? '' : `/${url}`);
  return basePath !== '' && absolute.endsWith(basePath) ? absolute.slice(0, -basePath.length) : absolute;
}

/** `{region}` → `eu`; a variable without a default stays. */
export function withDefaults({ url, variables = {} }: ServerObject): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (expression, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? expression) : expression,
  );
}

/** `region: eu (default) or us`; one line for each variable. */
export function variableWords({ variables = {} }: ServerObject): readonly string[] {
  return Object.entries(variables).map(([name, variable]) => {
    const others = (variable.enum ?? []).filter((value) => value !== variable.default);
    return `${name}: ${[`${variable.default} (default)`, ...others].join(' or ')}`;
  });
}
