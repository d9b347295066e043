import { versionChanges } from '../../changes/change-view.ts';
import type { Document, Site } from '../../model/page/document.ts';
import type { Format } from '../contract.ts';
import { changesFeed } from './feed.ts';
import { listFeed } from './list-feed.ts';

/** Feed of changes, for programs that show news to their readers (RFC 4287). */
export const atom: Format = {
  name: 'atom',
  title: 'Atom',
  viewModel: 'Platform\\Documentation\\Atom\\ViewModel',
  mediaTypes: ['application/atom+xml'],
  extension: '.atom',
  levels: ['list', 'changes'],
  isInWords: true,
  render: writeDocument,
  writtenAtBuild: true,
};

function writeDocument(document: Document, site: Site): string {
  if (document.level === 'list') return listFeed(document.entries, site);
  if (document.level !== 'changes') throw new Error(`Atom has no document of level ${document.level}.`);
  const { api, before } = document;
  return changesFeed({ api, before, view: versionChanges(before, api) }, site);
}
