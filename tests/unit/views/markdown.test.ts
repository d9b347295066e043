import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMarkdown as renderInWords } from '../../../src/views/markdown.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

const renderMarkdown = (text: string, level: number): string => renderInWords(text, level, wordsOf({}));

describe('renderMarkdown', () => {
  test.each([
    // hostile                                             shown
    ['<script>alert(1)</script>', ''],
    ['a <script>alert(1)</script> b', '<p>a  b</p>'],
    ['<script>alert(1)', '<p>&#x3C;script>alert(1)</p>'],
    ['<style>* { display: none }</style>a', '<p>a</p>'],
    ['a <img src=x onerror=alert(1)> b', '<p>a <a class="pd-to" href="x">x</a> b</p>'],
    ['<img src="javascript:alert(1)" alt="logo">', '<p><a>logo</a></p>'],
    ['<svg onload=alert(1)>', ''],
    ['<a href="javascript:alert(1)" onclick="alert(1)">a</a>', '<p><a>a</a></p>'],
    ['<a href="&#106;avascript:alert(1)">a</a>', '<p><a>a</a></p>'],
    ['<p style="position:fixed" class="pd-nav" id="top">a</p>', '<p>a</p>'],
    ['<iframe src="https://e.example">a</iframe>', '<p>a</p>'],
    ['<form action="/x"><input name=a><button>Send</button></form>', '<p>Send</p>'],
    ['<math><mtext></p><script>alert(1)</script></mtext></math>', '<p>&#x3C;mtext></p><p>&#x3C;/mtext></p>'],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
      '<p>&#x3C;p title="<a class="pd-to" href="x">x</a>"></p>',
    ],
    ['a <!-- <script>alert(1)</script> --> b', '<p>a  b</p>'],
    ['<!-- never closed <b>x</b>', '<p>&#x3C;!-- never closed <strong>x</strong></p>'],
    ['[a](javascript:alert(1))', '<p><a>a</a></p>'],
    ['[a](data:text/html,x)', '<p><a>a</a></p>'],
    ['[a](vbscript:x)', '<p><a>a</a></p>'],
    ['<javascript:alert(1)>', '<p><a>javascript:alert(1)</a></p>'],
    ['</p></main><b>open', '<p>&#x3C;b>open</p>'],
    ['</div></main><ul><li>a', '<p>&#x3C;ul>a</p>'],
    ['<div><b unclosed', '<p>&#x3C;div>&#x3C;b unclosed</p>'],
    ['![logo](https://elsewhere.example/x.png)', '<p><a href="https://elsewhere.example/x.png">logo</a></p>'],
    ['[![logo](https://e.example/x.png)](https://e.example)', '<p><a href="https://e.example">logo</a></p>'],
    ['`</code><script>`', '<p><code>&#x3C;/code>&#x3C;script></code></p>'],
    ['- [x] done', '<ul>\n<li>☑ done</li>\n</ul>'],
    ['a<br>b', '<p>a<br>\nb</p>'],
    ['*a*<br><br>b<br>c', '<p><em>a</em></p>\n<p>b<br>\nc</p>'],
    ['*a* <br /> <br> <br>\n`b`<br><br>', '<p><em>a</em></p>\n<p><code>b</code></p>'],
    ['*<br><br>a*', '<p><em><br>\n<br>\na</em></p>'],
    ['\u202eevil', '<p>\u202eevil</p>'],
  ])('%j is harmless', (given, expected) => {
    expect(renderMarkdown(given, 3)).toBe(expected);
  });

  test.each([
    [
      '```\n{"a": ["<b>", 1, null]}\n```',
      '{"a": [<i>"&#x3C;b>"</i>, <i class="number">1</i>, <i class="keyword">null</i>]}',
    ],
    ['- one\n\n  ```json\n  [true]\n  ```', '[<i class="keyword">true</i>]'],
    ['    { "a": "b"\n      . . .', '{ "a": <i>"b"</i>\n  . . .'],
    [
      '    HTTP/1.1 403 Forbidden\n    {"id": null}',
      'HTTP/<i class="number">1.1</i> <i class="number">403</i> Forbidden\n{"id": <i class="keyword">null</i>}',
    ],
    ['```sh\necho "a" 1 \'<b>\' # it\n# it\'s "c"\n```', 'echo <i>"a"</i> 1 <i>\'&#x3C;b>\'</i> # it\n# it\'s "c"'],
    ['```\necho "a" 1\n```', 'echo "a" 1'],
    ['```text\nsays "a"\n```', 'says "a"'],
    [`\`\`\`\n[${'1'.repeat(20_000)}]\n\`\`\``, `[${'1'.repeat(20_000)}]`],
  ])('code in %j has the colours of examples', (given, expected) => {
    expect(/<pre.*?><code>(.*)\n<\/code>/s.exec(renderMarkdown(given, 3))?.[1]).toBe(expected);
  });

  test('nothing but the allowed elements and attributes ever comes out, every element closed in its place', () => {
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
    const tags = [
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<ul><li>',
      '</ul>',
      '<table><td>',
      '</table>',
      '<details>',
      '</details>',
    ]
      .concat(['<summary>', '</summary>', '<a href="javascript:x">', '</a>', '<script>', '</script>', '<!--', '-->'])
      .concat([
        '<div class=x>',
        '</div>',
        '<img src=x alt="',
        '<svg>',
        '</svg>',
        '<math>',
        '<style>',
        '</style>',
        '\n\n',
      ]);
    const names = [
      'bdi|blockquote|br|code|dd|del|details|dl|dt|em|h[4-6]|hr|kbd|li|ol|p|pre|s|strong|sub|summary|sup',
      'table|tbody|td|tfoot|th|thead|tr|ul|wbr',
    ].join('|');
    const allowed = new RegExp(
      `^(?:[^<>]|>|<pre tabindex="0"(?: class="pd-plain")? dir="ltr">|<i(?: class="(?:number|keyword)")?>|</i>|</?(?:${names})(?: dir="auto")?(?: start="\\d+")?(?: dir="auto")?>|<a(?: class="pd-to")?(?: href="(?!javascript:|data:)[^"<]*")?(?: title="[^"]*")?(?: dir="auto")?>|</a>)*$`,
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...tags), { maxLength: 25 }), (parts) => {
        const html = renderMarkdown(parts.join(''), 3);
        expect(html).toMatch(allowed);
        const open: string[] = [];
        for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/g)) {
          if (slash === '/') expect(open.pop()).toBe(name);
          else if (!['br', 'hr', 'wbr'].includes(name)) open.push(name);
        }
        expect(open).toEqual([]);
      }),
      {
        numRuns: caseCount(3_000),
        examples: [
          [['```', '<']],
          [['```x\n"a"']],
          [['```\n[1']],
          [['`', '`', '`']],
          [[`|x|\n|-|\n|${'x:'.repeat(20)}|`]],
        ],
      },
    );
  });

  test.each([
    // written                                              shown
    ['<p>Returns a list.</p>', '<p>Returns a list.</p>'],
    ['<p>One.</p><p>Two.</p>', '<p>One.</p><p>Two.</p>'],
    ['An <i>old</i> <b>name</b>', '<p>An <em>old</em> <strong>name</strong></p>'],
    ['H<sub>2</sub>O, x<sup>2</sup>, <kbd>F1</kbd>', '<p>H<sub>2</sub>O, x<sup>2</sup>, <kbd>F1</kbd></p>'],
    ['<ul><li>a</li><li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<dl><dt>a<dd>b</dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<td>a</td>', '<p>a</p>'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    [
      '<a href="/x?a=1&amp;b=2" title="T">there</a>',
      '<p><a class="pd-to" href="/x?a=1&#x26;b=2" title="T">there</a></p>',
    ],
    ['<a href=/x>there</a>', '<p><a class="pd-to" href="/x">there</a></p>'],
    ['![A "b](/_astro/guides/a.1.png "c")', '<p><img src="/_astro/guides/a.1.png" alt="A &#x22;b" title="c"></p>'],
    ['<img alt="b" onerror="c" src="/_astro/guides/a.1.svg">', '<p><img src="/_astro/guides/a.1.svg" alt="b"></p>'],
    [
      '![a](/_astro/guides/a.0f-640x480.png)',
      '<p><img src="/_astro/guides/a.0f-640x480.png" alt="a" width="640" height="480"></p>',
    ],
    ['![a](/_astro/guides/a.pdf)', '<p><a class="pd-to" href="/_astro/guides/a.pdf">a</a></p>'],
    ['![a](/_astro/guides/../a.png)', '<p><a class="pd-to" href="/_astro/guides/../a.png">a</a></p>'],
    [
      '[![a](/_astro/guides/a.png)](/b)',
      '<p><a class="pd-to" href="/b"><img src="/_astro/guides/a.png" alt="a"></a></p>',
    ],
    ['<img src="/a.png" alt="A diagram">', '<p><a class="pd-to" href="/a.png">A diagram</a></p>'],
    ['<div>One</div><div>Two</div>', '<p>One\n\nTwo</p>'],
    ['<span style="color:red">red</span> text', '<p>red text</p>'],
    ['<details><summary>More</summary><p>a</p></details>', '<details><summary>More</summary><p>a</p></details>'],
    ['<details><p>a</p></details>', '<details><summary><bdi>Details</bdi></summary><p>a</p></details>'],
    ['<h1>a</h1>\n\n<h2>b</h2>', '<h4 dir="auto">a</h4>\n<h5 dir="auto">b</h5>'],
    [
      '<details>\n<summary>More</summary>\n\nSome *Markdown*.\n\n</details>',
      '<details><summary>More</summary>\n\n<p>Some <em>Markdown</em>.</p>\n</details>',
    ],
    [
      '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>',
      '<table><tbody><tr><th>a</th></tr><tr><td>1</td></tr></tbody></table>',
    ],
  ])('%j is rendered', (given, expected) => {
    expect(renderMarkdown(given, 3)).toBe(expected);
  });

  test.each([
    ['GET /tables/<table>/rows', 'GET /tables/&#x3C;table>/rows'],
    ['`-H "X: <b>"` sends <your-token>', '<code>-H "X: &#x3C;b>"</code> sends &#x3C;your-token>'],
    ['a <b and c> d', 'a &#x3C;b and c> d'],
    ['List<String> of <T>', 'List&#x3C;String> of &#x3C;T>'],
    ['The <script> tag ends with `</script>`.', 'The &#x3C;script> tag ends with <code>&#x3C;/script></code>.'],
    ['GET /tables/<table>, `<table></table>`', 'GET /tables/&#x3C;table>, <code>&#x3C;table>&#x3C;/table></code>'],
    ['Answer: <code> or <a>', 'Answer: &#x3C;code> or &#x3C;a>'],
    ['<customer><id>1</id></customer> is sent', '&#x3C;customer>&#x3C;id>1&#x3C;/id>&#x3C;/customer> is sent'],
  ])('%j holds placeholders or other XML, which stay', (given, expected) => {
    expect(renderMarkdown(given, 3)).toBe(`<p>${expected}</p>`);
  });

  test.each([
    ['> [!NOTE]\n> Read this.', 'note', 'Note', '<p>Read this.</p>'],
    ['> [!warning]\n> *Careful*.', 'warning', 'Warning', '<p><em>Careful</em>.</p>'],
    ['> [!TIP]\n>\n> - a', 'tip', 'Tip', '<ul>\n<li>a</li>\n</ul>'],
    ['> [!CAUTION]', 'caution', 'Caution', ''],
  ])('%j is a callout', (given, kind, title, content) => {
    const html = renderMarkdown(given, 3)
      .replaceAll(/>\n+</g, '><')
      .replaceAll(/\n(?=<\/?(?:li|ul)>)/g, '');
    expect(html).toBe(
      `<div class="pd-callout pd-callout-${kind}" role="note" dir="auto"><p><strong><bdi>${title}</bdi></strong></p>${content.replaceAll('\n', '')}</div>`,
    );
  });

  test('our words in a description are those of a language, and no text of the description is one of them', () => {
    const german = wordsOf({ language: languageOf('de', {}, { isDefault: false, isAlone: false }) });
    const inGerman = (text: string): string => renderInWords(text, 3, german);
    expect(inGerman('> [!TIP]\n> Note')).toContain('<strong><bdi>Tipp</bdi></strong></p>\n<p>Note</p>');
    expect(inGerman('<details><p>Details</p></details>')).toContain(
      '<summary><bdi>Einzelheiten</bdi></summary><p>Details</p>',
    );
    const forged =
      '<bdi class="pd-word-note"></bdi> `<bdi class="pd-word-note"></bdi>` [a](/x "<bdi class=\'pd-word-note\'></bdi>")';
    expect(inGerman(forged)).not.toContain('Hinweis');
  });

  test.each(['> [!NOTES]\n> a', '> a [!NOTE]', '> **Note** a'])('%j is a quotation', (given) => {
    expect(renderMarkdown(given, 3)).toMatch(/^<blockquote>/);
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

  test.each([
    ['see [the call](#operation/list).', 'see <a class="pd-to" href="#operation/list">the call</a>.'],
    [
      'see [**Books**](#tag/Books "x > y") or <a href="#books">them</a>',
      'see <a class="pd-to" href="#tag/Books" title="x > y"><strong>Books</strong></a> or ' +
        '<a class="pd-to" href="#books">them</a>',
    ],
    ['[a](#)', '<a class="pd-to" href="#">a</a>'],
    ['[gets](#gets)', '<a class="pd-to" href="#gets">gets</a>'],
    ['[a](#get.query.page)', '<a href="#get.query.page">a</a>'],
    ['[a](#entity.patch)', '<a href="#entity.patch">a</a>'],
    ['[a](/b#c)', '<a class="pd-to" href="/b#c">a</a>'],
    ['[a](//b) [a](b)', '<a href="//b">a</a> <a class="pd-to" href="b">a</a>'],
    ['[a](https://b) [a](b:c)', '<a href="https://b">a</a> <a>a</a>'],
    ['`<a href="#a">b</a>`', '<code>&#x3C;a href="#a">b&#x3C;/a></code>'],
  ])('%s: a link whose place the page has to find is marked', (given, expected) => {
    expect(renderMarkdown(given, 1)).toBe(`<p>${expected}</p>`);
  });

  test('a footnote becomes text, without ids', () => {
    const html = renderMarkdown('a[^1]\n\n[^1]: note', 1);
    expect(html).toContain('note');
    expect(html).not.toContain('id=');
  });
});

describe('a long word in a table', () => {
  const cellOf = (cell: string): string =>
    /<td>(.*)<\/td>/s.exec(renderMarkdown(`| a |\n|---|\n| ${cell} |`, 3))?.[1] ?? '';

  test.each([
    ['`v1/insights/memory_utilization`', '<code>v1/<wbr>insights/<wbr>memory_<wbr>utilization</code>'],
    ['a '.repeat(30).trim(), 'a '.repeat(30).trim()],
    ['`twenty-four.letters_here`', '<code>twenty-four.letters_here</code>'],
    ['a'.repeat(60), `${'a'.repeat(24)}<wbr>${'a'.repeat(24)}<wbr>${'a'.repeat(12)}`],
    ['\u{1f600}'.repeat(30), `${'\u{1f600}'.repeat(24)}<wbr>${'\u{1f600}'.repeat(6)}`],
    ['='.repeat(30), `${'='.repeat(24)}<wbr>${'='.repeat(6)}`],
    ['so `long_names_of_twenty_seven` do', 'so <code>long_<wbr>names_<wbr>of_<wbr>twenty_<wbr>seven</code> do'],
    [
      '[of an address](https://example.com/a/long/address)',
      '<a href="https://example.com/a/long/address">of an address</a>',
    ],
  ])('may go on in the next line, after its signs: %s', (cell, html) => {
    expect(cellOf(cell)).toBe(html);
  });

  test('stays whole elsewhere', () => {
    expect(renderMarkdown('`v1/insights/memory_utilization`', 3)).not.toContain('<wbr>');
  });
});

describe('a text that is nested beyond reason', () => {
  test.each([
    ['quotations', `${'>'.repeat(150)} a`],
    ['lists', `${'- '.repeat(150)}a`],
    ['emphasis', `${'*a '.repeat(150)}${'a*'.repeat(150)}`],
    ['more quotations than the parser can hold', `${'>'.repeat(20_000)} a`],
  ])('is shown as it was written: %s', (_, text) => {
    expect(renderMarkdown(text, 2)).toBe(`<p>${text}</p>`);
  });

  test('shows no HTML either', () => {
    expect(renderMarkdown(`${'> '.repeat(150)}<script>&"`, 2)).toBe(`<p>${'> '.repeat(150)}&#x3C;script>&#x26;"</p>`);
  });

  test.each([
    ['elements in each other', `${'<sub>'.repeat(160)}a${'</sub>'.repeat(160)}`],
    ['elements that nothing closes', `${'<ul></s>\n\n'.repeat(2_000)}</ul>`],
    ['elements that scripts hide', `${'<ul><script></ul></script>\n\n'.repeat(2_500)}</ul>`],
    ['elements that tables hide', `${'<ul><table></ul></table>\n\n'.repeat(2_500)}</ul>`],
    ['more tags than any description has', `${'<p>'.repeat(20_001)}a`],
  ])('holds for HTML as well: %s', (_, text) => {
    const written = text.split('\n\n').map((line) => `<p>${line.replaceAll('<', '&#x3C;')}</p>`);
    expect(renderMarkdown(text, 2)).toBe(written.join('\n'));
  });

  test('begins beyond what descriptions have', () => {
    expect(renderMarkdown(`${'>'.repeat(50)} a`, 2)).toContain('<blockquote>');
  });
});

test('a text may have any number of headings', () => {
  expect(renderMarkdown('# a\n'.repeat(24_000), 1).match(/<h2/g)?.length).toBe(24_000);
});

describe('a text with headings', () => {
  test.each([
    ['below no heading', 0, '<h1 dir="auto">a</h1>\n<hr>\n<blockquote>\n<h2>b</h2>\n</blockquote>'],
    ['below the page', 1, '<h2 dir="auto">a</h2>\n<hr>\n<blockquote>\n<h3>b</h3>\n</blockquote>'],
    [
      'where one level is left',
      5,
      '<h6 dir="auto">a</h6>\n<hr>\n<blockquote>\n<p><strong>b</strong></p>\n</blockquote>',
    ],
    [
      'below the last level',
      6,
      '<p dir="auto"><strong>a</strong></p>\n<hr>\n<blockquote>\n<p><strong>b</strong></p>\n</blockquote>',
    ],
  ])('finds its level %s', (_, level, expected) => {
    const text = `## a\n\n---\n\n> ### b`;
    expect(renderMarkdown(text, level)).toBe(expected);
  });

  test.each(['[a](https://example.org/?q=<h1> "<h1> or </h1>")', '`<h1>`', '[<h1>](/a "h1>")'])(
    'leaves what only looks like a heading, as in %j',
    (text) => {
      const html = renderMarkdown(`# Real\n\n${text}`, 3);
      expect(html).toBe(`<h4 dir="auto">Real</h4>\n${renderMarkdown(text, 0)}`);
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
          expect(renderMarkdown(text, level)).toBe(moved(renderMarkdown(text, 0), level));
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
