import type { Api } from '../../model/api.ts';
import { serversOf, versionPrefix } from '../../model/call-address.ts';
import { Components } from '../../model/components.ts';
import { extensionsOf, withoutWebhooks } from '../../model/extensions.ts';
import { hostOf } from '../../model/locations.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import { withDefaults } from '../../model/servers.ts';
import type { Service } from '../../model/service.ts';
import { withShownMembers } from '../../model/shown-text.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Format } from '../contract.ts';
import { toYaml } from '../written-text.ts';
import { Annotations, compact, type RamlNode, unfolded, without, withoutNothing } from './annotations.ts';
import { resourcesOf, Traits } from './resources.ts';
import { Security } from './security.ts';
import { Types } from './types.ts';

/** RAML 1.0; annotations named `x-…` hold all content that RAML cannot express. */
export const raml: Format = {
  name: 'raml',
  title: 'RAML 1.0',
  viewModel: 'Platform\\Documentation\\Raml\\ViewModel',
  mediaTypes: ['application/raml+yaml'],
  extension: '.raml',
  levels: ['api', 'service'],
  isServiceDescription: true,
  render: (document, site) => toYaml(documentOf(document, site), '#%RAML 1.0'),
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

/**
 * Builds the RAML 1.0 document of an API, or of some of its services, as JSON values.
 * @param components components that the document needs
 */
function apiDocument(api: Api, services: readonly Service[], components: Components, { baseUrl }: Site): RamlNode {
  const annotations = new Annotations();
  const types = new Types(components, annotations);
  const traits = new Traits();
  const security = new Security(components, annotations);
  const { record } = api;
  const info = withShownMembers(record.info, ['summary', 'description']);
  const base = baseOf(api, baseUrl, annotations);
  const toKey = (path: string): string => resourceKey(base.holdsBasePath ? path.slice(record.basePath.length) : path);
  const resources = resourcesOf(services, toKey, { components, annotations, types, traits, security, baseUrl });
  // Declarations are complete only after the resources; annotation types come last, since declarations use annotations.
  const declared = {
    securitySchemes: security.declarations(),
    types: types.declarations(),
    traits: traits.declarations(),
  };
  const webhooks = services.filter((service) => service.getKind() === 'webhook');
  const extensions = services === api.getServices() ? record.extensions : withoutWebhooks(record.extensions);
  const facts = {
    ...base.node,
    ...compact({ documentation: chaptersOf(api) }),
    ...annotations.say({
      'x-info': without(info, ['title', 'description', 'version', ...Object.keys(extensionsOf(info))]),
      'x-tags': record.tags,
      'x-security': record.security,
      'x-webhooks': Object.fromEntries(webhooks.map((service) => [service.getName(), webhookOf(service, components)])),
    }),
    ...annotations.extensions({ ...info, ...extensions }),
  };
  return {
    title: record.info.title || api.getName(),
    ...compact({ description: info['description'] ?? info['summary'], version: record.info.version }),
    ...facts,
    ...compact({ annotationTypes: annotations.declarations(), ...declared }),
    ...resources,
  };
}

function webhookOf({ record: { operations, ...facts } }: Service, components: Components): unknown {
  return unfolded({ ...withoutNothing(facts), operations: operations.map(withoutNothing) }, components);
}

interface Base {
  readonly node: RamlNode;
  /** True: the base URI ends with the API's base path, so that resources omit it. */
  readonly holdsBasePath: boolean;
}

function baseOf(api: Api, baseUrl: string, annotations: Annotations): Base {
  const servers = serversOf(api, baseUrl);
  const [server] = servers;
  const written = server?.url ?? '';
  const version = server?.variables?.['version']?.default;
  // RAML replaces `{version}` by the version of the document, so a server variable of that name is replaced here.
  const url = (isPath(written) ? hostOf(baseUrl) + written : written)
    .replaceAll('{version}', version ?? '{version}')
    .replace(/\/+$/, '');
  const described = api.record.servers.length > 0 ? servers : [];
  // Without an origin, the base URI is needed only for a version prefix: resource paths contain everything else.
  if (!isTemplate(url) && !(isPath(url) && versionPrefix(api) !== ''))
    return { node: annotations.say({ 'x-servers': described }), holdsBasePath: false };
  const saysAll = described.length === 1 && server?.description === undefined;
  return {
    node: {
      baseUri: url,
      ...compact({ baseUriParameters: variablesOf(url, server) }),
      ...annotations.say({ 'x-servers': saysAll ? null : described }),
    },
    holdsBasePath: api.record.basePath !== '' && withDefaults({ ...server, url }).endsWith(api.record.basePath),
  };
}

/** Whether a URL is a path such as `/v2/library`; `//api.example.com` is not. */
function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}

/** Whether RAML accepts a URL as base URI: it begins with a scheme or with a variable. */
function isTemplate(url: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:\/\/[^\s{}]*(?:\{[A-Za-z0-9_.-]+\}[^\s{}]*)*$/i.test(url) ||
    /^\{[A-Za-z0-9_.-]+\}[^\s{}]*$/.test(url)
  );
}

function variablesOf(url: string, server: ServerObject | undefined): RamlNode {
  const used = Object.entries(server?.variables ?? {}).filter(([name]) => url.includes(`{${name}}`));
  return Object.fromEntries(
    used.map(([name, { description, enum: values = [], default: value }]) => [
      name,
      {
        type: 'string',
        ...compact({ description, enum: [...new Set(values.map(String))] }),
        default: String(value),
      },
    ]),
  );
}

/** Documentation chapters: one for each tag with a description, and one for the external documentation. */
function chaptersOf({ record: { externalDocs, tags } }: Api): readonly RamlNode[] {
  const groups = tags.flatMap(({ name, summary, description }) =>
    description === undefined || description.trim() === ''
      ? []
      : [{ title: summary || name || 'Group', content: description }],
  );
  if (externalDocs === null) return groups;
  const { description, url } = externalDocs;
  return [...groups, { title: 'More', content: [description, url].filter(Boolean).join('\n\n') || '-' }];
}

/**
 * Converts a path to a resource key: it starts with a slash, only parameters have braces, and a final `?`, which would
 * mean optional, is encoded.
 */
function resourceKey(path: string): string {
  const encoded = path
    .replaceAll(/\{([^{}/]+)\}|[{}]/g, (found, name: string | undefined) =>
      name === undefined ? encodeURIComponent(found) : found,
    )
    .replace(/\?$/, '%3F');
  return encoded.startsWith('/') ? encoded : `/${encoded}`;
}
