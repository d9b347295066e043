import { describe, expect, test } from 'vitest';
import { checkSlowTexts } from '../../src/descriptors/description-checks.ts';
import { parseFile } from '../../src/descriptors/parse.ts';
import { markdownExcess } from '../../src/model/slow-markdown.ts';
import { parseMarkdown } from '../../src/views/markdown.ts';
import { cpuMilliseconds } from '../tooling/cpu-time.ts';

const fill = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts of about a length whose parsing took time or output out of proportion to it. */
const SLOW: Readonly<Record<string, (length: number) => string>> = {
  'emphasis that opens and closes': (length) => `${fill('*', length / 2)}a${fill('*', length / 2)}`,
  'emphasis of all kinds': (length) => fill('*_**__a', length),
  'stars between letters': (length) => fill('a*', length),
  'links that end links': (length) => fill('[', length / 4) + fill('](b)', (length * 3) / 4),
  'lists of lists in one line': (length) => fill('1. ', length),
  'quotes of quotes': (length) => fill('>', length),
  'underlined headings': (length) => fill('a\n-\n', length),
  'underlined headings, once more': (length) => fill('a\n===\n', length),
  'quotes apart': (length) => fill('> a\n\n', length),
  'callouts apart': (length) => fill('> [!NOTE]\n\n', length),
  'empty quotes apart': (length) => fill('>\n\n', length),
  'quotes in quotes, apart': (length) => fill('> a\n>\n> > b\n>\n', length),
  'items of nothing but another mark': (length) => fill('- *\n', length),
  'the same, of another mark': (length) => fill('- +\n', length),
  'numbered items of nothing but a mark': (length) => fill('1. +\n', length),
  'lines that begin like rows': (length) => fill('|a\n', length),
  'items of one parenthesis': (length) => fill('- (\n', length),
  'escapes of letters': (length) => fill('\\a\n', length),
  'rows of carriage returns': (length) => fill('|a\r', length),
  'lists in lists': (length) => fill('- a\n\n  - b\n\n', length),
  'lists in lists, by tabs': (length) => fill('- a\n\t- b\n', length),
  'lists in a quote': (length) => fill('> - a\n>\n> b\n>\n', length),
  'lists in quotes': (length) => fill('> - a\n\n', length),
  'quotes in a list': (length) => fill('- > a\n\n', length),
  'quotes in footnotes': (length) => fill('[^a]: > b\n\n', length),
  'a wide table whose rows lack cells': (length) =>
    `${fill('a|', length / 4)}\n${fill('-|', length / 4)}\n${fill('x\n', length / 2)}`,
};
const ORDINARY = (length: number): string =>
  fill('A *plain* text, with `code` and a [link](https://example.com/).\n\n', length);

