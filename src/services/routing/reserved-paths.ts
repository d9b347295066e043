import type { IsNamed } from '../../options/access-records.ts';
import type { BasePaths } from './base-paths.ts';
import { foldSegments } from './request-path.ts';

/** Everything below is this site's own, whether or not anything is there: pages run scripts from the second one. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set(['platform', '_astro']);
/** Answered by the server before any published API is asked. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
export const METRICS_PATH = '/metrics';

/** Names at the root that a parameter never stands for. */
const OWN_FIRST_SEGMENTS: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** What configuration decides of paths. */
export interface OwnPaths {
  readonly hasMetrics: boolean;
  /** Left out: no API was given one. */
  readonly basePaths?: BasePaths;
  /** Left out: configuration names none. */
  readonly isNamed?: IsNamed;
}

export function isOwnFirst(segment: string): boolean {
  return OWN_FIRST_SEGMENTS.has(segment);
}

/**
 * Whether nothing published may answer a path: `/platform`, `/_astro` and all below, as the most lenient program could
 * take it.
 */
export function isReserved(segments: readonly string[]): boolean {
  return OWN_SEGMENTS.has(foldSegments(segments.slice(0, 1))[0] ?? '');
}

/**
 * Whether calls of a template, without a version in front, never reach its API.
 * @param segments of the template; parameters are in braces
 */
export function isNeverReached(template: string, segments: readonly string[], { hasMetrics }: OwnPaths): boolean {
  return isReserved(segments) || OWN_PATHS.has(template) || (hasMetrics && template === METRICS_PATH);
}
