import type { HeaderList } from '../http/header-list.ts';
import type { RouteMatch } from './routes.ts';

/** Other sites whose scripts may read answers of published APIs. */
export interface CorsPolicy {
  /** `any`: every site; a list of origins as browsers write them (`https://app.example.com`); an empty list: none. */
  readonly origins: 'any' | readonly string[];
}

/**
 * Policy where configuration names none. Every site may read an API without a log-in: a script reads no more than a
 * program of its author could; APIs that are open to guests because of where they are reached from need a list. No site
 * may read an API with a log-in: any page could otherwise send wrong passwords from the address of its visitor until
 * that is blocked.
 */
export function defaultCors(hasLogin: boolean): CorsPolicy {
  return { origins: hasLogin ? [] : 'any' };
}

const PREFLIGHT_SECONDS = 600;
const USUAL_HEADERS = ['Accept', 'Accept-Language', 'Authorization', 'Content-Language', 'Content-Type'] as const;
const CONDITIONAL_HEADERS = ['If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Unmodified-Since', 'Range'] as const;
const EXPOSED_HEADERS =
  'Allow, Content-Location, Deprecation, ETag, Link, Location, Retry-After, Sunset, WWW-Authenticate';

/** Header fields of every answer. @param origin of the request, undefined when there is none */
export function corsHeaders(policy: CorsPolicy, origin: string | undefined): HeaderList {
  if (policy.origins === 'any')
    return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  if (policy.origins.length === 0) return [];
  if (origin === undefined || !policy.origins.includes(origin)) return ['Vary', 'Origin'];
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
}

/**
 * Header fields of the answer to a preflight, beside {@link corsHeaders}: the methods of the resource, and the header
 * fields it knows.
 */
export function preflightHeaders(match: RouteMatch, allow: readonly string[]): HeaderList {
  const described = [...match.operations.values()].flatMap((operation) =>
    operation
      .getParameters()
      .flatMap((parameter) => (parameter.in === 'header' && /^[\w-]+$/.test(parameter.name) ? [parameter.name] : [])),
  );
  const byName = new Map(
    [...USUAL_HEADERS, ...CONDITIONAL_HEADERS, ...described].map((name) => [name.toLowerCase(), name]),
  );
  return [
    ...['Access-Control-Allow-Methods', allow.join(', ')],
    ...['Access-Control-Allow-Headers', [...byName.values()].join(', ')],
    ...['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)],
  ];
}
