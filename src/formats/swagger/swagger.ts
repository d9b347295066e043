import type { Format } from '../contract.ts';
import { toJson } from '../written-text.ts';
import { fitSwagger } from './fit.ts';

/** Swagger 2.0 (OpenAPI 2.0). What it cannot say stands in `x-` keys, in the words of OpenAPI 3.1. */
export const swagger: Format = {
  name: 'swagger',
  title: 'Swagger 2.0',
  viewModel: 'Platform\\Documentation\\Swagger\\ViewModel',
  mediaTypes: ['application/vnd.swagger+json'],
  extension: '.swagger.json',
  levels: ['api', 'service'],
  isServiceDescription: true,
  render: (document, site) => `${toJson(fitSwagger(document, site))}\n`,
  writtenAtBuild: true,
};
