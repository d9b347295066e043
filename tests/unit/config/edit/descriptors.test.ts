import { describe, expect, test } from 'vitest';
import { loadYaml } from '../../../../src/config/configuration-files.ts';
import { editText } from '../../../../src/config/edit/edit-text.ts';
import { append, edited, remove, set } from './editing.ts';

const UGLY = `# yaml-language-server: $schema=x
api:   Library   # name
services:

  # the first
  - name: Book
    description: |  # Markdown
      First line.

        indented
      Last line.


    response_status_codes:
      # only at night
      - { code: 503, message: "Service Unavailable", x-retry: [1, 2] }   # really
      -   code: 404
          x-why: gone
      # in the end
    fields: # below
    - {name: title, type: string, description: 'It''s title'}
    - description: >-
        folded
        text
      name: author
      fields:
        - name: first # given
    operations: [
      { method: GET, summary: List }, # reads
      { method: POST,
        description: "Add" },
      ]
  -
    name: Ping
    kind: rpc
    description: plain text
      over two lines   # odd
    response_status_codes:
    - code: 200
`;

/** The lines that differ: what went, and what came. */
function difference(before: string, after: string): readonly [gone: readonly string[], come: readonly string[]] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) [old.shift(), now.shift()];
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) [old.pop(), now.pop()];
  return [old, now];
}

