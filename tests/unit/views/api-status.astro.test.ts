import { describe, expect, test } from 'vitest';
import { json } from '../../../src/formats/json/json.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { OperationRecord } from '../../../src/model/records.ts';
import { apiStatus, statusMarks } from '../../../src/presentation/services/about.ts';
import { listEntry } from '../../../src/store/list-entry.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { pageOf, render } from './render.ts';

const { info } = apiRecord();
const current = operation('GET', '/a');
const old = operation('PUT', '/a', { deprecated: true });
const since = { 'x-deprecated-since': '2026-05-01' };
const dates = { ...since, 'x-sunset': '2027-01-01' };
const apiOf = (operations: readonly OperationRecord[], extensions = {}, marks = {}): Api =>
  new Api(apiRecord({ extensions, info: { ...info, ...marks }, services: [service('a', { operations })] }));

describe('what clients have to know of an API before they choose it', () => {
  test.each([
    [apiOf([current]), []],
    [apiOf([]), []],
    [apiOf([current, old]), []],
    [apiOf([old]), ['Deprecated']],
    [apiOf([operation('GET', '/a', { extensions: since })]), ['Deprecated']],
    [apiOf([current], since), ['Deprecated from 2026-05-01']],
    [apiOf([current], { 'x-sunset': '2027-01-01' }), ['Deprecated, to be removed on 2027-01-01']],
    [apiOf([current], dates), ['Deprecated from 2026-05-01, to be removed on 2027-01-01']],
    [apiOf([current], { 'x-sunset': 'soon' }), []],
    [apiOf([current], {}, { 'x-internal': true }), ['Internal']],
    [apiOf([current], { 'x-internal': true }, { 'x-internal': true }), ['Internal']],
    [apiOf([current], {}, { 'x-internal': false, 'x-audience': ['public', 7] }), []],
    [apiOf([current], {}, { 'x-audience': ['partners', 'ops'] }), ['partners', 'ops']],
    [apiOf([old], {}, { 'x-audience': 'partners' }), ['Deprecated', 'partners']],
    // One of them is everyone.
    [apiOf([current], {}, { 'x-audience': ['public', 'partners'] }), []],
    [apiOf([current], { 'x-audience': ['external-public', 'ops'] }, { 'x-audience': 'partners' }), ['partners']],
    // Kept for readers inside as true is.
    [apiOf([current], {}, { 'x-internal': 'yes' }), ['Internal']],
  ])('%#: %j', (api, expected) => {
    expect(statusMarks(apiStatus(api), wordsOf(api))).toEqual(expected);
  });

  test('stands on its page, in the list of APIs and in their machine formats', async () => {
    const site = { title: 'APIs', baseUrl: '' };
    const api = apiOf([current], dates, { 'x-audience': 'partners' });
    const list = { level: 'list', entries: [listEntry('Empty', [api])] } as const;
    const deprecated = 'Deprecated from 2026-05-01, to be removed on 2027-01-01';
    for (const document of [list, { level: 'api', api } as const]) {
      const html = await render(pageOf(document));
      expect(html).toContain(`<strong class="pd-warns">${deprecated}</strong>`);
      expect(html).toContain('<strong>partners</strong>');
      expect(markdown.render?.(document, site)).toContain(`**${deprecated}**`);
    }
    expect(JSON.parse(`${json.render?.(list, site)}`)).toMatchObject([
      { deprecated: true, deprecated_since: '2026-05-01', sunset: '2027-01-01', audience: ['partners'] },
    ]);
  });

  test('is said of an operation with its dates in its section, and in one word where it is listed above', async () => {
    const listed = async (first: OperationRecord, extensions = {}): Promise<string> => {
      const api = apiOf([first, operation('POST', '/a'), operation('PUT', '/a')], extensions);
      const [page] = api.getServices();
      if (page === undefined) throw new Error('no service');
      const html = await render(pageOf({ level: 'service', api, service: page }));
      expect(html.match(/Deprecated from 2026-05-01/g)).toHaveLength(extensions === dates ? 3 : 1);
      return (
        /<dl.*?<\/dl>/s
          .exec(html)?.[0]
          .match(/<strong class="pd-warns">.*?<\/strong>/g)
          ?.join('') ?? ''
      );
    };
    const own = operation('GET', '/a', { extensions: dates });
    expect(await listed(own)).toBe('<strong class="pd-warns">Deprecated</strong>');
    expect(await listed(current, dates)).toBe('');
  });

  test('is said of versions that are not the default, too', async () => {
    const site = { title: 'APIs', baseUrl: '' };
    const version = (number: number, extensions = {}): Api =>
      new Api({ ...apiOf([current], extensions).record, version: number }, { defaultVersion: 3, versions: [1, 2, 3] });
    const list = { level: 'list', entries: [listEntry('Empty', [version(1, dates), version(2), version(3)])] } as const;
    const html = (await render(pageOf(list))).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(html).toContain(' Version 1 (deprecated) Version 2 Version 3 (default) 1 operation ');
    expect(markdown.render?.(list, site)).toMatch(/version 1\S+ \(deprecated\), \S+ \S+, \S+ \S+ \(default\)/);
    expect(JSON.parse(`${json.render?.(list, site)}`)).toMatchObject([{ deprecated_versions: [1] }]);
  });
});
