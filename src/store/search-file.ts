import type { Format } from '../formats/contract.ts';
import { SEARCH_EXTENSION } from '../model/locations.ts';

/**
 * What is searched of an API, for the script of pages: at an address like that of a twin, and in no list of formats.
 */
export const SEARCH_FILE: Format = {
  name: 'search',
  title: 'Search',
  viewModel: 'search',
  mediaTypes: ['application/octet-stream'],
  sendableAliases: [],
  extension: SEARCH_EXTENSION,
  levels: ['api'],
  render: null,
  writtenAtBuild: true,
};
