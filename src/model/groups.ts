import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import type { Service } from './service.ts';
import { isGrouping, OTHER_GROUPS, placedTags, tagsByName } from './tag-tree.ts';
import { naturalOrder } from './texts.ts';

/** Services that navigation shows together, in the order of the document. */
export interface ServiceGroup {
  /**
   * Name of the tag; `Other services` and `Webhooks` for services without one. When none has one, a segment of their
   * paths, or `Services` for all of a small API.
   */
  readonly name: string;
  /** Heading above consecutive groups with the same one; null: none. */
  readonly section: string | null;
  /**
   * Part of a tag that has too many services for one page: the tag, and the number of the part, from 1. Null for a
   * whole group.
   */
  readonly part: { readonly of: string; readonly number: number } | null;
  readonly services: readonly Service[];
}

/** Names of groups of services without a tag. */
export const SERVICES = 'Services';
export const OTHER_SERVICES = 'Other services';
export const WEBHOOKS = 'Webhooks';

/** Fewest services of a group by paths. */
const FEWEST_SERVICES_ON_A_PATH = 2;
/** An API without tags is not grouped by paths up to this number of services. */
const MOST_SERVICES_IN_ONE_LIST = 20;
/** A segment that can stand in a URL as the name of a group, and never reads as one with an extension. */
const PLAIN_NAME = /^[\w$@,+:~-]+$/;

/** Services on the page of a group; more are split into several groups, in the order of their titles. */
const MOST_SERVICES_IN_GROUP = 500;

/**
 * The groups of an API: its tags in the order of {@link placedTags}, then what has no tag; without any tags by the
 * first segments of paths. Every service is in exactly one group, that of its first tag that gathers; tags without
 * services are left out. The parts of a large group follow one another: `Books`, `Books, part 2`. They are groups like
 * all others, so that no page, format or URL knows of paging.
 */
export const groupsOf = computedOnce((api: Api): readonly ServiceGroup[] => {
  const members = membersOf(api);
  const names = new Set(members.keys());
  const sections = new Map(placedTags(api.record).map(({ name, section }) => [name, section]));
  // Without a heading of its own, what has no tag would stand in the last section.
  const otherwise = [...sections.values()].some((section) => section !== null) ? OTHER_GROUPS : null;
  const sectionOf = (name: string): string | null => (sections.has(name) ? (sections.get(name) ?? null) : otherwise);
  return [...members].flatMap(([name, services]) => partsOf(name, services, names, sectionOf(name)));
});

/** Whether there is nothing to tell apart: one group, of services without a tag. */
export function isUngrouped(groups: readonly { readonly name: string }[]): boolean {
  return groups.length === 1 && groups[0]?.name === SERVICES;
}

function membersOf(api: Api): ReadonlyMap<string, readonly Service[]> {
  const tagged = tagsByName(api);
  const groupOf = ({ record }: Service): string | undefined => record.tags.find((name) => isGrouping(tagged.get(name)));
  const hasTags = api.getServices().some((service) => groupOf(service) !== undefined);
  const pathGroups = hasTags ? null : groupsByPath(api.getServices());
  const groups = new Map<string, Service[]>(placedTags(api.record).map(({ name }) => [name, []]));
  for (const name of pathGroups?.names ?? []) groups.set(name, []);
  const withoutTag = hasTags ? OTHER_SERVICES : SERVICES;
  for (const service of api.getServices()) {
    const name =
      groupOf(service) ?? (service.getKind() === 'webhook' ? WEBHOOKS : (pathGroups?.nameOf(service) ?? withoutTag));
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [service]);
    else members.push(service);
  }
  return groups;
}

interface PathGroups {
  readonly names: readonly string[];
  nameOf(service: Service): string;
}

/**
 * Groups services by the first segments in which their paths differ; services alone in a group share one. Null where
 * that separates nothing, or there are too few services.
 */
function groupsByPath(services: readonly Service[]): PathGroups | null {
  const paths = new Map(
    services
      .filter((service) => service.getKind() !== 'webhook')
      .map((service) => [service, staticSegments(service)] as const),
  );
  if (paths.size <= MOST_SERVICES_IN_ONE_LIST) return null;
  const all = [...paths.values()];
  const [first = []] = all;
  const found = first.findIndex((segment, index) => all.some((path) => path[index] !== segment));
  const differing = found === -1 ? first.length : found;
  const counts = new Map<string, number>();
  for (const path of all) counts.set(path[differing] ?? '', (counts.get(path[differing] ?? '') ?? 0) + 1);
  const names = [...counts]
    .filter(([name, count]) => PLAIN_NAME.test(name) && count >= FEWEST_SERVICES_ON_A_PATH)
    .map(([name]) => name)
    .sort(naturalOrder);
  if (names.length < 2) return null;
  const isName = new Set(names);
  return {
    names,
    nameOf(service) {
      const name = paths.get(service)?.[differing] ?? '';
      return isName.has(name) ? name : OTHER_SERVICES;
    },
  };
}

/** Segments of the path before its first parameter. */
function staticSegments(service: Service): readonly string[] {
  const [path = ''] = service.getAllOperations()[0]?.record.paths ?? [];
  const segments = path.split('/').filter((segment) => segment !== '');
  const end = segments.findIndex((segment) => segment.includes('{'));
  return end === -1 ? segments : segments.slice(0, end);
}

function partsOf(
  of: string,
  services: readonly Service[],
  taken: Set<string>,
  section: string | null,
): readonly ServiceGroup[] {
  if (services.length === 0) return [];
  if (services.length <= MOST_SERVICES_IN_GROUP) return [{ name: of, section, part: null, services }];
  const sorted = services.toSorted((a, b) => naturalOrder(a.getTitle(), b.getTitle()));
  return Array.from({ length: Math.ceil(sorted.length / MOST_SERVICES_IN_GROUP) }, (_, index) => {
    const number = index + 1;
    let name = number === 1 ? of : `${of}, part ${number}`;
    while (number > 1 && taken.has(name)) name += '*';
    taken.add(name);
    return {
      name,
      section,
      part: { of, number },
      services: sorted.slice(index * MOST_SERVICES_IN_GROUP, number * MOST_SERVICES_IN_GROUP),
    };
  });
}
