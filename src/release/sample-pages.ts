import type { AdminField, AdminPage } from '../presentation/page-data/admin-page.ts';
import type { Page, ProblemPage } from '../presentation/page-data/document.ts';
import type { SearchView } from '../presentation/page-data/search-page.ts';
import type { Site } from '../presentation/page-data/site.ts';

/**
 * A page without a document, which the build renders to test the templates, and discards. A project's layout also
 * applies to problem and administration pages, which a server renders on request. If rendering fails there, the client
 * gets the problem document as JSON.
 */
interface SamplePage {
  /** Name of the page in messages. */
  readonly title: string;
  readonly page: Page;
}

/** Each kind of problem and administration page twice: with all optional content, and with none. */
export function samplePages(site: Site): readonly SamplePage[] {
  return [
    { title: 'a problem', page: { kind: 'problem', site, problem: FULL_PROBLEM } },
    {
      title: 'a problem',
      page: { kind: 'problem', site, problem: { ...FULL_PROBLEM, suggestions: [], available: [], allow: [] } },
    },
    { title: 'search', page: { kind: 'search', site, search: FULL_SEARCH } },
    {
      title: 'search',
      page: {
        kind: 'search',
        site,
        search: { ...FULL_SEARCH, place: null, corrected: null, total: 0, rows: [], facets: [] },
      },
    },
    { title: 'administration', page: adminPage(site) },
    { title: 'administration', page: { ...adminPage(site), notice: null, parts: [] } },
  ];
}

const FULL_PROBLEM: ProblemPage['problem'] = {
  status: 404,
  title: 'Not Found',
  detail: 'A sample of a problem.',
  suggestions: [{ title: 'Documentation', path: '/platform/documentation' }],
  available: [{ type: 'text/html', url: '/platform/documentation.html' }],
  allow: ['GET'],
  json: '{"status":404}',
};

const FULL_SEARCH: SearchView = {
  question: 'sample',
  place: { api: 'Sample', version: 1, title: 'Sample' },
  isOfDefaults: true,
  corrected: 'samples',
  total: 41,
  rows: [
    {
      kind: 'Field',
      title: [{ text: 'sample', isHit: true }],
      href: '/platform/documentation',
      api: 'Sample v1',
      operation: { method: 'GET', path: '/sample', title: 'Sample', href: '/platform/documentation' },
      way: ['request body', 'sample'],
      operations: [{ method: 'GET', title: 'Sample', href: '/platform/documentation' }],
      operationCount: 2,
      excerpt: [{ text: 'A sample.', isHit: false }],
    },
  ],
  facets: [{ title: 'Sample', links: [{ text: 'All', count: 1, href: '/platform/documentation', isCurrent: true }] }],
  pageNumber: 2,
  pageCount: 3,
  previous: '/platform/documentation',
  next: '/platform/documentation',
  suggestions: [{ title: 'Documentation', path: '/platform/documentation' }],
  apis: [],
};

function adminPage(site: Site): AdminPage {
  const link = { text: 'Sample', about: 'this', path: '/platform/admin', isCurrent: true };
  const control = (kind: AdminField['control']): AdminField => ({
    name: kind,
    label: 'Sample',
    hint: 'A hint.',
    control: kind,
    value: 'a',
    options: [{ value: 'a', text: 'A' }],
    problem: 'Something is wrong.',
  });
  const fields = (['text', 'password', 'lines', 'prose', 'select', 'radio'] as const).map(control);
  return {
    kind: 'admin',
    site,
    title: 'Sample',
    mode: 'Development',
    documentation: '/platform/documentation',
    trail: [{ text: 'Sample', href: '/platform/admin', isCurrent: false, count: null }],
    sections: [link],
    notice: {
      kind: 'refused',
      text: 'This was not done.',
      problems: [{ text: 'Something is wrong.', field: 'field-text' }],
    },
    parts: [
      { kind: 'text', text: 'Sample' },
      { kind: 'links', links: [link] },
      { kind: 'list', heading: 'Sample', items: ['Sample'], empty: '' },
      ...([undefined, 'table'] as const).map((view) => ({
        kind: 'cards' as const,
        ...(view && { view }),
        heading: 'Sample',
        cards: [
          {
            title: 'Sample',
            state: { isGood: true, text: 'Working' },
            isBelow: true,
            facts: [{ term: 'Sample', text: 'Sample', isMuted: true }],
            links: [link, { ...link, method: 'GET' }],
          },
        ],
        empty: '',
      })),
      {
        kind: 'form',
        form: {
          action: '/platform/admin',
          hidden: [{ name: 'token', value: '' }],
          groups: [{ legend: 'Sample', fields }],
          buttons: [{ text: 'Save', intent: 'save' }],
          cancel: '/platform/admin',
        },
      },
    ],
  };
}
