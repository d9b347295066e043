import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { atom } from '../../../../src/formats/atom/atom.ts';
import { Api } from '../../../../src/model/api.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { Site } from '../../../../src/presentation/page-data/site.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { listEntry } from '../../../../src/store/list-entry.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

interface XmlLint {
  /** libxml2. `errors`: null where the document is valid. */
  validateXML(of: { xml: string; schema: string }): { errors: readonly string[] | null };
}

const { validateXML }: XmlLint = createRequire(import.meta.url)('xmllint-jsparser');
const schema = readFileSync('tests/fixtures/atom.xsd', 'utf8');

/**
 * libxml2 compiled to JavaScript reports when it took more than 15 ms to get ready, and this build of it throws at
 * every report (`!_PERF_!`): it is ready at once where the clock stands still.
 * @returns null where the document is valid
 */
function problemsOf(xml: string): readonly string[] | null {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  try {
    return validateXML({ xml, schema }).errors;
  } finally {
    clock.mockRestore();
  }
}

const site: Site = { title: 'APIs', baseUrl: 'https://api.example.com' };

function feedOf(before: ApiRecord, after: ApiRecord, of: Site = site): string {
  const versions = [before.version, after.version];
  const context = { versions, defaultVersion: after.version, ...(of.language && { language: of.language }) };
  const [old, api] = [new Api(before, context), new Api(after, context)];
  return atom.render?.({ level: 'changes', api, before: old }, of) ?? '';
}

function valuesOf(feed: string, element: string): readonly string[] {
  return [...feed.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))].map(
    ([, text = '']) => text,
  );
}

const HOSTILE = '</title><script>alert(1)</script>&amp;\u0000\u0008\ud800\ufffe]]>"';
const things = (version: number, paths: readonly string[], extensions = {}): ApiRecord =>
  apiRecord({
    name: 'Things',
    version,
    extensions,
    info: { title: 'Things <b>', version: '1' },
    services: [
      service('Thing', {
        operations: paths.map((path) => operation('GET', path, { summary: `List ${path}${HOSTILE}` })),
      }),
    ],
  });
const [first, second] = [things(1, ['/a', '/c']), things(2, ['/b', '/c'])];
const older = (record: ApiRecord): ApiRecord => ({ ...record, version: 1, services: record.services.slice(1) });
const german = languageOf('de', {}, { isDefault: false, isAlone: false });

