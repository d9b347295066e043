import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown, rememberMarkdown, renderMarkdown, renderTopMarkdown } from '../../../src/views/markdown.ts';
import { renderPlainMarkdown } from '../../../src/views/markdown-fast-path.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

describe('renderPlainMarkdown', () => {
  const pieces = [
    'a',
    'B',
    '7',
    'é',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '`',
    '``',
    '`x`',
    '` y `',
    '_',
    '-',
    '+',
    '1.',
    '1)',
    '=',
    '#',
    ':',
    '|',
    '.',
    ',',
    "'",
    '"',
    '(',
    ')',
  ];
  const harder = [
    '<br>',
    '<br/>',
    '<br />',
    '<b>',
    '&',
    '&amp;',
    '*',
    '[',
    ']',
    '!',
    '\\',
    '~',
    '@',
    'www.',
    'http://',
    '\t',
    '{',
    '}',
    '$',
    '/',
    '“',
    '—',
    'ß',
    'ع',
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, ...harder), { maxLength: 14 })
    .map((parts) => parts.join('').trimEnd());
  const sentence = fc
    .array(fc.constantFrom('word', 'user_id', '`code`', ' ', ', ', '. ', '\n', '\n\n', ' \n ', '<br>', '- '), {
      maxLength: 12,
    })
    .map((parts) => `A${parts.join('')}`.trimEnd());

  test.each([
    ['mixed', text],
    ['sentence', sentence],
  ])('gives what the parser gives, where it gives anything: %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const plain = renderPlainMarkdown(value);
        if (plain !== undefined) expect(plain).toBe(parseMarkdown(value));
      }),
      { numRuns: caseCount(3_000) },
    );
  });

  test.each([
    ['A plain sentence.', '<p dir="auto">A plain sentence.</p>'],
    ['Send `a<b` with user_id.', '<p dir="auto">Send <code>a&#x3C;b</code> with user_id.</p>'],
    ['One.\n\nTwo, in\ntwo lines.', '<p dir="auto">One.</p>\n<p dir="auto">Two, in\ntwo lines.</p>'],
    ['One.<br>Two.', '<p dir="auto">One.<br>\nTwo.</p>'],
  ])('%j needs no parser', (given, expected) => {
    expect(renderPlainMarkdown(given)).toBe(expected);
  });

  test.each([
    '*a*',
    '[a](b)',
    '- a',
    '1. a',
    '# a',
    'a <b>',
    'see www.example.com',
    'see https://example.com',
    'a & b',
    'a\n---',
    '    code',
    'a  \nb',
    '_a_',
    '``a``',
  ])('%j is left to the parser', (given) => {
    expect(renderPlainMarkdown(given)).toBeUndefined();
  });
});

describe('renderMarkdown', () => {
  test.each([
    // hostile                                             shown
    ['<script>alert(1)</script>', '<p dir="auto">&#x3C;script>alert(1)&#x3C;/script></p>'],
    ['a <img src=x onerror=alert(1)> b', '<p dir="auto">a &#x3C;img src=x onerror=alert(1)> b</p>'],
    ['<svg onload=alert(1)>', '<p dir="auto">&#x3C;svg onload=alert(1)></p>'],
    ['[a](javascript:alert(1))', '<p dir="auto"><a>a</a></p>'],
    ['[a](data:text/html,x)', '<p dir="auto"><a>a</a></p>'],
    ['[a](vbscript:x)', '<p dir="auto"><a>a</a></p>'],
    ['<javascript:alert(1)>', '<p dir="auto"><a>javascript:alert(1)</a></p>'],
    ['</p></main><b>open', '<p dir="auto">&#x3C;/p>&#x3C;/main>&#x3C;b>open</p>'],
    ['<div><b unclosed', '<p dir="auto">&#x3C;div>&#x3C;b unclosed</p>'],
    [
      '![logo](https://elsewhere.example/x.png)',
      '<p dir="auto"><a href="https://elsewhere.example/x.png">logo</a></p>',
    ],
    ['[![logo](https://e.example/x.png)](https://e.example)', '<p dir="auto"><a href="https://e.example">logo</a></p>'],
    ['`</code><script>`', '<p dir="auto"><code>&#x3C;/code>&#x3C;script></code></p>'],
    ['- [x] done', '<ul dir="auto">\n<li>☑ done</li>\n</ul>'],
    ['a<br>b', '<p dir="auto">a<br>\nb</p>'],
    ['\u202eevil', '<p dir="auto">\u202eevil</p>'],
  ])('%j is harmless', (given, expected) => {
    expect(renderMarkdown(given, 3)).toBe(expected);
  });

  test('nothing but the allowed elements and attributes ever comes out', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '=',
      'script',
      'onerror',
      'javascript:',
      'a',
      ' ',
      '\n',
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '&',
      '#',
      'x',
      '|',
      '-',
      '*',
      '^',
      ':',
      '//',
      'svg',
      'style',
      'id',
    ];
    const allowed =
      /^(?:[^<>]|>|<\/?(?:blockquote|br|code|del|em|h[4-6]|hr|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)(?: dir="auto")?(?: start="\d+")?(?: dir="auto")?>|<a(?: href="(?!javascript:|data:)[^"<]*")?(?: title="[^"]*")?>|<\/a>)*$/;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        expect(renderMarkdown(parts.join(''), 3)).toMatch(allowed);
      }),
      { numRuns: caseCount(1_500) },
    );
  });

  test('headings start one below the heading above and keep their steps', () => {
    expect(renderMarkdown('# One\n\n## Two', 2)).toBe('<h3 dir="auto">One</h3>\n<h4 dir="auto">Two</h4>');
    expect(renderMarkdown('## One', 5)).toBe('<h6 dir="auto">One</h6>');
    expect(renderMarkdown('## One', 6)).toBe('<p dir="auto"><strong>One</strong></p>');
  });

  test('the same text below another heading is not taken from memory', () => {
    expect(renderMarkdown('# Same', 1)).toContain('<h2');
    expect(renderMarkdown('# Same', 3)).toContain('<h4');
  });

  test('a footnote becomes text, without ids', () => {
    const html = renderMarkdown('a[^1]\n\n[^1]: note', 1);
    expect(html).toContain('note');
    expect(html).not.toContain('id=');
  });
});

