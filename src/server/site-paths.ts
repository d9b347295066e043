/** What protects a path of this site's own routes. */
export type PathVerdict =
  | { readonly kind: 'open' }
  /** Name of the adapter. */
  | { readonly kind: 'protected'; readonly adapter: string }
  /** Routers could take it for more than one path; answered 404. */
  | { readonly kind: 'ambiguous' };

export interface ProtectedPath {
  /** `/reports/**`: a segment `*` is any one segment, `**` at the end any rest, none included. */
  readonly pattern: string;
  readonly adapter: string;
}

/** Control characters, backslashes and what is still escaped after decoding once. */
const AMBIGUOUS_SEGMENT = /[\p{Cc}\\/]|%[0-9a-f]{2}|^\.{1,2}$/iu;

/**
 * Decides by the path alone, decoded once, before any router sees it. With several patterns that match, the most specific counts: literal
 * segments before `*` before `**`, from the left. Letters match in either case, and so do the other names of a page (`/reports/`,
 * `/reports.html`, `/reports/index.html`): a router or file system may take them for the same page.
 */
export function createPathGuard(paths: readonly ProtectedPath[]): (target: string) => PathVerdict {
  if (paths.length === 0) return () => ({ kind: 'open' });
  const rules = paths
    .map(({ pattern, adapter }) => ({ segments: pattern.normalize('NFC').toLowerCase().split('/').slice(1), adapter }))
    .map(({ segments, adapter }) => ({ segments: segments.at(-1) === '' ? segments.slice(0, -1) : segments, adapter }))
    .sort((a, b) => compareSpecificity(a.segments, b.segments));

  return (target) => {
    const segments = readSegments(target);
    if (segments === undefined) return { kind: 'ambiguous' };
    const names = [segments, ...otherNames(segments)];
    const rule = rules.find((candidate) => names.some((name) => matches(candidate.segments, name)));
    return rule === undefined ? { kind: 'open' } : { kind: 'protected', adapter: rule.adapter };
  };
}

/** @returns undefined for what could be read in two ways */
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
    segments.push(decoded.normalize('NFC').toLowerCase());
  }
  return segments;
}

function otherNames(segments: readonly string[]): readonly (readonly string[])[] {
  const last = segments.at(-1);
  if (last === undefined) return [];
  if (last === 'index.html' || last === 'index') return [segments.slice(0, -1)];
  return last.endsWith('.html') ? [[...segments.slice(0, -1), last.slice(0, -'.html'.length)]] : [];
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((part, index) => part === '*' || part === segments[index]);
}

function compareSpecificity(a: readonly string[], b: readonly string[]): number {
  const rank = (part: string | undefined): number => (part === undefined ? 2 : part === '**' ? 3 : part === '*' ? 1 : 0);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = rank(a[index]) - rank(b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}
