import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { madeAsFact } from '../model/dependencies.ts';
import { groupsOf, OTHER_SERVICES, SERVICES, WEBHOOKS } from '../model/groups.ts';
import type { Guide } from '../model/guides.ts';
import type { TagObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { tagsByName } from '../model/tag-tree.ts';
import { schemaTitle } from '../schema/references.ts';
import { type Phrase, phraseText } from '../words/phrase.ts';
import { type Key, wordsOf } from '../words/words.ts';
import { sharedObject, singular, withoutEnd } from './action-words.ts';
import {
  lettersIn,
  type Naming,
  namesOf,
  resourceNames,
  sentenceCase,
  spellingsOf,
  withoutSharedStart,
  wordsOfName,
} from './name-words.ts';
import { operationsInOrder, orderOf, tagOf } from './navigation/service-order.ts';
import { itemTitle, ownTitle, resultSchemas, shortSummary, verbFact } from './operation-titles.ts';

/**
 * Titles of operations, services, groups and guides on pages (READING §2). Machine-readable formats use names instead.
 */

/** Title of an operation, else its method and path, or method and name for a webhook. */
export function operationHeading(operation: Operation): Phrase {
  const title = ownTitle(operation);
  if (title !== '') return [title];
  const path = operation.getPath();
  const method = operation.getHttpMethod();
  return path === '' ? [`${method} ${serviceTitle(operation.service)}`.trim()] : [`${method} `, { code: path }];
}

/** Returns {@link operationHeading} as plain text. */
export function operationTitle(operation: Operation): string {
  return phraseText(operationHeading(operation)).trim();
}

/** Returns {@link operationTitle} without the method, for use beside the method's badge. */
export function operationLabel(operation: Operation): string {
  return ownTitle(operation) || operation.getPath() || operation.getHttpMethod();
}

/** Returns {@link operationLabel} for the navigation. */
export function operationItem(operation: Operation): string {
  return itemTitle(operation, operationLabel(operation));
}

/**
 * Returns the only operation of a service if it has no title, or the same title as the service: the page then shows no
 * separate title for it. The comparison ignores a method, articles, blanks and punctuation.
 */
export function namesakeOf(service: Service): Operation | undefined {
  const [operation, ...others] = service.getAllOperations();
  if (operation === undefined || others.length > 0) return undefined;
  if (ownTitle(operation) === '') return operation;
  const title = lettersAlone(serviceTitle(service));
  const own = lettersAlone(operationTitle(operation));
  return own === title || own === operation.getHttpMethod().toLowerCase() + title ? operation : undefined;
}

function lettersAlone(title: string): string {
  return lettersIn(title.replaceAll(/\b(?:an?|the) /gi, ''));
}

export function serviceTitle(service: Service): string {
  return titleOf(service)?.title ?? service.getTitle();
}

/** Title of a service's group if another service has the same title as this one; else null. */
export function groupOfNamesake(service: Service): string | null {
  return titleOf(service)?.group ?? null;
}

/** Title of a service for lists of several groups: `Cancel (Orders)` if another service is called `Cancel`. */
export function titleAmongAll(service: Service): string {
  const group = groupOfNamesake(service);
  return group === null ? serviceTitle(service) : `${serviceTitle(service)} (${group})`;
}

/** Title of a service for the navigation. */
export function serviceItem(service: Service): string {
  const [only, ...others] = service.getAllOperations();
  const title = serviceTitle(service);
  return only === undefined || others.length > 0 ? title : itemTitle(only, title);
}

function titleOf(service: Service): ServiceTitle | undefined {
  return madeAsFact(titleFactOf(service), () => serviceTitlesOf(service.api).get(service));
}

/** Title of a group. @param name name of a group, or of a part of a group */
export function groupTitle(api: Api, name: string): string {
  return groupTitlesOf(api).get(name) ?? name;
}

/** Title of a tag: Redoc's `x-displayName`, else the summary of OpenAPI 3.2; null for a tag with only a name. */
export function tagTitle(tag: TagObject | undefined): string | null {
  const displayName = tag?.['x-displayName'];
  const title = typeof displayName === 'string' ? displayName.trim() : '';
  return title || tag?.summary?.trim() || null;
}

/** Matches generated names (`core_v1`, `rbacAuthorization`), not texts for readers or brand names such as `iPhone`. */
const IDENTIFIER = /^[a-z][a-z\d]*(?:(?<=..)[A-Z][a-z\d]+)*(?:[-_][a-z\d]+(?:[A-Z][a-z\d]+)*)*$/;

/** Converts a generated tag name to text: `data_platform` → “Data platform”; any other text stays unchanged. */
export function tagInWords(name: string): string {
  return IDENTIFIER.test(name) ? wordsOfName(name.replace(/-controller$/, '')) || name : name;
}

/** Heading above the guides in the same folder; null for a guide without a folder. */
export function guideSection({ group }: Guide): string | null {
  const words = group?.split('/').map((name) => tagInWords(name.replace(/^\d+[-_. ]+(?=\S)/, '')));
  return words?.join(' / ') ?? null;
}

/** Title of a guide: the words of its tag, unless another guide has the same words. */
export function guideTitle(api: Api, guide: Guide): string {
  return guideTitlesOf(api).get(guide) ?? guide.title;
}

const guideTitlesOf = computedOnce((api: Api): ReadonlyMap<Guide, string> => {
  const shown = ({ title, tag }: Guide): string => (tag === null ? title : (tagTitle(tag) ?? tagInWords(title)));
  return new Map(
    [...Map.groupBy(api.getGuides(), shown)].flatMap(([title, guides]) =>
      guides.map((guide) => [guide, guides.length === 1 ? title : guide.title] as const),
    ),
  );
});

interface ServiceTitle {
  readonly title: string;
  /** Title of the service's group if another service has the same title; else null. */
  readonly group: string | null;
}

/** Titles of all services of an API, computed together, because titles within a group must be distinct. */
function serviceTitlesOf(api: Api): ReadonlyMap<Service, ServiceTitle> {
  return api.components.remembered('service titles', api, distinctTitles);
}

function distinctTitles(api: Api): ReadonlyMap<Service, ServiceTitle> {
  const { groups } = orderOf(api);
  const spellings = spellingsOf(api.components);
  const titles = new Map<Service, Omit<ServiceTitle, 'group'> & { readonly group: string }>();
  // Titles must be unique among all parts of a group.
  for (const [of, parts] of Map.groupBy(groups, tagOf)) {
    const members = parts.flatMap(({ services, guests }) => services.filter((service) => !guests.has(service)));
    const group = groupTitle(api, of);
    for (const [service, title] of namesOf(members, (service) => namingOf(service, group), spellings))
      titles.set(service, { title, group });
  }
  const equal = Map.groupBy(titles.values(), ({ title }) => title.toLowerCase());
  return new Map(
    [...titles].map(([service, { title, group }]) => {
      const isAlone = equal.get(title.toLowerCase())?.length === 1;
      return [service, { title, group: isAlone || group.toLowerCase() === title.toLowerCase() ? null : group }];
    }),
  );
}

function namingOf(service: Service, group: string): Naming {
  const { record } = service;
  const given = givenTitle(service);
  return { given, said: given === null ? saidTitles(service, group) : [], path: record.title ?? '' };
}

/** Title of a service in the descriptor; null for a service with only a path, or a webhook with only a name. */
function givenTitle({ record }: Service): string | null {
  const own = record.extensions['x-platform-title'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  if (record.title === null) return record.name;
  // A title that is not a path was written by the author, or is the name of a webhook.
  if (!record.title.startsWith('/') && record.kind !== 'webhook') return record.title;
  return withoutEnd(shortSummary(record.summary)) || null;
}

/**
 * Titles that the operations suggest, best first: the title of the only one; else the noun that all operation titles
 * share, else the schema that all respond with.
 */
function saidTitles(service: Service, group: string): readonly string[] {
  const [first, ...others] = operationsInOrder(service);
  const { kind, title } = service.record;
  const name = kind === 'webhook' ? [wordsOfName(title ?? '')] : [];
  if (first === undefined) return name;
  if (others.length === 0) return [ownTitle(first), ...name];
  const all = [first, ...others];
  const object = sentenceCase(sharedObject(all.map(ownTitle))) || sharedSchema(all);
  const { names } = resourceNames(title ?? '', spellingsOf(service.api.components));
  if (object === '') return name;
  const titles = besidePath(object, names, group);
  const isOfOne = all.every(({ record }) => resourceNames(record.paths[0] ?? '').isEntity);
  return isOfOne ? titles.map(singular) : titles;
}

/** Candidate titles from the noun that all operation titles share; empty if the path's last segment is more precise. */
function besidePath(object: string, segments: readonly string[], group: string): readonly string[] {
  const resource = segments.at(-1) ?? '';
  const [said, written, ...around] = [object, resource, group, ...segments.slice(0, -1)].map((text) =>
    lettersIn(singular(text)),
  );
  if (said === undefined || written === undefined || said !== written)
    // Also empty if the group or an earlier segment has this noun. A code of letters and digits is not more precise.
    return resource !== '' && ((written?.includes(said ?? '') && !/\d/.test(resource)) || around.includes(said ?? ''))
      ? []
      : [object];
  const isPlural = singular(object) !== object;
  return isPlural && object.includes(' ') ? [object] : [sentenceCase(resource), object];
}

function sharedSchema(operations: readonly Operation[]): string {
  const [first = [], ...others] = operations.map(resultSchemas).filter((names) => names.length > 0);
  const shared = others.length > 0 && first.find((name) => others.every((names) => names.includes(name)));
  return wordsOfName(schemaTitle(shared || ''));
}

/** Titles as facts by name. Every page depends on some; few depend on the descriptor texts that these derive from. */
export function titleFacts(api: Api): ReadonlyMap<string, string> {
  const titles = [...serviceTitlesOf(api)].map(
    ([service, title]) => [titleFactOf(service), JSON.stringify(title)] as const,
  );
  return new Map([verbFact(api), ...titles]);
}

function titleFactOf(service: Service): string {
  return `${service.api.getVersion()}:title.${service.getName()}`;
}

/** Names of the groups for services without a tag, in English because URLs contain them, and their message keys. */
const OUR_GROUPS: ReadonlyMap<string, Key> = new Map([
  [SERVICES, 'title.services'],
  [OTHER_SERVICES, 'title.otherServices'],
  [WEBHOOKS, 'title.webhooks'],
]);

const groupTitlesOf = computedOnce((api: Api): ReadonlyMap<string, string> => {
  const tags = tagsByName(api);
  const words = wordsOf(api);
  const isByPath = !api.getServices().some(({ record }) => record.tags.length > 0);
  const titleOf = (name: string): string => {
    const own = tags.has(name) ? undefined : OUR_GROUPS.get(name);
    return own === undefined
      ? (tagTitle(tags.get(name)) ?? (isByPath ? wordsOfName(name) || name : tagInWords(name)))
      : words.say(own);
  };
  const groups = groupsOf(api).map(({ name, part }) => ({ name, of: part?.of ?? name, number: part?.number ?? 1 }));
  const titles = withoutSharedStart(new Map(groups.map(({ of }) => [of, titleOf(of)])));
  const namesByTitle = Map.groupBy(titles.keys(), (of) => titles.get(of));
  return new Map(
    groups.map(({ name, of, number }) => {
      const said = titles.get(of) ?? of;
      // Groups whose converted titles are equal keep their original names.
      const title = namesByTitle.get(said)?.length === 1 ? said : (tagTitle(tags.get(of)) ?? of);
      return [name, number === 1 ? title : words.say('title.part', { title, number: String(number) })];
    }),
  );
});
