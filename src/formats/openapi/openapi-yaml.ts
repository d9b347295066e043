import type { Format } from '../contract.ts';
import { toYaml } from '../yaml.ts';
import { fitOpenApi } from './fit.ts';

/** OpenAPI 3.1 as YAML. */
export const openapiYaml: Format = {
  name: 'openapi-yaml',
  title: 'OpenAPI 3.1, YAML',
  viewModel: 'Platform\\Documentation\\OpenApiYaml\\ViewModel',
  mediaTypes: ['application/vnd.oai.openapi', 'application/openapi+yaml', 'application/yaml'],
  sendableAliases: ['application/openapi+yaml', 'application/yaml'],
  spelledOut: ['application/vnd.oai.openapi;version=3.1', 'application/openapi+yaml;version=3.1'],
  extension: '.openapi.yaml',
  levels: ['api', 'service'],
  render: (document, site) => toYaml(fitOpenApi(document, site, '3.1')),
  writtenAtBuild: true,
};

/** OpenAPI 3.0 as YAML. */
export const openapiYaml30: Format = otherVersion('3.0', 'Platform\\Documentation\\OpenApiYaml30\\ViewModel');

/** OpenAPI 3.2 as YAML. */
export const openapiYaml32: Format = otherVersion('3.2', 'Platform\\Documentation\\OpenApiYaml32\\ViewModel');

function otherVersion(version: '3.0' | '3.2', viewModel: string): Format {
  return {
    name: `openapi-yaml-${version}`,
    title: `OpenAPI ${version}, YAML`,
    viewModel,
    mediaTypes: [`application/vnd.oai.openapi;version=${version}`, `application/openapi+yaml;version=${version}`],
    sendableAliases: [`application/openapi+yaml;version=${version}`],
    extension: `.openapi-${version}.yaml`,
    levels: ['api', 'service'],
    render: (document, site) => toYaml(fitOpenApi(document, site, version)),
    writtenAtBuild: false,
  };
}
