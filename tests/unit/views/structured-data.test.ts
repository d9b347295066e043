import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { Document, DocumentPage } from '../../../src/presentation/page-data/document.ts';
import { frameOf } from '../../../src/presentation/pages/frame.ts';
import { structuredData } from '../../../src/views/structured-data.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { activeContent } from '../../tooling/active-content.ts';

const EVIL = '</script><script>alert(1)</script><!--<script>&amp;\u2028"\\';
const record = apiRecord({
  name: 'Tavern',
  version: 2,
  info: { title: `Tavern ${EVIL}`, version: '1', description: 'Ales & beds. More.' },
  services: [service('Beds', { title: EVIL, operations: [operation('GET', '/beds')] })],
});
const api = new Api(record);
const ROOT = 'https://docs.example.com/platform/documentation';

function textOf(document: Document, baseUrl = 'https://docs.example.com'): string {
  const site = { title: `Example APIs ${EVIL}`, baseUrl };
  const page: DocumentPage = { kind: 'document', site, document, alternates: [], versions: [], development: false };
  const { head, trail } = frameOf(page);
  return String(structuredData(page, head, trail));
}

function graphOf(document: Document): readonly Readonly<Record<string, unknown>>[] {
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(textOf(document)) ?? [];
  const { '@context': context, '@graph': graph } = JSON.parse(json);
  expect(context).toBe('https://schema.org');
  return graph;
}

const [beds] = api.getServices();
const ofService: Document = { level: 'service', api, service: beds ?? expect.unreachable() };

describe('what search engines learn of a page', () => {
  test('of an API: what it is called, what it does, and where it is documented', () => {
    const url = `${ROOT}/Tavern-v2`;
    expect(graphOf({ level: 'api', api })).toEqual([
      { '@type': 'WebAPI', '@id': url, name: record.info.title, description: 'Ales & beds.', url, documentation: url },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: `Example APIs ${EVIL}`, item: ROOT },
          { '@type': 'ListItem', position: 2, name: `${record.info.title} v2`, item: url },
        ],
      },
    ]);
  });

  test('of a service: an article about its API, and where it stands', () => {
    const [article, trail] = graphOf(ofService);
    expect(article).toMatchObject({
      '@type': 'TechArticle',
      url: `${ROOT}/Tavern-v2/Beds`,
      inLanguage: 'en',
      about: { '@type': 'WebAPI', name: record.info.title },
    });
    expect(trail?.['itemListElement']).toHaveLength(4);
  });

  test('of the list: the site', () => {
    expect(graphOf({ level: 'list', entries: [] })).toMatchObject([{ '@type': 'WebSite', url: ROOT }]);
  });

  test('is data that nothing in it can end, no matter what a descriptor says', () => {
    for (const document of [{ level: 'api', api } as const, ofService]) {
      expect(activeContent(textOf(document))).toEqual([]);
      expect(textOf(document).match(/[<>]/g)).toHaveLength(4);
      expect(textOf(document)).not.toMatch(/[&\u2028]/);
    }
  });

  test('is nothing where the site has no address', () => {
    expect(textOf({ level: 'api', api }, '')).toBe('');
  });
});
