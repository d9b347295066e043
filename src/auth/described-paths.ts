import { comparable, isAboutPath, namesOf, type PathRule, type ProtectedPath, readPathRules } from './path-patterns.ts';

/** A resource of a service in one version of an API. */
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

/** A segment of a template: its text, or null where values take its place. */
type Segment = string | null;

const PARAMETER = /\{[^{}]+\}/;
const isText = (literal: string, segment: Segment): boolean => literal === segment;
const mayBe = (literal: string, segment: Segment): boolean => segment === null || literal === segment;

interface DescribedPaths {
  /** Adapters of a resource: undefined where it lies below no protected path, none where that contradicts itself. */
  adaptersOf(resource: Resource): readonly string[] | undefined;
  /**
   * Resources that different adapters protect in part. A user of one part could get into the other, so all of it is
   * closed.
   */
  readonly contradictory: readonly Resource[];
}

/**
 * Finds the adapter that protects a resource of an API through its paths, with or without the version in front. If
 * several patterns match all names of a resource, the most specific one counts. A pattern that matches only some of
 * them protects the whole resource: documentation describes resources, and has to be right about each.
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

/** The most specific rule that is about all of them, and more specific ones about some of what values make of them. */
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

/** Escapes in a template are those of its text. */
function comparableText(text: string): string {
  try {
    return comparable(decodeURIComponent(text));
  } catch {
    return comparable(text);
  }
}

/** Injective: names of APIs have no slash, and nothing follows the name of the service. */
function keyOf({ api, version, service, resource }: Resource): string {
  return `${version}/${resource}/${api}/${service}`;
}
