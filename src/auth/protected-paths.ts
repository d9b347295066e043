export interface ProtectedPath {
  /** `/reports/**`: a segment `*` matches any one segment, `**` at the end any number of segments, even none. */
  readonly pattern: string;
  readonly adapter: string;
}

/** Pattern as a list of segments that {@link comparable} has normalised. */
interface PathRule {
  readonly segments: readonly string[];
  readonly adapter: string;
}

/** Normalises a pattern or path for comparison without regard to case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Parses patterns and sorts them from the left by specificity: literal segments precede `*`, which precedes `**`. */
export function readPathRules(paths: readonly ProtectedPath[]): readonly PathRule[] {
  return paths
    .map(({ pattern, adapter }) => ({ segments: comparable(pattern).split('/').slice(1), adapter }))
    .map(({ segments, adapter }) => ({ segments: segments.at(-1) === '' ? segments.slice(0, -1) : segments, adapter }))
    .sort((a, b) => compareSpecificity(a.segments, b.segments));
}

/**
 * Names of a path: the path itself, and the shorter path of the page that a router may serve for it:
 * `/reports.html` and `/reports/index.html` also as `/reports`.
 */
export function namesOf(segments: readonly string[]): readonly (readonly string[])[] {
  const last = segments.at(-1);
  if (last === 'index.html' || last === 'index') return [segments, segments.slice(0, -1)];
  return last?.endsWith('.html') === true
    ? [segments, [...segments.slice(0, -1), last.slice(0, -'.html'.length)]]
    : [segments];
}

/**
 * Whether a pattern matches a path.
 * @param fits whether a literal segment of the pattern matches a segment of the path; `*` matches every segment
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

/** Resource of a service in one version of an API. */
export interface Resource {
  readonly api: string;
  readonly version: number;
  readonly service: string;
  readonly resource: 'collection' | 'entity' | 'action';
}

export interface ServedResource extends Resource {
  /** URI templates with the base path: `/library/book/{book_id}`. */
  readonly paths: readonly string[];
}

/** A segment of a template: its text, or null if it contains parameters. */
type Segment = string | null;

const PARAMETER = /\{[^{}]+\}/;
const isText = (literal: string, segment: Segment): boolean => literal === segment;
const mayBe = (literal: string, segment: Segment): boolean => segment === null || literal === segment;

interface DescribedPaths {
  /**
   * Adapters of a resource; undefined: no protected path includes it; empty: different adapters protect parts of it.
   */
  adaptersOf(resource: Resource): readonly string[] | undefined;
  /**
   * Resources with parts that different adapters protect. Users of one part could reach the other, so all calls are
   * refused.
   */
  readonly contradictory: readonly Resource[];
}

/**
 * Finds the adapters that protect resources of APIs by their paths, with or without the version in front. Of patterns
 * that match a path for all parameter values, the most specific one applies. A more specific pattern that matches only
 * some values protects the whole resource as well, since documentation describes access by resource.
 */
export function createDescribedPaths(
  paths: readonly ProtectedPath[],
  resources: Iterable<ServedResource>,
): DescribedPaths {
  if (paths.length === 0) return { adaptersOf: () => undefined, contradictory: [] };
  const rules = readPathRules(paths);
  const adapters = new Map<string, readonly string[]>();
  const contradictory: Resource[] = [];
  for (const served of resources) {
    const names = served.paths.flatMap((path) => namesOfTemplate(path, served.version));
    const found = new Set(rulesAbout(rules, names).map(({ adapter }) => adapter));
    if (found.size > 1) contradictory.push(served);
    if (found.size > 0) adapters.set(keyOf(served), found.size > 1 ? [] : [...found]);
  }
  return { adaptersOf: (resource) => adapters.get(keyOf(resource)), contradictory };
}

/** Most specific rule that matches for all parameter values, and more specific rules that match for some. */
function rulesAbout(rules: readonly PathRule[], names: readonly (readonly Segment[])[]): readonly PathRule[] {
  const isAbout = (rule: PathRule, fits: typeof isText): boolean => names.some((name) => isAboutPath(rule, name, fits));
  const whole = rules.findIndex((rule) => isAbout(rule, isText));
  return rules.filter((rule, index) => index === whole || ((whole < 0 || index < whole) && isAbout(rule, mayBe)));
}

function namesOfTemplate(template: string, version: number): readonly (readonly Segment[])[] {
  const texts = template.split('/').slice(1);
  const segments = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
  const isFixed = !PARAMETER.test(segments.at(-1) ?? '');
  const names = isFixed ? namesOf(segments.map(comparableText)) : [segments.map(comparableText)];
  const readings = names.map((name) => name.map((text): Segment => (PARAMETER.test(text) ? null : text)));
  return readings.flatMap((reading) => [reading, [`v${version}`, ...reading]]);
}

/** Comparable text of a template's segment, with its escapes decoded. */
function comparableText(text: string): string {
  try {
    return comparable(decodeURIComponent(text));
  } catch {
    return comparable(text);
  }
}

/** Key of a resource; injective, since names of APIs have no slash and the name of the service comes last. */
function keyOf({ api, version, service, resource }: Resource): string {
  return `${version}/${resource}/${api}/${service}`;
}
