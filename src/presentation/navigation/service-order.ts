import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { groupsOf, type ServiceGroup } from '../../model/groups.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { naturalOrder } from '../../model/texts.ts';
import type { Words } from '../../words/words.ts';

/** Order of an API's groups and services, which all pages use. */
interface Order {
  readonly groups: readonly ServiceGroup[];
  readonly byName: ReadonlyMap<string, ServiceGroup>;
  /** One group for each tag; if a tag is split into parts, its first part. */
  readonly tags: readonly ServiceGroup[];
  /** Map of tag name → index in {@link tags}. */
  readonly tagIndex: ReadonlyMap<string, number>;
  /** All services in the order of the groups that their pages are under. */
  readonly services: readonly Service[];
  readonly position: ReadonlyMap<Service, number>;
  /** Map of service → the group that its page is under. */
  readonly groupOf: ReadonlyMap<Service, ServiceGroup>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sorts operations: GET, POST, PUT, PATCH, DELETE, then other methods in the descriptor's order. */
export function inMethodOrder(operations: readonly Operation[]): readonly Operation[] {
  const rank = (operation: Operation): number => {
    const place = METHODS.indexOf(operation.getHttpMethod());
    return place === -1 ? METHODS.length : place;
  };
  return operations.toSorted((a, b) => rank(a) - rank(b));
}

/** Operations of a service in the order of its page: first those of the collection, then those of the entity. */
export function operationsInOrder(service: Service): readonly Operation[] {
  return [...inMethodOrder(service.getOperations()), ...inMethodOrder(service.getEntityOperations())];
}

/** Whether all operations of a service are deprecated. */
export function isServiceDeprecated(operations: readonly Operation[]): boolean {
  return operations.length > 0 && operations.every(({ record }) => record.deprecated);
}

/**
 * Order of an API's groups and services, computed once. Services are sorted by path, so that a resource precedes its
 * subresources.
 */
export const orderOf = computedOnce((api: Api): Order => {
  const groups = groupsOf(api).map((group) => ({
    ...group,
    services: group.services.toSorted((a, b) => naturalOrder(a.getTitle(), b.getTitle())),
  }));
  const groupOf = new Map(
    groups.flatMap((group) =>
      group.services.flatMap((service) => (group.guests.has(service) ? [] : [[service, group] as const])),
    ),
  );
  const services = [...groupOf.keys()];
  const tags = groups.filter(({ part }) => part === null || part.number === 1);
  return {
    groups,
    byName: new Map(groups.map((group) => [group.name, group])),
    tags,
    tagIndex: new Map(tags.map((group, index) => [tagOf(group), index])),
    services,
    position: new Map(services.map((service, index) => [service, index])),
    groupOf,
  };
});

/** Name of the tag that a group or a part of a group belongs to. */
export function tagOf({ name, part }: ServiceGroup): string {
  return part?.of ?? name;
}

/** Formats the counts of a group: `4 services, 1 webhook`. */
export function servicesCount(services: readonly Service[], words: Words): string {
  const hooks = services.filter((service) => service.getKind() === 'webhook').length;
  const count = services.length - hooks;
  const called = count === 0 && hooks > 0 ? [] : [words.say('count.services', { count })];
  return words
    .list('list.comma', [...called, ...(hooks === 0 ? [] : [words.say('count.webhooks', { count: hooks })])])
    .join('');
}
