import { describe, expect, test } from 'vitest';
import { guideHtml } from '../../../src/views/guide-html.ts';

const find = (code: string): string | null => (code === 'GET /book' || code === 'a<b' ? '/there?a="b"' : null);
const htmlOf = (text: string): string => String(guideHtml(text, find).html);

describe('the text of a guide', () => {
  test.each([
    ['Call `GET /book`.', '<p dir="auto">Call <a href="/there?a=&quot;b&quot;"><code>GET /book</code></a>.</p>'],
    ['`a<b`', '<p dir="auto"><a href="/there?a=&quot;b&quot;"><code>a&#x3C;b</code></a></p>'],
    ['Call `GET /author`.', '<p dir="auto">Call <code>GET /author</code>.</p>'],
    ['[`GET /book`](/x)', '<p dir="auto"><a href="/x"><code>GET /book</code></a></p>'],
    ['```\nGET /book\n```', '<pre dir="auto"><code>GET /book\n</code></pre>'],
    ['<a href="/x"><code>GET /book</code></a>', '<p dir="auto"><a href="/x"><code>GET /book</code></a></p>'],
  ])('%j becomes %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  test('has headings that can be linked to, each with an id of its own', () => {
    const { html, headings } = guideHtml('# One\n\n## Größe & *more*\n\n## One\n\n### `GET /book`\n\n# !', find);
    expect(headings.map(({ id, level, title }) => [id, level, String(title)])).toEqual([
      ['section-one', 2, 'One'],
      ['section-gr%C3%B6%C3%9Fe-more', 3, 'Größe &#x26; <em>more</em>'],
      ['section-one-2', 3, 'One'],
      ['section-untitled', 2, '!'],
    ]);
    expect(String(html)).toContain('<h2 id="section-one" dir="auto">One</h2>');
    expect(String(html)).toContain('<h4 dir="auto"><a href="/there?a=&quot;b&quot;"><code>GET /book</code></a></h4>');
  });

  test('cannot bring ids or scripts of its own', () => {
    expect(htmlOf('<h2 id="x" onclick="y">a</h2><script>z</script>')).toBe('<h2 id="section-a" dir="auto">a</h2>');
  });
});
