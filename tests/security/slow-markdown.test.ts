import { describe, expect, test } from 'vitest';
import { parseFile } from '../../src/descriptors/parse.ts';
import { checkSlowTexts } from '../../src/descriptors/slow-texts.ts';
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
  'lists between paragraphs': (length) => fill('- a\n\nb\n\n', length),
  'lists between headings': (length) => fill('1. a\n# b\n', length),
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
    ['a table of a thousand rows', `| a | b |\n|---|---|\n${'| `code` and *stars* | [link](x) |\n'.repeat(1_000)}`],
    ['a list of two thousand items', '- `code` and *stars*, [link](x)\n'.repeat(2_000)],
    ['a list of three thousand items between blank lines', '- a\n\n  b\n\n'.repeat(3_000)],
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
          /^The description, in its line \d, has too many Markdown marks .*: pages show it as it is written\.$/,
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
