import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { Parser } from 'yaml';
import { type OpenMark, openMarkIn } from '../../../src/yaml/open-mark.ts';

/** What the package `yaml` is in the middle of. */
function markOfParser(text: string): OpenMark | undefined {
  const parser = new Parser();
  for (const _ of parser.parse(text, true));
  const quote = text[parser.offset];
  if (quote === '"' || quote === "'") return { mark: quote, offset: parser.offset };
  const bracket = parser.stack.findLast((token) => token.type === 'flow-collection')?.start;
  return bracket && { mark: bracket.source === '{' ? '{' : '[', offset: bracket.offset };
}

describe('openMarkIn', () => {
  test.each<readonly [string, OpenMark | undefined]>([
    ['', undefined],
    ['a: [1, 2]\n', undefined],
    ['a: [1, {b: 2', { mark: '{', offset: 7 }],
    ['a: [1, {b: 2}', { mark: '[', offset: 3 }],
    ['a: "x # [\n', { mark: '"', offset: 3 }],
    ["a: it's\nb: don't [see]\n", undefined],
    ['a: x # "never [\nb: 1\n', undefined],
    ['a: x#[y\n', undefined],
    ['a: |\n  "x [\n\n  {\nb: [', { mark: '[', offset: 20 }],
    ['a: goes\n  on "here [\nb: 1\n', undefined],
    ['- k: |\n    "x\n  o: "y', { mark: '"', offset: 19 }],
    ['- - [x', { mark: '[', offset: 4 }],
    ['a: !!str &b "x', { mark: '"', offset: 12 }],
    ['"a [": {', { mark: '{', offset: 7 }],
    ["a: ['it''s ]", { mark: "'", offset: 4 }],
    ['a: ["\\"]', { mark: '"', offset: 4 }],
    ['a: [b: ]', undefined],
    ['"a" : [b', { mark: '[', offset: 6 }],
    ['- "a" : {b', { mark: '{', offset: 8 }],
    ['--- [a', { mark: '[', offset: 4 }],
    ['? a\n: [b', { mark: '[', offset: 6 }],
    ['a: [!!str "x]\n', { mark: '"', offset: 10 }],
    ['a: [!!str x, &b]\n', undefined],
    ['a: !<tag:b.example,2026:c> "x', { mark: '"', offset: 27 }],
    ['a: [x #]\n', { mark: '[', offset: 3 }],
  ])('%j: %j', (text, mark) => {
    expect(openMarkIn(text)).toEqual(mark);
  });

  test('finds what a parser finds at any place of a document', () => {
    const word = fc.constantFrom(
      'a',
      'it’s',
      "it's",
      'x "y" [z]',
      '# b',
      'c: d',
      '- e',
      '{f}',
      'two\nlines',
      'é, è',
      '',
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, word, fc.integer(), tie('list'), tie('map')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      map: fc.dictionary(word, tie('value'), { maxKeys: 4 }),
    })).value;
    const flowLevels = fc.integer({ min: -1, max: 3 });
    fc.assert(
      fc.property(value, flowLevels, fc.double({ min: 0, max: 1, noNaN: true }), (written, flowLevel, share) => {
        const text = dump(written, { flowLevel });
        const part = `${text.slice(0, Math.floor(share * text.length))}\n`;
        expect(openMarkIn(part)).toEqual(markOfParser(part));
      }),
    );
  });
});
