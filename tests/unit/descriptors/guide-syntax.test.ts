import { describe, expect, test } from 'vitest';
import { commonGuide } from '../../../src/descriptors/guide-syntax.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

/** Without the blank lines at its beginning and end, and more than one in a row. */
function textOf(given: string): string {
  return commonGuide(given)
    .text.replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

describe('a guide of another tool', () => {
  test.each([
    [':::tip\nUse it.\n\n- a\n:::\nAfter.', '> [!TIP]\n> Use it.\n>\n> - a\n\nAfter.'],
    [':::warning[Danger ahead]\nText.\n:::', '> [!WARNING]\n> **Danger ahead**\n>\n> Text.'],
    [':::info Read {.x}\nText.\n:::', '> [!NOTE]\n> **Read**\n>\n> Text.'],
    ['::::note\n:::danger\nIn.\n:::\n::::\nOut.', '> [!NOTE]\n> > [!CAUTION]\n> > In.\n>\n\nOut.'],
    ['<Note>\n  Keys, **but**\n</Note>', '> [!NOTE]\n> Keys, **but**'],
    ['<Warning>Never.</Warning>', '> [!WARNING]\n> Never.'],
    ['<Tip>One\n\ntwo</Tip>\nAfter.', '> [!TIP]\n> One\n>\n> two\n\nAfter.'],
    ['<Callout type="error">\nText.\n</Callout>', '> [!CAUTION]\n> Text.'],
    ['{% hint style="success" %}\nText.\n{% endhint %}', '> [!TIP]\n> Text.'],
    ['> 📘 Title\n>\n> Text.', '> [!NOTE]\n> **Title**\n>\n> Text.'],
    ['> ⚠️\n> Text.', '> [!WARNING]\n> Text.'],
    ['> 😀 Title', '> 😀 Title'],
    [
      '<Note>\n```js title="a.js"\n<Tip>\n```\n</Note>',
      '> [!NOTE]\n> **a.js**\n>\n> ```js title="a.js"\n> <Tip>\n> ```',
    ],
  ])('%j has a callout', (given, text) => {
    expect(textOf(given)).toBe(text);
    expect(commonGuide(given).foreign).toEqual([]);
  });

  test.each([
    [
      '<Accordion title="Why < two?">\n  One.\n</Accordion>',
      '<details><summary>Why &lt; two?</summary>\n\nOne.\n\n</details>',
    ],
    [':::details More\nOne.\n:::', '<details><summary>More</summary>\n\nOne.\n\n</details>'],
    [
      '<Steps>\n  <Step title="Get a key">\n    Open it.\n\n        code\n  </Step>\n</Steps>',
      '**Get a key**\n\nOpen it.\n\n    code',
    ],
    [
      "<Tabs>\n<TabItem value='js' label='JS' default>\n\n```js\na\n```\n\n</TabItem>\n</Tabs>",
      '**JS**\n\n```js\na\n```',
    ],
    ['<Card\n  title="Start"\n  href="./a.md"\n>\n  Five minutes.\n</Card>', '**[Start](./a.md)**\n\nFive minutes.'],
    ['<Card title="Start" href="/a" />', '**[Start](/a)**'],
    [
      '<CodeGroup>\n```go main.go\na\n```\n```ruby\nb\n```\n</CodeGroup>',
      '**main.go**\n\n```go main.go\na\n```\n```ruby\nb\n```',
    ],
    ['{% tabs %}\n{% tab title="One" %}\nText.\n{% endtab %}\n{% endtabs %}', '**One**\n\nText.'],
    ['<Frame caption="x">![Alt](a.png)</Frame>', '![Alt](a.png)'],
    ["import A from '@a/b';\nimport {\n  B,\n} from 'c';\n\nexport const a = {\n  b: 1,\n};\n\nText.", 'Text.'],
    ['A <Tooltip tip="x">word</Tooltip>. {/* a\u2009note */}', 'A word.'],
    ['Text.\r\n\r\n<Note>\r\nA.\r\n</Note>\r\n', 'Text.\n\n> [!NOTE]\n> A.'],
  ])('%j has its titles and its content', (given, text) => {
    expect(textOf(given)).toBe(text);
    expect(commonGuide(given).foreign).toEqual([]);
  });

  test.each([
    'Replace <Token> with `<Token>`.',
    '```jsx\n<Note>\n  a\n</Note>\n```',
    '`<Note>a</Note>` and `{{name}}`',
    'import the data from the file, export it',
    '/charges/{id} and a < B, C > d',
    '## Title {/* #own-id */}',
    '> [!NOTE]\n> Text.',
    '<details>\n<summary>A</summary>\n\nB\n\n</details>',
    'A line\n<Token\nno tag',
  ])('%j is as it is', (text) => {
    expect(commonGuide(text)).toMatchObject({ text, foreign: [] });
  });

  test.each([
    ['A\n\n<Snippet file="x.mdx" />', 'A', [['<Snippet>', false, 3, 1]]],
    [
      'Of {{company}} and <<key>>',
      'Of {{company}} and <<key>>',
      [
        ['{{company}}', true, 1, 4],
        ['<<key>>', true, 1, 20],
      ],
    ],
    ['<Note>\n  A {{b}}\n</Note>', '> [!NOTE]\n> A {{b}}', [['{{b}}', true, 2, 5]]],
    ['{% include "x" %}', '{% include "x" %}', [['{% include "x" %}', true, 1, 1]]],
    ['[block:image]\n{}\n[/block]', '[block:image]\n{}\n[/block]', [['[block:image]', true, 1, 1]]],
    [
      'A <Icon icon="x" /> b <Br/>',
      'A  b',
      [
        ['<Icon>', false, 1, 3],
        ['<Br>', false, 1, 23],
      ],
    ],
  ])('%j has what no page can show', (given, text, foreign) => {
    expect(textOf(given)).toBe(text);
    const found = commonGuide(given).foreign;
    expect(found.map(({ written, isShown, line, column }) => [written, isShown, line, column])).toEqual(foreign);
  });

  test.each(['1. Step\n\n    ', '- a\n  - b\n\n      '])('%j: fenced code of a list stays as it is', (lead) => {
    const indent = lead.slice(lead.lastIndexOf('\n') + 1);
    const code = ['```jsx', '<Tabs>', '  <Tab title="a">b</Tab>', '</Tabs>', ':::tip', '```'].join(`\n${indent}`);
    const given = `${lead}${code}\n\n`;
    expect(commonGuide(`${given}<Note>a</Note>`).text).toBe(`${given}> [!NOTE]\n> a\n`);
  });

  test('says where its text was written', () => {
    const { text, placeOf } = commonGuide('<Steps>\n  <Step title="A">\n    `GET /x`\n\n  </Step>\n</Steps>\nEnd\n');
    const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
    expect(placeOf({ line: lineOf('GET'), column: 2 })).toEqual({ line: 3, column: 6 });
    expect(placeOf({ line: lineOf('End'), column: 1 })).toEqual({ line: 7, column: 1 });
  });

  test.each([
    ['callouts inside each other', ':::note\n'.repeat(50_000)],
    ['folded parts inside each other', `${'<Accordion>\n'.repeat(50_000)}</Accordion>`],
    ['a word without end', `{%${'a'.repeat(100_000)}`],
    ['blanks before what is no title', `<CodeGroup>\n\`\`\`js${' '.repeat(100_000)}=\n\`\`\`\n</CodeGroup>`],
  ])('is as large as it was, and takes a moment: %s', (_, given) => {
    const before = cpuMilliseconds();
    expect(commonGuide(given).text.length).toBeLessThan(5 * given.length);
    expect(cpuMilliseconds() - before).toBeLessThan(2000);
  });

  test.each([
    ['A {/* ours */} b', 'A  b'],
    ['A\n{/* **ours**\n\n`ours`\n*/}\nb', 'A\n\n\n\n\nb'],
    [`A {/*${' ours'.repeat(1_000)} */}b`, 'A b'],
    ['`{/* code */}`', '`{/* code */}`'],
    ['A {/* without end', 'A {/* without end'],
    ['A <!-- ours */}\nours --> b', 'A \n b'],
    ['A `<!-- code -->`', 'A `<!-- code -->`'],
    ['A <!-- without end', 'A <!-- without end'],
  ])('has no comments (%#)', (given, text) => {
    expect(commonGuide(given).text).toBe(text);
  });

  test('takes a moment where it is hostile', () => {
    const before = cpuMilliseconds();
    for (const piece of [
      ...[
        '<A ',
        '<A>',
        '</A>',
        '<A></A>\n',
        '<A>\n',
        ':::a\n',
        ':::tip\n',
        ':::',
        '{/*',
        '{{',
        '{{a}}',
        '<<a',
        '`',
        '\n<A\n',
        '> 📘',
      ],
      ...[
        '{% a',
        '{% a %}\n',
        '{% enda %}\n',
        '[block:a',
        '<Note>\n',
        'import {\n',
        '```a title="',
        'x</A',
        '\n<A b=""',
      ],
    ])
      commonGuide(`<A>${piece.repeat(30_000)}</A>`);
    expect(cpuMilliseconds() - before).toBeLessThan(8000);
  });
});
