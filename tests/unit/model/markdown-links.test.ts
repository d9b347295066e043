import { describe, expect, test } from 'vitest';
import { markdownLinks, withDestinations } from '../../../src/model/markdown-links.ts';

describe('destinations are found by CommonMark', () => {
  test.each<[markdown: string, targets: readonly string[]]>([
    ["[seeds](beds/spring.md) ![map](it's.png)", ['beds/spring.md', "it's.png"]],
    ['[a](<two words.md> "Title") [b](<>) [c]()', ['two words.md', '']],
    ['![a](bed(2).png) [b](bed\\(3.png)', ['bed(2).png', 'bed(3.png']],
    ['[![leaf](leaf.png)](plants.md)', ['leaf.png', 'plants.md']],
    ['![leaf][L] and [text][] and ![text]\n\n[l]: leaf.png "Leaf"\n[text]: <a b.md>', ['leaf.png', 'a b.md']],
    ['[a][x]\n\n[x]: one.md\n[x]: two.md', ['one.md']],
    [`<a href="h's.md">x</a> <img alt='' src='p.png'>`, ["h's.md", 'p.png']],
    ['> - [a](in/list.md)\n>   [b]: not.md', ['in/list.md']],
    ['`[a](b.md)` \\[a](b.md) [a] (b.md)\n\n    [a](b.md)\n\n```\n[a]: b.md\n```', []],
    [`${'*'.repeat(6000)}[a](b.md)`, []],
  ])('%j', (markdown, targets) => {
    const links = markdownLinks(markdown);
    expect(links.map(({ target }) => target)).toEqual(targets);
    for (const { target, written } of links)
      expect(markdown.slice(written.start, written.end).replaceAll(/[<>\\]/g, '')).toBe(target);
  });

  test('in each section of a long text, with definitions of any other', () => {
    const part = 'One **two**, three.\n\n'.repeat(900);
    const text = `# A\n\n${part}[a][x]\n\n# B\n\n${part}[b](b.md)\n\n[x]: x.md`;
    expect(markdownLinks(text).map(({ target }) => target)).toEqual(['b.md', 'x.md']);
    expect(withDestinations(text, () => null)).toBe(`# A\n\n${part}a\n\n# B\n\n${part}b\n\n`);
  });
});

describe('destinations are replaced', () => {
  const text = '[![leaf](leaf.png)](<two words.md> \'T\') ![leaf][l], [l] [up](#up)\n\n[l]: leaf.png "Leaf"';

  test('where they are written, and nothing else', () => {
    expect(withDestinations(text, ({ target }) => (target.startsWith('#') ? undefined : `/x (${target})`))).toBe(
      "[![leaf](/x%20%28leaf.png%29)](/x%20%28two%20words.md%29 'T') ![leaf][l], [l] [up](#up)\n\n" +
        '[l]: /x%20%28leaf.png%29 "Leaf"',
    );
  });

  test('by the text of the link where there is none', () => {
    expect(withDestinations(text, ({ target }) => (target.startsWith('#') ? undefined : null))).toBe(
      'leaf leaf, l [up](#up)\n\n',
    );
  });

  test('so that character references stay what they were', () => {
    const markdown = '[a](x&amp;copy;&b) [b]\n\n[b]: y&amp;copy;=1 "R&amp;copy; & D"\n\n<a href="z&amp;b">c</a>';
    const inlined = withDestinations(markdown, ({ target }) => `/${target}`, { inlinesDefinitions: true });
    expect(inlined).toBe('[a](/x&amp;copy;&b) [b](/y&amp;copy;=1 "R&amp;copy; & D")\n\n\n\n<a href="/z&amp;b">c</a>');
  });

  test.each(['long', 'long "title"'])('in definitions that many links use, so that texts stay small: %s', (part) => {
    const [, title] = part.split(' ');
    const address = 'a'.repeat(title === undefined ? 40_000 : 10);
    const definition = `[a]: ${address}${title === undefined ? '' : ` "${'t'.repeat(40_000)}"`}`;
    const text = `${'[a] '.repeat(2000)}[b]\n\n${definition}\n[b]: b.md`;
    const inlined = withDestinations(text, ({ target }) => `/${target}`, { inlinesDefinitions: true });
    expect(inlined).toBe(text.replace('[b]\n', '[b](/b.md)\n').replace(': a', ': /a').replace('[b]: b.md', ''));
  });
});