describe('a feed of changes', () => {
  test.each([
    ['a hostile text in every place', feedOf(first, second)],
    ['nothing changed', feedOf(first, { ...first, version: 2 })],
    ['many kinds of changes', feedOf(older(richApi), { ...richApi, version: 2 })],
    ['hostile descriptors', feedOf(older(hostileApi), { ...hostileApi, version: 2 })],
    ['no address of the site', feedOf(first, second, { title: '', baseUrl: '' })],
    ['another language', feedOf(first, second, { ...site, languages: [german], language: german })],
  ])('is valid: %s', (_, feed) => {
    expect(problemsOf(feed)).toBeNull();
  });

  test('is found wrong by the same parser where it is', () => {
    const feed = feedOf(first, second);
    for (const wrong of [
      feed.replace('<updated>', '<updated>x'),
      feed.replace('</entry>', ''),
      feed.replace('"self"', '"alternate"'),
    ])
      expect(problemsOf(wrong)).not.toBeNull();
  });

  test('has an entry for each operation that changed, the worst first, with text that stays text', () => {
    const feed = feedOf(first, second, { ...site, title: 'A & B' });
    expect(valuesOf(feed, 'name')).toEqual(['A &amp; B']);
    expect(valuesOf(feed, 'title').map((title) => title.slice(0, 20))).toEqual([
      'Things &lt;b&gt;: Ch',
      'List /a&lt;/title&gt',
      'List /b&lt;/title&gt',
    ]);
    expect([...feed.matchAll(/term="([^"]*)"/g)].map(([, term]) => term)).toEqual(['breaking', 'notable']);
    expect(feed).toContain('href="https://api.example.com/platform/documentation/Things-v1/Thing#get"');
    expect(feed).not.toContain('<script');
    // Escaped for HTML, and that for XML.
    expect(valuesOf(feed, 'content').join()).toContain('&lt;li&gt;&lt;strong&gt;Operation removed&lt;/strong&gt;.');
  });

  test.each([
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T12:30:00+02:00', '2026-05-01T10:30:00.000Z'],
    ['soon', '1970-01-01T00:00:02.000Z'],
    [undefined, '1970-01-01T00:00:02.000Z'],
  ])('released: %s, has the date %s, whenever it is made', (released, date) => {
    const feed = feedOf(first, things(2, ['/b'], released === undefined ? {} : { 'x-released': released }));
    expect(new Set(valuesOf(feed, 'updated'))).toEqual(new Set([date]));
    expect(feedOf(first, things(2, ['/b'], released === undefined ? {} : { 'x-released': released }))).toBe(feed);
  });

  test('names the operations of a part that several share, the first of many', () => {
    const shared = (version: number, count: number, type: 'integer' | 'string'): ApiRecord => {
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
      const record = things(
        version,
        Array.from({ length: count }, (_, index) => `/${index}`),
      );
      const services = record.services.map((one) => ({
        ...one,
        operations: one.operations.map((own) => ({ ...own, responses: { '200': { description: 'OK', content } } })),
      }));
      const Thing: JsonSchema = { type: 'object', properties: { name: { type } } };
      return { ...record, services, components: { ...record.components, schemas: { Thing } } };
    };
    const html = valuesOf(feedOf(shared(1, 7, 'string'), shared(2, 7, 'integer')), 'content').join();
    expect(html).toMatch(
      /; in 7 operations: (?:&lt;a href=&quot;[^"]*?Things-v2\/Thing#get&quot;&gt;List [^,]*, ){5}2 more operations\./,
    );
    expect(html).not.toContain('&lt;script');
    expect(problemsOf(feedOf(shared(1, 7, 'string'), shared(2, 7, 'integer')))).toBeNull();
    const both = valuesOf(feedOf(shared(1, 2, 'string'), shared(2, 2, 'integer')), 'content').join();
    expect(both).toMatch(/; in 2 operations: &lt;a [^,]*&lt;\/a&gt;, &lt;a [^,]*&lt;\/a&gt;\./);
  });

  test('identifies its entries as it did, no matter what else changes, and those of other versions otherwise', () => {
    const ids = valuesOf(feedOf(first, second), 'id');
    expect(new Set(ids).size).toBe(ids.length);
    expect(valuesOf(feedOf(first, things(2, ['/b', '/c', '/d'])), 'id')).toEqual(expect.arrayContaining([...ids]));
    expect(valuesOf(feedOf(first, things(3, ['/b', '/c'])), 'id').filter((id) => ids.includes(id))).toEqual([]);
  });
});

describe('a feed of all APIs', () => {
  const listed = (...records: readonly ApiRecord[]) =>
    [...Map.groupBy(records, ({ name }) => name)].map(([name, versions]) =>
      listEntry(
        name,
        versions.map((record) => new Api(record, { defaultVersion: versions.at(-1)?.version ?? 1 })),
      ),
    );
  const feed = (...records: readonly ApiRecord[]): string =>
    atom.render?.({ level: 'list', entries: listed(...records) }, site) ?? '';
  const others = apiRecord({ name: 'Others', info: { title: HOSTILE, version: '1' } });
  const portal = [
    things(1, ['/a'], { 'x-released': '2026-01-01', 'x-deprecated-since': '2026-05-01', 'x-sunset': '2027-01-01' }),
    things(2, ['/a'], { 'x-released': '2026-04-01' }),
    { ...others, extensions: { 'x-released': '2026-03-01' } },
  ];

  test('has each version and what is deprecated, the newest first', () => {
    const text = feed(...portal);
    expect(problemsOf(text)).toBeNull();
    expect(text).not.toContain('<script');
    expect(valuesOf(text, 'title').map((title) => title.replace(/^&lt;\/title.*(?= v1)/s, 'Others'))).toEqual([
      'APIs',
      'Things &lt;b&gt; v1: Deprecated from 2026-05-01, to be removed on 2027-01-01',
      'Things &lt;b&gt; v2',
      'Others v1',
      'Things &lt;b&gt; v1',
    ]);
    const days = valuesOf(text, 'updated').map((updated) => updated.slice(0, 10));
    expect(days).toEqual(['2026-05-01', '2026-05-01', '2026-04-01', '2026-03-01', '2026-01-01']);
    expect([...text.matchAll(/text\/html" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://api.example.com/platform/documentation',
      'https://api.example.com/platform/documentation/Things-v1',
      'https://api.example.com/platform/documentation/Things-v2/changes',
      'https://api.example.com/platform/documentation/Others-v1',
      'https://api.example.com/platform/documentation/Things-v1',
    ]);
  });

  test('is valid while it is empty, and of an API keeps the identifiers as others come', () => {
    expect(problemsOf(feed())).toBeNull();
    const [all, some] = [feed(...portal), feed(portal[0] ?? others)].map((text) => valuesOf(text, 'id'));
    expect(new Set(all).size).toBe(5);
    expect(all).toEqual(expect.arrayContaining([...(some ?? ['none'])]));
  });
});
