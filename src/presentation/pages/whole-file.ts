import type { Api } from '../../model/api.ts';
import { titleOfSchema } from '../../model/components.ts';
import { pagePath } from '../../model/language.ts';
import { documentPath, versionTitle } from '../../model/locations.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import { schemaPartsOf } from '../../model/schema-parts.ts';
import type { Service } from '../../model/service.ts';
import { wordsOf } from '../../words/words.ts';
import { operationPath, serviceLink } from '../navigation/navigation.ts';
import { operationsInOrder, orderOf } from '../navigation/service-order.ts';
import { type ApiDocument, type DocumentPage, referenceTo, type WholeDocument } from '../page-data/document.ts';
import type { Navigation, NavigationGroup, NavigationLink, NavigationService } from '../page-data/navigation.ts';
import { DEFAULT_SAMPLES } from '../samples/languages/registry.ts';
import { groupTitle, guideTitle, namesakeOf, operationItem } from '../titles.ts';

/** Adds all documents below a document to its page. @returns undefined for a document that has none below it */
export function wholePage({ difference: _, ...page }: DocumentPage, isBook: boolean): DocumentPage | undefined {
  const { document } = page;
  if (document.level !== 'api' && document.level !== 'group' && document.level !== 'service') return undefined;
  const { trying: _trying, samples = DEFAULT_SAMPLES, ...site } = page.site;
  return {
    ...page,
    // A file cannot call operations, and paper shows one language.
    site: { ...site, samples: isBook ? samples.slice(0, 1) : samples },
    whole: { document, documents: documentsOfFile(document), isBook },
  };
}

/**
 * Documents of one file, in reading order: the document itself, everything below it, and the schemas that these
 * services use.
 */
function documentsOfFile(document: WholeDocument): readonly ApiDocument[] {
  const { api } = document;
  const { groups, byName, groupOf } = orderOf(api);
  const ofServices = (services: readonly Service[]): readonly ApiDocument[] =>
    services.map((service) => ({ level: 'service', api, service }));
  switch (document.level) {
    case 'api':
      return [
        document,
        ...api.getGuides().map((guide) => ({ level: 'guide', api, guide }) as const),
        ...groups.flatMap((group) => [
          { level: 'group', api, group: group.name } as const,
          ...ofServices(group.services.filter((service) => groupOf.get(service) === group)),
        ]),
        ...schemasOf(api, () => true),
      ];
    case 'group': {
      const services = byName.get(document.group)?.services ?? [];
      return [document, ...ofServices(services), ...usedSchemas(api, services)];
    }
    case 'service':
      return [document, ...usedSchemas(api, [document.service])];
    default:
      return document satisfies never;
  }
}

function usedSchemas(api: Api, services: readonly Service[]): readonly ApiDocument[] {
  const roots = services.map(({ record }) => record);
  const used = reachableComponents(api.record.components, roots).schemas;
  return schemasOf(api, (name) => Object.hasOwn(used, name)).filter(({ level }) => level === 'schema');
}

/** Schemas in the order of their index, each page of which precedes its schemas. */
function schemasOf(api: Api, isShown: (name: string) => boolean): readonly ApiDocument[] {
  if (api.getSchemaNames().length === 0) return [];
  return schemaPartsOf(api).flatMap((schemas, index) => [
    { level: 'schema-index', api, ...(index > 0 && { part: index + 1 }) } as const,
    ...schemas
      .filter(isShown)
      .map((name) => ({ level: 'schema', api, name, schema: api.components.schema(name) ?? true }) as const),
  ]);
}

/**
 * Prefix of the ids of a document in a file with several, and the id of the document itself: `Book/`, `schemas/Book/`,
 * `/` for the overview. No id of a page contains a slash, so that no two documents share an id.
 */
export function idPrefix(document: ApiDocument): string {
  const overview = documentPath({ level: 'api', ...document.api.place });
  return `${documentPath(referenceTo(document)).slice(overview.length + 1)}/`;
}

/** Levels below the overview; headings of a document are that much deeper than on its own page. */
const DEPTHS = { api: 0, guide: 1, group: 1, 'schema-index': 1, changes: 1, service: 2, schema: 2 } as const;

/** Depth of a document below the first document of its file. */
export function depthIn(document: ApiDocument, first: ApiDocument): number {
  return document === first ? 0 : Math.max(1, DEPTHS[document.level] - DEPTHS[first.level]);
}

/** Table of contents of a file: all documents, and the operations of services. */
export function contentsOf(documents: readonly ApiDocument[], { api }: WholeDocument): Navigation {
  const pages: NavigationLink[] = [];
  const groups: (NavigationGroup & { services: NavigationService[] })[] = [];
  const words = wordsOf(api);
  const link = (document: ApiDocument, text: string): NavigationLink => ({
    text,
    href: pagePath(referenceTo(document), api),
    isCurrent: false,
    count: null,
  });
  const open = (document: ApiDocument, text: string): NavigationService[] => {
    const services: NavigationService[] = [];
    groups.push({ ...link(document, text), services, foldedCount: 0, foldedText: '', more: null });
    return services;
  };
  const schemas = words.say('title.schemas');
  for (const document of documents) {
    const last = groups.at(-1);
    switch (document.level) {
      case 'api':
        pages.push(link(document, words.say('title.overview')));
        break;
      case 'guide':
        pages.push(link(document, guideTitle(api, document.guide)));
        break;
      case 'group':
        open(document, groupTitle(api, document.group));
        break;
      case 'schema-index':
        open(document, schemas);
        break;
      case 'service':
        (last?.services ?? open(document, words.say('title.services'))).push(serviceEntry(document.service));
        break;
      case 'schema': {
        const entry = {
          ...link(document, titleOfSchema(document.name, api.components)),
          operations: [],
          isDeprecated: false,
          mark: null,
        };
        (last?.text === schemas ? last.services : open({ level: 'schema-index', api }, schemas)).push(entry);
        break;
      }
      case 'changes':
        break;
      default:
        document satisfies never;
    }
  }
  return { title: versionTitle(api.getTitle(), api.getVersion()), pages, groups, foldedCount: 0, allGroups: null };
}

function serviceEntry(service: Service): NavigationService {
  const operations = namesakeOf(service) === undefined ? operationsInOrder(service) : [];
  return {
    ...serviceLink(service),
    operations: operations.map((operation) => ({
      text: operationItem(operation),
      method: operation.getHttpMethod(),
      href: operationPath(operation),
      isDeprecated: operation.record.deprecated,
    })),
  };
}
