import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { placedTags, tagsByName } from '../../model/tag-tree.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { operationTitle, tagTitle } from '../../presentation/titles.ts';
import type { Format } from '../contract.ts';
import { fitOpenApi } from '../openapi/openapi.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { toJson } from '../written-text.ts';
import { Variables } from './auth.ts';
import { requestsOf, responsesOf } from './requests.ts';

/**
 * Postman collection 2.1. Its key `x-openapi` contains the OpenAPI document, and so all content that a collection
 * cannot express: schemas, further media types and log-ins, webhooks.
 */
export const postman: Format = {
  name: 'postman',
  title: 'Postman collection 2.1',
  viewModel: 'Platform\\Documentation\\Postman\\ViewModel',
  mediaTypes: ['application/vnd.postman.collection+json'],
  extension: '.postman.json',
  levels: ['api', 'service'],
  render: (document, site) => toJson(collectionOf(document, site)),
  writtenAtBuild: false,
};

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function collectionOf(document: Document, site: Site): JsonMap {
  if (document.level !== 'api' && document.level !== 'service')
    throw new Error(`Postman has no document of level ${document.level}.`);
  const { api } = document;
  const { info } = api.record;
  const variables = new Variables();
  const folders = new Folders(document);
  for (const service of document.level === 'service' ? [document.service] : api.getServices()) {
    if (service.getKind() === 'webhook') continue;
    for (const operation of service.getAllOperations())
      for (const request of requestsOf(operation, site.baseUrl, variables))
        folders.itemsOf(operation, service).push({
          name: operationTitle(operation) || `${operation.getHttpMethod()} ${operation.getPath()}`,
          ...request,
          response: responsesOf(operation, request.request),
        });
  }
  const description = info.description ?? info.summary;
  return {
    info: {
      name: info.title || api.getName(),
      ...(description !== undefined && { description }),
      ...(info.version !== '' && { version: info.version }),
      schema: SCHEMA,
    },
    item: folders.items,
    variable: variables.list(),
    'x-openapi': fitOpenApi(document, site, '3.1'),
  };
}

interface Folder {
  readonly name: string;
  readonly description?: string;
  readonly item: unknown[];
}

/** Maximum number of folders within each other. */
const MOST_LEVELS = 20;

/** Folders of a collection: the first tag of each operation, with the tags around it; of native APIs, the services. */
class Folders {
  readonly items: unknown[] = [];
  readonly #folders = new Map<string, Folder>();
  readonly #document: Document<'api' | 'service'>;
  readonly #hasServices: boolean;

  constructor(document: Document<'api' | 'service'>) {
    const { record } = document.api;
    this.#document = document;
    this.#hasServices = record.source.format === 'native' && record.tags.length === 0 && document.level === 'api';
    for (const { name } of placedTags(record)) if (document.level === 'api') this.#folder(name);
  }

  itemsOf({ record }: Operation, service: Service): unknown[] {
    const [tag] = record.tags;
    if (tag !== undefined) return this.#folder(tag).item;
    return this.#hasServices ? this.#add(service.getName(), service.getDescription(), this.items).item : this.items;
  }

  #folder(name: string): Folder {
    const tags = tagsByName(this.#document.api);
    const chain = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !chain.has(at) && !this.#folders.has(at); )
      at = chain.size < MOST_LEVELS ? tags.get(chain.add(at) && at)?.parent : undefined;
    const outermost = [...chain].at(-1);
    const outer = this.#folders.get(tags.get(outermost ?? '')?.parent ?? '');
    let items = outer === undefined ? this.items : outer.item;
    for (const one of [...chain].reverse()) {
      const tag = tags.get(one);
      items = this.#add(one, tag?.description ?? null, items, tagTitle(tag) ?? one).item;
    }
    return this.#folders.get(name) ?? this.#add(name, null, items);
  }

  #add(key: string, description: string | null, items: unknown[], name = key): Folder {
    const known = this.#folders.get(key);
    if (known !== undefined) return known;
    const folder = { name, ...(description !== null && { description }), item: [] };
    this.#folders.set(key, folder);
    items.push(folder);
    return folder;
  }
}
