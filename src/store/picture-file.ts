import type { Format } from '../formats/contract.ts';
import { PICTURE_EXTENSION } from '../presentation/link-picture.ts';

/** What programs show beside a link to the list, or to a version of an API: no list of formats has it. */
export const PICTURE_FILE: Format = {
  name: 'picture',
  title: 'Picture',
  viewModel: 'picture',
  mediaTypes: ['image/png'],
  sendableAliases: [],
  extension: PICTURE_EXTENSION,
  levels: ['list', 'api'],
  render: null,
  writtenAtBuild: true,
};
