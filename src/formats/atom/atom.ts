import { versionChanges } from '../../changes/change-view.ts';
import { pagePath, twinExtension } from '../../model/language.ts';
import { documentPath, versionedName, versionTitle } from '../../model/locations.ts';
import type { ApiListEntry } from '../../model/records.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { statusMarks } from '../../presentation/services/about.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import type { Format } from '../contract.ts';
import { changesFeed, element, empty, feed, identifiers, MOST_ENTRIES } from './feed.ts';

/** Atom feed of changes, for feed readers (RFC 4287). */
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

interface News {
  readonly name: string;
  readonly updated: string;
  readonly title: string;
  readonly page: string;
  readonly summary: string | null;
}

/** Feed of all APIs: one entry for each version and one for each dated deprecation, newest first. */
function listFeed(entries: readonly ApiListEntry[], site: Site): string {
  const words = wordsOf(site);
  const reference = { level: 'list' } as const;
  const self = site.baseUrl + documentPath(reference, twinExtension(site, '.atom'));
  const identify = identifiers(self);
  const news = entries
    .flatMap((entry) => newsOf(entry, site, words))
    .sort((a, b) => Number(a.updated < b.updated) - Number(a.updated > b.updated));
  return feed(
    {
      id: identify(''),
      title: site.title || words.say('title.apis'),
      updated: news[0]?.updated ?? new Date(0).toISOString(),
      author: site.title || words.say('title.apis'),
      self,
      page: site.baseUrl + pagePath(reference, site),
      entries: news
        .slice(0, MOST_ENTRIES)
        .map(({ name, title, updated, page, summary }) =>
          element(
            'entry',
            `\n${[
              element('id', identify(name)),
              element('title', title),
              element('updated', updated),
              empty('link', { rel: 'alternate', type: 'text/html', href: page }),
              element('content', summary ?? title),
            ].join('\n')}\n`,
            {},
            'markup',
          ),
        ),
    },
    words,
  );
}

/** Feed entries of one API. The first version links to its overview, each later version to its changes. */
function newsOf({ name: api, title, summary, releases = [] }: ApiListEntry, site: Site, words: Words): readonly News[] {
  return releases.flatMap(({ version, released, deprecated }, index) => {
    const of = { title: versionTitle(title, version), name: versionedName(api, version), summary };
    const pageOf = (level: 'api' | 'changes') => site.baseUrl + pagePath({ level, api, version }, site);
    const marks = statusMarks({ deprecated, audience: [] }, words);
    const since = deprecated?.since ?? null;
    return [
      { ...of, updated: released, page: pageOf(index === 0 ? 'api' : 'changes') },
      ...(since === null
        ? []
        : [
            {
              name: `${of.name} deprecated`,
              updated: new Date(since).toISOString(),
              title: `${of.title}: ${marks.join('')}`,
              page: pageOf('api'),
              summary,
            },
          ]),
    ];
  });
}
