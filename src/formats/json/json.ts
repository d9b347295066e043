import { versionChanges } from '../../changes/change-view.ts';
import { documentPath } from '../../model/locations.ts';
import { groupingFolders } from '../../presentation/navigation/list-rows.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Format } from '../contract.ts';
import { toJson } from '../written-text.ts';
import { apiDocument, changesObject, originOfPages, serviceDocument } from './documents.ts';

/**
 * Documentation model as JSON: first the keys of the product specification, then all other content of the descriptor.
 * The JSON is not indented: indentation made a large API 64 % longer, and 18 % longer after Brotli compression.
 */
export const json: Format = {
  name: 'json',
  title: 'JSON',
  viewModel: 'Platform\\Documentation\\Json\\ViewModel',
  mediaTypes: ['application/json'],
  extension: '.json',
  levels: ['list', 'api', 'service', 'changes'],
  render: (document, site) => toJson(content(document, site)),
  writtenAtBuild: true,
};

function content(document: Document, { baseUrl, pageEnding }: Site): object {
  const origin = originOfPages(baseUrl, pageEnding);
  switch (document.level) {
    case 'list': {
      const folders = groupingFolders(document.entries);
      return document.entries.map(
        ({ name, versions, defaultVersion, title, summary, status, folder, releases = [] }) => ({
          name,
          versions,
          default_version: defaultVersion,
          title,
          summary,
          url: origin + documentPath({ level: 'api', api: name, version: defaultVersion }, pageEnding),
          ...(releases.some(({ deprecated }) => deprecated !== null) && {
            deprecated_versions: releases.flatMap(({ version, deprecated }) => (deprecated === null ? [] : [version])),
          }),
          ...(folder !== undefined && folders.has(folder) && { folder }),
          ...(status?.deprecated && {
            deprecated: true,
            deprecated_since: status.deprecated.since,
            sunset: status.deprecated.sunset,
          }),
          ...(status !== undefined && status.audience.length > 0 && { audience: status.audience }),
        }),
      );
    }
    case 'api':
      return apiDocument(document.api, baseUrl);
    case 'service':
      return serviceDocument(document.service, baseUrl);
    case 'changes': {
      const { api, before } = document;
      const view = versionChanges(before, api);
      return {
        name: api.getName(),
        before: before.getVersion(),
        after: api.getVersion(),
        ...changesObject(view, origin),
      };
    }
    default:
      throw new Error(`JSON has no document of level ${document.level}.`);
  }
}