describe('a text that is nested beyond reason', () => {
  test.each([
    ['quotations', `${'>'.repeat(150)} a`],
    ['lists', `${'- '.repeat(150)}a`],
    ['emphasis', `${'*a '.repeat(150)}${'a*'.repeat(150)}`],
    ['more quotations than the parser can hold', `${'>'.repeat(20_000)} a`],
  ])('is shown as it was written: %s', (_, text) => {
    expect(renderMarkdown(text, 2)).toBe(`<p dir="auto">${text}</p>`);
  });

  test('shows no HTML either', () => {
    expect(renderMarkdown(`${'> '.repeat(150)}<script>&"`, 2)).toBe(
      `<p dir="auto">${'> '.repeat(150)}&#x3C;script>&#x26;"</p>`,
    );
  });

  test('begins where no text does', () => {
    expect(renderMarkdown(`${'>'.repeat(50)} a`, 2)).toContain('<blockquote>');
  });
});

test('a text may have any number of headings', () => {
  expect(renderMarkdown('# a\n'.repeat(24_000), 1).match(/<h2/g)?.length).toBe(24_000);
}, 60_000);

describe('a text that another thread has rendered', () => {
  test('is taken over', () => {
    rememberMarkdown(new Map([['rendered elsewhere', '<p>there</p>']]));
    expect(renderMarkdown('rendered elsewhere', 2)).toBe('<p>there</p>');
    expect(renderMarkdown('rendered elsewhere', 5)).toBe('<p>there</p>');
  });

  test.each([
    [
      'below no heading',
      0,
      '<h1 dir="auto">a</h1>\n<hr dir="auto">\n<blockquote dir="auto">\n<h2>b</h2>\n</blockquote>',
    ],
    ['below the page', 1, '<h2 dir="auto">a</h2>\n<hr dir="auto">\n<blockquote dir="auto">\n<h3>b</h3>\n</blockquote>'],
    [
      'where one level is left',
      5,
      '<h6 dir="auto">a</h6>\n<hr dir="auto">\n<blockquote dir="auto">\n<p><strong>b</strong></p>\n</blockquote>',
    ],
    [
      'below the last level',
      6,
      '<p dir="auto"><strong>a</strong></p>\n<hr dir="auto">\n<blockquote dir="auto">\n<p><strong>b</strong></p>\n</blockquote>',
    ],
  ])('finds its level %s', (_, level, expected) => {
    const text = `## a\n\n---\n\n> ### b`;
    expect(renderMarkdown(text, level)).toBe(expected);
    rememberMarkdown(new Map([[text, renderTopMarkdown(text)]]));
    expect(renderMarkdown(text, level)).toBe(expected);
  });

  test.each(['[a](https://example.org/?q=<h1> "<h1> or </h1>")', '`<h1>`', '<h1>a</h1>', '[<h1>](/a "h1>")'])(
    'leaves what only looks like a heading, as in %j',
    (text) => {
      const html = renderMarkdown(`# Real\n\n${text}`, 3);
      expect(html).toBe(`<h4 dir="auto">Real</h4>\n${renderTopMarkdown(text)}`);
    },
  );

  test('has its headings moved as a reader of HTML would move them', () => {
    const pieces =
      '# |## |\n|\n\n|> |- |<|>|"|\'|=|`|*|[|](|](/a "|")|)|<h1>|</h2>|<h3 dir="auto">|&quot;|&lt;|a|https://e.org/|<br>|^|\\|\0|\r'.split(
        '|',
      );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 25 }),
        fc.integer({ min: 0, max: 6 }),
        (parts, level) => {
          const text = parts.join('');
          expect(renderMarkdown(text, level)).toBe(moved(renderTopMarkdown(text), level));
        },
      ),
      { numRuns: caseCount(2_000) },
    );
  });

  test('is searched for headings once, however long its attributes are', () => {
    const text = `# a\n\n[b](/c "${'<h1> '.repeat(200_000)}")`;
    const html = renderMarkdown(text, 0);
    const start = cpuMilliseconds();
    expect(renderMarkdown(text, 1)).toBe(html.replace('<h1 dir="auto">a</h1>', '<h2 dir="auto">a</h2>'));
    expect(cpuMilliseconds() - start).toBeLessThan(1_000);
  });
});

/** Goes through HTML letter by letter; a tag ends at the first `>` outside quotes. */
function moved(html: string, level: number): string {
  let result = '';
  for (let at = 0; at < html.length; ) {
    let end = at;
    for (let isQuoted = false; html[at] === '<' && (isQuoted || html[end] !== '>'); end += 1)
      if (html[end] === '"') isQuoted = !isQuoted;
    const token = html.slice(at, end + 1);
    const [, slash, depth, rest] = /^<(\/?)h(\d)(.*)$/.exec(token) ?? [];
    const lower = Number(depth) + level;
    if (depth === undefined) result += token;
    else if (lower <= 6) result += `<${slash}h${lower}${rest}`;
    else result += slash === '' ? `<p${rest}<strong>` : '</strong></p>';
    at = end + 1;
  }
  return result;
}
