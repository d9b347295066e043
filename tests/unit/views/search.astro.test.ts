import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { groupsOf } from '../../../src/model/groups.ts';
import { pagePath } from '../../../src/model/language.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { namesOf } from '../../../src/presentation/navigation/names.ts';
import { type Document, referenceTo } from '../../../src/presentation/page-data/document.ts';
import type { SearchView } from '../../../src/presentation/page-data/search-page.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { referenceOf } from '../../../src/search/entry.ts';
import { hostileApi } from '../../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../../fixtures/model/rich-api.ts';
import { documentsOf, pageOf, render } from './render.ts';

const GUIDE = {
  name: 'paging',
  title: 'Paging',
  text: '# Paging\n\n## Größe\n\nx\n\n```sh\n## no\n```\n\n## Größe\n\n#### Deep\n',
};

function withGuide(record: ApiRecord): ApiRecord {
  return { ...record, guides: [GUIDE] };
}

/** Ids of the elements of each page, by its address. */
async function idsOf(record: ApiRecord): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const api = new Api(record);
  const guides = api.getGuides().map((guide): Document => ({ level: 'guide', api, guide }));
  const groups = groupsOf(api).map(({ name }): Document => ({ level: 'group', api, group: name }));
  const ids = new Map<string, ReadonlySet<string>>();
  for (const document of [...documentsOf(record), ...guides, ...groups]) {
    const html = await render(pageOf(document));
    const found = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    ids.set(pagePath(referenceTo(document), api), new Set(found));
  }
  return ids;
}

test.each([
  ['rich', withGuide(richApi)],
  ['hostile', withGuide(hostileApi)],
])('all that can be found of the %s API is on the page that answers lead to, at the anchor', async (_, record) => {
  const ids = await idsOf(record);
  const api = new Api(record);
  const entries = [...searchEntries(api)];
  const kinds = new Set(entries.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(7);
  const lost = entries.filter(({ document, anchor }) => {
    const page = ids.get(pagePath(referenceOf(document, api.place), api));
    return page === undefined || (anchor !== '' && !page.has(anchor));
  });
  expect(lost.map(({ kind, document, anchor }) => [kind, document, anchor])).toEqual([]);
});

const VIEW: SearchView = {
  question: '"><script>alert(1)</script>',
  place: null,
  isOfDefaults: false,
  corrected: '<b>x</b>',
  total: 1,
  rows: [
    {
      kind: 'Field',
      title: [
        { text: '<i>', isHit: false },
        { text: 'iban&', isHit: true },
      ],
      href: '/platform/documentation/A-v1/B#post.body.iban',
      api: '<A> v1',
      operation: { method: 'POST', path: '/<x>', title: '<Create>', href: '/platform/documentation/A-v1/B#post' },
      way: ['request body', '<payment>'],
      operations: [{ method: 'GET', title: '<List>', href: '/x' }],
      operationCount: 3,
      excerpt: [{ text: '<img src=x>', isHit: true }],
    },
  ],
  facets: [],
  pageNumber: 1,
  pageCount: 1,
  previous: null,
  next: null,
  suggestions: [],
  apis: [],
};
const site = { title: 'Example APIs', baseUrl: '' };

describe('the page of answers', () => {
  test('marks what was asked for, and shows what descriptors and readers write as text', async () => {
    const html = await render({ kind: 'search', site, search: VIEW });
    expect(html).toContain('<mark>iban&amp;</mark>');
    expect(html).toContain('and 2 other operations');
    expect(html).toContain('<a href="/platform/documentation/A-v1/B#post">');
    // The script of the page chooses light or dark.
    const outsideOfAttributes = html.replaceAll(/="[^"]*"/g, '').replace('<script type src></script>', '');
    expect(outsideOfAttributes).not.toMatch(/<script|<img src|<i>|<b>x|<Create>|<payment>|<List>/);
  });

  test('shows the path of a service alone, without a method', async () => {
    const rows = VIEW.rows.map((row) => ({
      ...row,
      operation: { method: '', path: '/v2/droplets', title: '', href: '' },
    }));
    const html = await render({ kind: 'search', site, search: { ...VIEW, rows } });
    // Lines break after its slashes.
    expect(html).toMatch(/<p class="pd-where">[^·]* · <code dir="ltr">\/v2\/<wbr>droplets<\/code>/);
    expect(html).not.toContain('pd-method');
  });

  test('past the last one says so, and leads to the last', async () => {
    const previous = '/platform/documentation?q=iban&page=3';
    const search = { ...VIEW, question: 'iban', total: 60, rows: [], pageNumber: 99, pageCount: 3, previous };
    const html = await render({ kind: 'search', site, search });
    expect(html).toContain(
      'Page 99 has no results. The last one is <a href="/platform/documentation?q=iban&amp;page=3">page 3</a>.',
    );
    expect(html).not.toContain('pd-pages');
  });

  test('has the one form of the page, with the question in it', async () => {
    const html = await render({ kind: 'search', site, search: { ...VIEW, question: 'iban' } });
    expect(html.match(/<form /g)).toHaveLength(1);
    expect(html).toMatch(/<input[^>]* name="q" value="iban"/);
    expect(html).toContain('<title>iban: 1 result · Example APIs</title>');
  });
});

test('answers within an API, and a page that it does not have, stand below it, as its pages do', async () => {
  const api = { path: '/platform/documentation/A-v2', title: 'Alpha v2' };
  const missing = {
    status: 404,
    title: 'Not Found',
    detail: '',
    suggestions: [],
    available: [],
    allow: [],
    json: '{}',
  };
  const overview = { text: 'Overview', href: api.path, isCurrent: false, count: null };
  const navigation = { title: 'Alpha v2', pages: [overview], groups: [], foldedCount: 0, allGroups: null };
  const place = { api: 'A', version: 2, title: 'Alpha' };
  const pages = await Promise.all([
    render({ kind: 'search', site, search: { ...VIEW, place }, navigation }),
    render({ kind: 'problem', site, problem: { ...missing, within: api }, navigation }),
    render({ kind: 'search', site, search: VIEW }),
    render({ kind: 'problem', site, problem: missing }),
  ]);
  const listed = pages.map((html) => /<nav class="pd-nav"[\s\S]*?<\/nav>/.exec(html)?.[0].match(/<a [^>]*>/g));
  expect(listed).toEqual([[`<a href="${api.path}">`], [`<a href="${api.path}">`], undefined, undefined]);
  expect(pages.map((html) => html.includes('pd-wide'))).toEqual([false, false, true, true]);
  const trails = pages.map((html) => /<nav class="pd-trail"[\s\S]*?<\/nav>/.exec(html)?.[0]);
  const stepsOf = (trail = ''): readonly string[] =>
    [...trail.matchAll(/<(?:a href="([^"]*)"|span aria-current="page")>([^<]*)/g)].map(
      ([, href = '', text = '']) => `${text} ${href}`,
    );
  const above = ['Example APIs /platform/documentation', `${api.title} ${api.path}`];
  expect(trails.map(stepsOf)).toEqual([[...above, 'Search '], [...above, 'Not Found '], [], []]);
  const asked = pages.map((html) => /<form action="([^"]*)"[\s\S]*?placeholder="([^"]*)"/.exec(html)?.slice(1));
  const everywhere = ['/platform/documentation', 'Search all APIs'];
  expect(asked).toEqual([[api.path, 'Search Alpha'], [api.path, 'Search Alpha v2'], everywhere, everywhere]);
});

test('every page of documentation asks its own API, and the list asks all of them', async () => {
  const [list, api, service] = await Promise.all(
    documentsOf(richApi)
      .slice(0, 3)
      .map((document) => render(pageOf(document))),
  );
  const action = (html = ''): string | undefined => /<form action="([^"]*)"/.exec(html)?.[1];
  const own = `/platform/documentation/${richApi.name}-v${richApi.version}`;
  expect([action(list), action(api), action(service)]).toEqual(['/platform/documentation', own, own]);
});

