import type { Api } from '../../model/api.ts';
import { serversOf } from '../../model/call-address.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { isRecord } from '../../schema/json-values.ts';
import { componentReference } from '../../schema/references.ts';
import type { Format } from '../contract.ts';
import { componentNames, type Description, describe, namedParts } from '../openapi-core/document.ts';
import type { JsonMap, Scope, Writer } from '../openapi-core/writing.ts';
import { toJson } from '../written-text.ts';
import { swaggerWriter } from './document-writer.ts';
import { swaggerPaths, swaggerResponse } from './operations.ts';
import { isSimpleParameter, swaggerParameter } from './parameters.ts';
import { swaggerSecurity } from './security.ts';
import { swaggerServers } from './servers.ts';

/** Swagger 2.0 (OpenAPI 2.0); content that 2.0 cannot express is kept in `x-` keys in the form of OpenAPI 3.1. */
export const swagger: Format = {
  name: 'swagger',
  title: 'Swagger 2.0',
  viewModel: 'Platform\\Documentation\\Swagger\\ViewModel',
  mediaTypes: ['application/vnd.swagger+json'],
  extension: '.swagger.json',
  levels: ['api', 'service'],
  isServiceDescription: true,
  render: (document, site) => toJson(fitSwagger(document, site)),
  writtenAtBuild: true,
};

let writer: Writer<JsonMap> | undefined;

/** Builds a valid Swagger 2.0 document for an API or for one service. */
function fitSwagger(document: Document, site: Site): JsonMap {
  writer ??= swaggerWriter();
  const description = describe(document, site);
  const { api, body, components, siteSchemes } = description;
  const { servers: _, paths, webhooks, ...others } = body;
  const security = swaggerSecurity(components.securitySchemes, siteSchemes, api.components);
  const own = api.record.security;
  const said = own === null ? undefined : security.requirements(own);
  const swagger = {
    swagger: '2.0',
    ...others,
    ...swaggerServers(serversOf(api, site.baseUrl)),
    paths: swaggerPaths(paths, api, security),
    ...sharedParts(description),
    securityDefinitions: emptyToUndefined(security.definitions),
    security: said,
    ...besides(others, {
      'x-security': own !== null && said === undefined ? own : undefined,
      'x-securityDefinitions': emptyToUndefined(security.others),
      'x-webhooks': webhooks,
      'x-components': otherParts(description.named),
    }),
  };
  const fitted = writer(swagger, scopeOf(api));
  return isRecord(fitted) ? fitted : {};
}

/** Renames our `x-` keys to `x-platform-…` where the descriptor has the same key. */
function besides(given: JsonMap, ours: JsonMap): JsonMap {
  const entries = Object.entries(ours).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [Object.hasOwn(given, key) ? key.replace('x-', 'x-platform-') : key, value]),
  );
}

/** Component sections that Swagger 2.0 has: schemas, parameters and responses. */
function sharedParts({ api, components: { parameters, responses }, named }: Description): JsonMap {
  const { components } = api;
  const names = componentNames(components.record);
  const simple = Object.entries(parameters).flatMap(([name, parameter]) => {
    const { value } = components.resolve(parameter);
    return isSimpleParameter(value) ? [[name, swaggerParameter(value, components)] as const] : [];
  });
  const shared = Object.entries(responses).map(([name, response]) => {
    const { value } = components.resolve(response);
    const types = Object.keys(value.content ?? {});
    // Operations have `produces`; webhooks and callbacks, which are kept as `x-` keys, need `x-produces` instead.
    return [
      name,
      { ...swaggerResponse(value, components), 'x-produces': types.length > 0 ? types : undefined },
    ] as const;
  });
  return {
    definitions: named?.['schemas'],
    parameters: emptyToUndefined(namedParts('parameters', simple, names)),
    responses: emptyToUndefined(namedParts('responses', shared, names)),
  };
}

const OTHER_SECTIONS = ['parameters', 'examples', 'requestBodies', 'headers', 'links', 'callbacks', 'mediaTypes'];

/** Component sections that Swagger 2.0 lacks, for references inside `x-` keys. */
function otherParts(parts: unknown): JsonMap | undefined {
  if (!isRecord(parts)) return undefined;
  const sections = Object.entries(parts).filter(([section]) => OTHER_SECTIONS.includes(section));
  return emptyToUndefined(
    Object.fromEntries(
      sections.flatMap(([section, entries]): [string, unknown][] => {
        if (section !== 'parameters' || !isRecord(entries)) return [[section, entries]];
        const others = Object.entries(entries).filter(
          ([, value]) =>
            isRecord(value) && typeof value['in'] === 'string' && !['path', 'query', 'header'].includes(value['in']),
        );
        return others.length > 0 ? [[section, Object.fromEntries(others)]] : [];
      }),
    ),
  );
}

function scopeOf(api: Api): Scope {
  const { byReference } = componentNames(api.record.components);
  const places: Readonly<Record<string, string>> = {
    schemas: 'definitions',
    responses: 'responses',
    securitySchemes: 'securityDefinitions',
  };
  const isShared = new Set(
    Object.entries(api.record.components.parameters).flatMap(([name, parameter]) =>
      isSimpleParameter(api.components.resolve(parameter).value) ? [componentReference('parameters', name)] : [],
    ),
  );
  return {
    reference(ref) {
      const target = byReference.get(ref);
      if (target === undefined) return null;
      const place =
        target.section === 'parameters' && isShared.has(ref)
          ? 'parameters'
          : (places[target.section] ?? `x-components/${target.section}`);
      return `#/${place}/${target.name}`;
    },
    components: api.components,
    // Security requirements already use the names in `securityDefinitions`, so no renaming is needed.
    schemes: new Map(),
    enforced: new Set(),
    operationIds: new Set(),
    rest: [],
  };
}

function emptyToUndefined(map: JsonMap): JsonMap | undefined {
  return Object.keys(map).length > 0 ? map : undefined;
}
