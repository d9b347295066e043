import { describe, expect, test } from 'vitest';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../../src/model/api.ts';
import { withVisibleControls } from '../../../../src/model/control-characters.ts';
import type { Page } from '../../../../src/model/page/document.ts';
import { bytesOfPage } from '../../../../src/server/documentation/rendered-page.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const CONTROLS = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index)].map((code) =>
  String.fromCharCode(code),
);
const SHOWN = CONTROLS.filter((character) => !'\t\n\r'.includes(character));
const site = { title: 'APIs', baseUrl: '' };

function pageOf(api: Api): Page {
  return { kind: 'document', site, document: { level: 'api', api }, alternates: [], versions: [], development: false };
}

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
        const html = new TextDecoder().decode(
          await bytesOfPage(new Response(`<body>${text}\t\r\n</body>`), pageOf(api)),
        );
        expect(html).toMatch(/^<body>a[\u2400-\u2421\ufffd]b\t\r\n<\/body>$/);
        expect(markdown.render?.({ level: 'api', api }, site)).not.toContain(character);
      }
    },
  );

  test('have the picture of their own', () => {
    expect(withVisibleControls('\0\u0007\u001b\u007f\u009b\t\r\n')).toBe('\u2400\u2407\u241b\u2421\ufffd\t\r\n');
  });

  test('are looked for in problem pages, which no API is known of', async () => {
    const problem = { status: 404, title: 'Not Found', detail: '', closeNames: [], json: '' };
    // biome-ignore lint/suspicious/noExplicitAny: only its kind is looked at
    const page: any = { kind: 'problem', site, problem };
    expect(new TextDecoder().decode(await bytesOfPage(new Response('<body>\u0007</body>'), page))).toBe(
      '<body>\u2407</body>',
    );
  });

  test.each([
    ['\\\u0008', '\u2407'],
    ['\\\\\u0008', '\u2407'],
    ['\\b', '\u0007'],
    ['\\\\b, \\f and \\u0008', '\u0007'],
    ['form feed &#12;', '\u2407'],
    ['bell &#x0007; and next line &#133;', '\u2407'],
    ['a space &#32; and &#1234;', '\u0007'],
    ['none', '\u0007'],
  ])('are looked for in a page of an API with %j: %j', async (title, shown) => {
    const page = pageOf(new Api(apiRecord({ info: { title, version: '1' } })));
    expect(new TextDecoder().decode(await bytesOfPage(new Response('<body>\u0007</body>'), page))).toBe(
      `<body>${shown}</body>`,
    );
  });
});