test.each([
  ['A title of 21 letters', 'Search this API'],
  ['A title of 20 letter', 'Search A title of 20 letter'],
  ['🙂'.repeat(20), `Search ${'🙂'.repeat(20)}`],
])('the field says what it searches as far as it has room: %s', async (title, label) => {
  const record = { ...richApi, info: { ...richApi.info, title } };
  const [, api] = documentsOf(record);
  if (api === undefined) throw new Error('There is no page of the API.');
  const place = { api: 'a', version: 1, title };
  const answers = await render({ kind: 'search', site, search: { ...VIEW, place } });
  for (const html of [await render(pageOf(api)), answers]) {
    expect(html).toContain(`placeholder="${label}"`);
    expect(html).toContain(`aria-label="${label}"`);
  }
});

test('names of an API of 10,000 services are on pages that are no larger than pages may be', async () => {
  const record = apiRecord({
    name: 'Large',
    version: 1,
    services: Array.from({ length: 10_000 }, (_, at) => {
      const name = `${String.fromCodePoint(97 + (at % 26))}-${((at * 7919) % 10_007).toString(36)}-<b>`;
      const path = `/v1/accounts/{account_id}/${name}/{item_id}`;
      return service(name, {
        title: `${name} of an account`,
        operations: [operation('GET', path, { summary: `List what ${name} has` })],
        entityOperations: [operation('DELETE', path, { summary: `Remove ${name} from an account` })],
      });
    }),
  });
  const pages = namesOf(new Api(record));
  const [contents] = pages;
  expect(pages.slice(1).reduce((sum, { rows }) => sum + rows.length, 0)).toBe(30_000);
  const largest = pages.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
  for (const names of [contents, largest]) {
    if (names === undefined) throw new Error('There is no page.');
    const html = await render({ kind: 'names', site, names });
    expect(gzipSync(html).length).toBeLessThanOrEqual(60_000);
    expect(html.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(6000);
    expect(/.{0,80}<b>/s.exec(html.replaceAll(/="[^"]*"/g, ''))?.[0]).toBeUndefined();
  }
  const html = await render({ kind: 'names', site, names: largest });
  expect(html).toContain('rel="next" href="/platform/documentation/Large-v1.a-z-');
  expect(html).toContain('<a href="/platform/documentation/Large-v1.a-z.html">All letters</a>');
});
