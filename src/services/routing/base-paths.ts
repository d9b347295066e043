import { type ApiTarget, entryFor, isAbout } from '../../options/access-records.ts';
import { foldSegments } from './request-path.ts';
import { pathVersion } from './versions.ts';

/** Part of a configuration entry that determines where an API may be served. */
export interface BasePathEntry extends ApiTarget {
  /** `/payments`, `/`; null: none is configured. */
  readonly basePath?: string | null;
}

/** Segment of a path; null: any text. */
export type AnySegment = string | null;

/** Paths that programs request from any host; an API serves them only if configuration says so. */
const SITE_FILES: ReadonlySet<AnySegment> = new Set(['', 'robots.txt', 'favicon.ico']);
const WELL_KNOWN = '.well-known';
const ROOT = '/';

interface OwnedPath {
  readonly target: ApiTarget;
  readonly segments: readonly string[];
}

/**
 * Paths at which APIs may be served. A configured base path is exclusive to its API, which has no other paths; if two
 * match, the longer one applies. Other paths are open to every API without a base path, except paths of the site: an
 * API needs the base path `/` for these, and `/` is not exclusive.
 */
export class BasePaths {
  readonly #entries: readonly BasePathEntry[];
  readonly #owned: readonly OwnedPath[];

  constructor(entries: readonly BasePathEntry[] = []) {
    this.#entries = entries;
    this.#owned = entries.flatMap(({ basePath = null, ...target }) =>
      basePath === null || basePath === ROOT ? [] : [{ target, segments: foldSegments(basePath.slice(1).split('/')) }],
    );
  }

  /** @param segments folded segments, without a version in front */
  mayServe(api: string, version: number, segments: readonly AnySegment[]): boolean {
    const owners = this.#ownersOf(segments);
    if (owners.length > 0) return owners.some(({ target }) => isAbout(target, api, version));
    const own = entryFor(this.#entries, api, version)?.basePath ?? null;
    return own === ROOT || (own === null && !isOfSite(segments));
  }

  /** API whose configured base path includes a path, and that base path. */
  ownerOf(segments: readonly AnySegment[]): { readonly api: string; readonly basePath: string } | undefined {
    const [owner] = this.#ownersOf(segments);
    return owner && { api: owner.target.api, basePath: `/${owner.segments.join('/')}` };
  }

  /** Owners of a path, or, if it has none, of the path after a version in front. */
  #ownersOf(segments: readonly AnySegment[]): readonly OwnedPath[] {
    const owners = this.#ownersAround(segments);
    const isVersioned = owners.length === 0 && pathVersion(segments[0] ?? '') !== undefined;
    return isVersioned ? this.#ownersAround(segments.slice(1)) : owners;
  }

  #ownersAround(segments: readonly AnySegment[]): readonly OwnedPath[] {
    const around = this.#owned.filter((owned) => owned.segments.every((segment, index) => segment === segments[index]));
    const longest = Math.max(0, ...around.map((owned) => owned.segments.length));
    return around.filter((owned) => owned.segments.length === longest);
  }
}

/**
 * Whether a path belongs to the site as a whole: its root, `/robots.txt`, `/favicon.ico` or `/.well-known` (RFC 8615).
 */
export function isOfSite(segments: readonly AnySegment[]): boolean {
  const [first = ''] = segments;
  return first === WELL_KNOWN || (segments.length < 2 && SITE_FILES.has(first));
}

/** First segments of paths that belong to this site, existing or not: pages load scripts below the second one. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set(['platform', '_astro']);
/** Paths that the server answers before any published API. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
export const METRICS_PATH = '/metrics';

/** Part of the configuration that adds paths of the server itself. */
export interface OwnPaths {
  readonly hasMetrics: boolean;
}

/** Whether a first segment is the server's own, so that no parameter matches it: `/metrics` even if metrics are off. */
export function isOwnFirst(segment: string): boolean {
  return isNeverReached(`/${segment}`, [], { hasMetrics: true });
}

/** Whether a path is reserved for this site: `/platform`, `/_astro` and paths below, in the most lenient reading. */
export function isReserved(segments: readonly string[]): boolean {
  return OWN_SEGMENTS.has(foldSegments(segments.slice(0, 1))[0] ?? '');
}

/**
 * Whether calls of a template never reach its API if their paths have no version in front.
 * @param segments segments of the template; parameters are in braces
 */
export function isNeverReached(template: string, segments: readonly string[], { hasMetrics }: OwnPaths): boolean {
  return isReserved(segments) || OWN_PATHS.has(template) || (hasMetrics && template === METRICS_PATH);
}
