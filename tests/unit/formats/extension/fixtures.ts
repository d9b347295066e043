import type { CustomFormat, FormatModule } from '../../../../src/formats/extension/to-format.ts';
import { type FormatDraft, toFormat } from '../../../../src/formats/extension/to-format.ts';
import { ViewModel } from '../../../../src/formats/extension/view-model.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import type { Site } from '../../../../src/presentation/page-data/site.ts';
import { richApi } from '../../../fixtures/model/rich-api.ts';

export class PlainModel extends ViewModel {}

export const site: Site = { title: 'APIs', baseUrl: 'https://docs.example.com' };
const api = new Api(richApi);
const [service] = api.getServices();
if (service === undefined) throw new Error('The fixture has no service.');
export const serviceOfApi = service;
export const apiDocument: Document = { level: 'api', api };
export const serviceDocument: Document = { level: 'service', api, service };
export const listDocument: Document = {
  level: 'list',
  entries: [{ name: 'A', versions: [1], defaultVersion: 1, title: 'A', summary: null }],
};

/** A format that shows the names of what it renders. */
export const plain: CustomFormat = {
  name: 'plain',
  title: 'Plain',
  viewModelName: 'Acme\\Plain\\ViewModel',
  viewModel: PlainModel,
  mediaTypes: ['text/x-plain'],
  extension: '.plain',
  levels: ['list', 'api', 'service'],
  renderer: { render: (model) => `${model.getVariable('type')}\n` },
};

export const MODULE: FormatModule = { key: 'plain', file: 'config/formats/plain.ts' };

export function draftOf(custom: CustomFormat): FormatDraft {
  return toFormat(custom, MODULE);
}
