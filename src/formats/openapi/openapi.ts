import { computedOnce } from '../../model/computed-once.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { isRecord } from '../../schema/json-values.ts';
import { componentReference } from '../../schema/references.ts';
import type { Format } from '../contract.ts';
import { componentNames, type Description, describe } from '../openapi-core/document.ts';
import { type DocumentWriter, documentWriter } from '../openapi-core/document-writer.ts';
import { type JsonMap, type Scope, UNSAID } from '../openapi-core/writing.ts';
import { siteLogins } from '../site-logins.ts';
import { toJson, toYaml } from '../written-text.ts';

const MEDIA_TYPES = {
  JSON: ['application/vnd.oai.openapi+json', 'application/openapi+json'],
  YAML: ['application/vnd.oai.openapi', 'application/openapi+yaml'],
} as const;

export const openapi = formatOf('3.1', 'JSON', 'Platform\\Documentation\\OpenApi\\ViewModel');

/** OpenAPI 3.0 as JSON, for tools without support for later versions. */
export const openapi30 = formatOf('3.0', 'JSON', 'Platform\\Documentation\\OpenApi30\\ViewModel');

export const openapi32 = formatOf('3.2', 'JSON', 'Platform\\Documentation\\OpenApi32\\ViewModel');

export const openapiYaml = formatOf('3.1', 'YAML', 'Platform\\Documentation\\OpenApiYaml\\ViewModel');

export const openapiYaml30 = formatOf('3.0', 'YAML', 'Platform\\Documentation\\OpenApiYaml30\\ViewModel');

export const openapiYaml32 = formatOf('3.2', 'YAML', 'Platform\\Documentation\\OpenApiYaml32\\ViewModel');

/** Defines the format of one version and syntax. 3.1 is the default version and the only one written at build time. */
function formatOf(version: OpenApiVersion, syntax: 'JSON' | 'YAML', viewModel: string): Format {
  const isMain = version === '3.1';
  const ending = isMain ? '' : `-${version}`;
  const withVersion = MEDIA_TYPES[syntax].map((type) => `${type};version=${version}`);
  const [sent = '', ...aliases] = isMain ? MEDIA_TYPES[syntax] : withVersion;
  const sendableAliases = isMain && syntax === 'YAML' ? [...aliases, 'application/yaml'] : aliases;
  return {
    name: `openapi${syntax === 'YAML' ? '-yaml' : ''}${ending}`,
    title: `OpenAPI ${version}, ${syntax}`,
    viewModel,
    mediaTypes: [sent, ...sendableAliases],
    sendableAliases,
    ...(isMain && { spelledOut: withVersion }),
    extension: `.openapi${ending}.${syntax.toLowerCase()}`,
    levels: ['api', 'service'],
    render(document, site) {
      const fitted = fitOpenApi(document, site, version);
      return syntax === 'YAML' ? toYaml(fitted) : toJson(fitted);
    },
    isServiceDescription: isMain,
    writtenAtBuild: isMain,
  };
}

type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** Patch versions written to documents. Some tools reject 3.0.4 and 3.1.2, which allow the same documents. */
const VERSION_TEXT: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.3', '3.1': '3.1.0', '3.2': '3.2.0' };
const writers = new Map<OpenApiVersion, DocumentWriter>();

/** Caches results, because a build writes each document as JSON, then as YAML. */
const fittedAs: Readonly<Record<OpenApiVersion, (site: Site) => (document: Document) => JsonMap>> = {
  '3.0': fittedIn('3.0'),
  '3.1': fittedIn('3.1'),
  '3.2': fittedIn('3.2'),
};

/** Builds a valid OpenAPI document for an API or for one service. */
export function fitOpenApi(document: Document, site: Site, version: OpenApiVersion): JsonMap {
  return fittedAs[version](site)(document);
}

function fittedIn(version: OpenApiVersion): (site: Site) => (document: Document) => JsonMap {
  return computedOnce((site) => computedOnce((document) => fittedOf(describe(document, site), version)));
}

function fittedOf(description: Description, version: OpenApiVersion): JsonMap {
  const writer = writers.get(version) ?? documentWriter(version);
  writers.set(version, writer);
  const whole = { openapi: VERSION_TEXT[version], ...description.body, components: description.named };
  const result = writer.document(whole, scopeOf(description, writer, version));
  return isRecord(result) ? result : {};
}

function scopeOf({ api, body }: Description, writer: DocumentWriter, version: OpenApiVersion): Scope {
  const { components } = api;
  const { byReference } = componentNames(components.record);
  const schemes = new Map<string, string>();
  const places = new Map<string, string | null>();
  const scope: Scope = {
    reference(ref) {
      const known = places.get(ref);
      if (known !== undefined) return known;
      const target = byReference.get(ref);
      const section = target?.section === 'mediaTypes' && version !== '3.2' ? 'x-mediaTypes' : target?.section;
      const place = target !== undefined && isSaid(ref, target) ? `#/components/${section}/${target.name}` : null;
      if (target !== undefined) places.set(ref, place);
      return place;
    },
    components,
    schemes,
    enforced: new Set([...siteLogins(api).values()].map(({ name }) => name)),
    operationIds: new Set(operationIdsOf(body)),
    rest: [],
  };
  /** Whether the version can express a component. Only parameters, security schemes and links can be inexpressible. */
  function isSaid(ref: string, { section }: { readonly section: keyof ComponentsRecord }): boolean {
    return (
      (section !== 'parameters' && section !== 'securitySchemes' && section !== 'links') ||
      writer.parts[section](components.resolve({ $ref: ref }).value, scope) !== UNSAID
    );
  }
  for (const name of Object.keys(components.record.securitySchemes)) {
    const own = scope.reference(componentReference('securitySchemes', name));
    if (own !== null) schemes.set(name, own.slice('#/components/securitySchemes/'.length));
  }
  for (const name of scope.enforced) schemes.set(name, name);
  return scope;
}

function operationIdsOf({ paths, webhooks = {} }: Description['body']): readonly string[] {
  const operations = [paths, webhooks].flatMap((items) => Object.values(items)).flatMap((item) => Object.values(item));
  return operations.flatMap((operation) =>
    isRecord(operation) && typeof operation['operationId'] === 'string' ? [operation['operationId']] : [],
  );
}
