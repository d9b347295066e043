import { DOCUMENTATION_ROOT, encodeSegment } from '../../model/locations.ts';
import { ABSOLUTE_FORM, MALFORMED_ESCAPE } from '../../services/routing/request-path.ts';

/** Parsed request target within the documentation. */
type DocumentationTarget =
  | DocumentationPath
  /** Malformed percent-encoding: 400. */
  | { readonly kind: 'malformed' }
  /** No document has this path, but lenient programs could normalise it to the path of one: 404. */
  | { readonly kind: 'unreadable' };

export interface DocumentationPath {
  readonly kind: 'path';
  /** `documentation`, possibly with the extension of a twin of the list. */
  readonly root: string;
  /** Segments after the root, each decoded once. */
  readonly names: readonly string[];
  readonly hasTrailingSlash: boolean;
  /** With its `?`; '' if there is none. */
  readonly query: string;
}

const [, PLATFORM, ROOT = ''] = DOCUMENTATION_ROOT.split('/');
/** Parts of a path that programs may interpret differently: escapes, backslashes, empty and dot segments, case. */
const AMBIGUOUS = /[%\\]|\/[/.]|^\/platform\/documentation/i;
/** Rounds of decoding nested escapes, since some frameworks decode more than once. */
const MOST_DECODINGS = 4;

/**
 * Parses a request target strictly: decodes every segment once, and normalises nothing. `%2F` is part of a name.
 * @returns null if even lenient programs would not interpret the target as a documentation path
 * @see RFC 3986 §3.3, RFC 9112 §3.2
 */
export function readTarget(target: string): DocumentationTarget | null {
  const { path, query } = splitTarget(target);
  const [start, ...segments] = path.split('/');
  const [platform, root, ...names] = segments.map(decodeSegment);
  if (start !== '' || platform !== PLATFORM || root === undefined || !isRoot(root))
    return isOursLeniently(path) ? { kind: 'unreadable' } : null;
  if (MALFORMED_ESCAPE.test(path)) return { kind: 'malformed' };
  const hasTrailingSlash = names.at(-1) === '';
  if (hasTrailingSlash) names.pop();
  const readable = names.filter((name) => name !== undefined && name !== '');
  if (readable.length < names.length) return { kind: 'unreadable' };
  return { kind: 'path', root, names: readable.filter((name) => name !== undefined), hasTrailingSlash, query };
}

/** Whether {@link readTarget} returns a target of the documentation; cheap for the canonical spelling. */
export function isDocumentation(target: string): boolean {
  if (target.startsWith(DOCUMENTATION_ROOT)) {
    const next = target[DOCUMENTATION_ROOT.length];
    if (next === undefined || next === '/' || next === '?') return true;
  }
  return readTarget(target) !== null;
}

/** Formats the target as a relative reference without trailing slash, in canonical encoding. */
export function withoutTrailingSlash({ root, names, query }: DocumentationPath): string {
  const path = [PLATFORM, root, ...names].map((name) => `/${encodeSegment(name ?? '')}`).join('');
  return path + query.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

function splitTarget(target: string): { path: string; query: string } {
  const relative = target.startsWith('/') ? target : target.replace(ABSOLUTE_FORM, '');
  const question = relative.indexOf('?');
  return question === -1
    ? { path: relative, query: '' }
    : { path: relative.slice(0, question), query: relative.slice(question) };
}

function isRoot(segment: string): boolean {
  return segment === ROOT || segment.startsWith(`${ROOT}.`);
}

/** Decodes a path segment. @returns undefined for invalid UTF-8, including overlong forms */
function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isOursLeniently(path: string): boolean {
  if (!AMBIGUOUS.test(path)) return false;
  let decoded = path;
  for (let round = 0; round < MOST_DECODINGS && decoded.includes('%'); round += 1) {
    decoded = decoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const segments: string[] = [];
  for (const segment of decoded.toLowerCase().split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments[0] === PLATFORM && isRoot(segments[1] ?? '');
}