describe('a descriptor', () => {
  test.each([
    [
      'text over several lines keeps its comment, its indentation and the empty lines below it',
      set('services/0/description', 'One.\n\nTwo.\n'),
      ['      First line.', '', '        indented', '      Last line.'],
      ['      One.', '', '      Two.'],
    ],
    [
      'a folded text becomes one line',
      set('services/0/fields/1/description', 'short'),
      ['    - description: >-', '        folded', '        text'],
      ['    - description: short'],
    ],
    [
      'a folded text becomes lines',
      set('services/0/fields/1/description', 'a\nb'),
      ['    - description: >-', '        folded', '        text'],
      ['    - description: |-', '        a', '        b'],
    ],
    [
      'plain text over two lines keeps its comment',
      set('services/1/description', 'one: two'),
      ['    description: plain text', '      over two lines   # odd'],
      ["    description: 'one: two'   # odd"],
    ],
    [
      'a line in brackets stays one',
      set('services/0/fields/0/description', 'a\n"b"'),
      ["    - {name: title, type: string, description: 'It''s title'}"],
      ['    - {name: title, type: string, description: "a\\n\\"b\\""}'],
    ],
    [
      'a text that was not there goes where it belongs',
      set('services/0/summary', 'Books, and more', 'name', 'kind'),
      [],
      ['    summary: Books, and more'],
    ],
    [
      'so it does in brackets',
      set('services/0/operations/0/description', 'x', 'method'),
      ['      { method: GET, summary: List }, # reads'],
      ['      { method: GET, description: x, summary: List }, # reads'],
    ],
    [
      'and behind a dash',
      set('services/0/fields/1/fields/0/description', 'Given', 'name'),
      [],
      ['          description: Given'],
    ],
    [
      'an item of a list is changed',
      set('services/0/response_status_codes/0/message', 'Closed'),
      ['      - { code: 503, message: "Service Unavailable", x-retry: [1, 2] }   # really'],
      ['      - { code: 503, message: "Closed", x-retry: [1, 2] }   # really'],
    ],
    [
      'an item of a list is taken out',
      remove('services/0/response_status_codes/1'),
      ['      -   code: 404', '          x-why: gone'],
      [],
    ],
    [
      'an item is added below the last one',
      append('services/0/response_status_codes', { code: 418, message: "I'm a teapot" }),
      [],
      ["      - { code: 418, message: I'm a teapot }"],
    ],
    [
      'an item is added in brackets, on a line of its own',
      append('services/0/operations', { method: 'PUT' }),
      [],
      ['      { method: PUT },'],
    ],
    [
      'an item in brackets with a comment is kept',
      set('services/0/operations/1/description', 'x'),
      ['        description: "Add" },'],
      ['        description: "x" },'],
    ],
    [
      'the last item leaves an empty list',
      remove('services/1/response_status_codes/0'),
      ['    response_status_codes:', '    - code: 200'],
      ['    response_status_codes: []'],
    ],
    [
      'the first entry behind a dash makes room',
      remove('services/0/fields/1/description'),
      ['    - description: >-', '        folded', '        text', '      name: author'],
      ['    - name: author'],
    ],
    [
      'a list is made',
      append('services/1/fields', { name: 'x', deep: { z: 1 } }),
      [],
      ['    fields:', '      - name: x', '        deep:', '          z: 1'],
    ],
  ])('%s', (_title, edit, gone, come) => {
    expect(difference(UGLY, edited(UGLY, edit))).toEqual([gone, come]);
  });

  test('edited in every place at once is what it was but for these places', () => {
    const edits = [
      set('services/0/description', 'x\ny\n'),
      set('services/0/response_status_codes/1/message', 'Gone'),
      append('services/0/response_status_codes', { code: 410 }),
      remove('services/0/response_status_codes/0'),
      set('services/0/fields/0/description', 'z'),
      set('services/1/description', 'p'),
    ] as const;
    const text = edited(UGLY, ...edits);
    for (const kept of [
      '# name',
      '# the first',
      '# Markdown',
      '# only at night',
      '# in the end',
      '# below',
      '# given',
      '# reads',
      '# odd',
      'x-why: gone',
    ]) {
      expect(text).toContain(kept);
    }
    expect(edited(text, edits[0], edits[4], edits[5])).toBe(text);
  });

  test('with the line ends of another system keeps them', () => {
    const text = UGLY.replaceAll('\n', '\r\n');
    const result = edited(
      text,
      set('services/0/description', 'a\nb\n'),
      append('services/0/operations', { method: 'PUT' }),
      remove('services/0/response_status_codes/0'),
    );
    expect(result.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(result).toContain('description: |  # Markdown\r\n      a\r\n      b\r\n');
  });

  test('with text that looks like a comment is no refusal', () => {
    expect(edited('a: { b: "x # y", c: 1 }\n', remove('a/b'))).toBe('a: { c: 1 }\n');
    expect(edited("a:\n  b:\n    c: 'x # y'\n", set('a/b', { d: 1 }))).toBe('a:\n  b:\n    d: 1\n');
  });

  test('without a last line end can be edited there', () => {
    expect(edited('a:\n  - b: |\n      x', set('a/0/b', 'y\nz'))).toBe('a:\n  - b: |-\n      y\n      z');
    expect(edited('a:\n  - b: 1', append('a', 2))).toBe('a:\n  - b: 1\n  - 2\n');
  });

  test.each<readonly [string, string]>([
    ['blanks first', '  a\nb'],
    ['an empty line first', '\n  a\n'],
    ['tabs', '\ta\n\tb\n'],
    ['blanks last', 'a \n b  \n'],
    ['empty lines last', 'a\n\n\n'],
    ['only line ends', '\n\n'],
    ['marks', '- a\n# b\n: c\n--- \n...\n'],
    ['what no line can hold', 'a\u0007\nb\u2028c\r\nd'],
  ])('text with %s comes back as it was', (_title, value) => {
    for (const [text, place] of [
      ['a: 1\n', 'a'],
      ['a: |\n  x\nb: 1\n', 'a'],
      ['a: >-\n  x\n\n# c\n', 'a'],
      ['x:\n  - a: "1" # c\n', 'x/0/a'],
    ] as const) {
      const written = loadYaml(edited(text, set(place, value), set('z', 1)));
      expect(written).toMatchObject({ ...(place === 'a' ? { a: value } : { x: [{ a: value }] }), z: 1 });
    }
  });

  test.each<readonly [string, string, ReturnType<typeof set>, RegExp]>([
    ['an alias of a list', 'a: &a [1]\nb: *a\n', append('b', 2), /b is an alias/],
    ['an anchor on the way', 'a: &a\n  - b: 1\nc: *a\n', set('a/0/b', 2), /a has an anchor/],
    ['an item that is not there', 'a: [1]\n', set('a/1/b', 2), /a\.1/],
    ['an item of no list', 'a: { b: 1 }\n', append('a', 2), /a/],
    ['a list with comments inside', 'a:\n  b:\n    c: 1 # why\n', set('a/b', { d: 1 }), /comments/],
    [
      'a comment that an entry would take along',
      '- a: 1 # why\n  b: 2\n'.replace('- a', 'x:\n- a'),
      remove('x/0/a'),
      /comments/,
    ],
    ['a list in a list that would be empty', 'a:\n  - - 1\n', remove('a/0/0'), /unusual/],
  ])('is not touched by an edit of %s', (_title, text, edit, reason) => {
    const result = editText(text, [edit]);
    expect(result).toMatchObject({ kind: 'refused', keys: edit.keys });
    expect(result.kind === 'refused' ? result.reason : '').toMatch(reason);
  });
});
