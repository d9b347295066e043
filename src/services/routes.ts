import type { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { type IsNamed, nothingNamed } from '../options/access-records.ts';
import { type BasePathEntry, BasePaths, isReserved } from './routing/base-paths.ts';
import { readClaims, type WholeApi, wholeClaim } from './routing/claims.ts';
import { type FoundClaim, type PathReading, PathSearch } from './routing/path-search.ts';
import { type RequestPath, readRequestPath } from './routing/request-path.ts';
import { type Rivalry, rivalriesBetween } from './routing/rivals.ts';
import { contradictsVersion, PublishedVersions, type VersionHeaders } from './routing/versions.ts';

/** Published resource that a request addresses. */
export interface RouteMatch {
  readonly api: Api;
  readonly version: number;
  /** Service of the first operation; other operations may belong to other services. */
  readonly service: Service;
  readonly resource: Operation['resource'];
  /** Operations by method. OPTIONS is left out, and HEAD unless an operation describes it. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** Operations with the same method and path in another API. */
  readonly rivalries: readonly Rivalry[];
  /** Other APIs that describe this path, with any methods. */
  readonly rivals: readonly Api[];
  /** Parameters of the path, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Path below which the site stands; '' for the root of the host. */
  readonly basePath: string;
  /** `/v2` if the path begins with this version, else ''. */
  readonly versionPath: string;
  /** Path as it was sent, without the version in front. */
  readonly path: string;
  /** Query with its `?`; '' if there is none. */
  readonly query: string;
  /** Whether a segment contains an escaped slash. */
  readonly hasEncodedSlash: boolean;
}

type RouteResult =
  | { readonly kind: 'match'; readonly match: RouteMatch }
  /** The path is malformed, or two programs could read it differently: 400. */
  | { readonly kind: 'malformed' }
  /** The path and a header name different versions: 400. */
  | { readonly kind: 'contradictory' }
  /** A lenient program could read the path as a different path that is published: 404; no other route may answer. */
  | { readonly kind: 'ambiguous' }
  /** No published API has the path. */
  | { readonly kind: 'none' };

export interface Router {
  /** @param target as sent */
  match(target: string, headers: VersionHeaders): RouteResult;
  /** Diagnostics about operations that no call can reach. */
  readonly problems: readonly Diagnostic[];
}

interface RouterOptions {
  /** Returns the complete model of an API if the given APIs contain only routes; left out: they are complete. */
  readonly whole?: WholeApi | undefined;
  /** Base paths from configuration. */
  readonly services?: readonly BasePathEntry[];
  /** Path below which the site stands; targets do not contain it. Left out: the root of the host. */
  readonly basePath?: string | undefined;
  /** Left out: configuration names no API. */
  readonly isNamed?: IsNamed | undefined;
}

/**
 * Routes of all published versions. The version of a call is that of `/v2` in front of its path, else that of a vendor
 * media type, else the default version; a version in the path is never replaced. A slash at the end is significant:
 * `/book/` is not `/book`. If two APIs have the same path, the first by name answers, and both are reported. Webhooks
 * have no route. `/platform`, `/_astro` and all paths below belong to this site, even if a descriptor has them. A
 * parameter at the beginning of a path never matches a text at the beginning of another API's paths, so that
 * undescribed paths of that API have no route.
 */
export function createRouter(
  apis: readonly Api[],
  { whole = (api) => api, services = [], basePath = '', isNamed = nothingNamed }: RouterOptions = {},
): Router {
  const basePaths = new BasePaths(services);
  const claims = readClaims(apis, { hasMetrics: false, basePaths, isNamed });
  const versions = new PublishedVersions(apis);

  function match(target: string, headers: VersionHeaders): RouteResult {
    const path = readRequestPath(target);
    if (path === null) return { kind: 'none' };
    if (path === 'malformed') return { kind: 'malformed' };
    const search = new PathSearch({ ...claims, basePaths, versions }, path.segments, versions.chosenBy(headers));
    const readings = isReserved(path.segments) ? [] : search.readings();
    for (const [index, reading] of readings.entries()) {
      const found = search.first(reading);
      if (found === undefined) continue;
      const { api } = found.claim;
      const lenient = search.leavesNear(reading);
      if (lenient !== undefined && !lenient.includes(found.leaf)) return { kind: 'ambiguous' };
      if (contradictsVersion(headers, api.getName(), api.getVersion(), reading.version !== undefined))
        return { kind: 'contradictory' };
      const others = search.all(reading).flatMap(({ claim }) => (claim.api === api ? [] : [claim]));
      const later = readings.slice(index + 1).filter(() => reading.version === undefined);
      const hidden = later.flatMap((next) => search.first(next)?.claim ?? []);
      const rivalries = [...others, ...hidden].flatMap((other) => rivalriesBetween(found.claim, other));
      const rivals = others.map((other) => other.api);
      const claim = wholeClaim(found.claim, whole);
      return { kind: 'match', match: { ...toMatch({ ...found, claim }, path, reading), basePath, rivalries, rivals } };
    }
    return { kind: search.isNearAny() ? 'ambiguous' : 'none' };
  }

  return { problems: claims.problems, match };
}

function toMatch(
  { claim, values }: FoundClaim,
  path: RequestPath,
  reading: PathReading,
): Omit<RouteMatch, 'basePath' | 'rivalries' | 'rivals'> {
  const raw = reading.version === undefined ? path.rawSegments : path.rawSegments.slice(1);
  return {
    api: claim.api,
    version: claim.api.getVersion(),
    service: claim.service,
    resource: claim.resource,
    operations: new Map(claim.operations.map((operation) => [operation.getHttpMethod(), operation])),
    parameters: new Map(claim.names.map((name, index) => [name, values[index] ?? ''])),
    versionPath: reading.version === undefined ? '' : `/v${reading.version}`,
    path: `/${raw.join('/')}`,
    query: path.query,
    hasEncodedSlash: reading.segments.some((segment) => segment.includes('/')),
  };
}
