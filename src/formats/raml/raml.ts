import type { Api } from '../../model/api.ts';
import { serversOf, versionPrefix } from '../../model/call-address.ts';
import { Components } from '../../model/components.ts';
import { extensionsOf, withoutWebhooks } from '../../model/extensions.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { Service } from '../../model/service.ts';
import { withShownMembers } from '../../model/shown-text.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Format } from '../contract.ts';
import { toYaml } from '../yaml.ts';
import { Annotations, compact, type RamlNode, unfolded, without, withoutNothing } from './annotations.ts';
import { ramlMediaType } from './messages.ts';
import { resourcesOf } from './resources.ts';
import { Security } from './security.ts';
import { Traits } from './type-names.ts';
import { Types } from './types.ts';

/**
 * One API, or some of its services, as a RAML 1.0 document in JSON values.
 * @param components those that the document needs
 */
function apiDocument(api: Api, services: readonly Service[], components: Components, site: Site): RamlNode {
  const annotations = new Annotations();
  const types = new Types(components, annotations);
  const traits = new Traits();
  const security = new Security(components, annotations);
  const { record } = api;
  const info = withShownMembers(record.info, ['summary', 'description']);
  const base = baseOf(api, site, annotations);
  const toKey = (path: string): string => resourceKey(base.holdsBasePath ? path.slice(record.basePath.length) : path);
  const resources = resourcesOf(
    services,
    toKey,
    { components, annotations, types, traits, baseUrl: site.baseUrl },
    security,
  );
  const declaredTypes = types.declarations();
  const declaredTraits = traits.declarations();
  const declaredSchemes = security.declarations();
  const webhooks = services
    .filter((service) => service.getKind() === 'webhook')
    .map((service) => [service.getName(), webhookOf(service, components)] as const);
  const isWhole = services === api.getServices();
  const facts = {
    ...base.node,
    ...mediaTypeOf(services),
    ...documentationOf(api),
    ...annotations.say(
      'x-info',
      without(info, ['title', 'description', 'version', ...Object.keys(extensionsOf(info))]),
    ),
    ...annotations.say('x-tags', record.tags),
    ...annotations.say('x-security', record.security),
    ...annotations.say('x-webhooks', Object.fromEntries(webhooks)),
    ...annotations.extensions({
      ...info,
      ...(isWhole ? record.extensions : withoutWebhooks(record.extensions)),
    }),
  };
  const declarations = annotations.declarations();
  return {
    title: record.info.title || api.getName(),
    ...compact({ description: info['description'] ?? info['summary'], version: record.info.version }),
    ...facts,
    ...(Object.keys(declarations).length === 0 ? {} : { annotationTypes: declarations }),
    ...(Object.keys(declaredSchemes).length === 0 ? {} : { securitySchemes: declaredSchemes }),
    ...(Object.keys(declaredTypes).length === 0 ? {} : { types: declaredTypes }),
    ...(Object.keys(declaredTraits).length === 0 ? {} : { traits: declaredTraits }),
    ...resources,
  };
}

function webhookOf(service: Service, components: Components): unknown {
  const { operations, ...facts } = service.record;
  return unfolded({ ...withoutNothing(facts), operations: operations.map(withoutNothing) }, components);
}

interface Base {
  readonly node: RamlNode;
  /** Whether the base URI ends with the API's base path, so that resources leave it out. */
  readonly holdsBasePath: boolean;
}

