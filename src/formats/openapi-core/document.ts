import type { Api } from '../../model/api.ts';
import { serversOf } from '../../model/call-address.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { withoutWebhooks } from '../../model/extensions.ts';
import type { ComponentsRecord, SecuritySchemeObject, TagObject } from '../../model/openapi-objects.ts';
import { operationIds } from '../../model/operation-ids.ts';
import { setOwn } from '../../model/own-property.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { ServiceRecord } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { withShownMembers } from '../../model/shown-text.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { isRecord } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS, componentReference } from '../../schema/references.ts';
import { callbackObjects, PathTable } from './path-items.ts';
import { siteSchemes } from './security.ts';
import { isComponentName, type JsonMap } from './writing.ts';

/**
 * OpenAPI 3.2 description of an API or of one service. The other versions and Swagger are derived from it.
 */
export interface Description {
  readonly api: Api;
  /** The OpenAPI Object without version and components. */
  readonly body: JsonMap & { readonly paths: PathItems; readonly webhooks: PathItems | undefined };
  /** Components that the body references directly or indirectly; for a whole API, all components. */
  readonly components: ComponentsRecord;
  /** Components Object with names that OpenAPI allows; undefined if there are no components. */
  readonly named: JsonMap | undefined;
  /** Security schemes for the log-ins of this site. */
  readonly siteSchemes: Readonly<Record<string, SecuritySchemeObject>>;
}

type PathItems = Readonly<Record<string, JsonMap>>;
type DescribedDocument = Document<'api' | 'service'>;

/** Caches descriptions, because a build writes each document in several formats. */
const describedFor = computedOnce((site: Site) =>
  computedOnce((document: DescribedDocument) => describeNow(document, site)),
);

/** Describes an API or a service. Parts and references are still those of the model; missing keys are undefined. */
export function describe(document: Document, site: Site): Description {
  if (document.level !== 'api' && document.level !== 'service')
    throw new Error(`OpenAPI and Swagger have no document of level ${document.level}.`);
  return describedFor(site)(document);
}

function describeNow(document: DescribedDocument, site: Site): Description {
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
  // The default server `/` is omitted: tools that append `/book` to it would get `//book`, a URL of another host.
  const servers = serversOf(api, site.baseUrl);
  const body = {
    info: {
      ...withShownMembers(record.info, ['summary', 'description']),
      'x-platform-api': record.name,
      'x-platform-version': record.version,
      'x-platform-default': record.isDefault || undefined,
    },
    servers: servers.length === 1 && servers[0]?.url === '/' ? undefined : servers,
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
    ...(document.level === 'service' ? withoutWebhooks(record.extensions) : record.extensions),
  };
  const components = document.level === 'service' ? reachableComponents(record.components, [body]) : record.components;
  const described = { api, body, components, siteSchemes: siteSchemes(services) };
  return { ...described, named: componentsObject(described) };
}

function tagsOf(
  api: Api,
  services: readonly ServiceRecord[],
  made: boolean,
  level: 'api' | 'service',
): readonly JsonMap[] | undefined {
  if (made) return services.map((service) => ({ name: service.name, description: service.description ?? undefined }));
  const tags = tagsByName(api);
  const wanted =
    level === 'api' ? [...tags.keys()] : services.flatMap((service) => [...service.tags, ...operationTags(service)]);
  const kept = new Set<TagObject>();
  for (const name of wanted)
    for (let tag = tags.get(name); tag !== undefined && !kept.has(tag); tag = above(tag, tags)) kept.add(tag);
  const reachesTop = new Map<string, boolean>();
  const list = api.record.tags.filter((tag) => kept.has(tag)).map((tag) => withReachableParent(tag, tags, reachesTop));
  return list.length > 0 ? list : undefined;
}

