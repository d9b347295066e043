import { comparable, isAboutPath, namesOf, type ProtectedPath, readPathRules } from '../../auth/protected-paths.ts';

/** Verdict on a path of the site's own routes. */
export type PathVerdict =
  | { readonly kind: 'open' }
  /** Clients have to log in with this adapter. */
  | { readonly kind: 'protected'; readonly adapter: string }
  /** Routers could read the path in more than one way; it is answered 404. */
  | { readonly kind: 'ambiguous' };

/** Control characters, slashes, dot segments, and escapes that remain after decoding once. */
const AMBIGUOUS_SEGMENT = /[\p{Cc}\\/]|%[0-9a-f]{2}|^\.{1,2}$/iu;

/**
 * Creates the function that gives the verdict on a path, decoded once, before any router reads it. If several patterns
 * match, the most specific one applies. Patterns match case-insensitively, and match all names of a page (`/reports/`,
 * `/reports.html`, `/reports/index.html`).
 */
export function createPathGuard(paths: readonly ProtectedPath[]): (target: string) => PathVerdict {
  if (paths.length === 0) return () => ({ kind: 'open' });
  const rules = readPathRules(paths);

  return (target) => {
    const segments = readSegments(target);
    if (segments === undefined) return { kind: 'ambiguous' };
    const names = namesOf(segments);
    const rule = rules.find((candidate) =>
      names.some((name) => isAboutPath(candidate, name, (literal, segment) => literal === segment)),
    );
    return rule === undefined ? { kind: 'open' } : { kind: 'protected', adapter: rule.adapter };
  };
}

/** Splits a path into decoded segments. @returns undefined if programs could read the path in two ways */
function readSegments(target: string): readonly string[] | undefined {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (!path.startsWith('/')) return undefined;
  const raw = path.slice(1).split('/');
  if (raw.at(-1) === '') raw.pop();
  const segments: string[] = [];
  for (const segment of raw) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      return undefined;
    }
    if (decoded === '' || AMBIGUOUS_SEGMENT.test(decoded)) return undefined;
    segments.push(comparable(decoded));
  }
  return segments;
}
