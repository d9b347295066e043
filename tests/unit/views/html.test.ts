import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute, html, Markup } from '../../../src/views/html.ts';

const text = (value: string): string => value.replaceAll(/&(?:amp|lt|gt|quot|#039);/g, (entity) => PLAIN[entity] ?? '');
const PLAIN: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
};

describe('html', () => {
  test('shows any text as it is, in an element and in an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>&"'=/ \n\`a$\{}é`) }), (hostile) => {
        const [, value = '', title = '', inside = ''] =
          /^<a href="([^"<>]*)" title="([^"<>]*)">([^<>]*)<\/a>$/.exec(
            String(html`<a href="${hostile}"${attribute('title', hostile)}>${[hostile]}</a>`),
          ) ?? [];
        expect([value, title, inside].map(text)).toEqual([hostile, hostile, hostile]);
      }),
    );
  });

  test('leaves quotes in text as they are, and escapes them in attributes', () => {
    const quotes = `"a" 'b'`;
    const escaped = '&quot;a&quot; &#039;b&#039;';
    expect(String(html`<p title="${quotes}"${attribute('id', quotes)}>${quotes}</p>`)).toBe(
      `<p title="${escaped}" id="${escaped}">${quotes}</p>`,
    );
  });

  test('prints markup as it is, lists joined, and nothing for what is not there', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(String(html`<p>${[inner, [1, ' ', 0]]}${null}${undefined}${false}${true}${''}</p>`)).toBe(
      '<p><b>&lt;</b>1 0</p>',
    );
    expect(inner).toBeInstanceOf(Markup);
  });

  test('takes what only looks like markup for text or nothing', () => {
    const fake: unknown = { toString: () => '<script>', text: '<script>', length: 1, [Symbol.toStringTag]: 'Markup' };
    expect(String(html`<p>${fake as string}</p>`)).toBe('<p></p>');
  });

  test('drops line breaks of the template with their indents, and those of no value', () => {
    const lines = html`
      <p>
        ${'a\n  b'}
        ${' '}
        <i>c</i>
      </p>`;
    expect(String(lines)).toBe('<p>a\n  b <i>c</i></p>');
  });

  test.each<[string, () => unknown]>([
    ['without quotes', () => html`<a href=${'x'}>`],
    ['as the name of an attribute', () => html`<a ${'onclick'}="x">`],
    ['as the name of an element', () => html`<${'script'}>`],
    ['as an attribute that is text', () => html`<a${' onclick="x"'}>`],
    ['as an attribute that is markup', () => html`<a${html`<b>`}>`],
    ['as markup inside quotes', () => html`<p title="${html`<b title="x"></b>`}">`],
    ['as a list inside quotes', () => html`<p title="${['x']}">`],
    ['as an attribute with a name from elsewhere', () => html`<p${attribute('onclick="x" a', 'does not fit')}>`],
    ['where an attribute is no part of a tag', () => html`<p>${attribute('id', 'x')}</p>`],
    ['where an attribute is inside quotes', () => html`<p id="${attribute('id', 'x')}">`],
  ])('refuses a value %s', (_, render) => {
    expect(render).toThrow(/Not between double quotes|does not fit|Not the name/);
  });
});

describe('attribute', () => {
  test.each([
    ['x', ' open="x"'],
    ['', ' open=""'],
    [true, ' open'],
    [false, ''],
    [undefined, ''],
  ] as const)('%j', (value, expected) => {
    expect(String(html`<p${attribute('open', value)}></p>`)).toBe(`<p${expected}></p>`);
  });
});
