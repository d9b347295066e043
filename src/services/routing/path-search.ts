import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { type BasePaths, isOwnFirst } from './base-paths.ts';
import { foldSegments } from './request-path.ts';
import type { SegmentPattern } from './route-template.ts';
import type { RouteTree } from './route-tree.ts';
import { type ChosenVersion, type PublishedVersions, pathVersion } from './versions.ts';

/** Operations that one version of an API serves at a path. */
export interface Claim {
  readonly api: Api;
  readonly service: Service;
  readonly resource: Operation['resource'];
  readonly operations: Map<string, Operation>;
  /** Names of the parameters in the path. */
  readonly names: readonly string[];
}

/** A path without the names of its parameters. */
export interface Leaf {
  readonly template: string;
  readonly patterns: readonly SegmentPattern[];
  /** Keys are APIs, in the order of names, and versions. */
  readonly claims: Map<string, Map<number, Claim>>;
}

export interface Routes {
  readonly exact: RouteTree<Leaf>;
  /** The same paths as the most lenient program could take them. */
  readonly folded: RouteTree<Set<Leaf>>;
  /** Leaves of {@link exact}. */
  readonly leaves: readonly Leaf[];
}

/** Facts about all published APIs that a search uses. */
interface PublishedPaths extends Routes {
  /** APIs by the first segment of a path, folded, that they have as text. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  readonly basePaths: BasePaths;
  readonly versions: PublishedVersions;
}

/** One way to read a path: as a whole, or with a version in front. */
export interface PathReading {
  /** Without the version. */
  readonly segments: readonly string[];
  /** The same as the most lenient program could take them. */
  readonly folded: readonly string[];
  readonly version: number | undefined;
}

export interface FoundClaim {
  readonly leaf: Leaf;
  readonly claim: Claim;
  /** Values of the parameters. */
  readonly values: readonly string[];
}

/** Searches the published paths for those that one request may be for. */
export class PathSearch {
  readonly #published: PublishedPaths;
  readonly #segments: readonly string[];
  readonly #chosen: ChosenVersion;
  /** API that configuration gave the path to. */
  readonly #owner: string | undefined;

  /**
   * @param segments of the path, a version in front included
   * @param chosen version of each API where the path names none
   */
  constructor(published: PublishedPaths, segments: readonly string[], chosen: ChosenVersion) {
    this.#published = published;
    this.#segments = segments;
    this.#chosen = chosen;
    this.#owner = published.basePaths.ownerOf(foldSegments(segments))?.api;
  }

  /** A path that a descriptor begins with `/v2` comes before version 2 of another; a parameter comes after it. */
  readings(): readonly PathReading[] {
    const whole = toReading(this.#segments, undefined);
    const version = pathVersion(this.#segments[0]);
    if (version === undefined || this.#segments.length === 1) return [whole];
    const versioned = toReading(this.#segments.slice(1), version);
    const found = this.first(whole)?.leaf;
    const startsWithText = found !== undefined && found.patterns[0]?.kind !== 'parameter';
    return startsWithText ? [whole, versioned] : [versioned, whole];
  }

  /** Every claim to the path, the most exact first, those of one template by the names of their APIs. */
  all(reading: PathReading): readonly FoundClaim[] {
    const { exact } = this.#published;
    return [...exact.find(reading.segments)].flatMap(({ value: leaf, parameters: values }) =>
      this.#claimsOf(leaf, reading).map((claim) => ({ leaf, claim, values })),
    );
  }

  /** The claim that answers. */
  first(reading: PathReading): FoundClaim | undefined {
    return this.all(reading).find(({ leaf, claim }) => !this.#isForeign(leaf, claim, reading));
  }

  /** The leaves that the most lenient program could take the path for, the most exact ones alone. */
  leavesNear(reading: PathReading): ReadonlySet<Leaf> | undefined {
    for (const { value: leaves } of this.#published.folded.find(reading.folded))
      for (const leaf of leaves)
        if (this.#claimsOf(leaf, reading).some((claim) => !this.#isForeign(leaf, claim, reading))) return leaves;
    return undefined;
  }

  /** Whether a lenient program could take the path for a published one, also with `/V2` in front for `/v2`. */
  isNearAny(): boolean {
    const [first, ...rest] = foldSegments(this.#segments);
    const version = pathVersion(first);
    const versioned = version === undefined || rest.length === 0 ? [] : [toReading(rest, version)];
    return [...this.readings(), ...versioned].some((reading) => this.leavesNear(reading) !== undefined);
  }

  /** Claims of each API that may serve the path, in the version that is asked for. */
  #claimsOf(leaf: Leaf, { folded, version }: PathReading): readonly Claim[] {
    const { basePaths } = this.#published;
    return [...leaf.claims].flatMap(([name, byVersion]) => {
      const wanted = version ?? this.#chosen(name);
      const claim = wanted === undefined ? undefined : byVersion.get(wanted);
      const isOwner = this.#owner === undefined || this.#owner === name;
      return claim !== undefined && isOwner && basePaths.mayServe(name, claim.api.getVersion(), folded) ? [claim] : [];
    });
  }

  /** Whether a parameter at the beginning stands for a text of another API, or of the server. */
  #isForeign({ patterns }: Leaf, { api }: Claim, { folded, version }: PathReading): boolean {
    if (patterns[0]?.kind === 'static') return false;
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
