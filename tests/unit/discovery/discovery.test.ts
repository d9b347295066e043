import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Discoverable } from '../../../src/discovery/contract.ts';
import { countDocuments, documentsOf } from '../../../src/discovery/documents.ts';
import { discoveryFile } from '../../../src/discovery/registry.ts';
import { formats } from '../../../src/formats/registry.ts';
import type { ApiListEntry } from '../../../src/model/records.ts';
import type { Outline } from '../../../src/store/contract.ts';
import { languageOf } from '../../../src/words/languages.ts';

const BASE = 'https://api.example.com';
const ROOT = `${BASE}/platform/documentation`;

interface Described {
  readonly entries?: readonly ApiListEntry[];
  readonly outline?: Partial<Outline>;
  readonly baseUrl?: string;
  readonly languages?: readonly string[];
  readonly markdown?: string;
}

function siteOf({ entries = [shop], outline = {}, baseUrl = BASE, languages, markdown = '' }: Described): Discoverable {
  const none = new Set<string>();
  const titled = (names: ReadonlySet<string> = none) => [...names].map((name) => ({ name, title: `The *${name}*` }));
  return {
    site: {
      title: 'Example *APIs*',
      baseUrl,
      ...(languages && {
        languages: languages.map((tag, index) => languageOf(tag, {}, { isDefault: index === 0, isAlone: false })),
      }),
    },
    entries: () => entries,
    outline: () => ({ services: none, groups: none, guides: none, schemas: none, hasChanges: false, ...outline }),
    formats,
    contents: async () => ({
      services: titled(outline.services).map((service) => ({
        ...service,
        kind: service.name.startsWith('on') ? 'webhook' : 'service',
        operations: [],
      })),
      groups: titled(outline.groups),
      guides: titled(outline.guides),
    }),
    markdown: async () => markdown,
  };
}

const shop: ApiListEntry = {
  name: 'Shop',
  versions: [1, 2],
  defaultVersion: 2,
  title: 'A shop\n# with ](https://evil.example)',
  summary: 'Sells <script>things</script>.',
};

const write = (path: string, site: Described): string | null | Promise<string | null> | undefined =>
  discoveryFile(path)?.write(siteOf(site));

describe('the sitemap (sitemaps.org, protocol 0.9)', () => {
  test('has every document of every version, absolute', async () => {
    const outline = { services: new Set(['a & b']), guides: new Set(['start']), schemas: new Set(['Thing']) };
    const text = await write('/sitemap.xml', { outline });
    const urls = [...(text ?? '').matchAll(/<url><loc>([^<]*)<\/loc><\/url>/g)].map(([, url]) => url);
    const of = (version: number) =>
      ['', '/guides/start', '/a%20%26%20b', '/schemas', '/schemas/Thing'].map(
        (path) => `${ROOT}/Shop-v${version}${path}`,
      );
    expect(urls).toEqual([ROOT, ...of(1), ...of(2)]);
  });

  test('counts the documents that there are', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 5 }).map((list) => new Set(list));
    const outlines = fc.record({
      services: names,
      groups: names,
      guides: names,
      schemas: names,
      hasChanges: fc.boolean(),
    });
    fc.assert(
      fc.property(outlines, (outline) => {
        const site = siteOf({ outline });
        expect(countDocuments(site)).toBe([...documentsOf(site)].length);
      }),
    );
  });

  test('has every language of a page', async () => {
    const text = await write('/sitemap.xml', { entries: [], languages: ['en', 'de'] });
    expect(text).toContain(`<loc>${ROOT}</loc></url>\n<url><loc>${ROOT}.de.html</loc>`);
  });

  test('names its parts where there are more URLs than one file may have', async () => {
    const services = new Set(Array.from({ length: 30_000 }, (_, index) => `s${index}`));
    const index = await write('/sitemap.xml', { outline: { services } });
    expect(index).toMatch(
      /^<\?xml [^\n]*\n<sitemapindex [^>]*>\n<sitemap><loc>https:\/\/api\.example\.com\/sitemap-1\.xml/,
    );
    const parts = await Promise.all([1, 2, 3].map((part) => write(`/sitemap-${part}.xml`, { outline: { services } })));
    expect(parts.map((part) => part?.match(/<url>/g)?.length)).toEqual([50_000, 10_003, undefined]);
  });

  test('looks at no name where there is no such part', () => {
    const services = new Set(['a']);
    services[Symbol.iterator] = () => {
      throw new Error('Looked at.');
    };
    for (const part of [1, 2, 999_999]) expect(write(`/sitemap-${part}.xml`, { outline: { services } })).toBeNull();
    expect(() => write('/sitemap.xml', { outline: { services } })).toThrow('Looked at.');
  });

  test('is not there without the address of the site', () => {
    expect(write('/sitemap.xml', { baseUrl: '' })).toBeNull();
  });
});