describe('Markdown that is slow to parse', () => {
  const millisecondsOf = (text: string): number => {
    const start = cpuMilliseconds();
    parseMarkdown(text);
    return cpuMilliseconds() - start;
  };
  /** Generous: a machine that is busy with other things interrupts one of the two. */
  const MOST_TIMES = 60;

  test.each(Object.entries(SLOW))('%s: shown as it is written, as soon as other texts', (_, make) => {
    const text = make(40_000);
    expect(markdownExcess(text)).not.toBeNull();
    const html = parseMarkdown(text);
    expect(html.startsWith('<p dir="auto">')).toBe(true);
    // Nothing is lost but blank lines.
    const shown = html.replaceAll(/<\/?p(?: dir="auto")?>/g, '');
    expect(shown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    const tags = '<p dir="auto"></p>'.length * text.split('\n\n').length;
    expect(html.length).toBeLessThan(text.length * 2 + tags);
  });

  test.each(Object.entries(SLOW))(
    '%s: a shorter text is parsed, and takes no more than some times what others take',
    (_, make) => {
      let length = 40_000;
      while (markdownExcess(make(length)) !== null) length *= 0.8;
      const times = (): number => millisecondsOf(make(length)) / millisecondsOf(ORDINARY(length));
      const first = times();
      expect(first < MOST_TIMES ? first : times()).toBeLessThan(MOST_TIMES);
    },
  );

  test.each([
    ['code that ends with a carriage return', '~~~\r~~~\r'],
    ['code whose end is indented', '~~~\n  ~~~\n'],
    ['code of backquotes in its first line', '```a`\n'],
    ['code in an element', '<pre>\n\n```\n</pre>\n'],
    ['code in an item', '- a\n\n  ```\n\nb\n\n'],
  ])('marks are no code behind %s', (_, start) => {
    const begun = cpuMilliseconds();
    parseMarkdown(start + fill('a*', 40_000));
    expect(cpuMilliseconds() - begun).toBeLessThan(5_000);
  });

  test('only the section is shown as it is written', () => {
    const html = parseMarkdown(`# One\n\n*a*\n\n${fill('a*', 11_000)}\n\n# Two\n\n*b* [c]\n\n[c]: /d\n`);
    expect(html).toMatch(/^<h1 dir="auto">One<\/h1>\n<p dir="auto"><em>a<\/em><\/p>\n<p dir="auto">a\*a\*/);
    expect(html).toContain('<p dir="auto"><em>b</em> <a href="/d">c</a></p>');
  });

  test('a link knows its address though that is defined in another section', () => {
    const html = parseMarkdown(`# One\n\n[a]\n\n${'# Two\n\n'.repeat(2_000)}[a]: /b\n`);
    expect(html).toContain('<p dir="auto"><a href="/b">a</a></p>');
  });

  test.each([
    ['addresses', `${'[a] '.repeat(1_000)}\n\n[a]: /${'b'.repeat(20_000)}`],
    ['addresses of pictures', `${'![a] '.repeat(1_000)}\n\n[a]: /${'b'.repeat(20_000)}`],
    ['addresses defined again', `${'[a] '.repeat(1_000)}\n\n[a]: /${'b'.repeat(20_000)}\n[a]: /c`],
    ['cells', `${'a|'.repeat(400)}\n${'-|'.repeat(400)}\n${'x\n'.repeat(3_000)}`],
  ])('what repeats does not grow: %s', (_, text) => {
    expect(parseMarkdown(text).length).toBeLessThan(text.length * 2);
  });

  test('a text of megabytes', () => {
    const text = `${ORDINARY(3_000_000)}<script>&`;
    expect(markdownExcess(text)).toEqual({ reason: 'long', offset: 0 });
    expect(parseMarkdown(text).endsWith('&#x3C;script>&#x26;</p>')).toBe(true);
  });
});

test('lines that end in hard breaks take no more than some times what lines take', () => {
  const times = (): number => {
    const [took, others] = ['a\\\n', 'abc\n'].map((part) => {
      const start = cpuMilliseconds();
      parseMarkdown(`${fill(part, 30_000)}b`);
      return cpuMilliseconds() - start;
    });
    return (took ?? 0) / (others ?? 0);
  };
  const first = times();
  expect(first < 15 ? first : times()).toBeLessThan(15);
});

describe('Markdown that is read as before', () => {
  test.each([
    ['a table of a thousand rows', `| a | b |\n|---|---|\n${'| EUR | Euro |\n'.repeat(1_000)}`],
    ['a list of four hundred items', '- `code` and *stars*, [link](x)\n'.repeat(400)],
    ['a list of nine hundred items between blank lines', '- a\n\n  b\n\n'.repeat(900)],
    ['lists between paragraphs', '- a\n\nb\n\n'.repeat(4_000)],
    ['lists between headings', '1. a\n# b\n'.repeat(4_000)],
    ['code of any length', `Text.\n\n\`\`\`\n${'{ "a": [1, 2] }\n'.repeat(3_000)}\`\`\`\n\n${ORDINARY(30_000)}`],
    ['four hundred quotes in prose', 'Some text of a paragraph, with words.\n\n> A quote\n> of lines\n\n'.repeat(400)],
    [
      'a change log',
      `${'## 1.2.3\n\n'}${'- One thing\n- Another:\n  - with a list\n  - of details\n\n'.repeat(3)}`.repeat(150),
    ],
    ['a hundred underlined headings', 'Title\n-----\n\nText, _more_ text.\n\n'.repeat(100)],
    ['code of a thousand lines', `\`\`\`\n${'  snake_case = list[0] * 2\n'.repeat(300)}\`\`\``],
    ['a thematic break', `${'* '.repeat(60)}\n\n${'- '.repeat(60)}`],
    ['ninety kilobytes', ORDINARY(90_000)],
  ])('%s', (_, text) => {
    expect(markdownExcess(text)).toBeNull();
  });
});

describe('a warning', () => {
  const check = (text: string): ReturnType<typeof checkSlowTexts> => {
    const file = parseFile({ path: 'a.yaml', text }, ({ message }) => {
      throw new Error(message);
    });
    return file === undefined ? [] : checkSlowTexts(file);
  };

  test('names the description, its line and what to do', () => {
    const text = `info:\n  title: x\n  description: ${JSON.stringify(`First.\n\n${'a*'.repeat(9_000)}`)}\n`;
    expect(check(text)).toEqual([
      {
        file: 'a.yaml',
        line: 3,
        column: expect.any(Number),
        severity: 'warning',
        rule: 'slow-markdown',
        message: expect.stringMatching(
          /^The description, in its line 3, has too many Markdown marks .*: pages show it as it is written\.$/,
        ),
        remedy: expect.any(String),
      },
    ]);
  });

  test('is not given for values, nor for what is not slow', () => {
    expect(
      check(JSON.stringify({ example: { description: 'a*'.repeat(9_000) }, description: 'a*'.repeat(90) })),
    ).toEqual([]);
  });
});
