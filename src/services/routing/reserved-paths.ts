import { foldSegments } from './request-path.ts';

/** Everything below is this site's own, whether or not anything is there. */
const OWN_SEGMENT = 'platform';
/** Answered by the server before anybody else is asked. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const METRICS_PATH = '/metrics';

/** What of the server's own paths configuration decides. */
export interface OwnPaths {
  readonly hasMetrics: boolean;
}

/** Whether nothing published may answer a path: `/platform` and all below, as the most lenient program could take it. */
export function isReserved(segments: readonly string[]): boolean {
  return foldSegments(segments.slice(0, 1))[0] === OWN_SEGMENT;
}

/** Whether calls of a template, without a version in front, never reach its API. @param segments of the template; parameters are in braces */
export function isNeverReached(template: string, segments: readonly string[], { hasMetrics }: OwnPaths): boolean {
  return isReserved(segments) || OWN_PATHS.has(template) || (hasMetrics && template === METRICS_PATH);
}
