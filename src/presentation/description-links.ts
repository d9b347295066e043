import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { byLinkKey, fragmentOfFile, type LinkTarget, linkTarget } from '../model/description-links.ts';
import { groupsOf } from '../model/groups.ts';
import { type Guide, hasIntroductionGuide } from '../model/guides.ts';
import { pagePath } from '../model/language.ts';
import { DOCUMENTATION_ROOT, type DocumentReference, GUIDE_FILES } from '../model/locations.ts';
import type { TagObject } from '../model/openapi-objects.ts';
import { callKey, type Operation } from '../model/operation.ts';
import { isHere } from '../model/servers.ts';
import type { Service } from '../model/service.ts';
import { tagsByName } from '../model/tag-tree.ts';
import { operationAnchor } from './anchors.ts';
import { guideSections, guideView, withoutTitle } from './guides.ts';
import { operationPath } from './navigation/navigation.ts';
import { tagOf } from './navigation/service-order.ts';
import { INTRODUCTION_ANCHOR, overviewLead } from './services/api-view.ts';
import { tagTitle } from './titles.ts';

/** Place on this site that a link in a description leads to. */
interface LinkPlace {
  readonly document: DocumentReference;
  /** Id of the element in the document; '' for the whole document. */
  readonly anchor: string;
}

/** Finds the place that a fragment names, in the syntax of {@link linkTarget}; null when the API has no such part. */
export function linkPlace(api: Api, fragment: string): LinkPlace | null {
  const target = linkTarget(api, fragment);
  return target && placeOf(target, api);
}

/**
 * Resolves a link in a description to an address.
 * @param target `#` and a fragment, a path, or a reference relative to the descriptor
 * @returns null when the API has no part with that name
 */
export function linkAddress(api: Api, target: string): string | null {
  if (target.startsWith('/')) return siteAddress(api, target);
  const fragment = fragmentOf(target);
  return fragment === null ? null : linkPath(api, fragment);
}

/** Converts the target of a link to a fragment for {@link linkTarget}; null for a file that is not a guide. */
export function fragmentOf(target: string): string | null {
  return target.startsWith('#') ? target.slice(1) : fragmentOfFile(target);
}

/**
 * Resolves an absolute path in an API's description. Paths of this site's pages and files stay. For an API at another
 * host, `/docs/paging` is a page of the API's makers: their origin precedes the path.
 */
export function siteAddress(api: Api, path: string): string {
  const isOwn = [DOCUMENTATION_ROOT, GUIDE_FILES].some((root) => path.startsWith(root));
  return isOwn ? path : makersOrigin(api) + path;
}

/** Origin of the URL in `externalDocs`, else `info.contact`, else `termsOfService`; '' if unknown or this site. */
const makersOrigin = computedOnce(({ record }: Api): string => {
  const { externalDocs, info, servers } = record;
  if (servers.every(isHere)) return '';
  const named = [externalDocs?.url, info.contact?.url, info.termsOfService];
  const address = named.find((url = '') => /^https?:/i.test(url) && URL.canParse(url));
  return address === undefined ? '' : new URL(address).origin;
});

/** URL path and fragment of the place that {@link linkPlace} finds. */
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
      const { name, key } = target;
      const document = documentsOfTags(api).get(name);
      if (document === undefined) return null;
      const tag = key === '' || document.level === 'service' ? undefined : tagsByName(api).get(name);
      return { document, anchor: tag === undefined ? '' : (sectionsOfTag(tag).get(key) ?? '') };
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

/** Map of tag name → the group of the tag, else its guide, else the first service with the tag. */
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

/** Map of headings in the API's description → ids on the page that shows the description. */
const sectionsOf = computedOnce((api: Api): ReadonlyMap<string, string> => {
  const [guide] = api.getGuides();
  const isGuide = guide !== undefined && hasIntroductionGuide(api.record);
  const text = isGuide ? guideView(api, guide).text : (api.getDescription() ?? '');
  const top = isGuide || overviewLead(api).below === '' ? '' : INTRODUCTION_ANCHOR;
  return sectionIds(text, top);
});

/** Map of headings in a guide → ids on the page of the guide. */
const sectionsOfGuide = computedOnce(({ text, title }: Guide) => sectionIds(withoutTitle(text, title), ''));

/** Map of headings in the description of a tag → ids on the page of its group or guide. */
const sectionsOfTag = computedOnce((tag: TagObject) =>
  sectionIds(withoutTitle(tag.description ?? '', tagTitle(tag) ?? tag.name), ''),
);

/** Map of normalized headings → ids. @param top id of the text before all anchors */
function sectionIds(text: string, top: string): ReadonlyMap<string, string> {
  return byLinkKey(guideSections(text).map(({ title, anchor }) => [title ?? '', anchor || top]));
}

/** Method and path of an operation in the text of a guide: `GET /book`. */
const CALL = /^(?<method>[A-Z]+) (?<path>\/\S*)$/;

/** Finds the path of an operation by `GET /book`, with or without the base path, or by operationId; null if unknown. */
export type FindOperation = (code: string) => string | null;

/** Creates a {@link FindOperation} for the operations of an API. */
export function operationLinks(api: Api): FindOperation {
  // Operations are read only for texts with code, so that other pages do not depend on them.
  return (code) =>
    placesByName(api).get(code.replace(CALL, (_, method: string, path: string) => callKey(method, path))) ?? null;
}

const placesByName = computedOnce((api: Api): ReadonlyMap<string, string> => {
  const places = new Map<string, string>();
  for (const service of api.getServices())
    for (const operation of service.getAllOperations())
      for (const name of operationNames(operation)) if (!places.has(name)) places.set(name, operationPath(operation));
  return places;
});

function operationNames({ record, service }: Operation): readonly string[] {
  const { basePath } = service.api.record;
  const calls = record.paths.flatMap((path) => [callKey(record.method, path), callKey(record.method, basePath + path)]);
  return record.operationId === null ? calls : [...calls, record.operationId];
}
