/** Path of a request; every segment is decoded once. */
export interface RequestPath {
  /** One or more segments; only the last may be empty, if the path ends with a slash. */
  readonly segments: readonly string[];
  /** The same segments as they were sent. */
  readonly rawSegments: readonly string[];
  /** Query with its `?`; '' if there is none. */
  readonly query: string;
}

/** Scheme and authority before the path in a target of absolute form (RFC 9112 §3.2.2). */
export const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
/**
 * Characters that a request target may not contain: all but visible ASCII, and also `#` and backslashes (RFC 9112 §3.2,
 * RFC 3986 §3.3).
 */
const UNFIT_TARGET = /[^\x21-\x7e]|[#\\]/;
export const MALFORMED_ESCAPE = /%(?![0-9a-f]{2})/i;
/** Segments that all programs read in the same way. */
const PLAIN_SEGMENT = /^[\w~-][\w.~-]*$/;
/** Control characters, backslashes and double escapes. */
const UNFIT_SEGMENT = /[\p{Cc}\\]|%[0-9a-f]{2}/iu;

/**
 * Reads a request target so strictly that no two programs can read its path differently: dot segments, empty segments,
 * backslashes, control characters, double escapes and text that is not UTF-8 are malformed. `%2F` is part of a segment.
 * @returns null for targets without a path (`*`, an authority)
 */
export function readRequestPath(target: string): RequestPath | 'malformed' | null {
  const relative = target.startsWith('/') ? target : target.replace(ABSOLUTE_FORM, '');
  if (relative === target && !target.startsWith('/')) return null;
  if (UNFIT_TARGET.test(relative)) return 'malformed';
  const question = relative.indexOf('?');
  const path = question === -1 ? relative : relative.slice(0, question);
  if (MALFORMED_ESCAPE.test(path)) return 'malformed';
  const rawSegments = path === '' ? [''] : path.slice(1).split('/');
  const segments: string[] = [];
  for (const [index, raw] of rawSegments.entries()) {
    const segment = raw === '' && index === rawSegments.length - 1 ? '' : decodeSegment(raw);
    if (segment === undefined) return 'malformed';
    segments.push(segment);
  }
  return { segments, rawSegments, query: question === -1 ? '' : relative.slice(question) };
}

/** @returns undefined for an empty segment, or one that programs could read differently */
function decodeSegment(raw: string): string | undefined {
  if (PLAIN_SEGMENT.test(raw)) return raw;
  const decoded = decode(raw);
  if (decoded === undefined || UNFIT_SEGMENT.test(decoded)) return undefined;
  // Programs that normalise Unicode turn compatibility forms of dots and slashes into real ones.
  const parts = decoded.normalize('NFKC').split(/[/\\]/);
  if (parts.length !== decoded.split('/').length) return undefined;
  return parts.every(isOrdinary) ? decoded : undefined;
}

/** Whether a part is neither empty nor a dot segment, even if the text from its first semicolon is removed. */
function isOrdinary(part: string): boolean {
  const name = part.split(';', 1)[0];
  return name !== '' && name !== '.' && name !== '..';
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/**
 * The segments in the most lenient reading: case, matrix parameters, compatibility forms of characters, and dots or
 * spaces at the end are ignored; escaped slashes separate segments.
 */
export function foldSegments(segments: readonly string[]): readonly string[] {
  const folded = segments.flatMap((segment) => segment.split('/')).map(foldSegment);
  return folded.length > 1 && folded.at(-1) === '' ? folded.slice(0, -1) : folded;
}

export function foldSegment(segment: string): string {
  const name = segment.normalize('NFKC').split(';', 1)[0] ?? '';
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return (end === 0 ? name : name.slice(0, end)).toLowerCase();
}
