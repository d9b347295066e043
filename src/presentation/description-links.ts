import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { fragmentOfFile, type LinkTarget, linkKey, linkTarget } from '../model/description-links.ts';
import { groupsOf } from '../model/groups.ts';
import { type Guide, hasIntroductionGuide } from '../model/guides.ts';
import { pagePath } from '../model/language.ts';
import { DOCUMENTATION_ROOT, type DocumentReference, GUIDE_FILES } from '../model/locations.ts';
import { callKey, type Operation } from '../model/operation.ts';
import { isHere } from '../model/servers.ts';
import type { Service } from '../model/service.ts';
import { operationAnchor } from './anchors.ts';
import { guideSections, guideView, withoutTitle } from './guides.ts';
import { operationPath } from './navigation/navigation.ts';
import { tagOf } from './navigation/service-order.ts';
import { INTRODUCTION_ANCHOR, overviewLead } from './services/api-view.ts';

/** Target of a link of a description on this site. */
interface LinkPlace {
  readonly document: DocumentReference;
  /** '' for the whole document. */
  readonly anchor: string;
}

/** @param fragment as {@link linkTarget} reads it; null: the API has nothing of that name */
export function linkPlace(api: Api, fragment: string): LinkPlace | null {
  const target = linkTarget(api, fragment);
  return target && placeOf(target, api);
}

/**
 * Address that a link of a description leads to.
 * @param target `#` and a fragment, a path, or a reference relative to the descriptor
 * @returns null where nothing has that name
 */
export function linkAddress(api: Api, target: string): string | null {
  if (target.startsWith('/')) return siteAddress(api, target);
  const fragment = fragmentOf(target);
  return fragment === null ? null : linkPath(api, fragment);
}

/** The fragment that a link means, for {@link linkTarget}; null for a file that is no guide. */
export function fragmentOf(target: string): string | null {
  return target.startsWith('#') ? target.slice(1) : fragmentOfFile(target);
}

/**
 * Address of a path in an API's description. For an API at another host, `/docs/paging` is a page of the API's makers,
 * whose origin is that of its documentation, else its contact, else its terms. Other paths are pages of this site.
 */
export function siteAddress(api: Api, path: string): string {
  const isOwn = [DOCUMENTATION_ROOT, GUIDE_FILES].some((root) => path.startsWith(root));
  return isOwn ? path : makersOrigin(api) + path;
}

/** Origin of the API's makers; '' when it is this site, or unknown. */
const makersOrigin = computedOnce(({ record }: Api): string => {
  const { externalDocs, info, servers } = record;
  if (servers.every(isHere)) return '';
  const named = [externalDocs?.url, info.contact?.url, info.termsOfService];
  const address = named.find((url = '') => /^https?:/i.test(url) && URL.canParse(url));
  return address === undefined ? '' : new URL(address).origin;
});

/** Path of the page, with its fragment. */
export function linkPath(api: Api, fragment: string): string | null {
  const place = linkPlace(api, fragment);
  if (place === null) return null;
  return pagePath(place.document, api) + (place.anchor === '' ? '' : `#${place.anchor}`);
}

function placeOf(target: LinkTarget, api: Api): LinkPlace | null {
  const version = api.place;
  switch (target.kind) {
    case 'operation': {
      const { service, resource } = target.operation;
      return { document: serviceOf(service), anchor: operationAnchor(resource, target.operation.getHttpMethod()) };
    }
    case 'schema':
      return { document: { level: 'schema', ...version, name: target.name }, anchor: '' };
    case 'tag': {
      const document = documentsOfTags(api).get(target.name);
      return document === undefined ? null : { document, anchor: '' };
    }
    case 'guide': {
      const { guide, key } = target;
      const anchor = key === '' ? undefined : sectionsOfGuide(guide).get(key);
      return { document: { level: 'guide', ...version, name: guide.name }, anchor: anchor ?? '' };
    }
    case 'section':
      return {
        document: hasIntroductionGuide(api.record)
          ? { level: 'guide', ...version, name: api.getGuides()[0]?.name ?? '' }
          : { level: 'api', ...version },
        anchor: sectionsOf(api).get(target.key) ?? '',
      };
    default:
      return target satisfies never;
  }
}

/** Names of tags → the group of the tag, else its guide, else the first service that has it. */
const documentsOfTags = computedOnce((api: Api): ReadonlyMap<string, DocumentReference> => {
  const version = api.place;
  const found = new Map<string, DocumentReference>();
  const add = (tag: string | undefined, document: DocumentReference): void => {
    if (tag !== undefined && !found.has(tag)) found.set(tag, document);
  };
  for (const group of groupsOf(api)) add(tagOf(group), { level: 'group', ...version, name: group.name });
  for (const { tag, name } of api.getGuides()) add(tag?.name, { level: 'guide', ...version, name });
  for (const service of api.getServices()) for (const tag of service.record.tags) add(tag, serviceOf(service));
  return found;
});

function serviceOf(service: Service): DocumentReference {
  const { api } = service;
  return { level: 'service', ...api.place, name: service.getName() };
}

/** Headings of the API's description → ids on the page that has it. */
const sectionsOf = computedOnce((api: Api): ReadonlyMap<string, string> => {
  const [guide] = api.getGuides();
  const isGuide = guide !== undefined && hasIntroductionGuide(api.record);
  const text = isGuide ? guideView(api, guide).text : (api.getDescription() ?? '');
  const top = isGuide || overviewLead(api).below === '' ? '' : INTRODUCTION_ANCHOR;
  return sectionIds(text, top);
});

/** Headings of a guide → ids on its page. */
const sectionsOfGuide = computedOnce(({ text, title }: Guide) => sectionIds(withoutTitle(text, title), ''));

/** Words of headings → ids; the first of equal headings counts. @param top id for a section above all anchors */
function sectionIds(text: string, top: string): ReadonlyMap<string, string> {
  return new Map(
    guideSections(text)
      .toReversed()
      .map(({ title, anchor }) => [linkKey(title ?? ''), anchor || top]),
  );
}

/** `GET /book`, as guides write it. */
const CALL = /^(?<method>[A-Z]+) (?<path>\/\S*)$/;

/** Finds the operation that code in a text names: `GET /book`, with or without the base path, or an operationId. */
export type FindOperation = (code: string) => string | null;

/** Finds operations of an API by the names that texts give them. The results are their addresses. */
export function operationLinks(api: Api): FindOperation {
  // Names are read only for texts with code, so that other pages do not depend on them.
  let places: ReadonlyMap<string, string> | undefined;
  return (code) => {
    places ??= placesByName(api);
    return places.get(code.replace(CALL, (_, method: string, path: string) => callKey(method, path))) ?? null;
  };
}

function placesByName(api: Api): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const service of api.getServices())
    for (const operation of service.getAllOperations())
      for (const name of operationNames(operation)) if (!places.has(name)) places.set(name, operationPath(operation));
  return places;
}

function operationNames({ record, service }: Operation): readonly string[] {
  const { basePath } = service.api.record;
  const calls = record.paths.flatMap((path) => [callKey(record.method, path), callKey(record.method, basePath + path)]);
  return record.operationId === null ? calls : [...calls, record.operationId];
}
