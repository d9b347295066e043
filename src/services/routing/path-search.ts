import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { type BasePaths, isOwnFirst } from './base-paths.ts';
import { foldSegments } from './request-path.ts';
import type { SegmentPattern } from './route-template.ts';
import type { RouteTree } from './route-tree.ts';
import { type ChosenVersion, type PublishedVersions, pathVersion } from './versions.ts';

/** Claim of one version of an API to a path, with the operations that it serves there. */
export interface Claim {
  readonly api: Api;
  readonly service: Service;
  readonly resource: Operation['resource'];
  /** Operations with different methods. */
  readonly operations: readonly Operation[];
  /** Names of the parameters in the path. */
  readonly names: readonly string[];
}

/** Path of a template; templates that differ only in parameter names share it. */
export interface Leaf {
  readonly template: string;
  /** First segment. */
  readonly first: SegmentPattern;
  /** At most one claim of each version of an API, in the order of names and versions. */
  claims: Claim[];
}

export interface Routes {
  readonly exact: RouteTree<Leaf>;
  /** The same paths in the most lenient reading, {@link foldSegments}. */
  readonly folded: RouteTree<readonly Leaf[]>;
  /** Leaves of {@link exact}. */
  readonly leaves: readonly Leaf[];
}

/** Facts about all published APIs that a search uses. */
interface PublishedPaths extends Routes {
  /** Names of the APIs whose paths begin with a text segment, by that segment, folded. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  readonly basePaths: BasePaths;
  readonly versions: PublishedVersions;
}

/** Interpretation of a path: as a whole, or as a version and the path after it. */
export interface PathReading {
  /** Segments after the version. */
  readonly segments: readonly string[];
  /** The segments in the most lenient reading. */
  readonly folded: readonly string[];
  readonly version: number | undefined;
}

export interface FoundClaim {
  readonly leaf: Leaf;
  readonly claim: Claim;
  /** Values of the parameters. */
  readonly values: readonly string[];
}

/** Searches the published paths that a request may address. */
export class PathSearch {
  readonly #published: PublishedPaths;
  readonly #segments: readonly string[];
  readonly #chosen: ChosenVersion;
  /** API whose configured base path includes the path. */
  readonly #owner: string | undefined;

  /**
   * @param segments of the path, a version in front included
   * @param chosen version of each API for paths without one
   */
  constructor(published: PublishedPaths, segments: readonly string[], chosen: ChosenVersion) {
    this.#published = published;
    this.#segments = segments;
    this.#chosen = chosen;
    this.#owner = published.basePaths.ownerOf(foldSegments(segments))?.api;
  }

  /**
   * Readings by precedence: paths that begin with the text `/v2`, paths of version 2, paths that begin with `/{id}`.
   */
  readings(): readonly PathReading[] {
    const whole = toReading(this.#segments, undefined);
    const version = pathVersion(this.#segments[0]);
    if (version === undefined || this.#segments.length === 1) return [whole];
    const versioned = toReading(this.#segments.slice(1), version);
    const found = this.first(whole)?.leaf;
    const startsWithText = found !== undefined && found.first.kind !== 'parameter';
    return startsWithText ? [whole, versioned] : [versioned, whole];
  }

  /** All claims to the path, the most exact first; claims to one template in the order of API names. */
  all(reading: PathReading): readonly FoundClaim[] {
    const { exact } = this.#published;
    return [...exact.find(reading.segments)].flatMap(({ value: leaf, parameters: values }) =>
      this.#claimsOf(leaf, reading).map((claim) => ({ leaf, claim, values })),
    );
  }

  /** Claim that answers the request. */
  first(reading: PathReading): FoundClaim | undefined {
    return this.all(reading).find(({ leaf, claim }) => !this.#isForeign(leaf, claim, reading));
  }

  /** The most exact leaves that match the path in its most lenient reading. */
  leavesNear(reading: PathReading): readonly Leaf[] | undefined {
    for (const { value: leaves } of this.#published.folded.find(reading.folded))
      for (const leaf of leaves)
        if (this.#claimsOf(leaf, reading).some((claim) => !this.#isForeign(leaf, claim, reading))) return leaves;
    return undefined;
  }

  /** Whether the most lenient reading matches a published path, with `/V2` read as `/v2`. */
  isNearAny(): boolean {
    const [first, ...rest] = foldSegments(this.#segments);
    const version = pathVersion(first);
    const versioned = version === undefined || rest.length === 0 ? [] : [toReading(rest, version)];
    return [...this.readings(), ...versioned].some((reading) => this.leavesNear(reading) !== undefined);
  }

  /** Claims of the requested versions of the APIs that may serve the path. */
  #claimsOf(leaf: Leaf, { folded, version }: PathReading): readonly Claim[] {
    const { basePaths } = this.#published;
    return leaf.claims.filter(({ api }) => {
      const [name, own] = [api.getName(), api.getVersion()];
      const isOwner = this.#owner === undefined || this.#owner === name;
      return own === (version ?? this.#chosen(name)) && isOwner && basePaths.mayServe(name, own, folded);
    });
  }

  /** Whether a parameter at the beginning would match a text that belongs to another API, or to the server. */
  #isForeign({ first: pattern }: Leaf, { api }: Claim, { folded, version }: PathReading): boolean {
    if (pattern.kind === 'static') return false;
    const { owners, versions } = this.#published;
    const othersWith = (text: string): readonly string[] =>
      [...(owners.get(text) ?? [])].filter((name) => name !== api.getName());
    const [first = '', second = ''] = folded;
    if (isOwnFirst(first) || othersWith(first).length > 0) return true;
    const named = version === undefined ? pathVersion(first) : undefined;
    return named !== undefined && othersWith(second).some((name) => versions.has(name, named));
  }
}

function toReading(segments: readonly string[], version: number | undefined): PathReading {
  return { segments, folded: foldSegments(segments), version };
}
