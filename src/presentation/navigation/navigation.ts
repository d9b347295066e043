import type { Api } from '../../model/api.ts';
import { titleOfSchema } from '../../model/components.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { type ServiceGroup, WEBHOOKS } from '../../model/groups.ts';
import { hasGuidesAlone } from '../../model/guides.ts';
import { pagePath } from '../../model/language.ts';
import { versionTitle } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { schemaPartsOf } from '../../model/schema-parts.ts';
import type { Service } from '../../model/service.ts';
import { OTHER_GROUPS } from '../../model/tag-tree.ts';
import { wordsOf } from '../../words/words.ts';
import { operationAnchor } from '../anchors.ts';
import type { ApiDocument, Document } from '../page-data/document.ts';
import type { Navigation, NavigationGroup, NavigationLink, NavigationService } from '../page-data/navigation.ts';
import {
  groupTitle,
  guideSection,
  guideTitle,
  namesakeOf,
  operationItem,
  serviceItem,
  titleAmongAll,
} from '../titles.ts';
import { isServiceDeprecated, operationsInOrder, orderOf, servicesCount, tagOf } from './service-order.ts';

/** Maximum number of groups; of a longer list, only the groups around the open one are shown. */
const MOST_GROUPS = 60;
/** Number of groups, and of schemas, that are shown around the current one, if there are too many. */
const MOST_NEIGHBOURS = 20;
const MOST_SCHEMAS = 10;
/** Maximum number of groups on pages of schemas, which are in no group; a link replaces a longer list. */
const MOST_GROUPS_BESIDE_SCHEMAS = 20;
/** Maximum number of services; a larger group lists only the services around the open one. */
const MOST_SERVICES = 40;
const MOST_OPERATIONS = 60;
const MOST_GUIDES = 10;
/** Maximum number of guides on the page of a guide. */
const MOST_GUIDES_BESIDE_ONE = 60;
/** Maximum number of visible entries above the open one, which keeps it on the first screen; the rest is folded. */
const MOST_ABOVE = 4;

/** Left navigation of a document; its size is limited however large the API is (READING §4). */
export function navigationOf(document: ApiDocument): Navigation {
  const { api } = document;
  const words = wordsOf(api);
  const place = api.place;
  const { byName: groupsByName, tags, tagIndex, groupOf } = orderOf(api);
  const open =
    document.level === 'service'
      ? groupOf.get(document.service)
      : document.level === 'group'
        ? groupsByName.get(document.group)
        : undefined;
  const at = open === undefined ? -1 : (tagIndex.get(tagOf(open)) ?? -1);
  const inSchemas = document.level === 'schema' || document.level === 'schema-index';
  const shown = shownGroups(tags, inSchemas ? null : Math.max(0, at)).map((group) =>
    open !== undefined && tagOf(group) === tagOf(open) ? open : group,
  );
  const above = open === undefined ? -1 : shown.indexOf(open);
  const overview = pagePath({ level: 'api', ...place }, api);
  const schemaCount = api.getSchemaNames().length;
  const guides = Map.groupBy(guideLinks(document), ({ section }) => section !== null);
  return {
    title: versionTitle(api.getTitle(), api.getVersion()),
    pages: [
      { text: words.say('title.overview'), href: overview, isCurrent: document.level === 'api', count: null },
      ...(guides.get(false) ?? []),
      ...(schemaCount === 0 || document.level === 'schema'
        ? []
        : [
            {
              text: words.say('title.schemas'),
              href: pagePath({ level: 'schema-index', ...place }, api),
              isCurrent: inSchemas,
              count: schemaCount,
            },
          ]),
      ...changesLink(document, api),
      ...(guides.get(true) ?? []),
    ],
    groups: [...schemaGroup(document), ...shown.map((group) => navigationGroup(group, group === open, document))],
    foldedCount: foldedOf(above),
    allGroups:
      shown.length === tags.length
        ? null
        : { text: words.say('navigation.allGroups'), href: `${overview}#groups`, isCurrent: false, count: tags.length },
  };
}