describe('llms.txt', () => {
  test('is one line for each API, with no Markdown of theirs', async () => {
    const text = await write('/llms.txt', { outline: { services: new Set(['Cart', 'onPaid']) } });
    expect(text?.split('\n')[0]).toBe('# Example \\*APIs\\*');
    expect(text).toContain(
      `- [A shop \\# with \\](https://evil.example)](<${ROOT}/Shop-v2.md>): Sells \\<script\\>things\\</script\\>. ` +
        `Also [version 1](<${ROOT}/Shop-v1.md>).\n`,
    );
    expect(text).toContain(`\n\n- [The \\*Cart\\*](<${ROOT}/Shop-v2/Cart.md>): service\n`);
    expect(text).toContain(`/Shop-v2/onPaid.md>): webhook\n`);
    expect(text).not.toContain('documentation.mcp');
  });

  test('leaves the services of large sites to the Markdown of each API', async () => {
    const services = new Set(Array.from({ length: 501 }, (_, index) => `s${index}`));
    const text = await write('/llms.txt', { outline: { services } });
    expect(text).not.toContain('/s500.md');
  });

  test.each([
    // services, groups, guides   linked                             where the rest is
    [498, 1, 1, ['s0', 'groups/g0', 'guides/t0'], 'at its end.\n'],
    [
      499,
      1,
      1,
      ['groups/g0', 'guides/t0'],
      'at its end. The Markdown of each group lists its services, that of each API all of them.\n',
    ],
    [1, 500, 1, [], 'at its end. The Markdown of each API lists its services and guides.\n'],
  ])('of %d services, %d groups and %d guides links %j', async (services, groups, guides, linked, sentence) => {
    const named = (prefix: string, count: number) =>
      new Set(Array.from({ length: count }, (_, index) => `${prefix}${index}`));
    const outline = { services: named('s', services), groups: named('g', groups), guides: named('t', guides) };
    const text = String(await write('/llms.txt', { outline }));
    const links = [...text.matchAll(/\/Shop-v2\/(.*)\.md>/g)].map(([, path]) => path);
    expect(links.filter((path) => path?.endsWith('0') === true && /\D0$/.test(path)).toSorted()).toEqual(
      linked.toSorted(),
    );
    expect(text).toContain(sentence);
  });

  test.each([
    [undefined, false],
    [false, true],
    [true, true],
  ])('says where a server searches, and with hasMcp %s so it is: %s', async (hasMcp, isSaid) => {
    const text = await discoveryFile('/llms.txt')?.write({ ...siteOf({}), ...(hasMcp !== undefined && { hasMcp }) });
    expect(text?.includes(`\`${ROOT}?q=WORDS\``)).toBe(isSaid);
  });

  test('says where programs can ask', async () => {
    const text = await discoveryFile('/llms.txt')?.write({ ...siteOf({}), hasMcp: true });
    expect(text).toContain(`\`${ROOT}.mcp\``);
  });

  test('says that there is nothing yet', async () => {
    expect(await write('/llms.txt', { entries: [] })).toContain('There are no APIs yet.');
  });

  test.each([
    [null, 'Deprecated. Sells'],
    ['2027-01-01', 'Deprecated, to be removed on 2027-01-01. Sells'],
  ])('says which APIs are deprecated, with a sunset of %s', async (sunset, expected) => {
    const status = { deprecated: { since: null, sunset }, audience: [] };
    expect(await write('/llms.txt', { entries: [{ ...shop, status }] })).toContain(`): ${expected}`);
  });
});

test('llms-full.txt ends with links where it would be too long', async () => {
  const entries = ['a', 'b', 'c'].map((name) => ({ ...shop, name, title: name }));
  const text = await write('/llms-full.txt', { entries, markdown: 'x'.repeat(9 * 1024 * 1024) });
  expect(text?.length).toBeLessThan(20 * 1024 * 1024);
  expect(text).toContain(`too long to be here: [b](<${ROOT}/b-v2.md>)`);
  expect(text).toContain(`too long to be here: [c](<${ROOT}/c-v2.md>)`);
});

test('llms-full.txt has what fits beside an API that does not', async () => {
  const entries = ['a', 'b', 'c'].map((name) => ({ ...shop, name, title: name }));
  const text = await discoveryFile('/llms-full.txt')?.write({
    ...siteOf({ entries }),
    markdown: async (document) =>
      document.level === 'api' && document.api === 'a' ? 'x'.repeat(17 * 1024 * 1024) : '# Short\n',
  });
  expect(text).toContain(`too long to be here: [a](<${ROOT}/a-v2.md>)`);
  expect(text?.match(/# Short/g)).toHaveLength(2);
});

test('the API catalog has each description with its type (RFC 9727 §4, RFC 8631)', async () => {
  const { linkset } = JSON.parse(String(await write('/.well-known/api-catalog', { baseUrl: '' })));
  const [catalog, first] = linkset;
  expect(catalog).toEqual({
    anchor: '/.well-known/api-catalog',
    item: [1, 2].map((version) => ({
      href: `/platform/documentation/Shop-v${version}`,
      title: `${shop.title}, version ${version}`,
    })),
  });
  expect(first.anchor).toBe('/platform/documentation/Shop-v1');
  expect(first['service-doc'].map(({ type }: { type: string }) => type)).toEqual(['text/html', 'text/markdown']);
  expect(first['service-desc'].map(({ type }: { type: string }) => type)).toEqual([
    'application/vnd.swagger+json',
    'application/vnd.oai.openapi+json',
    'application/vnd.oai.openapi',
    'application/raml+yaml',
    'text/vnd.apiblueprint+markdown',
  ]);
});

test('the API catalog has no handbooks, which describe no API', async () => {
  const handbook = { ...shop, name: 'Handbook', guides: [{ name: 'a', title: 'A' }] };
  const text = String(await write('/.well-known/api-catalog', { entries: [handbook, shop] }));
  expect(text).toContain('Shop-v2');
  expect(text).not.toContain('Handbook');
});