function baseOf(api: Api, site: Site, annotations: Annotations): Base {
  const servers = serversOf(api, site.baseUrl);
  const [server, ...others] = servers;
  const { basePath } = api.record;
  const written = server?.url ?? '';
  const absolute = isPath(written) ? site.baseUrl + written : written;
  // RAML fills `{version}` with the document's own version: a server variable of that name is written out.
  const url = absolute
    .replaceAll('{version}', server?.variables?.['version']?.default ?? '{version}')
    .replace(/\/+$/, '');
  const isDescribed = api.record.servers.length > 0;
  const said = annotations.say(
    'x-servers',
    isDescribed && (others.length > 0 || server?.description !== undefined) ? servers : null,
  );
  // Without an origin a base URI says nothing that paths do not, but for the version.
  const isNeeded = isPath(url) && versionPrefix(api) !== '';
  if (!isTemplate(url) && !isNeeded)
    return { node: { ...annotations.say('x-servers', isDescribed ? servers : null) }, holdsBasePath: false };
  const protocols = [
    ...new Set([server, ...others].flatMap((one) => /^(https?):/i.exec(one?.url ?? '')?.[1]?.toUpperCase() ?? [])),
  ];
  const variables = variablesOf(url, server);
  return {
    node: {
      baseUri: url,
      ...(variables.length === 0 ? {} : { baseUriParameters: Object.fromEntries(variables) }),
      ...(protocols.length === 0 ? {} : { protocols }),
      ...said,
    },
    holdsBasePath: basePath !== '' && url.endsWith(basePath),
  };
}

/** `/v2/library`, and not `//api.example.com`. */
function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}

function isTemplate(url: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:\/\/[^\s{}]*(?:\{[A-Za-z0-9_.-]+\}[^\s{}]*)*$/i.test(url) ||
    /^\{[A-Za-z0-9_.-]+\}[^\s{}]*$/.test(url)
  );
}

function variablesOf(url: string, server: ServerObject | undefined): readonly (readonly [string, RamlNode])[] {
  return Object.entries(server?.variables ?? {})
    .filter(([name]) => url.includes(`{${name}}`))
    .map(([name, variable]) => {
      const values =
        variable.enum === undefined || variable.enum.length === 0
          ? {}
          : { enum: [...new Set(variable.enum.map(String))] };
      return [
        name,
        {
          type: 'string',
          ...compact({ description: variable.description }),
          ...values,
          default: String(variable.default),
        },
      ];
    });
}

/** The media type that most services answer in. */
function mediaTypeOf(services: readonly Service[]): RamlNode {
  const counts = new Map<string, number>();
  for (const type of services.flatMap((service) => service.getResponseContentTypes()))
    if (!type.includes('*') && ramlMediaType(type, 'response') === type) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined ? {} : { mediaType: [first[0]] };
}

/** Chapters: each group that has a description, and where to read more. */
function documentationOf(api: Api): RamlNode {
  const { externalDocs, tags } = api.record;
  const chapters = [
    ...tags.flatMap((tag) =>
      tag.description === undefined || tag.description.trim() === ''
        ? []
        : [{ title: tag.summary || tag.name || 'Group', content: tag.description }],
    ),
    ...(externalDocs === null
      ? []
      : [
          {
            title: 'More',
            content:
              [externalDocs.description, externalDocs.url]
                .filter((text) => text !== undefined && text !== '')
                .join('\n\n') || '-',
          },
        ]),
  ];
  return chapters.length === 0 ? {} : { documentation: chapters };
}

/**
 * A path as the key of a resource: with a slash first, only the braces that mark a parameter, and no `?` at the end,
 * which means optional.
 */
function resourceKey(path: string): string {
  const encoded = path
    .replaceAll(/\{([^{}/]+)\}|[{}]/g, (found, name: string | undefined) =>
      name === undefined ? encodeURIComponent(found) : found,
    )
    .replace(/\?$/, '%3F');
  return encoded.startsWith('/') ? encoded : `/${encoded}`;
}

/** RAML 1.0. What it has no word for stands in annotations named `x-…`. */
export const raml: Format = {
  name: 'raml',
  title: 'RAML 1.0',
  viewModel: 'Platform\\Documentation\\Raml\\ViewModel',
  mediaTypes: ['application/raml+yaml'],
  extension: '.raml',
  levels: ['api', 'service'],
  isServiceDescription: true,
  render: (document, site) => `#%RAML 1.0\n${toYaml(documentOf(document, site))}`,
  writtenAtBuild: true,
};

function documentOf(document: Document, site: Site): unknown {
  if (document.level === 'api')
    return apiDocument(document.api, document.api.getServices(), document.api.components, site);
  if (document.level !== 'service') throw new Error(`RAML has no document of level ${document.level}.`);
  const { api, service } = document;
  const components = reachableComponents(api.record.components, [service.record, { security: api.record.security }]);
  return apiDocument(api, [service], new Components(components), site);
}
