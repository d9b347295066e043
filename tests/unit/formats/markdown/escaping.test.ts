import fc from 'fast-check';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { description, fenced, link } from '../../../../src/formats/markdown/escaping.ts';
import { markdownCode as code, markdownText as text } from '../../../../src/presentation/markdown-text.ts';
import { caseCount } from '../../../tooling/case-count.ts';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

const parser = remark().use(remarkGfm);

function nodesOf(markdown: string): readonly Node[] {
  return nodesIn(parser.parse(markdown));
}

function nodesIn(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)];
}

/** Short pieces that make structure in Markdown, in any order. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '`',
        '``',
        '```',
        '~~~',
        '\n',
        '\n\n',
        ' ',
        '   ',
        '    ',
        '- ',
        '1. ',
        '> ',
        '# ',
        '=',
        '===',
        '---',
        '|',
        '| a |',
        '|-|',
        '<',
        '>',
        '<b>',
        '</b>',
        '<script>',
        '<!--',
        '-->',
        '<?',
        '![',
        ']',
        '(',
        ')',
      ],
      ...[
        '[x]: y',
        '\\',
        '&',
        '&lt;',
        '*',
        '_',
        'word',
        'a',
        '<https://a.example>',
        '<div',
        '<br>',
        '<p>',
        '</p>',
        '<code>',
        '</code>',
        '</b>',
        '<a href="https://b.example">',
        '<a href="/b">',
        '</a>',
        '1.',
        '-',
        '\t',
        '\r',
        '\u2028',
        '\u0000',
        'é',
      ],
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));
const many = { seed: 3, numRuns: caseCount(3_000) } as const;

const addressOf = (target: string): string | null => {
  if (target.startsWith('/')) return `https://there.example${target}`;
  return target.startsWith('#op') ? `/there?${target.slice(1)}` : null;
};

describe('text', () => {
  test.each([
    ['a *b* _c_', 'a \\*b\\* \\_c\\_'],
    ['two\nlines', 'two lines'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['<br>', '\\<br\\>'],
    ['Orders (new), 2 of 3', 'Orders (new), 2 of 3'],
  ])('%j is written %j', (value, written) => {
    expect(text(value)).toBe(written);
  });

  test('makes no structure, in a heading or in a list', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const types = nodesOf(`# ${text(value)}\n\n- ${text(value)}\n`).map(({ type }) => type);
        expect(
          new Set(types).difference(new Set(['root', 'heading', 'list', 'listItem', 'paragraph', 'text', 'link'])),
        ).toEqual(new Set());
        expect(types.filter((type) => type === 'listItem')).toHaveLength(1);
      }),
      many,
    );
  });

  test('takes linear time', () => {
    const started = cpuMilliseconds();
    text(`${'aa a'.repeat(50_000)}\u0000`);
    code('`'.repeat(100_000));
    description(
      `${'`'.repeat(50_000)}\n${'<'.repeat(50_000)}\n${' '.repeat(50_000)}x\n${'-'.repeat(50_000)}|`,
      1,
      addressOf,
    );
    description(`a${' '.repeat(50_000)}<${'<br> '.repeat(20_000)}`, 1, addressOf);
    for (const piece of ['<a href="/', '<code>a', '<b>a', '](#', '[', '[](#', '[](#(', '[](#a "'])
      description(`${piece.repeat(20_000)}](#`, 1, addressOf);
    expect(cpuMilliseconds() - started).toBeLessThan(2_000);
  });
});

describe('code', () => {
  test('is one code span with the value in it', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const spans = nodesOf(`- ${code(value)}, next\n`).filter(({ type }) => type === 'inlineCode');
        expect(spans).toHaveLength(1);
      }),
      many,
    );
  });
});

describe('fenced', () => {
  test('is one block with any content', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const blocks = parser.parse(`${fenced(value, 'json').join('\n')}\n\nnext\n`).children;
        expect(blocks.map(({ type }) => type)).toEqual(['code', 'paragraph']);
      }),
      many,
    );
  });
});

describe('link', () => {
  test('is one link with any title and target', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(
          nodesOf(`- ${link(`t${value}`, `/a${value}`)} end\n`).filter(({ type }) => type === 'link').length,
        ).toBeGreaterThan(0);
      }),
      many,
    );
  });
});

describe('description', () => {
  test.each<[string, string, number, string]>([
    ['headings go below the place', '# One\n## Two', 3, '#### One\n##### Two'],
    ['underlined headings too', 'One\n===', 2, '### One'],
    ['raw HTML is text', 'a<i>b</i>', 1, 'a&lt;i>b&lt;/i>'],
    ['breaks are blanks', 'of `a<br>b`.<br><br/>Needs `c`.<br />', 1, 'of `a<br>b`. Needs `c`.'],
    ['paragraphs are, too', '<p>One.</p><p>Two.</p>\n\n  <P>Three.\n</P>', 1, 'One. Two.\n\n  Three.\n&lt;/P>'],
    ['code, words and links of HTML are those of Markdown', '<p><code>a</code> <b>c d</b></p>', 1, '`a` **c d**'],
    [
      'a link of HTML',
      '<a href="/b" class="c">d e</a>, <a href="https://f">g</a>',
      1,
      '[d e](https://there.example/b), [g](https://f)',
    ],
    ['of another scheme it is text', 'A <a href="javascript:b">c</a>', 1, 'A &lt;a href="javascript:b">c&lt;/a>'],
    ['HTML beside code stays text', 'A `b`<code>c</code>', 1, 'A `b`&lt;code>c&lt;/code>'],
    [
      'what would begin a block stays',
      '<p># a\n<p>- b\n1<br>\n<br>1. c',
      1,
      '&lt;p># a\n&lt;p>- b\n1&lt;br>\n&lt;br>1. c',
    ],
    ['a backslash that an address takes away', 'https://a.example\\<b>', 1, 'https://a.example&lt;b>'],
    ['code spans and autolinks stay', '`<id>` <https://a.example>', 1, '`<id>` <https://a.example>'],
    ['fenced HTML stays', '```html\n<b>\n```', 1, '```html\n<b>\n```'],
    ['an open fence is closed', '```\ncode', 1, '```\ncode\n```'],
    [
      'an indented fence is closed by one that is not',
      'Call:\n ```\n<b>\n```\nThen <b>',
      1,
      'Call:\n ```\n<b>\n```\nThen &lt;b>',
    ],
    ['a link has its address', 'a [b **c**](#op/a(b) "t")!', 1, 'a [b **c**](/there?op/a%28b%29 "t")!'],
    ['a link that leads nowhere is text', '- a [b](#gone) [c](#op)', 1, '- a b [c](/there?op)'],
    ['a path has its address', '[a](/b(c) "t") [a](//b)', 1, '[a](https://there.example/b%28c%29 "t") [a](//b)'],
    ['a link in code stays', '`[b](#gone)`\n```\n[b](#gone)\n```', 1, '`[b](#gone)`\n```\n[b](#gone)\n```'],
    ['an escaped bracket begins no link', '\\[b](#gone)', 1, '\\[b](#gone)'],
    ['Markdown stays', '**bold** [x](https://y)\n\n- one\n- two', 1, '**bold** [x](https://y)\n\n- one\n- two'],
    ['a relative link is text, as a picture', '[a](b.md) ![c](d.png) [e](//f)', 1, 'a c [e](//f)'],
    ['a fence in a list stays', '1. one\n   ```\n   code\n   ```', 1, '1. one\n   ```\n   code\n   ```'],
  ])('%s', (_, markdown, level, written) => {
    expect(description(markdown, level, addressOf).join('\n')).toBe(written);
  });

  test('holds no raw HTML, no heading above its place, and ends where it ends', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const document = parser.parse(`${description(value, 3, addressOf).join('\n')}\n\n## Next\n`);
        const nodes = nodesIn(document);
        expect(nodes.filter(({ type }) => type === 'html')).toEqual([]);
        const headings = nodes.filter(({ type }) => type === 'heading');
        expect(headings.filter(({ depth }) => (depth ?? 0) <= 3)).toHaveLength(1);
        expect(document.children.at(-1)).toMatchObject({ type: 'heading', depth: 2 });
      }),
      { seed: 5, numRuns: caseCount(10_000) },
    );
  });
});
