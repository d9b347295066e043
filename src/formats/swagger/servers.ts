import { isExtension } from '../../model/extensions.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import type { JsonMap } from '../openapi-core/writing.ts';

/**
 * Writes `host`, `basePath` and `schemes` for the first server and those that differ only in the scheme; other servers
 * are kept in `x-servers`.
 */
export function swaggerServers(servers: readonly ServerObject[]): JsonMap {
  const [first, ...others] = servers;
  if (first === undefined) return {};
  const { host, basePath, scheme } = parse(first);
  const alike = others.filter(
    (server) => isPlain(server) && parse(server).host === host && parse(server).basePath === basePath,
  );
  const schemes = [...new Set([scheme, ...alike.map((server) => parse(server).scheme)])].filter((name) =>
    ['http', 'https', 'ws', 'wss'].includes(name ?? ''),
  );
  const untold = servers.filter((server) => !(server === first && isPlain(server)) && !alike.includes(server));
  return {
    host,
    basePath: basePath || '/',
    schemes: schemes.length > 0 ? schemes : undefined,
    'x-servers': untold.length > 0 ? untold.map(asExtension) : undefined,
  };
}

/** Writes a server for `x-servers`, in which tools read only `url` and `description`. */
function asExtension({ url, description, ...others }: ServerObject): JsonMap {
  return {
    url,
    description,
    ...Object.fromEntries(Object.entries(others).map(([key, value]) => [isExtension(key) ? key : `x-${key}`, value])),
  };
}

/** Whether a server has no keys but `url`, and no variables in the URL. */
function isPlain(server: ServerObject): boolean {
  return Object.keys(server).length === 1 && !server.url.includes('{');
}

function parse(server: ServerObject): { host: string | undefined; basePath: string; scheme: string | undefined } {
  const variables = server.variables ?? {};
  const url = String(server.url).replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]?.default ?? name) : name,
  );
  const match = /^(?:([a-z][a-z0-9+.-]*):)?\/\/([^/?#]*)([^?#]*)/i.exec(url);
  const path = (match === null ? (url.split(/[?#]/)[0] ?? '') : (match[3] ?? '')).replace(/\/+$/, '');
  return {
    host: match?.[2] !== undefined && /^[^{}/ :\\]+(?::\d+)?$/.test(match[2]) ? match[2] : undefined,
    basePath: path === '' || path.startsWith('/') ? path : `/${path}`,
    scheme: match?.[1]?.toLowerCase(),
  };
}
