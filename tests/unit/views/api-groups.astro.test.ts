import { describe, expect, test } from 'vitest';
import { json } from '../../../src/formats/json/json.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiListEntry } from '../../../src/model/records.ts';
import { apiGroups } from '../../../src/presentation/navigation/list-rows.ts';
import { listEntry } from '../../../src/store/list-entry.ts';
import { ENGLISH, wordsOf } from '../../../src/words/words.ts';
import { apiRecord } from '../../fixtures/model/rich-api.ts';
import { described } from '../descriptions/described.ts';
import { pageOf, render } from './render.ts';

/** @param files each named `<title>.yaml`, below the folder of descriptors */
function entriesOf(...files: readonly string[]): readonly ApiListEntry[] {
  return files.map((path) => {
    const title = path.replace(/.*\/|\.yaml$/g, '');
    const { info, source } = apiRecord();
    const file = `api-descriptors/${path}`;
    const record = apiRecord({ name: title, info: { ...info, title }, source: { ...source, file } });
    return listEntry(title, [new Api(record)]);
  });
}

function foldersInJson(entries: readonly ApiListEntry[]): unknown {
  const written: readonly { folder?: string }[] = JSON.parse(
    `${json.render?.({ level: 'list', entries }, { title: 'APIs', baseUrl: '' })}`,
  );
  return written.map(({ folder }) => folder);
}

const PORTAL = entriesOf('payments/b.yaml', 'payments/a10/A10.yaml', 'payments/A9.yaml', 'CRM/d.yaml', 'CRM/c.yaml');

