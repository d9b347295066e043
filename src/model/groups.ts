import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import type { Operation } from './operation.ts';
import type { Service } from './service.ts';
import { isGrouping, OTHER_GROUPS, placedTags, tagsByName } from './tag-tree.ts';
import { naturalOrder } from './texts.ts';

/** Group of services in navigation. */
export interface ServiceGroup {
  /**
   * Name of the tag, or `Other services` and `Webhooks` for services without a tag. If no service has a tag, a path
   * segment, or `Services` for all services of a small API.
   */
  readonly name: string;
  /** Heading that consecutive groups share; null: none. */
  readonly section: string | null;
  /**
   * Tag and part number (from 1) if the tag has too many services for one page and is split; null for a complete
   * group.
   */
  readonly part: { readonly of: string; readonly number: number } | null;
  readonly services: readonly Service[];
  /**
   * Services among {@link services} whose page is under another group, with their operations that have the tag of
   * this one.
   */
  readonly guests: ReadonlyMap<Service, readonly Operation[]>;
}

/** Names of groups for services without a tag. */
export const SERVICES = 'Services';
export const OTHER_SERVICES = 'Other services';
export const WEBHOOKS = 'Webhooks';

/** Minimum number of services in a group made by paths. */
const FEWEST_SERVICES_ON_A_PATH = 2;
/** Maximum number of services of an API without tags that are listed without groups. */
const MOST_SERVICES_IN_ONE_LIST = 20;
/** Path segment that can be a group name in a URL without being mistaken for a name with an extension. */
const PLAIN_NAME = /^[\w$@,+:~-]+$/;

/** Maximum number of services on the page of a group; larger groups are split, sorted by title. */
const MOST_SERVICES_IN_GROUP = 500;

/**
 * Groups of an API: its tags in the order of {@link placedTags}, then groups for services without a tag; if no service
 * has a tag, groups by path segments. Every service is in the groups of all its grouping tags ({@link isGrouping}), and
 * its page under the first of them. Tags without services are omitted. Parts of a large group are ordinary groups
 * (`Books`, `Books, part 2`), so that pages, formats and URLs need no paging.
 */
export const groupsOf = computedOnce((api: Api): readonly ServiceGroup[] => {
  const members = membersOf(api);
  const names = new Set(members.keys());
  const sections = new Map(placedTags(api.record).map(({ name, section }) => [name, section]));
  // Without its own section, a group of services without a tag would appear to belong to the last section.
  const otherwise = [...sections.values()].some((section) => section !== null) ? OTHER_GROUPS : null;
  const sectionOf = (name: string): string | null => (sections.has(name) ? (sections.get(name) ?? null) : otherwise);
  return [...members].flatMap(([name, services]) =>
    partsOf(services, names, { name, section: sectionOf(name), guests: guestsOf(name, services, groupingTags(api)) }),
  );
});

/** Whether the API has no real groups: a single group of services without a tag. */
export function isUngrouped(groups: readonly { readonly name: string }[]): boolean {
  return groups.length === 1 && groups[0]?.name === SERVICES;
}

/** Finds the grouping tags of a service, in the order of its operations. */
function groupingTags(api: Api): (service: Service) => readonly string[] {
  const tagged = tagsByName(api);
  return ({ record }) => record.tags.filter((name) => isGrouping(tagged.get(name)));
}

function guestsOf(
  tag: string,
  services: readonly Service[],
  tagsOf: (service: Service) => readonly string[],
): ServiceGroup['guests'] {
  return new Map(
    services
      .filter((service) => (tagsOf(service)[0] ?? tag) !== tag)
      .map((service) => {
        const operations = service.getAllOperations();
        const tagged = operations.filter(({ record }) => record.tags.includes(tag));
        return [service, tagged.length === 0 ? operations : tagged];
      }),
  );
}

function membersOf(api: Api): ReadonlyMap<string, readonly Service[]> {
  const tagsOf = groupingTags(api);
  const hasTags = api.getServices().some((service) => tagsOf(service).length > 0);
  const pathGroups = hasTags ? null : groupsByPath(api.getServices());
  const groups = new Map<string, Service[]>(placedTags(api.record).map(({ name }) => [name, []]));
  for (const name of pathGroups?.names ?? []) groups.set(name, []);
  const withoutTag = hasTags ? OTHER_SERVICES : SERVICES;
  for (const service of api.getServices()) {
    const tags = new Set(tagsOf(service));
    const other = service.getKind() === 'webhook' ? WEBHOOKS : (pathGroups?.nameOf(service) ?? withoutTag);
    for (const name of tags.size === 0 ? [other] : tags) {
      const members = groups.get(name);
      if (members === undefined) groups.set(name, [service]);
      else members.push(service);
    }
  }
  return groups;
}

interface PathGroups {
  readonly names: readonly string[];
  nameOf(service: Service): string;
}

/**
 * Groups services by the first path segment in which they differ; services that would be alone in a group share one.
 * Null if this gives fewer than two groups, or if there are too few services.
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

/** Segments before the first parameter of the service's main path. */
function staticSegments(service: Service): readonly string[] {
  const [path = ''] = service.getAllOperations()[0]?.record.paths ?? [];
  const segments = path.split('/').filter((segment) => segment !== '');
  const end = segments.findIndex((segment) => segment.includes('{'));
  return end === -1 ? segments : segments.slice(0, end);
}

function partsOf(
  services: readonly Service[],
  taken: Set<string>,
  group: Pick<ServiceGroup, 'name' | 'section' | 'guests'>,
): readonly ServiceGroup[] {
  const { name: of } = group;
  if (services.length === 0) return [];
  if (services.length <= MOST_SERVICES_IN_GROUP) return [{ ...group, part: null, services }];
  const sorted = services.toSorted((a, b) => naturalOrder(a.getTitle(), b.getTitle()));
  return Array.from({ length: Math.ceil(sorted.length / MOST_SERVICES_IN_GROUP) }, (_, index) => {
    const number = index + 1;
    let name = number === 1 ? of : `${of}, part ${number}`;
    while (number > 1 && taken.has(name)) name += '*';
    taken.add(name);
    return {
      ...group,
      name,
      part: { of, number },
      services: sorted.slice(index * MOST_SERVICES_IN_GROUP, number * MOST_SERVICES_IN_GROUP),
    };
  });
}
