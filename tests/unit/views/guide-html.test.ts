import type { Nodes } from 'hast';
import rehypeRaw from 'rehype-raw';
import { VFile } from 'vfile';
import { describe, expect, test } from 'vitest';
import { guideHtml, introductionHtml } from '../../../src/views/guide-html.ts';
import { renderMarkdown } from '../../../src/views/markdown.ts';
import { wordsOf } from '../../../src/words/words.ts';

const find = (code: string): string | null => (code === 'GET /book' || code === 'a<b' ? '/there?a="b"' : null);
/** Parses HTML as browsers do. */
function parsed(given: string): Nodes {
  return rehypeRaw()({ type: 'root', children: [{ type: 'raw', value: given }] }, new VFile());
}

/** Elements and texts in their order, without the links to operations and the ids of headings. */
function elementsOf(node: Nodes): readonly unknown[] {
  if (node.type === 'text') return [node.value];
  const inside = 'children' in node ? node.children.flatMap(elementsOf) : [];
  if (node.type !== 'element' || node.properties['href'] === '/there?a="b"') return inside;
  const { id: _, ...properties } = node.properties;
  return [[node.tagName, properties, inside]];
}

const htmlOf = (text: string): string => String(guideHtml(text, find, wordsOf({}), { isFile: true }).html);

describe('the text of a guide', () => {
  test.each([
    ['Call `GET /book`.', '<p>Call <a href="/there?a=&#x22;b&#x22;"><code>GET /book</code></a>.</p>'],
    ['`a<b`', '<p><a href="/there?a=&#x22;b&#x22;"><code>a&#x3C;b</code></a></p>'],
    ['Call `GET /author`.', '<p>Call <code>GET /author</code>.</p>'],
    ['[`GET /book`](/x)', '<p><a href="/x"><code>GET /book</code></a></p>'],
    ['```\nGET /book\n```', '<pre tabindex="0" dir="ltr"><code>GET /book\n</code></pre>'],
    ['<a href="/x"><code>GET /book</code></a>', '<p><a href="/x"><code>GET /book</code></a></p>'],
  ])('%j becomes %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  test('has headings that can be linked to, each with an id of its own', () => {
    const { html, headings } = guideHtml(
      '# One\n\n## Größe & *more*\n\n## One\n\n### `GET /book`\n\n# !',
      find,
      wordsOf({}),
      { isFile: true },
    );
    expect(headings.map(({ id, level, title }) => [id, level, String(title)])).toEqual([
      ['section-one', 2, 'One'],
      ['section-gr%C3%B6%C3%9Fe-more', 3, 'Größe & more'],
      ['section-one-2', 3, 'One'],
      ['section-untitled', 2, '!'],
    ]);
    expect(String(html)).toContain('<h2 id="section-one" dir="auto">One</h2>');
    expect(String(html)).toContain('<h4 dir="auto"><a href="/there?a=&#x22;b&#x22;"><code>GET /book</code></a></h4>');
  });

  test.each([
    ['[a](#section-one)', '<a href="#section-one">a</a>'],
    ['[a](#größe-und-mehr)', '<a href="#section-gr%C3%B6%C3%9Fe-und-mehr">a</a>'],
    ['[a](#One "b")', '<a href="#section-one" title="b">a</a>'],
    ['[a](#tag/One "b")', '<a class="pd-to" href="#tag/One" title="b">a</a>'],
    ['[a](#gone)', '<a class="pd-to" href="#gone">a</a>'],
    ['[a](#)', '<a class="pd-to" href="#">a</a>'],
    ['[a](/one#two)', '<a href="/one#two">a</a>'],
    // Operations have such anchors, of which a guide has none.
    ['[a](#options)', '<a href="#section-options">a</a>'],
    ['[a](#get.query.page)', '<a href="#get.query.page">a</a>'],
  ])('links to its own headings, and marks other fragments: %s', (text, link) => {
    expect(htmlOf(`${text}\n\n# One\n\n## Größe und mehr\n\n## Options\n\n## !`)).toContain(`<p>${link}</p>`);
  });

  test.each([
    ['[a](/docs?a=1&b "c")', '<a class="pd-to" href="/docs?a=1&#x26;b" title="c">a</a>'],
    ['[a](//docs.example)', '<a href="//docs.example">a</a>'],
  ])('marks paths where the text is one of the descriptor, whose site is another: %s', (text, link) => {
    const { html } = guideHtml(text, find, wordsOf({}), { isFile: false });
    expect(String(html)).toBe(`<p>${link}</p>`);
    expect(String(introductionHtml(`# One\n\n${text}`, 1, find, wordsOf({})))).toContain(link);
    expect(htmlOf(text)).not.toContain('class');
  });

  test('marks what is relative to the file, where no guide was found', () => {
    expect(htmlOf('[a](docs.md)')).toBe('<p><a class="pd-to" href="docs.md">a</a></p>');
  });

  test.each([
    '[x](y "<h2><img src=x onerror=alert(1)></h2>")',
    '<a href="?&lt;h3&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/h3&gt;">x</a>',
    '[x](y "<code>GET /book</code>")',
    '# [x](y "</h1>") and <b>more</b>',
    '<h2><blockquote><h2>x</h2></blockquote></h2>',
    '<h2><table><tr><td><h2>q</h2></td></tr></table></h2>',
    '## [x](y "a > b") `GET /book`',
  ])('adds ids and links to what Markdown gives, and nothing else: %j', (text) => {
    const { html, headings } = guideHtml(text, find, wordsOf({}), { isFile: true });
    const plain = (given: string): readonly unknown[] => elementsOf(parsed(given));
    expect(plain(String(html))).toEqual(plain(renderMarkdown(text, 1, wordsOf({}))));
    for (const { title } of headings) expect(title).not.toMatch(/[<>]/);
  });

  test('cannot bring ids or scripts of its own', () => {
    expect(htmlOf('<h2 id="x" onclick="y">a</h2><script>z</script>')).toBe('<h2 id="section-a" dir="auto">a</h2>');
  });
});
