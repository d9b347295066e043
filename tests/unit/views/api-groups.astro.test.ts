import { describe, expect, test } from 'vitest';
import { json } from '../../../src/formats/json/json.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiListEntry } from '../../../src/model/records.ts';
import { apiGroups } from '../../../src/presentation/navigation/api-groups.ts';
import { listEntry } from '../../../src/store/list-entry.ts';
import { ENGLISH, wordsOf } from '../../../src/words/words.ts';
import { apiRecord } from '../../fixtures/model/rich-api.ts';
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
    expect(JSON.parse(`${json.render?.(list, site)}`)).toMatchObject([
      { folder: 'x<b>' },
      {},
      { folder: 'data-platform' },
      {},
    ]);
  });
});
