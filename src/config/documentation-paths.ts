import type { Place } from '../options/place.ts';
import type { Configuration } from './configuration.ts';

type Access = Configuration['access'];
type Paths = Configuration['authentication']['paths'];

/**
 * Patterns that every URL of the documentation matches, the most specific first. `access` has the effect of
 * the first one.
 */
const WHOLE = [
  '/platform/documentation/**',
  '/platform/*/**',
  '/platform/**',
  '/*/documentation/**',
  '/*/*/**',
  '/*/**',
  '/**',
] as const;
const [OWN] = WHOLE;

/**
 * Access to the documentation by `access`, or else by the most specific path entry over all of it. Both name the
 * adapter of every document, format and spelling of a URL.
 */
export function documentationAccess(access: Access, paths: Paths): Access {
  if (access.kind === 'adapter') return access;
  const name = wholeOf(access, paths)?.adapter;
  return name === undefined ? access : { kind: 'adapter', name };
}

/**
 * Complains about patterns that name another adapter for a part of the documentation, or for all of it once more. A
 * part cannot be protected by itself: its text is also in lists, in the documents of its API, and in other formats.
 * @param placeOf finds the place of a pattern
 */
export function checkDocumentationPaths(access: Access, paths: Paths, placeOf: (pattern: string) => Place): void {
  const whole = wholeOf(access, paths);
  for (const { pattern, adapter } of paths) {
    if (adapter === whole?.adapter || !touches(pattern)) continue;
    // For the documentation, the more specific pattern wins.
    if (whole !== undefined && compareSpecificity(pattern, whole.pattern) > 0) continue;
    const place = placeOf(pattern);
    if (whole !== undefined && isWhole(pattern))
      place.complain(
        `The documentation has the adapter ${place.quoted(whole.adapter)} already.`,
        'Name the same adapter, or remove one of the two.',
      );
    else
      place.complain(
        'It protects only a part of the documentation, whose text is repeated on other pages and in other formats.',
        `Protect all of it with ${OWN}, or replace * by the first segment of the path.`,
      );
  }
}

/** Path entry that names the adapter of the documentation. */
function wholeOf(access: Access, paths: Paths): Paths[number] | undefined {
  if (access.kind === 'adapter') return { pattern: OWN, adapter: access.name };
  const found = WHOLE.map((whole) => paths.find(({ pattern }) => pattern.toLowerCase() === whole));
  return found.find((path) => path !== undefined);
}

function isWhole(pattern: string): boolean {
  return WHOLE.some((whole) => whole === pattern.toLowerCase());
}

/** Whether a URL of the documentation, or a twin of its list, matches. */
function touches(pattern: string): boolean {
  const [platform = '', root = ''] = segmentsOf(pattern);
  if (platform === '**') return true;
  if (platform !== 'platform' && platform !== '*') return false;
  return root === '**' || root === '*' || /^documentation(?:\.|$)/.test(root);
}

/**
 * Compares patterns by the first two segments of the documentation. Of patterns with the same two, one over all of the
 * documentation ends there, and others continue.
 */
function compareSpecificity(one: string, other: string): number {
  const ranks = [one, other].map((pattern) => segmentsOf(pattern).map((segment) => ['*', '**'].indexOf(segment)));
  const [[first = 0, second = 0] = [], [otherFirst = 0, otherSecond = 0] = []] = ranks;
  return first - otherFirst || second - otherSecond;
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.toLowerCase().slice(1).split('/');
}
