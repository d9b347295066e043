import type { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { versionedName } from '../model/locations.ts';
import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { type IsNamed, nothingNamed } from '../options/access-records.ts';
import { type BasePathEntry, BasePaths, isOwnFirst, isReserved } from './routing/base-paths.ts';
import { readClaims } from './routing/claims.ts';
import { foldSegments, type RequestPath, readRequestPath } from './routing/request-path.ts';
import { type Rivalry, rivalriesBetween } from './routing/rivals.ts';
import type { Claim, Leaf, RouteTree } from './routing/route-tree.ts';
import { contradictsVersion, namedVersions, pathVersion, type VersionHeaders } from './routing/versions.ts';

/** The published resource that a request is about. */
export interface RouteMatch {
  readonly api: Api;
  readonly version: number;
  /** Service of the first operation; each operation knows its own. */
  readonly service: Service;
  readonly resource: Operation['resource'];
  /** Keys are methods; OPTIONS, and HEAD where there is only GET, are understood. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** With operations of others that have this path, too. */
  readonly rivalries: readonly Rivalry[];
  /** Other APIs that describe this path, with any methods. */
  readonly rivals: readonly Api[];
  /** Parameters of the path, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  /** `/v2` where that stands in front of the path, else ''. */
  readonly versionPath: string;
  /** Path as it was sent, without the version in front. */
  readonly path: string;
  /** With its `?`; '' when there is none. */
  readonly query: string;
  /** A segment holds an escaped slash. */
  readonly hasEncodedSlash: boolean;
}

type RouteResult =
  | { readonly kind: 'match'; readonly match: RouteMatch }
  /** No path that any program should be asked for: 400. */
  | { readonly kind: 'malformed' }
  /** The path names one version, a header another: 400. */
  | { readonly kind: 'contradictory' }
  /**
   * A lenient program could take the path for a published one that it is not: 404, and no other route may answer it.
   */
  | { readonly kind: 'ambiguous' }
  /** Nothing published is there. */
  | { readonly kind: 'none' };

export interface Router {
  /** @param target as it was sent */
  match(target: string, headers: VersionHeaders): RouteResult;
  /** Operations that cannot be reached, and why. */
  readonly problems: readonly Diagnostic[];
}

/** One way to understand a path: as a whole, or with a version in front. */
interface Reading {
  readonly segments: readonly string[];
  readonly version: number | undefined;
}

interface Found {
  readonly leaf: Leaf;
  readonly claim: Claim;
  readonly values: readonly string[];
}

/** All of an API, for one that has no more than routes are made of. */
export type WholeApi = (api: Api) => Api;

interface RouterOptions {
  /** Asked for the API of a match, where the APIs have no more than routes are made of; left out: they are whole. */
  readonly whole?: WholeApi | undefined;
  /** Base paths that configuration gives. */
  readonly services?: readonly BasePathEntry[];
  /** Left out: configuration names no API. */
  readonly isNamed?: IsNamed | undefined;
}

type VersionOf = (api: string) => number | undefined;

/**
 * Routes of all published versions. `/v2` in front of a path names a version, else a vendor media type does, else the
 * default version answers; a version that a path names is never replaced by another. A slash at the end counts:
 * `/book/` is not `/book`. Of two APIs with one path the first by name has it, and both are reported. Webhooks have
 * no route. `/platform`, `/_astro` and all below are this site's own, also where a descriptor has them. A parameter at
 * the beginning of a path never stands for what another API begins with: paths that nothing describes are nothing's.
 */
export function createRouter(
  apis: readonly Api[],
  { whole = (api) => api, services = [], isNamed = nothingNamed }: RouterOptions = {},
): Router {
  const basePaths = new BasePaths(services);
  const { exact, folded, owners, problems } = readClaims(apis, { hasMetrics: false, basePaths, isNamed });
  const defaults = new Map(apis.map((api) => [api.getName(), api.getDefaultVersion()]));
  const published = new Set(apis.map((api) => versionedName(api.getName(), api.getVersion())));

  const chooser = (headers: VersionHeaders): VersionOf => {
    const named = namedVersions(headers);
    if (named.length === 0) return (api) => defaults.get(api);
    return (api) =>
      named.find((choice) => choice.api === api.toLowerCase() && published.has(versionedName(api, choice.version)))
        ?.version ?? defaults.get(api);
  };

  /** Whether an API may answer there, by the base paths that were given; a version in front is part of the path. */
  const servedIn = (wholePath: readonly string[]) => {
    const path = foldSegments(wholePath);
    const owner = basePaths.ownerOf(path)?.api;
    return ({ api }: Claim, { segments, version }: Reading): boolean =>
      version === undefined
        ? basePaths.mayServe(api.getName(), api.getVersion(), path)
        : (owner === undefined || owner === api.getName()) &&
          basePaths.mayServe(api.getName(), api.getVersion(), foldSegments(segments));
  };

  /** Whether a parameter stands where another API, or the server, has a text. */
  const isForeign = ({ leaf, claim }: Pick<Found, 'leaf' | 'claim'>, { segments, version }: Reading): boolean => {
    if (leaf.patterns[0]?.kind === 'static') return false;
    const [first = '', second] = foldSegments(segments);
    const others = (text: string): readonly string[] =>
      [...(owners.get(text) ?? [])].filter((name) => name !== claim.api.getName());
    if (isOwnFirst(first) || others(first).length > 0) return true;
    const written = version === undefined ? pathVersion(first) : undefined;
    return written !== undefined && others(second ?? '').some((name) => published.has(versionedName(name, written)));
  };

  return {
    problems,
    match(target, headers) {
      const path = readRequestPath(target);
      if (path === null) return { kind: 'none' };
      if (path === 'malformed') return { kind: 'malformed' };
      const byHeaders = chooser(headers);
      const versionOf = ({ version }: Reading): VersionOf => (version === undefined ? byHeaders : () => version);
      const isServed = servedIn(path.segments);
      const foundIn = (reading: Reading): readonly Found[] =>
        claimsAt(exact, reading.segments, versionOf(reading)).filter(({ claim }) => isServed(claim, reading));
      const find = (reading: Reading): Found | undefined =>
        foundIn(reading).find((found) => !isForeign(found, reading));
      const near = (reading: Reading): ReadonlySet<Leaf> | undefined => {
        const segments = foldSegments(reading.segments);
        const version = versionOf(reading);
        for (const { value: leaves } of folded.find(segments))
          for (const leaf of leaves)
            for (const claim of claimsOf(leaf, version))
              if (isServed(claim, reading) && !isForeign({ leaf, claim }, reading)) return leaves;
        return undefined;
      };
      const readings = readingsOf(path.segments, find);
      for (const [index, reading] of (isReserved(path.segments) ? [] : readings).entries()) {
        const found = find(reading);
        if (found === undefined) continue;
        const lenient = near(reading);
        if (lenient !== undefined && !lenient.has(found.leaf)) return { kind: 'ambiguous' };
        const version = found.claim.api.getVersion();
        if (contradictsVersion(headers, found.claim.api.getName(), version, reading.version !== undefined))
          return { kind: 'contradictory' };
        const later =
          reading.version === undefined ? readings.slice(index + 1).flatMap((next) => find(next)?.claim ?? []) : [];
        const others = foundIn(reading)
          .map(({ claim }) => claim)
          .filter(({ api }) => api !== found.claim.api);
        const rivalries = [...others, ...later].flatMap((other) => rivalriesBetween(found.claim, other));
        return {
          kind: 'match',
          match: {
            ...toMatch({ ...found, claim: wholeClaim(found.claim, whole) }, path, reading),
            rivalries,
            rivals: others.map(({ api }) => api),
          },
        };
      }
      const isNear = readings.some((reading) => near(reading) !== undefined);
      const versioned = foldedVersion(path.segments);
      return { kind: isNear || (versioned !== undefined && near(versioned) !== undefined) ? 'ambiguous' : 'none' };
    },
  };
}

/** A path that is written `/v2/…` in a descriptor comes before version 2 of another; a parameter comes after it. */
function readingsOf(segments: readonly string[], find: (reading: Reading) => Found | undefined): readonly Reading[] {
  const whole: Reading = { segments, version: undefined };
  const version = pathVersion(segments[0]);
  if (version === undefined || segments.length === 1) return [whole];
  const versioned: Reading = { segments: segments.slice(1), version };
  return find(whole)?.leaf.startsWithText === true ? [whole, versioned] : [versioned, whole];
}

/** Another spelling of a version before a path: `/V2/…`. */
function foldedVersion(segments: readonly string[]): Reading | undefined {
  const [first, ...rest] = foldSegments(segments);
  const version = pathVersion(first);
  return version === undefined || rest.length === 0 ? undefined : { segments: rest, version };
}

/** The most exact first. */
function claimsAt(tree: RouteTree<Leaf>, segments: readonly string[], versionOf: VersionOf): readonly Found[] {
  return [...tree.find(segments)].flatMap(({ value: leaf, parameters: values }) =>
    [...claimsOf(leaf, versionOf)].map((claim) => ({ leaf, claim, values })),
  );
}

/** Every API's claim to a path, in the version that is asked for. */
function* claimsOf(leaf: Leaf, versionOf: VersionOf): Generator<Claim, undefined> {
  for (const [api, byVersion] of leaf.claims) {
    const version = versionOf(api);
    const claim = version === undefined ? undefined : byVersion.get(version);
    if (claim !== undefined) yield claim;
  }
}

function wholeClaim(claim: Claim, whole: WholeApi): Claim {
  const api = whole(claim.api);
  if (api === claim.api) return claim;
  const serviceOf = ({ service }: Pick<Claim, 'service'>): Service => existing(api.getService(service.getName()));
  const operations = [...claim.operations].map(([method, operation]) => {
    const index = operation.service.getAllOperations().indexOf(operation);
    return [method, existing(serviceOf(operation).getAllOperations()[index])] as const;
  });
  return { ...claim, api, service: serviceOf(claim), operations: new Map(operations) };
}

function existing<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('An API has other operations than its routes say.');
  return part;
}

function toMatch(
  { claim, values }: Found,
  path: RequestPath,
  reading: Reading,
): Omit<RouteMatch, 'rivalries' | 'rivals'> {
  const raw = reading.version === undefined ? path.rawSegments : path.rawSegments.slice(1);
  return {
    api: claim.api,
    version: claim.api.getVersion(),
    service: claim.service,
    resource: claim.resource,
    operations: claim.operations,
    parameters: new Map(claim.names.map((name, index) => [name, values[index] ?? ''])),
    versionPath: reading.version === undefined ? '' : `/v${reading.version}`,
    path: `/${raw.join('/')}`,
    query: path.query,
    hasEncodedSlash: reading.segments.some((segment) => segment.includes('/')),
  };
}
