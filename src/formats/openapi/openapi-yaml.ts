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
