import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../src/views/markdown.ts';
import { renderPlainMarkdown } from '../../../src/views/plain-markdown.ts';
import { caseCount } from '../../tooling/case-count.ts';

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
  const marked = fc
    .array(
      fc.constantFrom(
        ...[
          '**',
          '**',
          '*',
          '**a**',
          '*a b*',
          '**Note:**',
          '!',
          '>',
          '^',
          '[',
          ']',
          '](',
          '[a](https://a.b/c_d-e?f=g)',
          '[b c](#tag/d)',
        ],
        ...['[x](/y)', '(http://a.b)', '(#a)', 'word', 'user_id', '`code`', '`**`', '`[a](#b)`', '`https://c`', '<br>'],
        ...[
          ' ',
          ' ',
          '\n',
          '\n\n',
          '. ',
          ':',
          '(',
          ')',
          '1',
          '2) ',
          '(/a//b)',
          '[//a.b](//c)',
          ']: ',
          '(https:a)',
          '_',
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('').trimEnd());

  test.each([
    ['mixed', text],
    ['sentence', sentence],
    ['marked', marked],
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
    ['One. <br><br />Two.', '<p dir="auto">One.</p>\n<p dir="auto">Two.</p>'],
    ['One\n<br><br>Two.', '<p dir="auto">One</p>\n<p dir="auto">Two.</p>'],
    ['**Note:** see `https://a`.', '<p dir="auto"><strong>Note:</strong> see <code>https://a</code>.</p>'],
    [
      '[A b](https://c.d/e_f#g) and\n[h](#i)',
      '<p dir="auto"><a href="https://c.d/e_f#g">A b</a> and\n<a href="#i">h</a></p>',
    ],
    ['See *all* of it!', '<p dir="auto">See <em>all</em> of it!</p>'],
    ['3 to 4', '<p dir="auto">3 to 4</p>'],
  ])('%j needs no parser', (given, expected) => {
    expect(renderPlainMarkdown(given)).toBe(expected);
  });

  test.each([
    '*a *b*',
    '[a](b)',
    '[a](javascript:b)',
    '[a](https://b "c")',
    '[a](https://b/%20&c)',
    '[https://a](https://b)',
    '[a]: https://b',
    '![a](https://b)',
    '**a **b**',
    'a**b**',
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
    'A<br>\n\nb',
    'A<br><br> \n\nb',
  ])('%j is left to the parser', (given) => {
    expect(renderPlainMarkdown(given)).toBeUndefined();
  });
});
