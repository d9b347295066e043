import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_UNFOLDED } from '../../../../src/presentation/fields/folds.ts';
import { html } from '../../../../src/views/html.ts';
import { renderMarkdown } from '../../../../src/views/markdown.ts';
import { foldedText } from '../../../../src/views/parts/folded-text.ts';
import { foldedDescriptions } from '../../../../src/views/parts/texts.ts';
import { wordsOf } from '../../../../src/words/words.ts';

const words = wordsOf({});
const folded = (markdown: string) => foldedText(renderMarkdown(markdown, 6, words), LONGEST_UNFOLDED);
const sentence = (letters: number, end = '.'): string => `${'word '.repeat(letters / 5).trimEnd()}${end}`;
const p = (text: string): string => `<p>${text}</p>`;

/** Whether each element that begins in it ends in it. */
const isClosed = (html: string): boolean => {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]+[1-6]?)\b(?:[^<>"]|"[^"]*")*>/g)) {
    if (['br', 'hr', 'wbr'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
};

describe('the description of a row', () => {
  test.each([
    ['of three lines', sentence(230)],
    ['of one sentence, however long', sentence(2_000)],
    ['that begins with a list', `- ${sentence(200)}\n- ${sentence(200)}`],
    ['that begins with code', `\`\`\`\n${sentence(400)}\n\`\`\``],
    ['of a few short lines', `One.\n\n- two\n- three`],
  ])('%s is shown whole', (_, text) => {
    expect(folded(text)).toBeNull();
  });

  test.each([
    ['its first sentence', `${sentence(100)} ${sentence(200)}`, p(sentence(100)), p(sentence(200))],
    [
      'as many sentences as have room in two lines',
      `${sentence(50)} ${sentence(60)} ${sentence(150)}`,
      p(`${sentence(50)} ${sentence(60)}`),
      p(sentence(150)),
    ],
    ['a first sentence of up to three lines', `${sentence(220)} ${sentence(100)}`, p(sentence(220)), p(sentence(100))],
    [
      'the next paragraph, too, where the first may repeat a title',
      `Creates an intent.\n\n${sentence(90)} ${sentence(60)} ${sentence(80)}`,
      `<p>Creates an intent.</p>\n${p(sentence(90))}`,
      p(`${sentence(60)} ${sentence(80)}`),
    ],
    [
      'its first paragraph, where the next has no room',
      `Creates an intent.\n\n${sentence(250)}`,
      p('Creates an intent.'),
      p(sentence(250)),
    ],
    [
      'its first paragraph, before a list',
      `One of these:\n\n- ${sentence(120)}\n- ${sentence(120)}`,
      p('One of these:'),
      `<ul>\n<li>${sentence(120)}</li>\n<li>${sentence(120)}</li>\n</ul>`,
    ],
  ])('that is longer shows %s', (_, text, lead, rest) => {
    const parts = folded(text);
    expect([parts?.lead.replaceAll(' dir="auto"', ''), parts?.rest.replaceAll(' dir="auto"', '')]).toEqual([
      lead,
      rest.replaceAll(' dir="auto"', ''),
    ]);
  });

  test('is whole up to a number of characters, that of three lines or another', () => {
    const text = renderMarkdown(`${sentence(150)} ${sentence(90)} ${sentence(100)}`, 6, words);
    expect(foldedText(text, LONGEST_UNFOLDED)?.lead).toBe(p(sentence(150)));
    expect(foldedText(text, 350)).toBeNull();
    expect(foldedText(text, 340)?.lead).toBe(p(sentence(150)));
  });

  test.each([
    ['code', `Send \`a. b\` with ${sentence(30)} ${sentence(250)}`, '</code>'],
    ['a link', `See [the. guide](https://a.example) with ${sentence(30)} ${sentence(250)}`, '</a>'],
    ['strong words', `**Note. This** is ${sentence(30)} ${sentence(250)}`, '</strong>'],
  ])('is not parted within %s', (_, text, end) => {
    expect(folded(text)?.lead).toContain(end);
  });

  test.each(['e.g. this', 'i.e. this', 'vs. this', 'v1.2 this', 'a.b.c this'])('is not parted after “%s”', (part) => {
    const parts = folded(`Use ${part} ${sentence(60)} ${sentence(250)}`);
    expect(parts?.lead).toBe(p(`Use ${part} ${sentence(60)}`));
  });

  test.each([
    '[a](/x "> </a> Go. <img src=x onerror=alert(1)>") ',
    '<a href="/x" title="&gt; &lt;/a&gt; Go. &lt;img src=x onerror=alert(1)&gt;">a</a> ',
    '[a](/x "</p><img src=x onerror=alert(1)>") ',
    '<a href="/x&gt; &lt;/a&gt; Go. &lt;img src=x&gt;">a</a> ',
  ])('is not parted within an attribute: %s', (start) => {
    const parts = folded(`See ${start}${sentence(60)} ${sentence(250)}`);
    expect(parts?.lead).toMatch(/^<p>See <a (?:[^<>"]|"[^"]*")*>a<\/a> (?:word ?)+\.<\/p>$/);
    expect(parts?.rest).toBe(p(sentence(250)));
  });

  test('that shows no word is shown whole', () => {
    expect(folded(`&nbsp;\n\n${sentence(400)}`)).toBeNull();
  });

  test('of a paragraph with a block in it is not parted before that ends', () => {
    const odd =
      '<script>s. </script><a href="/q">x. > [!NOTE]\n> n. m\n<b>Hi. no. &a;<blockquote><table><tr><td>< <b>Hi. .';
    const parts = folded(`${odd}<dl><dt>a. <dd>b. </dl>${'word '.repeat(60)}. more words.`);
    expect(parts === null || (isClosed(parts.lead) && isClosed(parts.rest))).toBe(true);
  });

  test.each([
    ['a sign', `. ${sentence(60)} ${sentence(250)}`, `. ${sentence(60)}`],
    ['a number', `1\\. ${sentence(60)} ${sentence(250)}`, `1. ${sentence(60)}`],
    ['a word', `Optional. ${sentence(60)} ${sentence(250)}`, `Optional. ${sentence(60)}`],
    ['a bracket', `(${sentence(60)}) ${sentence(250)}`, `(${sentence(60)})`],
    [
      'words without blanks',
      `${'请求的页面'.repeat(10)}。${'请求的页面'.repeat(20)}。`,
      `${'请求的页面'.repeat(10)}。`,
    ],
  ])('does not end after, or ends with, %s', (_, text, lead) => {
    expect(folded(text)?.lead).toBe(p(lead));
  });

  test('of many short lines shows the first', () => {
    expect(folded(`One of:\n\n${'- a\n'.repeat(15)}`)?.lead).toBe(p('One of:'));
  });

  test('goes on below a line break without an empty line', () => {
    expect(folded(`${sentence(60)}<br>${sentence(250)}`)).toEqual({ lead: p(sentence(60)), rest: p(sentence(250)) });
  });

  test('is looked at as far as it takes', () => {
    const long = `<p>${'a '.repeat(2_000_000)}</p>`;
    const started = process.cpuUsage();
    for (let time = 0; time < 20; time += 1)
      foldedText(`<p>${sentence(60)} ${sentence(250)}</p>${long}`, LONGEST_UNFOLDED);
    // Looking at all of it takes thirty times as long.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });

  test('loses no letter, and each part closes what it opens', () => {
    const inline = fc.constantFrom(
      'a word. ',
      '`co. de` ',
      '**strong. words** ',
      '[li. nk](/x) ',
      'x &amp; y. ',
      'One.\n',
    );
    const block = fc.constantFrom(
      '\n\n',
      '\n\n- item. one\n- item\n\n',
      '\n\n> quo. te\n\n',
      '\n\n```\nco. de\n```\n\n',
    );
    const text = fc.array(fc.oneof({ weight: 9, arbitrary: inline }, { weight: 1, arbitrary: block }), {
      maxLength: 90,
    });
    const visible = (html: string): string => html.replaceAll(/<(?:[^<>"]|"[^"]*")*>|\s/g, '');
    fc.assert(
      fc.property(text, (parts) => {
        const html = renderMarkdown(parts.join(''), 6, words);
        const found = foldedText(html, LONGEST_UNFOLDED);
        if (found === null) return;
        expect(visible(found.lead + found.rest)).toBe(visible(html));
        expect([isClosed(found.lead), isClosed(found.rest)]).toEqual([true, true]);
      }),
    );
  });
});

describe('the descriptions of a row and of its type', () => {
  const more = (lead: string, rest: string): string =>
    `<div class="pd-d">${lead} <details><summary>More</summary>${rest}</details></div>`;
  const type = sentence(200);
  test.each<[of: string, texts: readonly string[], html: string]>([
    ['none', [], ''],
    ['one of three lines', [sentence(230)], p(sentence(230))],
    ['two that are short together', [sentence(100), sentence(150)], p(sentence(100)) + p(sentence(150))],
    ['two that are long: its own stays whole', [sentence(230), type], more(p(sentence(230)), p(type))],
    [
      'two, of which its own is long',
      [`${sentence(100)} ${sentence(200)}`, type],
      more(p(sentence(100)), p(sentence(200)) + p(type)),
    ],
    [
      'two, of which its own cannot be parted',
      [`One.\n\n- two\n- three`, type + sentence(60)],
      `${p('One.')}<ul><li>two</li><li>three</li></ul>${more('', p(type + sentence(60)))}`,
    ],
  ])('%s', (_, texts, expected) => {
    const drawn = String(html`${foldedDescriptions(texts, 6, words)}`).replace(/\s*\n\s*/g, '');
    expect(drawn).toBe(expected);
  });
});
