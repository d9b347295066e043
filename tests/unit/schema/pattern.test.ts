import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesPattern, matchingTexts } from '../../../src/schema/pattern.ts';
import { unboundedWork, Work } from '../../../src/schema/work.ts';

/** Compiles as browsers do: in unicode mode, else without, where the two differ only in what they forgive. */
function native(source: string): RegExp | undefined {
  for (const flags of /\\[pPu]\{/.test(source) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // The other mode may be laxer.
    }
  }
  return undefined;
}

describe('a pattern', () => {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      'c',
      '.',
      '[ab]',
      '[^a]',
      '[a-c]',
      '[\\w-.]',
      '\\S',
      '\\W',
      '[^\\d\\s]',
      '\\p{L}',
      '[\\P{L}x]',
      '\\x61',
    ],
    ...['[\\u0061-\\u0063]', '[--a]', '[a-]', '\\u{62}', '\\d', '\\w', '^', '$', 'é', 'x'],
  );
  const count = fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}', '{3,5}', '*?');
  const isAssertion = (source: string): boolean => source === '^' || source === '$';
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
      fc.tuple(tie('pattern'), count).map(([part, times]) => `(?:${part})${times}`),
      fc.tuple(atom, count).map(([part, times]) => (isAssertion(part) ? part : part + times)),
    ),
  }));

  test('matches what a native expression matches', () => {
    let matching = 0;
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abcx1é. -]{0,9}$/), (source, text) => {
        const expected = native(source)?.test(text);
        if (expected === true) matching += 1;
        if (expected !== undefined)
          expect(matchesPattern(source, text, unboundedWork()), `${source} on ${JSON.stringify(text)}`).toBe(expected);
      }),
      { numRuns: 5_000, seed: 7 },
    );
    expect(matching).toBeGreaterThan(1_000);
  });

  test.each([
    ['^.{0,1000}$', 'a'.repeat(1_000), true],
    ['^.{0,1000}$', 'a'.repeat(1_001), false],
    ['^\\p{Script=Greek}+$', 'αβγ', true],
    ['\\bword\\b', 'a word here', true],
    ['^[a-z]{3,9}x{2}$', 'abcdefghixx', true],
    ['b[ab]{3}$', 'aabbbaab', true],
    ['b[ab]{3}$', 'bbaabab', false],
    ['^😀{2}$', '😀😀', true],
    ['^\\uD83D\\uDE00$', '😀', true],
    ['^.$', '\ud83d', true],
  ])('%s', (source, text, expected) => {
    expect(matchesPattern(source, text, unboundedWork())).toBe(expected);
  });

  test.each([
    '(a)\\1',
    '(?<=a)b',
    '(?=a)b',
    'a{0,1001}',
    '[a',
    'a{3,2}',
    '(',
    '\\p{Nonsense}',
    '((a{2}b){1000}){1000}',
    '(((){999999}){999999}){999999}',
    'a'.repeat(1_001),
  ])('that RE2 does not decide is undecided: %.30s', (source) => {
    const work = new Work(5_000_000);
    expect(matchesPattern(source, 'ab', work)).toBeUndefined();
    expect([...matchingTexts(source, work)]).toEqual([]);
    expect(work.isSpent).toBe(false);
  });

  test('is undecided without work, and decided the same way with enough of it', () => {
    const work = new Work(1_000);
    expect(matchesPattern('^(a|b)*$', 'ab'.repeat(1_000), work)).toBeUndefined();
    expect(matchesPattern('^(a|b)*$', 'ab'.repeat(1_000), unboundedWork())).toBe(true);
  });
});

test.each([
  ['^[A-Z]{3}-\\d{2,4}$', 'AAA-000'],
  ['^(red|green)$', 'red'],
  ['^\\p{L}+$', 'aa'],
  ['^(?<year>\\d{4})(?:-\\d{2})?$', '0000-00'],
  ['^([]|b)c?$', 'bc'],
  ['^😀{2}$', undefined],
])('texts that match %s begin with %j', (source, first) => {
  expect([...matchingTexts(source, unboundedWork())][0]).toBe(first);
});
