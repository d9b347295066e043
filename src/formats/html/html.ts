import { LEVELS } from '../../model/locations.ts';
import type { Format } from '../contract.ts';

/** HTML pages. The views render them; this entry exists for negotiation. */
export const html: Format = {
  name: 'html',
  title: 'HTML',
  viewModel: 'Platform\\View\\ViewModel',
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  extension: '.html',
  levels: LEVELS,
  isInWords: true,
  render: null,
  writtenAtBuild: true,
};
