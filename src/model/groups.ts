import type { Api } from './api.ts';
import type { Service } from './service.ts';

/** Services that navigation shows together, in the order of the document. */
export interface ServiceGroup {
  /** Name of the tag; `Other services` and `Webhooks` for services without one; `Services` when none has one. */
  readonly name: string;
  /**
   * Where a tag has too many services for one page: the tag, and which part of it this is, from 1. Null for a whole
   * group.
   */
  readonly part: { readonly of: string; readonly number: number } | null;
  readonly services: readonly Service[];
}

/** Also the heading above the groups of an API. */
export const SERVICES = 'Services';
const OTHER_SERVICES = 'Other services';
const WEBHOOKS = 'Webhooks';

/** Services on the page of a group; more are split into several groups, in the order of their titles. */
const MOST_SERVICES_IN_GROUP = 500;

const naturally = new Intl.Collator('en', { numeric: true });
const known = new WeakMap<Api, readonly ServiceGroup[]>();

/**
 * The groups of an API: its tags in the descriptor's order, then what has no tag. Every service is in exactly one
 * group, that of its first tag; tags without services are left out. The parts of a large group follow one another:
 * `Books`, `Books, part 2`. They are groups like all others, so that no page, format or URL knows of paging.
 */
export function groupsOf(api: Api): readonly ServiceGroup[] {
  const present = known.get(api);
  if (present !== undefined) return present;
  const members = membersOf(api);
  const names = new Set(members.keys());
  const groups = [...members].flatMap(([name, services]) => partsOf(name, services, names));
  known.set(api, groups);
  return groups;
}

/** Whether there is nothing to tell apart: one group, of services without a tag. */
export function isUngrouped(groups: readonly { readonly name: string }[]): boolean {
  return groups.length === 1 && groups[0]?.name === SERVICES;
}

function membersOf(api: Api): ReadonlyMap<string, readonly Service[]> {
  const groups = new Map<string, Service[]>(api.record.tags.map((tag) => [tag.name, []]));
  const withoutTag = api.getServices().some(({ record }) => record.tags.length > 0) ? OTHER_SERVICES : SERVICES;
  for (const service of api.getServices()) {
    const name = service.record.tags[0] ?? (service.getKind() === 'webhook' ? WEBHOOKS : withoutTag);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [service]);
    else members.push(service);
  }
  return groups;
}

function partsOf(of: string, services: readonly Service[], taken: Set<string>): readonly ServiceGroup[] {
  if (services.length === 0) return [];
  if (services.length <= MOST_SERVICES_IN_GROUP) return [{ name: of, part: null, services }];
  const sorted = services.toSorted((a, b) => naturally.compare(a.getTitle(), b.getTitle()));
  return Array.from({ length: Math.ceil(sorted.length / MOST_SERVICES_IN_GROUP) }, (_, index) => {
    const number = index + 1;
    let name = number === 1 ? of : `${of}, part ${number}`;
    while (number > 1 && taken.has(name)) name += '*';
    taken.add(name);
    return {
      name,
      part: { of, number },
      services: sorted.slice(index * MOST_SERVICES_IN_GROUP, number * MOST_SERVICES_IN_GROUP),
    };
  });
}
