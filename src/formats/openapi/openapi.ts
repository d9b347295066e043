import type { Format } from '../contract.ts';
import { toJson } from '../written-text.ts';
import { toYaml } from '../yaml.ts';
import { fitOpenApi, type OpenApiVersion } from './fit.ts';

const MEDIA_TYPES = {
  JSON: ['application/vnd.oai.openapi+json', 'application/openapi+json'],
  YAML: ['application/vnd.oai.openapi', 'application/openapi+yaml'],
} as const;

/** OpenAPI 3.1 as JSON. */
export const openapi = formatOf('3.1', 'JSON', 'Platform\\Documentation\\OpenApi\\ViewModel');

/** OpenAPI 3.0 as JSON, for tools that read nothing newer. */
export const openapi30 = formatOf('3.0', 'JSON', 'Platform\\Documentation\\OpenApi30\\ViewModel');

/** OpenAPI 3.2 as JSON. */
export const openapi32 = formatOf('3.2', 'JSON', 'Platform\\Documentation\\OpenApi32\\ViewModel');

/** OpenAPI 3.1 as YAML. */
export const openapiYaml = formatOf('3.1', 'YAML', 'Platform\\Documentation\\OpenApiYaml\\ViewModel');

/** OpenAPI 3.0 as YAML. */
export const openapiYaml30 = formatOf('3.0', 'YAML', 'Platform\\Documentation\\OpenApiYaml30\\ViewModel');

/** OpenAPI 3.2 as YAML. */
export const openapiYaml32 = formatOf('3.2', 'YAML', 'Platform\\Documentation\\OpenApiYaml32\\ViewModel');

/** 3.1 is what a client gets that names no version, and what a build writes. */
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
      return syntax === 'YAML' ? toYaml(fitted) : `${toJson(fitted)}\n`;
    },
    isServiceDescription: isMain,
    writtenAtBuild: isMain,
  };
}
