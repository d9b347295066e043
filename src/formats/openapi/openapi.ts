import type { Document, Site } from '../../model/page/document.ts';
import type { Format } from '../contract.ts';
import { toJson } from '../written-text.ts';
import { fitOpenApi } from './fit.ts';

const render =
  (version: '3.0' | '3.1' | '3.2') =>
  (document: Document, site: Site): string =>
    `${toJson(fitOpenApi(document, site, version))}\n`;

/** OpenAPI 3.1 as JSON. */
export const openapi: Format = {
  name: 'openapi',
  title: 'OpenAPI 3.1, JSON',
  viewModel: 'Platform\\Documentation\\OpenApi\\ViewModel',
  mediaTypes: ['application/vnd.oai.openapi+json', 'application/openapi+json'],
  sendableAliases: ['application/openapi+json'],
  spelledOut: ['application/vnd.oai.openapi+json;version=3.1', 'application/openapi+json;version=3.1'],
  extension: '.openapi.json',
  levels: ['api', 'service'],
  render: render('3.1'),
  writtenAtBuild: true,
};

/** OpenAPI 3.0 as JSON, for tools that read nothing newer. */
export const openapi30: Format = {
  name: 'openapi-3.0',
  title: 'OpenAPI 3.0, JSON',
  viewModel: 'Platform\\Documentation\\OpenApi30\\ViewModel',
  mediaTypes: ['application/vnd.oai.openapi+json;version=3.0', 'application/openapi+json;version=3.0'],
  sendableAliases: ['application/openapi+json;version=3.0'],
  extension: '.openapi-3.0.json',
  levels: ['api', 'service'],
  render: render('3.0'),
  writtenAtBuild: false,
};

/** OpenAPI 3.2 as JSON. */
export const openapi32: Format = {
  name: 'openapi-3.2',
  title: 'OpenAPI 3.2, JSON',
  viewModel: 'Platform\\Documentation\\OpenApi32\\ViewModel',
  mediaTypes: ['application/vnd.oai.openapi+json;version=3.2', 'application/openapi+json;version=3.2'],
  sendableAliases: ['application/openapi+json;version=3.2'],
  extension: '.openapi-3.2.json',
  levels: ['api', 'service'],
  render: render('3.2'),
  writtenAtBuild: false,
};
