import { Components } from '../../model/components.ts';
import type { Document, Site } from '../../model/page/document.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { Format } from '../contract.ts';
import { toYaml } from '../yaml.ts';
import { apiDocument } from './api-document.ts';

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
