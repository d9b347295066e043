import type { PathRule, ProtectedPath } from './path-patterns.ts';
import { comparable, isAboutPath, namesOf, readPathRules } from './path-patterns.ts';

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

/**
 * Which adapter protects a resource of an API because of its paths, with the version in front or without it. Of patterns that are about
 * all that a resource may be called the most specific counts. One that is about some of it only protects all of it: documentation
 * tells of resources, and has to be right about each.
 * @returns undefined for a resource that lies below no protected path
 */
export function createDescribedPaths(paths: readonly ProtectedPath[], resources: Iterable<ServedResource>): (resource: Resource) => string | undefined {
  if (paths.length === 0) return () => undefined;
  const rules = readPathRules(paths);
  const adapters = new Map<string, string>();
  for (const served of resources) {
    const rule = ruleFor(
      rules,
      served.paths.flatMap((path) => namesOfTemplate(path, served.version)),
    );
    if (rule !== undefined) adapters.set(keyOf(served), rule.adapter);
  }
  return (resource) => adapters.get(keyOf(resource));
}

function ruleFor(rules: readonly PathRule[], names: readonly (readonly Segment[])[]): PathRule | undefined {
  const about = (fits: typeof isText): PathRule | undefined => rules.find((rule) => names.some((name) => isAboutPath(rule, name, fits)));
  return about(isText) ?? about(mayBe);
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
