export interface ProtectedPath {
  /** `/reports/**`: a segment `*` is any one segment, `**` at the end any rest, none included. */
  readonly pattern: string;
  readonly adapter: string;
}

/** A pattern by its segments, as {@link comparable} makes them. */
export interface PathRule {
  readonly segments: readonly string[];
  readonly adapter: string;
}

/** Normalises a pattern or path for comparison: letters match in either case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The most specific first: literal segments before `*` before `**`, from the left. */
export function readPathRules(paths: readonly ProtectedPath[]): readonly PathRule[] {
  return paths
    .map(({ pattern, adapter }) => ({ segments: comparable(pattern).split('/').slice(1), adapter }))
    .map(({ segments, adapter }) => ({ segments: segments.at(-1) === '' ? segments.slice(0, -1) : segments, adapter }))
    .sort((a, b) => compareSpecificity(a.segments, b.segments));
}

/**
 * The names of a path: its own, and that of the page which a router or file system may take it for (`/reports.html`,
 * `/reports/index.html`).
 */
export function namesOf(segments: readonly string[]): readonly (readonly string[])[] {
  const last = segments.at(-1);
  if (last === 'index.html' || last === 'index') return [segments, segments.slice(0, -1)];
  return last?.endsWith('.html') === true
    ? [segments, [...segments.slice(0, -1), last.slice(0, -'.html'.length)]]
    : [segments];
}

/**
 * Whether a pattern is about a path.
 * @param fits whether a literal segment of the pattern is that of the path; `*` is every one
 */
export function isAboutPath<Segment>(
  { segments: pattern }: PathRule,
  path: readonly Segment[],
  fits: (literal: string, segment: Segment) => boolean,
): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return false;
  return path.every((segment, index) => {
    const part = fixed[index];
    return part === undefined || part === '*' || fits(part, segment);
  });
}

function compareSpecificity(a: readonly string[], b: readonly string[]): number {
  const rank = (part: string | undefined): number =>
    part === undefined ? 2 : part === '**' ? 3 : part === '*' ? 1 : 0;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = rank(a[index]) - rank(b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}
