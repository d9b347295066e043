import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, parseFile } from '../../../src/descriptors/parse.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { parseText } from './read-text.ts';

function problemOf(text: string, path = 'a.yaml'): Diagnostic | undefined {
  const found: Diagnostic[] = [];
  const file = parseFile({ path, text }, (diagnostic) => found.push(diagnostic));
  if (file !== undefined) return undefined;
  return found[0];
}

function offsetOf(text: string, { line, column }: Diagnostic): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.join('\n').length + (line > 1 ? 1 : 0) + column - 1;
}

/** Ten lists of ten of the one before. */
function bombOf(levels: number): string {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
  for (let level = 1; level < levels; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(',')}]`,
    );
  return lines.join('\n');
}

describe('parseFile refuses', () => {
  test.each([
    ['text cut off', 'a: "b', 'yaml-syntax', 1, 4],
    ['a bracket that is never closed', 'openapi: [\ninfo: {}\n', 'yaml-syntax', 1, 10],
    ['a key given twice in YAML', 'a: 1\nb: 2\na: 3', 'duplicate-key', 3, 1],
    ['a key given twice inside', 'x:\n  - {b: 1, "b": 2}', 'duplicate-key', 2, 12],
    ['a key given twice in JSON', '{"a": 1,\n "b": {"c": 1, "c": 2}}', 'duplicate-key', 2, 16],
    ['a key given twice in JSON once as an escape', '{"a": 1,\n "\\u0061": 2}', 'duplicate-key', 2, 2],
    ['a list as a key', '? [a]\n: b', 'yaml-key', 1, 1],
    ['two documents', 'a: 1\n---\nb: 2', 'yaml-documents', 2, 1],
    ['two documents below a comment', '# A\n---\na: 1\n--- # B\nb: 2', 'yaml-documents', 4, 1],
    ['a tag of a language', 'a: !!js/function "x"', 'yaml-syntax', 1, 4],
    ['an alias inside its own value', 'a: &x\n  b: *x', 'yaml-alias', 2, 7],
    ['ten million values behind aliases', bombOf(7), 'yaml-alias', 2, 11],
    ['endlessly many values behind aliases', bombOf(60), 'yaml-alias', 2, 11],
    [
      'a long text behind many aliases',
      `a: &a ${'x'.repeat(10_000)}\nb:\n${'  - *a\n'.repeat(1_000)}`,
      'yaml-alias',
      3,
      6,
    ],
    [
      'a list behind as many aliases as it has items',
      `a: &a [${'x, '.repeat(2_000)}x]\nb:\n${'  - *a\n'.repeat(2_000)}`,
      'yaml-alias',
      3,
      6,
    ],
    ['lists nested too deep in YAML', '['.repeat(201) + ']'.repeat(201), 'too-deep', 1, 201],
    ['lists nested too deep in JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'too-deep', 1, 205],
    [
      'objects nested too deep through aliases',
      `a: &a ${'['.repeat(150)}${']'.repeat(150)}\nb: ${'['.repeat(100)}*a${']'.repeat(100)}`,
      'too-deep',
      2,
      105,
    ],
  ])('%s', (_title, text, rule, line, column) => {
    expect(problemOf(text)).toMatchObject({ file: 'a.yaml', severity: 'error', rule, line, column });
  });

  test.each([
    ['a trailing comma', '{"a": 1,}', 1, 9],
    ['a bare word', '{\n "a": x}', 2, 7],
    ['a text cut off', '{"a": "b', 1, 7],
    ['more after the end', '{"a": 1}}', 1, 9],
    ['a text with a control character', '{"a": "\u0001"}', 1, 7],
    ['a comment', '{\n// a\n"a": 1}', 2, 1],
  ])('%s in JSON', (_title, text, line, column) => {
    expect(problemOf(text, 'a.json')).toMatchObject({ rule: 'json-syntax', line, column });
  });

  test('a duplicate key names the line of the first one', () => {
    expect(problemOf('a: 1\nb: 2\na: 3')?.message).toContain('line 1');
    expect(problemOf('{"a": 1,\n "b": {"c": 1,\n "c": 2}}')?.message).toContain('line 2');
  });
});

test('parseFile refuses a JSON number that is none in JavaScript', () => {
  expect(problemOf('{"a": 1,\n "b": [1e999]}')).toMatchObject({ rule: 'number-range', line: 2, column: 8 });
});

test('the place of a JSON error is where the engine sees it too', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\n',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'tru',
    'null',
    ' ',
    '\n',
    '\u0001',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `[${pieces.join('')}`;
      const isJson = (candidate: string): boolean => {
        try {
          JSON.parse(candidate);
          return true;
        } catch {
          return false;
        }
      };
      const problem = problemOf(text, 'a.json');
      fc.pre(problem === undefined || problem.rule === 'json-syntax');
      expect(problem === undefined).toBe(isJson(text));
      const offset = problem === undefined ? text.length : offsetOf(text, problem);
      // Words, numbers and texts are blamed where they begin.
      if (offset < text.length && !/[-\dtfn"\\]/.test(text.charAt(offset))) {
        // Nothing that begins like the text up to and with the wrong character is JSON.
        for (const end of ['', '"', '"}', ']', '}', '1]', ':1}', '"a":1}', 'l', 'ue', 'ull'])
          expect(isJson(text.slice(0, offset + 1) + end)).toBe(false);
      }
    }),
    { seed: 9, numRuns: caseCount(3000) },
  );
});

describe('parseFile reads', () => {
  test.each([
    ['dates as text', 'a: 2020-01-01', { a: '2020-01-01' }],
    ['yes and no as text', 'a: yes\nb: no', { a: 'yes', b: 'no' }],
    ['numbers that JSON has not as text', 'a: .inf\nb: .nan', { a: '.inf', b: '.nan' }],
    ['status codes as text keys', '200: ok\ntrue: b', { '200': 'ok', true: 'b' }],
    ['merge keys', 'a: &a {x: 1}\nb:\n  <<: *a\n  y: 2', { a: { x: 1 }, b: { x: 1, y: 2 } }],
    [
      'a number as a key after a merge key that has it',
      'a: &a {404: 1, 500: 1}\nb: &b {500: 2, true: 2}\nc: {<<: [*a, *b], 404: 3, "true": 3}',
      { a: { 404: 1, 500: 1 }, b: { 500: 2, true: 2 }, c: { 404: 3, 500: 1, true: 3 } },
    ],
    ['a number as a key before it', 'a: &a {404: 1}\nb: {404: 2, <<: *a}', { a: { 404: 1 }, b: { 404: 2 } }],
    [
      'aliases of moderate size',
      'a: &a [1, 2]\nb: [*a, *a]',
      {
        a: [1, 2],
        b: [
          [1, 2],
          [1, 2],
        ],
      },
    ],
    ['a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
    ['YAML that begins like JSON', '{a: 1, b: [x]}', { a: 1, b: ['x'] }],
    ['nothing as null', '# only a comment\n', null],
    ['a colon inside JSON text', '{"a:b": "c:d"}', { 'a:b': 'c:d' }],
  ])('%s', (_title, text, value) => {
    expect(parseText(text).value).toEqual(value);
  });

  test('__proto__ as a key like any other', () => {
    for (const text of ['__proto__: {polluted: true}', '{"__proto__": {"polluted": true}}']) {
      expect(Object.keys(parseText(text).value as object)).toEqual(['__proto__']);
    }
    expect('polluted' in {}).toBe(false);
  });

  test('every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify({ value }, null, indent);
        expect(parseText(json).value).toEqual(JSON.parse(json));
      }),
      { seed: 3 },
    );
  });
});

describe('locate', () => {
  const yaml = 'openapi: 3.1.0\npaths:\n  /a/b:\n    get:\n      tags: [x, "y"]\n  "/c~d": null\n';
  const dense = '{"a":[1,{"b":"}"},"]"],"c":3}';
  const json = '{\n  "paths": {\n    "/a/b": { "get": { "tags": ["x", {"y": 1}] } }\n  }\n}';
  const texts = { yaml, json, dense };

  test.each([
    ['yaml', '', 'value', 1, 1],
    ['yaml', '/paths/~1a~1b', 'key', 3, 3],
    ['yaml', '/paths/~1a~1b/get/tags/1', 'value', 5, 17],
    ['yaml', '/paths/~1c~0d', 'key', 6, 3],
    ['yaml', '/paths/~1a~1b/get/gone/deeper', 'value', 5, 7],
    ['yaml', '/paths/gone', 'key', 3, 3],
    ['json', '/paths/~1a~1b', 'key', 3, 5],
    ['json', '/paths/~1a~1b/get/tags/1/y', 'value', 3, 44],
    ['json', '/paths/gone', 'value', 2, 12],
    ['dense', '/c', 'value', 1, 28],
  ] as const)('in %s: %s, its %s', (name, pointer, at, line, column) => {
    expect(parseText(texts[name]).locate(pointer, at)).toMatchObject({ line, column });
  });

  test('finds every value of a JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify({ value }, null, 1);
        const file = parseText(text);
        const lines = text.split('\n');
        const check = (part: unknown, pointer: string): void => {
          const { line, column } = file.locate(pointer);
          expect((lines[line - 1] ?? '').slice(column - 1)).toMatch(startOf(part));
          if (typeof part !== 'object' || part === null) return;
          for (const [key, child] of Object.entries(part))
            check(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        };
        check(JSON.parse(text), '');
      }),
      { seed: 4, numRuns: 60 },
    );
  });
});

function startOf(value: unknown): RegExp {
  if (Array.isArray(value)) return /^\[/;
  if (typeof value === 'object' && value !== null) return /^\{/;
  return typeof value === 'string' ? /^"/ : /^[-\dtfn]/;
}

describe('decodeText', () => {
  test('places the first byte that is not UTF-8', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('a: \uFFFD\nb: '), 0xff, 0x0a]);
    expect(decodeText('a.yaml', bytes)).toMatchObject({ rule: 'not-utf8', line: 2, column: 4 });
  });

  test('refuses NUL bytes', () => {
    expect(decodeText('a.yaml', new TextEncoder().encode('a:\n \0'))).toMatchObject({
      rule: 'nul-byte',
      line: 2,
      column: 2,
    });
  });

  test('drops a byte order mark', () => {
    expect(decodeText('a.yaml', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a');
  });
});
