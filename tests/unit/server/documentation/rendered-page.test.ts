import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../../src/model/api.ts';
import { withVisibleControls } from '../../../../src/model/texts.ts';
import type { DocumentPage } from '../../../../src/presentation/page-data/document.ts';
import { bytesOfPage } from '../../../../src/server/documentation/rendered-page.ts';
import { renderMarkdown } from '../../../../src/views/markdown.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const CONTROLS = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index)].map((code) =>
  String.fromCharCode(code),
);
const SHOWN = CONTROLS.filter((character) => !'\t\n\r'.includes(character));
const site = { title: 'APIs', baseUrl: '' };
const api = new Api(
  apiRecord({
    services: [service('a', { operations: [operation('GET', '/a', { operationId: 'a&b' })] })],
  }),
);
const page: DocumentPage = {
  kind: 'document',
  site,
  document: { level: 'api', api },
  alternates: [],
  versions: [],
  development: false,
};
const shownOn = async (html: string, on: DocumentPage): Promise<string> =>
  new TextDecoder().decode(await bytesOfPage(new Response(`<body>${html}</body>`), on));

describe('control characters of a descriptor', () => {
  test.each(SHOWN.map((character) => [`U+${character.charCodeAt(0).toString(16)}`, character]))(
    '%s is a visible one in HTML and Markdown',
    async (_, character) => {
      const text = `a${character}b`;
      const places = [
        apiRecord({ info: { title: text, version: '1' } }),
        apiRecord({ services: [service('a', { operations: [operation('GET', '/a', { summary: text })] })] }),
        apiRecord({ components: { ...apiRecord().components, schemas: { A: { enum: [text] } } } }),
      ];
      for (const record of places) {
        const api = new Api(record);
        const html = new TextDecoder().decode(await bytesOfPage(new Response(`<body>${text}\t\r\n</body>`), page));
        expect(html).toMatch(/^<body>a[\u2400-\u2421\ufffd]b\t\r\n<\/body>$/);
        expect(markdown.render?.({ level: 'api', api }, site)).not.toContain(character);
      }
    },
  );

  test('have the picture of their own', () => {
    expect(withVisibleControls('\0\u0007\u001b\u007f\u009b\t\r\n')).toBe('\u2400\u2407\u241b\u2421\ufffd\t\r\n');
  });

  test.each([
    ['é, \u00a0 and ÿ', 'é, \u00a0 and ÿ'],
    ['“a”', '“a”'],
    ['\u0080', '\ufffd'],
    ['\u009f at the end', '\ufffd at the end'],
  ])('are told apart from letters with a byte of theirs: %j', async (text, shown) => {
    const bytes = await bytesOfPage(new Response(`<body>${text}</body>`), page);
    expect(new TextDecoder().decode(bytes)).toBe(`<body>${shown}</body>`);
  });
});

describe('links of descriptions', () => {
  test.each([
    [
      'lead to what they name',
      '[x](#operation/a&b "Title")',
      '<a href="/platform/documentation/Empty-v1/a#get" title="Title">x</a>',
    ],
    [
      'of HTML as well',
      '<a href="#operation/a&amp;b"><b>x</b></a>',
      '<a href="/platform/documentation/Empty-v1/a#get"><strong>x</strong></a>',
    ],
    ['keep their text where there is nothing', 'see [*x*](#tag/Gone).', 'see <em>x</em>.'],
    [
      'in code are text',
      '`<a class="pd-to" href="#tag/a">x</a>`',
      '<code>&#x3C;a class="pd-to" href="#tag/a">x&#x3C;/a></code>',
    ],
    ['have no mark of ours', '<a class="pd-to" href="/x">x</a>', '<a href="/x">x</a>'],
    [
      'in titles are text',
      "[x](/x \"<a class='pd-to' href='#tag/a'>x</a>\")",
      '<a href="/x" title="<a class=&#x27;pd-to&#x27; href=&#x27;#tag/a&#x27;>x</a>">x</a>',
    ],
  ])('%s', async (_, markdown, html) => {
    expect(await shownOn(renderMarkdown(markdown, 1, wordsOf({})), page)).toBe(`<body><p>${html}</p></body>`);
  });

  test('are text where there is no API', async () => {
    const list: DocumentPage = { ...page, document: { level: 'list', entries: [] } };
    const html = renderMarkdown('[x](#operation/a&b) [y](/z)', 1, wordsOf({}));
    expect(await shownOn(html, list)).toBe('<body><p>x <a href="/z">y</a></p></body>');
  });

  test('stay together with control characters', async () => {
    const html = renderMarkdown('\u0001 [x](#operation/a&b)', 1, wordsOf({}));
    expect(await shownOn(html, page)).toContain('\u2401 <a href="/platform');
  });
});

describe('links to documents of the same API', () => {
  const link = '<a href="/platform/documentation/Empty-v1/b#get">b</a>';
  const changes: DocumentPage = { ...page, document: { level: 'changes', api, before: api } };
  const group: DocumentPage = {
    ...page,
    document: { level: 'service', api, service: api.getService('a') ?? expect.fail() },
  };

  test('are relative, since the page is in the same folder under each of its URLs', async () => {
    expect(await shownOn(link, group)).toBe('<body><a href="b#get">b</a></body>');
  });

  test.each([
    ['an API', page],
    ['changes', changes],
  ])('are whole on the page of %s, which has URLs elsewhere', async (_, on) => {
    expect(await shownOn(link, on)).toBe(`<body>${link}</body>`);
  });
});

test('a page in a layout with the router of Astro is loaded as a whole', async () => {
  const component = createRequire(import.meta.url).resolve('astro/components/ClientRouter.astro');
  const [mark = ''] = /<meta name="astro-view-transitions-enabled".*>/.exec(readFileSync(component, 'utf8')) ?? [];
  expect(mark).not.toBe('');
  const text = 'astro-view-transitions-enabled';
  expect(await shownOn(`${mark}<p>${text}</p>`, page)).toBe(
    `<body>${mark.replace('enabled', 'refused')}<p>${text}</p></body>`,
  );
});
