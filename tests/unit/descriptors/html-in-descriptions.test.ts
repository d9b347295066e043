import { describe, expect, test } from 'vitest';
import { checkHtml } from '../../../src/descriptors/description-checks.ts';
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
    ['one <u>x</u><br>two', '<u>'],
    ['<div class="note">One', '<div>'],
    ['<p>One</p> <span style="color: red">two</span>', '<span>'],
    ['<SVG onload=alert(1)>', '<SVG>'],
    ['`<u>` and <center>this</center>', '<center>'],
    ['```\n<u>x</u>\n````\n</font>', '<font>'],
    ['a <span\nclass="b">c</span>', '<span>'],
    ['<script>alert(1)</script>', '<script>'],
  ])('is given for %j, naming %s', (description, tag) => {
    expect(inDescription(description)?.message).toBe(`Pages do not render HTML such as ${tag} here.`);
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

  test.each([
    'one<br>two',
    '<p>One <b>x</b> H<sub>2</sub>O</p>',
    '<ul><li>a</li></ul><hr/>',
    '<table><tr><td>a</td></tr></table>',
    'see <a href="https://example.com" title="x">this</a> <IMG src=x>',
  ])('is not given for %j, which pages render', (description) => {
    expect(inDescription(description)).toBeUndefined();
  });

  test('is one a file, at the first place, with their number', () => {
    expect(
      check(
        'info:\n  description: >-\n    x <u>y</u>\npaths:\n  /a:\n    get: { description: "<u>y</u> <q>z</q>", tags: [{ description: </div> }] }\n',
      ),
    ).toEqual({
      file: 'a.yaml',
      line: 3,
      column: 7,
      severity: 'warning',
      rule: 'html-in-text',
      message: 'Pages do not render HTML such as <u> here; 3 descriptions have HTML like that.',
      remedy: 'Write Markdown instead, or put it in backquotes.',
    });
  });

  test.each([
    ['an escape', '{"description": "x\\u003c/u>"}', 1, 17],
    ['a folded line', 'description: >\n  one\n  two </u>\n', 2, 1],
    ['a quoted attribute', 'a: 1\ndescription: "see <u class=\\"x\\">y"\n', 2, 19],
  ])('stands at the tag, or where the text begins: %s', (_, text, line, column) => {
    expect(check(text)).toMatchObject({ line, column });
  });

  test.each([
    [
      'an example',
      {
        example: { description: '<u>x</u>' },
        default: { description: '<u>x</u>' },
        'x-a': { description: '<u>x</u>' },
      },
    ],
    ['another text', { pattern: '<u>x</u>', title: '<u>x</u>' }],
  ])('is not given for %s', (_, value) => {
    expect(check(JSON.stringify({ schema: value }))).toBeUndefined();
  });

  test('is given for fields that are named like values', () => {
    expect(check(JSON.stringify({ properties: { example: { description: '<u>x</u>' } } }))).toBeDefined();
    expect(
      check(JSON.stringify({ properties: { properties: { example: '<u>', description: '<u>x</u>' } } })),
    ).toBeDefined();
  });

  test('takes a moment for hostile texts', () => {
    const before = cpuMilliseconds();
    for (const piece of ['`', '<', '<u ', '<u =', '<div ', '~~~', '\n<u', '``a`'])
      expect(inDescription(`${piece.repeat(100_000)} </u`)).toBeUndefined();
    expect(cpuMilliseconds() - before).toBeLessThan(2000);
  });
});
