import { describe, expect, test } from 'vitest';
import { checkHtml } from '../../../src/descriptors/html-in-texts.ts';
import { parseFile } from '../../../src/descriptors/parse.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

function check(text: string): Diagnostic | undefined {
  const file = parseFile({ path: 'a.yaml', text }, ({ message }) => {
    throw new Error(message);
  });
  return file && checkHtml(file);
}

const inDescription = (description: string): Diagnostic | undefined => check(JSON.stringify({ description }));

describe('a warning about HTML', () => {
  test.each([
    ['one <b>x</b><br>two', '<b>'],
    ['<p>One', '<p>'],
    ['see <a href="https://example.com" title="x">this</a>', '<a>'],
    ['H<sub>2</sub>O', '<sub>'],
    ['<IMG src=x onerror=alert(1)>', '<IMG>'],
    ['`<b>` and <i>this</i>', '<i>'],
    ['```\n<b>x</b>\n````\n<hr/>', '<hr>'],
    ['a <span\nclass="b">c</span>', '<span>'],
  ])('is given for %j, naming %s', (description, tag) => {
    expect(inDescription(description)?.message).toBe(`HTML is shown as text, such as ${tag} here.`);
  });

  test.each([
    ['links of Markdown', '<https://example.com/p> and <a@example.com>'],
    ['code in a line', 'write `<b>x</b>` or ``<i>`</i>``'],
    ['fenced code', 'so:\n\n```html\n<p class="x">`</p>\n```\n\n~~~\n<b>x</b>\n~~~'],
    ['indented code', 'so:\n\n    <b>x</b>\n\n\t<hr>'],
    ['names of what is to be filled in', '<host>:<port>/<table>/<id>?code=<code>'],
    ['less and greater', 'a < b and c > d, a<b>c'],
  ])('is not given for %s', (_, description) => {
    expect(inDescription(description)).toBeUndefined();
  });

  test.each(['one<br>two', 'one<br/>', 'one<BR />two <b>x</b>'])('is given for %j, which pages obey', (description) => {
    expect(inDescription(description)?.message).toMatch(/^<br>, such as here, breaks the line on pages only\.$/);
  });

  test('is one a file, at the first place, with their number', () => {
    expect(
      check(
        'info:\n  description: >-\n    x <b>y</b>\npaths:\n  /a:\n    get: { description: "<i>y</i> <b>z</b>", tags: [{ description: <hr> }] }\n',
      ),
    ).toEqual({
      file: 'a.yaml',
      line: 3,
      column: 7,
      severity: 'warning',
      rule: 'html-in-text',
      message: 'HTML is shown as text, such as <b> here; 3 descriptions have HTML.',
      remedy: 'Write Markdown instead, or put it in backquotes.',
    });
  });

  test.each([
    ['an escape', '{"description": "x\\u003c/b>"}', 1, 17],
    ['a folded line', 'description: >\n  one\n  two </b>\n', 2, 1],
    ['a quoted attribute', 'a: 1\ndescription: "see <a href=\\"x\\">y"\n', 2, 19],
  ])('stands at the tag, or where the text begins: %s', (_, text, line, column) => {
    expect(check(text)).toMatchObject({ line, column });
  });

  test.each([
    [
      'an example',
      {
        example: { description: '<b>x</b>' },
        default: { description: '<b>x</b>' },
        'x-a': { description: '<b>x</b>' },
      },
    ],
    ['another text', { pattern: '<b>x</b>', title: '<b>x</b>' }],
  ])('is not given for %s', (_, value) => {
    expect(check(JSON.stringify({ schema: value }))).toBeUndefined();
  });

  test('is given for fields that are named like values', () => {
    expect(check(JSON.stringify({ properties: { example: { description: '<b>x</b>' } } }))).toBeDefined();
    expect(
      check(JSON.stringify({ properties: { properties: { example: '<b>', description: '<b>x</b>' } } })),
    ).toBeDefined();
  });

  test('takes a moment for hostile texts', () => {
    const before = cpuMilliseconds();
    for (const piece of ['`', '<', '<a ', '<a =', '<hr ', '~~~', '\n<b', '``a`'])
      expect(inDescription(`${piece.repeat(100_000)} </b`)).toBeUndefined();
    expect(cpuMilliseconds() - before).toBeLessThan(2000);
  });
});
