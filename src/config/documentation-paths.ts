import type { Place } from '../options/place.ts';
import type { Configuration } from './configuration.ts';

type Access = Configuration['access'];
type Paths = Configuration['authentication']['paths'];

/**
 * Patterns that match all URLs of the documentation, the most specific first. The setting `access` has the same effect
 * as the first pattern.
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
 * Determines access to the documentation: by the setting `access`, otherwise by the most specific path pattern that
 * matches all of it. The result applies to all documents and formats, and to all spellings of a URL.
 */
export function documentationAccess(access: Access, paths: Paths): Access {
  if (access.kind === 'adapter') return access;
  const name = wholeOf(access, paths)?.adapter;
  return name === undefined ? access : { kind: 'adapter', name };
}

/**
 * Reports path patterns with a second adapter for the documentation or a part of it. A part cannot be protected
 * separately: its text also appears in lists, in other documents of its API, and in other formats.
 * @param placeOf returns the place of a pattern in the configuration
 */
export function checkDocumentationPaths(access: Access, paths: Paths, placeOf: (pattern: string) => Place): void {
  const whole = wholeOf(access, paths);
  for (const { pattern, adapter } of paths) {
    if (adapter === whole?.adapter || !touches(pattern)) continue;
    // A less specific pattern has no effect on the documentation.
    if (whole !== undefined && compareSpecificity(pattern, whole.pattern) > 0) continue;
    const place = placeOf(pattern);
    if (whole !== undefined && isWhole(pattern))
      place.complain(
        `The documentation has the adapter ${place.quoted(whole.adapter)} already.`,
        'Name the same adapter, or remove one of the two.',
      );
    else
      place.complain(
        'It protects only a part of the documentation, but other pages and formats repeat the text of that part.',
        `Protect all of it with ${OWN}, or replace * by the first segment of the path.`,
      );
  }
}

/** Path entry that determines the adapter of the documentation. */
function wholeOf(access: Access, paths: Paths): Paths[number] | undefined {
  if (access.kind === 'adapter') return { pattern: OWN, adapter: access.name };
  const found = WHOLE.map((whole) => paths.find(({ pattern }) => pattern.toLowerCase() === whole));
  return found.find((path) => path !== undefined);
}

function isWhole(pattern: string): boolean {
  return WHOLE.some((whole) => whole === pattern.toLowerCase());
}

/** True if the pattern may match a URL of the documentation, including variants such as `documentation.json`. */
function touches(pattern: string): boolean {
  const [platform = '', root = ''] = segmentsOf(pattern);
  if (platform === '**') return true;
  if (platform !== 'platform' && platform !== '*') return false;
  return root === '**' || root === '*' || /^documentation(?:\.|$)/.test(root);
}

/**
 * Compares patterns by their first two segments, those of the documentation; a positive result means that the second
 * pattern is more specific. Later segments select parts of the documentation and are ignored.
 */
function compareSpecificity(one: string, other: string): number {
  const ranks = [one, other].map((pattern) => segmentsOf(pattern).map((segment) => ['*', '**'].indexOf(segment)));
  const [[first = 0, second = 0] = [], [otherFirst = 0, otherSecond = 0] = []] = ranks;
  return first - otherFirst || second - otherSecond;
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.toLowerCase().slice(1).split('/');
}
