import type { RouteMatch } from '../routes.ts';

const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
/** Paths that browsers read as another host; they leave tabs and line breaks out. */
const OTHER_HOST = /^\/[\t\n\r]*[/\\]/;

/**
 * Rewrites a place that an upstream names (`Location`, `Content-Location`), as the client of this site has to write it:
 * without the upstream's host and the target's own path, and with the version that the client's path names where the
 * place belongs to the same API. Relative references and other hosts stay as they are.
 */
export function ownLocation(
  location: string,
  target: URL,
  { api, versionPath }: Pick<RouteMatch, 'api' | 'versionPath'>,
): string {
  const [authority = ''] = AUTHORITY.exec(location) ?? [];
  if (authority !== '' && URL.parse(authority, target)?.origin !== target.origin) return location;
  const rest = location.slice(authority.length);
  const path = authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  const prefix = target.pathname.replace(/\/$/, '');
  const inTarget = isBelow(path, prefix) ? path.slice(prefix.length) : undefined;
  const own = inTarget === undefined ? path : inTarget.startsWith('/') ? inTarget : `/${inTarget}`;
  if (!path.startsWith('/') || OTHER_HOST.test(path) || OTHER_HOST.test(own)) return location;
  return inTarget !== undefined && isBelow(own, api.record.basePath) ? versionPath + own : own;
}

/** Whether a path with its query is a folder or lies in it. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^(?:[/?#]|$)/.test(path.slice(folder.length));
}