/** Navigation of an API for a page that is not one of its documents: no entry is current. */
export function navigationWithin(api: Api): Navigation {
  const navigation = navigationOf({ level: 'api', api });
  return { ...navigation, pages: navigation.pages.map((page) => ({ ...page, isCurrent: false })) };
}

/** Links to all guides; if there are too many, only to the open guide and to the list of guides. */
function guideLinks(document: ApiDocument): readonly NavigationLink[] {
  const { api } = document;
  const guides = api.getGuides();
  const open = document.level === 'guide' ? document.guide : null;
  const most = open === null && !hasGuidesAlone(api) ? MOST_GUIDES : MOST_GUIDES_BESIDE_ONE;
  const shown = guides.length <= most ? guides : guides.filter((guide) => guide === open);
  const links = shown.map((guide) => ({
    text: guideTitle(api, guide),
    href: pagePath({ level: 'guide', ...api.place, name: guide.name }, api),
    isCurrent: guide === open,
    count: null,
    section: guideSection(guide),
  }));
  if (shown.length === guides.length) return links;
  const href = `${pagePath({ level: 'api', ...api.place }, api)}#guides`;
  const all = { text: wordsOf(api).say('title.guides'), href, isCurrent: false, count: guides.length };
  return [all, ...links].map((link) => ({ ...link, section: null }));
}

function foldedOf(above: number): number {
  return above > MOST_ABOVE ? above - 1 : 0;
}

function shownGroups(groups: readonly ServiceGroup[], openIndex: number | null): readonly ServiceGroup[] {
  if (openIndex === null) return groups.length <= MOST_GROUPS_BESIDE_SCHEMAS ? groups : [];
  return groups.length <= MOST_GROUPS ? groups : around(groups, openIndex, MOST_NEIGHBOURS);
}

/** Returns `most` items around the current item, with at most {@link MOST_ABOVE} before it unless the list ends. */
function around<Item>(items: readonly Item[], at: number, most: number): readonly Item[] {
  const first = Math.max(0, Math.min(at - MOST_ABOVE, items.length - most));
  return items.slice(first, first + most);
}

/** Group of the schemas around the schema of the page, in the order of the index. */
function schemaGroup(document: Document): readonly NavigationGroup[] {
  if (document.level !== 'schema') return [];
  const { api } = document;
  const place = api.place;
  const { links, indexes } = schemaLinks(api);
  const at = indexes.get(document.name) ?? -1;
  const shown = around(links, at, MOST_SCHEMAS);
  const current = links[at];
  const link = {
    text: wordsOf(api).say('title.schemas'),
    href: pagePath({ level: 'schema-index', ...place }, api),
    isCurrent: false,
    count: links.length,
  };
  const isAll = shown.length === links.length;
  const foldedCount = foldedOf(current === undefined ? -1 : shown.indexOf(current));
  return [
    {
      ...link,
      services: shown.map((one) => (one === current ? { ...one, isCurrent: true } : one)),
      foldedCount,
      foldedText: wordsOf(api).say('navigation.schemasAbove', { count: foldedCount }),
      more: isAll ? null : { ...link, text: wordsOf(api).say('navigation.allSchemas') },
    },
  ];
}

/** Links to all schemas, none of them current, and the index of each. */
const schemaLinks = computedOnce((api: Api) => {
  const names = schemaPartsOf(api).flat();
  const links = names.map(
    (name): NavigationService => ({
      text: titleOfSchema(name, api.components),
      href: pagePath({ level: 'schema', ...api.place, name }, api),
      isCurrent: false,
      count: null,
      operations: [],
      isDeprecated: false,
      mark: null,
    }),
  );
  return { links, indexes: new Map(names.map((name, index) => [name, index])) };
});

