import fc from 'fast-check';
import { load, YAMLException } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { placeInText } from '../../../src/yaml/places.ts';
import { explainSyntax } from '../../../src/yaml/syntax-fault.ts';

function faultOf(text: string): string {
  try {
    load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { offset, message, remedy } = explainSyntax(text, error.reason, error.mark?.position ?? 0);
    const { line, column } = placeInText(text, offset);
    return `${line}:${column} ${message.replace('This is not YAML: ', '')} ${remedy}`;
  }
  return 'none';
}

const BRACKET = 'where it ends, or put the text in quotes.';
const STREAM = 'end of the stream or a document separator is expected. Correct the YAML at this place.';
const INDENT = 'this line is not indented like those that it belongs to.';
const COLON =
  'this line has no colon, so it is not a key. Write a colon and a space behind the key, ' +
  'or indent the line below the text that it goes on with.';
const CONFLICT = 'a merge conflict begins here. Keep one of its sides, and remove its marks.';
const QUOTES = 'Put the text in quotes.';

describe('explainSyntax reports the cause at its place', () => {
  test.each([
    // text                              place and words
    ['openapi: [\ninfo: x\n', `1:10 the bracket [ is never closed. Write ] ${BRACKET}`],
    ['a:\n  - { b: 1,\n  - c\n', `2:5 the bracket { is never closed. Write } ${BRACKET}`],
    ['<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other\n', `1:1 ${CONFLICT}`],
    ['a:\n  b: 1\n<<<<<<< HEAD\n  c: 1\n=======\n  c: 2\n>>>>>>> other\n', `3:1 ${CONFLICT}`],
    ['{a: 1', `1:1 the bracket { is never closed. Write } ${BRACKET}`],
    ['a: [b, {c: 1]\n', `1:8 the bracket { is never closed. Write } ${BRACKET}`],
    ['a: [b] # [\nc: ["]", {d: ]\n', `2:10 the bracket { is never closed. Write } ${BRACKET}`],
    ['a: [x,\n  y] \nb: [\nc: 1\n', `3:4 the bracket [ is never closed. Write ] ${BRACKET}`],
    ['a: "x\nb: 2\n', '1:4 the quotation mark " is never closed. Write " at the end of the text.'],
    ["a: 'it''s\nb: 2\n", "1:4 the quotation mark ' is never closed. Write ' at the end of the text."],
    [`a: { t: \${NOPE} }\n`, `1:9 \${NOPE} needs quotes inside brackets. Write "\${NOPE}".`],
    [`a: [\${A}, b]\n`, `1:5 \${A} needs quotes inside brackets. Write "\${A}".`],
    ['a: { route: /b/{id}/c }\n', '1:13 /b/{id}/c needs quotes inside brackets. Write "/b/{id}/c".'],
    [
      'a: [x, y\n  b: 1\n',
      '2:4 a comma is missing, or the bracket [ of line 1 is not closed. Write the comma or ], or put the text in quotes.',
    ],
    ['a: [1,,2]\n', '1:7 nothing stands before this comma. Remove the comma.'],
    ['a: Note: this\n', `1:8 the text has a colon and a space inside. ${QUOTES}`],
    ['a: @x\n', `1:4 a text cannot begin with @. ${QUOTES}`],
    [
      "a: 'it's'\n",
      "1:8 more follows behind the closing quotation mark. Put all of the text in quotes; inside '…' write ' twice.",
    ],
    ['a:\n  b: 1\n c: 2\n', `3:2 ${INDENT} Begin it in column 1, like line 1, or in column 3, like line 2.`],
    ['a:\n  b: 1\n\n    # c\n    c: 2\n', `5:5 ${INDENT} Begin it in column 3, like line 2.`],
    [
      'p:\n  /a:\n    get:\n      s: x\n        t: y\n     put:\n      s: y\n',
      `5:9 ${INDENT} Begin it in column 7, like line 4.`,
    ],
    [
      'p:\n  /a:\n    get:\n      s: x\n     put:\n      s: y\n',
      `5:6 ${INDENT} Begin it in column 5, like line 3, or in column 7, like line 4.`,
    ],
    ['map:\n  a: 1\n  - b\n', '3:3 an item of a list cannot follow keys. Indent it below the key that has the list.'],
    ['a: 1\n- b\n', '2:1 an item of a list cannot follow keys. Indent it below the key that has the list.'],
    ['- a\nb: 1\n', '2:1 a key cannot follow items of a list. Indent it below an item, or begin it with “- ”.'],
    ['a: 1\n]\n', '2:1 nothing opens the bracket ]. Remove it, or put the text in quotes.'],
    ['{a: 1}\nb: 2\n', `2:1 ${STREAM}`],
    ['"x"\nb: 2\n', `2:1 ${STREAM}`],
    ['[a]\nb: 1\n', `2:1 ${STREAM}`],
    ['  a: 1\nb: 2\n', `2:1 ${INDENT} Begin it in column 3, like line 1.`],
    ['a: b\n c: d\n', `2:2 ${INDENT} Begin it in column 1, like line 1.`],
    ['a:\n  b\n  c: 2\n', `2:3 ${COLON}`],
    ['a: 1\nfoo\n\nb: 2\n', `2:1 ${COLON}`],
    ['a:\n\tb: 1\n', '2:1 a tab cannot indent. Indent with spaces.'],
    ['a: *x\n', '1:5 unidentified alias "x". Correct the YAML at this place.'],
  ])('%j: %s', (text, told) => {
    expect(faultOf(text)).toBe(told);
  });

  test('of any text, at a place in it', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ': ',
      '- ',
      '"',
      "'",
      '\n',
      '  ',
      'a',
      'b: ',
      '# ',
      `\${A}`,
      '\t',
      '*',
      '|',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join('');
        for (let offset = 0; offset <= text.length; offset++) {
          for (const reason of [
            'deficient indentation',
            'missed comma between',
            'bad indentation of a mapping entry',
            'a multiline key may not',
            'end of the stream or a document separator is expected',
          ]) {
            const fault = explainSyntax(text, reason, offset);
            expect(fault.offset).toBeGreaterThanOrEqual(0);
            expect(fault.offset).toBeLessThanOrEqual(text.length);
            expect(fault.message).not.toMatch(/[\r\n]/);
          }
        }
      }),
    );
  });
});
