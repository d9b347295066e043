import { describe, expect, test } from 'vitest';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../../src/model/api.ts';
import { withVisibleControls } from '../../../../src/model/control-characters.ts';
import { bytesOfPage } from '../../../../src/server/documentation/rendered-page.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const CONTROLS = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index)].map((code) =>
  String.fromCharCode(code),
);
const SHOWN = CONTROLS.filter((character) => !'\t\n\r'.includes(character));
const site = { title: 'APIs', baseUrl: '' };

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
        const html = new TextDecoder().decode(await bytesOfPage(new Response(`<body>${text}\t\r\n</body>`)));
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
    const bytes = await bytesOfPage(new Response(`<body>${text}</body>`));
    expect(new TextDecoder().decode(bytes)).toBe(`<body>${shown}</body>`);
  });
});