function navigationGroup(group: ServiceGroup, isOpen: boolean, document: ApiDocument): NavigationGroup {
  const closed = closedGroups(document.api).get(group) ?? closedGroup(group, document.api);
  if (!isOpen) return closed;
  const count = group.services.length;
  const link = { ...closed, isCurrent: document.level === 'group' };
  const current = document.level === 'service' ? document.service : null;
  const at = current === null ? 0 : group.services.indexOf(current);
  const first = count <= MOST_SERVICES ? 0 : Math.min(Math.max(0, at - MOST_SERVICES / 2), count - MOST_SERVICES);
  const services = group.services
    .slice(first, first + MOST_SERVICES)
    .map((service) => navigationService(service, service === current, group));
  const foldedCount = foldedOf(at - first);
  return {
    ...link,
    services,
    foldedCount,
    foldedText: wordsOf(document.api).say('navigation.servicesAbove', { count: foldedCount }),
    more:
      count <= MOST_SERVICES
        ? null
        : {
            text: wordsOf(document.api).say('navigation.allOf', { group: closed.text }),
            href: closed.href,
            isCurrent: false,
            count,
            counted: closed.counted,
          },
  };
}

/** Closed form of each group, for pages that belong to another group. */
const closedGroups = computedOnce(
  (api: Api) => new Map(orderOf(api).groups.map((group) => [group, closedGroup(group, api)])),
);

function closedGroup(group: ServiceGroup, api: Api): NavigationGroup {
  const href = pagePath({ level: 'group', ...api.place, name: group.name }, api);
  return {
    text: groupTitle(api, group.name),
    section: group.section === OTHER_GROUPS ? wordsOf(api).say('navigation.otherGroups') : group.section,
    href,
    isCurrent: false,
    count: group.services.length,
    counted: servicesCount(group.services, wordsOf(api)),
    services: [],
    foldedCount: 0,
    foldedText: '',
    more: null,
  };
}

function navigationService(service: Service, isCurrent: boolean, group: ServiceGroup): NavigationService {
  const item = serviceLink(service);
  if (!isCurrent && group.name !== WEBHOOKS && !group.guests.has(service)) return item;
  return {
    ...item,
    text: group.guests.has(service) ? titleAmongAll(service) : item.text,
    isCurrent,
    mark: group.name === WEBHOOKS ? null : item.mark,
    operations:
      isCurrent && namesakeOf(service) === undefined
        ? operationsInOrder(service)
            .slice(0, MOST_OPERATIONS)
            .map((operation) => ({
              text: operationItem(operation),
              method: operation.getHttpMethod(),
              href: `#${operationAnchor(operation.resource, operation.getHttpMethod())}`,
              isDeprecated: operation.record.deprecated,
            }))
        : [],
  };
}

/** Link to a service from other pages of its group. */
export const serviceLink = computedOnce(
  (service: Service): NavigationService => ({
    text: serviceItem(service),
    href: servicePath(service),
    isCurrent: false,
    count: null,
    isDeprecated: isServiceDeprecated(service.getAllOperations()),
    mark: service.getKind() === 'webhook' ? wordsOf(service.api).say('kind.webhook') : null,
    operations: [],
  }),
);

export function servicePath(service: Service): string {
  const { api } = service;
  return pagePath({ level: 'service', ...api.place, name: service.getName() }, api);
}

export function operationPath(operation: Operation): string {
  return `${servicePath(operation.service)}#${operationAnchor(operation.resource, operation.getHttpMethod())}`;
}

/** Finds the previous and next service, across groups. */
export function neighbours(service: Service): {
  readonly previous: NavigationLink | null;
  readonly next: NavigationLink | null;
} {
  const { services, position } = orderOf(service.api);
  const at = position.get(service) ?? 0;
  const link = (neighbour: Service | undefined): NavigationLink | null =>
    neighbour === undefined
      ? null
      : { text: titleAmongAll(neighbour), href: servicePath(neighbour), isCurrent: false, count: null };
  return { previous: link(services[at - 1]), next: link(services[at + 1]) };
}

/** Link to the changes; empty without an earlier version. */
function changesLink({ level }: Document, api: Api): readonly NavigationLink[] {
  if (!api.getVersions().some((version) => version < api.getVersion())) return [];
  const href = pagePath({ level: 'changes', ...api.place }, api);
  return [{ text: wordsOf(api).say('title.changes'), href, isCurrent: level === 'changes', count: null }];
}
