import type { Api } from '../../model/api.ts';
import { serversOf } from '../../model/call-address.ts';
import { COMPONENT_SECTIONS, isReference } from '../../model/components.ts';
import type { ComponentsRecord, TagObject } from '../../model/openapi-objects.ts';
import type { Document, Site } from '../../model/page/document.ts';
import type { ServiceRecord } from '../../model/records.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { Service } from '../../model/service.ts';
import { reachableComponents } from '../reachable-components.ts';
import { componentNames } from './component-names.ts';
import type { JsonMap } from './json-map.ts';
import { operationIds } from './operation-ids.ts';
import { callbackObject } from './operation-object.ts';
import { PathTable } from './path-table.ts';
import { siteSchemes } from './site-security.ts';

/**
 * An API, or one service of it, in the words of OpenAPI 3.2, the richest of the formats: others are made from it.
 * References are those of the model, keys without a value are undefined, and parts are as the descriptor has them: not
 * yet fitted to any grammar.
 */
export function openApiDocument(document: Extract<Document, { level: 'api' | 'service' }>, site: Site): JsonMap {
  const { api } = document;
  const { record } = api;
  const services: readonly Service[] = document.level === 'service' ? [document.service] : api.getServices();
  const ids = operationIds(record);
  const madeTags = record.tags.length === 0 && record.source.format === 'native';
  const paths = new PathTable(api.components, ids, site.baseUrl);
  const webhooks = new PathTable(api.components, ids, site.baseUrl);
  for (const service of services) {
    const isWebhook = service.getKind() === 'webhook';
    const tags = madeTags && !isWebhook ? [service.getName()] : service.record.tags;
    (isWebhook ? webhooks : paths).add(service, tags);
  }
  const hooks = webhooks.items();
  const body = {
    info: {
      ...record.info,
      'x-platform-api': record.name,
      'x-platform-version': record.version,
      'x-platform-default': record.isDefault || undefined,
    },
    servers: serversOf(api, site.baseUrl),
    tags: tagsOf(
      api,
      services.map((service) => service.record),
      madeTags,
      document.level,
    ),
    'x-platform-tags': repeatedTags(record.tags),
    externalDocs: record.externalDocs ?? undefined,
    paths: paths.items(),
    webhooks: Object.keys(hooks).length > 0 ? hooks : undefined,
    security: record.security ?? undefined,
    ...record.extensions,
  };
  const components = document.level === 'service' ? reachableComponents(record.components, [body]) : record.components;
  const securitySchemes = { ...components.securitySchemes, ...siteSchemes(services) };
  return { ...body, components: componentsObject(api, { ...components, securitySchemes }) };
}

function tagsOf(
  api: Api,
  services: readonly ServiceRecord[],
  made: boolean,
  level: 'api' | 'service',
): readonly JsonMap[] | undefined {
  if (made) return services.map((service) => ({ name: service.name, description: service.description ?? undefined }));
  const tags = new Map(api.record.tags.toReversed().map((tag) => [tag.name, tag]));
  const wanted =
    level === 'api' ? [...tags.keys()] : services.flatMap((service) => [...service.tags, ...operationTags(service)]);
  const kept = new Set<TagObject>();
  const keep = (name: string | undefined): void => {
    const tag = name === undefined ? undefined : tags.get(name);
    if (tag === undefined || kept.has(tag)) return;
    kept.add(tag);
    keep(tag.parent);
  };
  for (const name of wanted) keep(name);
  const list = api.record.tags.filter((tag) => kept.has(tag)).map((tag) => withReachableParent(tag, tags));
  return list.length > 0 ? list : undefined;
}

/** OpenAPI allows each name once; the first one has it. */
function repeatedTags(tags: readonly TagObject[]): readonly TagObject[] | undefined {
  const names = new Set<string>();
  const repeated = tags.filter(({ name }) => names.size === names.add(name).size);
  return repeated.length > 0 ? repeated : undefined;
}

function operationTags(service: ServiceRecord): readonly string[] {
  return [...service.operations, ...service.entityOperations].flatMap((operation) => operation.tags);
}

/** A parent that is not there, or that is its own ancestor, is kept without effect. */
function withReachableParent(tag: TagObject, tags: ReadonlyMap<string, TagObject>): JsonMap {
  const seen = new Set([tag.name]);
  for (let { parent } = tag; parent !== undefined; parent = tags.get(parent)?.parent) {
    if (!seen.has(parent) && tags.has(parent)) {
      seen.add(parent);
      continue;
    }
    const { parent: lost, ...others } = tag;
    return { ...others, 'x-parent': lost };
  }
  return { ...tag };
}

function componentsObject(api: Api, components: ComponentsRecord): JsonMap | undefined {
  const names = componentNames(api.record.components);
  const sections = COMPONENT_SECTIONS.flatMap((section): [string, JsonMap][] => {
    const values: readonly [string, unknown][] =
      section === 'callbacks' ? callbackEntries(api, components) : Object.entries(components[section]);
    const entries = values.map(([original, value]): [string, unknown] => {
      const name = names.of(section, original);
      return [name, name === original || !isRecord(value) ? value : { ...value, 'x-platform-name': original }];
    });
    return entries.length > 0 ? [[section, Object.fromEntries(entries)]] : [];
  });
  return sections.length > 0 ? Object.fromEntries(sections) : undefined;
}

function callbackEntries(api: Api, components: ComponentsRecord): readonly [string, unknown][] {
  return Object.entries(components.callbacks).map(([name, callback]) => [
    name,
    isReference(callback) ? callback : callbackObject(callback, api.components),
  ]);
}