describe('the list of APIs', () => {
  test.each<[string, readonly ApiListEntry[], unknown]>([
    [
      'by folders, groups and members by title',
      PORTAL,
      [
        ['CRM', 'c d'],
        ['Payments', 'A9 A10 b'],
      ],
    ],
    [
      'what is in no group of several comes last',
      [...PORTAL, ...entriesOf('loose.yaml', 'alone/single.yaml')],
      [
        ['CRM', 'c d'],
        ['Payments', 'A9 A10 b'],
        ['Other APIs', 'loose single'],
      ],
    ],
    ['one folder groups nothing', entriesOf('all/b.yaml', 'all/a.yaml', 'c.yaml'), [[null, 'a b c']]],
    [
      'folders of versions group nothing',
      entriesOf('v1/a.yaml', 'v1/b.yaml', '2.0/c.yaml', '2.0/d.yaml'),
      [[null, 'a b c d']],
    ],
    ['a folder for each API groups nothing', entriesOf('a/a.yaml', 'b/v1/b.yaml'), [[null, 'a b']]],
  ])('%s', (_, entries, expected) => {
    const groups = apiGroups(entries, wordsOf({ language: ENGLISH }));
    expect(groups.map(({ title, entries: members }) => [title, members.map((one) => one.title).join(' ')])).toEqual(
      expected,
    );
  });

  test('says in JSON nothing of folders that are no groups of it', () => {
    const files = ['payments/b.yaml', 'payments/a.yaml', 'merger/c.yaml', 'v1/d.yaml', 'v1/e.yaml'];
    expect(foldersInJson(entriesOf(...files))).toEqual(files.map(() => undefined));
    const more = [...files, 'crm/f.yaml', 'crm/g.yaml'];
    expect(foldersInJson(entriesOf(...more))).toEqual([
      'payments',
      'payments',
      undefined,
      undefined,
      undefined,
      'crm',
      'crm',
    ]);
  });

  test('has handbooks first: what has nothing but guides is no API, and says nothing of calls', async () => {
    const guides = [
      { name: 'a<b>', title: 'Getting <tokens>', text: 'T.' },
      { name: 'errors', title: 'Errors', text: 'E.' },
    ];
    const record = apiRecord({
      name: 'Start',
      guides,
      info: { title: 'Start here', version: '1', 'x-internal': true },
    });
    const handbook = new Api(record);
    const entries = [...entriesOf('c.yaml', 'd.yaml'), listEntry('Start', [handbook])];
    const titles = (list: readonly ApiListEntry[]) =>
      apiGroups(list, wordsOf({ language: ENGLISH })).map(({ title, id, entries: { length } }) => [title, id, length]);
    const [guidesFirst, apis] = [
      ['Guides', 'guides', 1],
      ['APIs', 'apis', 2],
    ];
    expect(titles(entries)).toEqual([guidesFirst, apis]);
    expect(titles(entries.slice(2))).toEqual([[null, '', 1]]);
    expect(titles([...PORTAL, ...entries.slice(2)]).map(([title]) => title)).toEqual(['Guides', 'CRM', 'Payments']);
    const html = await render(pageOf({ level: 'list', entries }));
    const [card = ''] = /<li><h3><a href="[^"]*\/Start-v1"[\s\S]*?<\/ul><\/li>/.exec(html) ?? [];
    expect(card.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toBe(
      ' Start here Start T. Internal Getting &lt;tokens&gt; Errors ',
    );
    expect(html).toMatch(/<a href="#guides">Guides 2<\/a>.*<a href="#apis">APIs 2<\/a>/s);
    expect(card).toContain('/platform/documentation/Start-v1/guides/a%3Cb%3E"');
    const page = await render(pageOf({ level: 'api', api: handbook }));
    const text = `${markdown.render?.({ level: 'api', api: handbook }, { title: '', baseUrl: '' })}`;
    for (const word of ['Base URL', 'How to log in', 'Services', 'No services described']) {
      expect(page.replace(/<header.*?<\/header>/s, '')).not.toContain(word);
      expect(text).not.toContain(word);
    }
    for (const shown of [page, text]) expect(shown).toMatch(/Getting (&|\\?<)/);
  });

  test('shows two of its formats as calls: three have no room for an address', async () => {
    const alternates = ['json', 'markdown', 'atom'].map((format) => ({
      format,
      title: format,
      mediaType: `text/${format}`,
      path: `/list.${format}`,
    }));
    const html = await render(pageOf({ level: 'list', entries: PORTAL }, { alternates }));
    const [, calls = ''] = html.split('<div class="pd-calls">');
    expect(calls.match(/Accept: text\/\w+/g)).toEqual(['Accept: text/json', 'Accept: text/markdown']);
  });

  test('has a heading for each group and a link to it, in HTML, Markdown and JSON', async () => {
    const list = {
      level: 'list',
      entries: entriesOf('x<b>/a.yaml', 'x<b>/b.yaml', 'data-platform/c.yaml', 'data-platform/d.yaml'),
    } as const;
    const html = await render(pageOf(list));
    expect(html).toContain('href="#apis.x%3Cb%3E"');
    expect(html).toContain('<h2 id="apis.x%3Cb%3E">');
    expect(html).toMatch(
      /<h2 id="apis.data-platform">Data platform<\/h2>\s*<ul class="pd-grid pd-apis"><li><h3><a href="[^"]*\/c-v1"/,
    );
    const site = { title: 'APIs', baseUrl: '' };
    expect(markdown.render?.(list, site)).toMatch(
      /^# APIs\n\n## Data platform\n\n- \*\*c[\s\S]*\n\n## x\\<b\\>\n\n- \*\*a/,
    );
    expect(foldersInJson(list.entries)).toEqual(['x<b>', 'x<b>', 'data-platform', 'data-platform']);
  });

  const tagged = (...tags: readonly string[]): ApiListEntry => {
    const operation = (tag: string) => ({ get: { tags: [tag], responses: { 200: { description: 'Done' } } } });
    const untagged = { '/path': { get: { responses: { 200: { description: 'Done' } } } } };
    const paths =
      tags.length === 0 ? untagged : Object.fromEntries(tags.map((tag, at) => [`/path${at}`, operation(tag)]));
    return listEntry('Shop', [described({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths })]);
  };
  const many = Array.from({ length: 101 }, (_, at) => `tag${at}`);

  test.each<[string, readonly ApiListEntry[], readonly string[]]>([
    ['of a single API', [tagged('order_items', 'a <b>')], ['Order items', '<bdi>a &lt;b&gt;</bdi>']],
    ['not of several', [tagged('orders'), ...entriesOf('b.yaml')], []],
    ['not where services have none', entriesOf('b.yaml'), []],
    ['at most a hundred', [tagged(...many)], []],
    ['not where nothing has a tag', [tagged()], []],
  ])('leads to the groups %s', async (_, entries, expected) => {
    const html = await render(pageOf({ level: 'list', entries }));
    const links = [...html.matchAll(/<a href="[^"]*\/groups\/[^"]*">(.*?)<\/a>/g)].map(([, text]) => text);
    expect(links).toEqual(expected);
  });
});