/** Tags that repeat the name of an earlier tag: OpenAPI allows each name once. */
function repeatedTags(tags: readonly TagObject[]): readonly TagObject[] | undefined {
  const names = new Set<string>();
  const repeated = tags.filter(({ name }) => names.size === names.add(name).size);
  return repeated.length > 0 ? repeated : undefined;
}

function operationTags(service: ServiceRecord): readonly string[] {
  return [...service.operations, ...service.entityOperations].flatMap((operation) => operation.tags);
}

function above({ parent }: TagObject, tags: ReadonlyMap<string, TagObject>): TagObject | undefined {
  return parent === undefined ? undefined : tags.get(parent);
}

/**
 * Renames `parent` to `x-parent` if the parent tag does not exist or the chain of parents contains a cycle.
 * @param reachesTop cached results by tag name, so that long chains are followed once
 */
function withReachableParent(
  tag: TagObject,
  tags: ReadonlyMap<string, TagObject>,
  reachesTop: Map<string, boolean>,
): JsonMap {
  const passed: string[] = [];
  let next: string | undefined = tag.name;
  while (next !== undefined && tags.has(next) && !reachesTop.has(next)) {
    passed.push(next);
    // The value remains false if the chain returns to this tag: then the tags form a cycle.
    reachesTop.set(next, false);
    next = tags.get(next)?.parent;
  }
  const isReached = next === undefined || reachesTop.get(next) === true;
  for (const name of passed) reachesTop.set(name, isReached);
  if (isReached || tag.parent === undefined) return { ...tag };
  const { parent: lost, ...others } = tag;
  return { ...others, 'x-parent': lost };
}

function componentsObject({ api, components, siteSchemes }: Omit<Description, 'named'>): Description['named'] {
  const names = componentNames(api.record.components);
  const parts = {
    ...components,
    securitySchemes: { ...components.securitySchemes, ...siteSchemes },
    callbacks: callbackObjects(components.callbacks, api.components),
  };
  const sections = COMPONENT_SECTIONS.flatMap((section): [string, JsonMap][] => {
    const entries = Object.entries<unknown>(parts[section]);
    return entries.length > 0 ? [[section, namedParts(section, entries, names)]] : [];
  });
  return sections.length > 0 ? Object.fromEntries(sections) : undefined;
}

/** Components under the names used in documents; a renamed component keeps its original name in `x-platform-name`. */
export function namedParts(
  section: keyof ComponentsRecord,
  parts: readonly (readonly [name: string, part: unknown])[],
  names: ComponentNames,
): JsonMap {
  const named: Record<string, unknown> = {};
  for (const [original, part] of parts) {
    const name = names.of(section, original);
    setOwn(named, name, name === original || !isRecord(part) ? part : { ...part, 'x-platform-name': original });
  }
  return named;
}

/** Names of an API's components in documents that limit names to `A-Za-z0-9._-`. */
interface ComponentNames {
  /** Keys are references in the model; values have section and name of the component in documents. */
  readonly byReference: ReadonlyMap<
    string,
    { readonly section: keyof ComponentsRecord; readonly name: string; readonly value: unknown }
  >;
  of(section: keyof ComponentsRecord, name: string): string;
}

/**
 * Component names for documents. A name that OpenAPI allows is kept; in other names each run of forbidden characters
 * becomes `_`, and a number is added if the result is taken. The names are the same in every document of the API.
 */
export const componentNames = computedOnce((components: ComponentsRecord): ComponentNames => {
  const byReference = new Map<string, { section: keyof ComponentsRecord; name: string; value: unknown }>();
  for (const section of COMPONENT_SECTIONS) {
    const taken = new UniqueNames('_', Object.keys(components[section]).filter(isComponentName));
    for (const [original, value] of Object.entries(components[section])) {
      const name = isComponentName(original) ? original : taken.claim(original.replaceAll(/[^\w.-]+/g, '_') || '_');
      byReference.set(componentReference(section, original), { section, name, value });
    }
  }
  return {
    byReference,
    of: (section, name) => byReference.get(componentReference(section, name))?.name ?? name,
  };
});
