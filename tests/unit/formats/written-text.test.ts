import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { toYaml } from '../../../src/formats/written-text.ts';
import { caseCount } from '../../tooling/case-count.ts';

describe('toYaml', () => {
  test.each<[unknown, string]>([
    [{ a: 1, b: [true, null], c: {} }, 'a: 1\nb:\n  - true\n  - null\nc: {}\n'],
    [[{ a: 1, b: 2 }, [3, [4]], []], '- a: 1\n  b: 2\n-\n  - 3\n  -\n    - 4\n- []\n'],
    [{ text: 'two\nlines' }, 'text: |-\n  two\n  lines\n'],
    [{ text: 'two\n\nlines\n' }, 'text: |\n  two\n\n  lines\n'],
    ['yes', '"yes"\n'],
    [['y', 'N', 'Off', 'NULL'], '- "y"\n- "N"\n- "Off"\n- "NULL"\n'],
    ['2026-01-01', '"2026-01-01"\n'],
    ['a: b', '"a: b"\n'],
    ['Plain words, here', 'Plain words, here\n'],
    ['/book/{id}', '"/book/{id}"\n'],
    [{ kept: 0, left: undefined }, 'kept: 0\n'],
    ['\u2028\u0085', '"\\u2028\\u0085"\n'],
  ])('%j is written %j', (value, text) => {
    expect(toYaml(value)).toBe(text);
  });

  test('loading what was written gives the same value', () => {
    const tricky = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          ' ',
          '\n',
          '\t',
          '\r',
          'a',
          '-',
          ':',
          '#',
          '?',
          '|',
          '"',
          "'",
          '{',
          '&',
          '*',
          '!',
          '%',
          '\ufeff',
          '\u2028',
          '\u0085',
          '.',
          '0',
          ',',
          ';',
        ),
      }),
      fc.constantFrom(
        '---',
        '...',
        '<<',
        '=',
        '~',
        'null',
        'NO',
        '1e3',
        '0x1f',
        '0o7',
        '.inf',
        '1_000',
        '12:30:00',
        '!include x',
        '- a',
        'a'.repeat(3_000),
        '# a\n b\n',
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(
          tricky,
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(tricky, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify(load(toYaml(value)))).toBe(JSON.stringify(value));
      }),
      { seed: 11, numRuns: caseCount(3_000) },
    );
  });

  test('a key named __proto__ is data', () => {
    expect(toYaml(JSON.parse('{"__proto__":{"a":1}}'))).toBe('__proto__:\n  a: 1\n');
  });
});
