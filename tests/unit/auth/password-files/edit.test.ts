import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteEntry, findEntry, keyProblem, listEntries, setEntry } from '../../../../src/auth/password-files/edit.ts';

const alice = { user: 'alice', realm: null };
const bob = { user: 'bob', realm: null };
const FILE = '# team\nalice:1\n\n# later\nbob:2:Bob\n';

describe('setEntry', () => {
  test.each([
    ['an entry changes in its place', FILE, alice, '9', '# team\nalice:9\n\n# later\nbob:2:Bob\n'],
    ['a new one comes last', FILE, { user: 'carol', realm: null }, '3', `${FILE}carol:3\n`],
    ['a file without a last line end gets one', 'alice:1', bob, '2', 'alice:1\nbob:2\n'],
    ['an empty file', '', bob, '2', 'bob:2\n'],
    ['lines that end in CR LF stay so', 'alice:1\r\nbob:2\r\n', alice, '9', 'alice:9\r\nbob:2\r\n'],
    ['a new line ends as the others', 'alice:1\r\n', bob, '2', 'alice:1\r\nbob:2\r\n'],
    ['second lines for the same user go', 'alice:1\nbob:2\nalice:3\n', alice, '9', 'alice:9\nbob:2\n'],
    ['a comment that looks like an entry stays', '#alice:1\n', alice, '9', '#alice:1\nalice:9\n'],
    ['names are compared whole', 'alic:1\nalicee:2\n', alice, '9', 'alic:1\nalicee:2\nalice:9\n'],
    [
      'a realm is part of an htdigest entry',
      'alice:api:1\nalice:web:2\n',
      { user: 'alice', realm: 'web' },
      '9',
      'alice:api:1\nalice:web:9\n',
    ],
    ['a last line without an end stays so', 'bob:2\nalice:1', alice, '9', 'bob:2\nalice:9'],
    ['white space around a line goes', '  \talice:1 \t\r\n', alice, '9', 'alice:9\r\n'],
    ['so does a byte order mark', '\ufeffalice:1\nbob:2\n', alice, '9', 'alice:9\nbob:2\n'],
    ['and white space after one', '\ufeff  alice:1\n', alice, '9', 'alice:9\n'],
    ['a mark within a name is part of it', 'al\ufeffice:1\n', alice, '9', 'al\ufeffice:1\nalice:9\n'],
    ['a line without a value is no entry', 'alice\n', alice, '9', 'alice\nalice:9\n'],
    ['nor is one without a digest', 'alice:web\n', { user: 'alice', realm: 'web' }, '9', 'alice:web\nalice:web:9\n'],
    ['a realm that is new', 'alice:api:1\n', { user: 'alice', realm: 'web' }, '9', 'alice:api:1\nalice:web:9\n'],
  ])('%s', (_, text, key, value, expected) => {
    expect(setEntry(text, key, value)).toBe(expected);
  });

  test('what was set is found, all else is as it was', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
      .filter((user) => keyProblem({ user, realm: null }) === undefined);
    const line = fc.oneof(
      fc.tuple(name, fc.constantFrom('1', 'ab', 'c:d')).map(([user, value]) => `${user}:${value}`),
      fc.constantFrom('', '# note', 'broken'),
    );
    fc.assert(
      fc.property(fc.array(line), name, (lines, user) => {
        const text = lines.map((each) => `${each}\n`).join('');
        const changed = setEntry(text, { user, realm: null }, 'new');
        expect(findEntry(changed, { user, realm: null })).toBe('new');
        expect(deleteEntry(changed, { user, realm: null })).toBe(deleteEntry(text, { user, realm: null }) ?? text);
      }),
      { seed: 11 },
    );
  });
});

test('deleteEntry takes every line of an entry, and says when there is none', () => {
  expect(deleteEntry(`alice:0\n${FILE}`, alice)).toBe('# team\n\n# later\nbob:2:Bob\n');
  expect(deleteEntry(FILE, { user: 'carol', realm: null })).toBeUndefined();
  expect(deleteEntry('alice:api:1\n', { user: 'alice', realm: 'web' })).toBeUndefined();
  expect(deleteEntry('alice:1\nbob:22', alice)).toBe('bob:22');
});

test('listEntries has each entry once, with the value that counts, without comments', () => {
  expect(listEntries(`${FILE}alice:7\n`, 'htpasswd')).toEqual([
    { ...alice, value: '1' },
    { ...bob, value: '2' },
  ]);
  expect(listEntries('alice:api:1\nalice:web:1\nbob:2\n', 'htdigest')).toEqual([
    { user: 'alice', realm: 'api', value: '1' },
    { user: 'alice', realm: 'web', value: '1' },
  ]);
});

test('listEntries leaves out what is none', () => {
  expect(listEntries('#alice:1\n\nbroken\n  # bob:2\nbob:2#\n', 'htpasswd')).toEqual([{ ...bob, value: '2#' }]);
  expect(listEntries('#alice:api:1\n\nbroken\nalice:api\n', 'htdigest')).toEqual([]);
});

test.each([
  [FILE, alice, '1'],
  [FILE, { user: 'carol', realm: null }, undefined],
  ['alice:1  \t\r\n', alice, '1'],
  ['alice:1\nalice:2\n', alice, '1'],
  ['alice\nalice:2\n', alice, '2'],
  ['alice:api:1\nalice:web:2\n', { user: 'alice', realm: 'web' }, '2'],
  ['alice:web\n', { user: 'alice', realm: 'web' }, undefined],
  ['', alice, undefined],
])('in %j findEntry of %j is %j', (text, key, expected) => {
  expect(findEntry(text, key)).toBe(expected);
});

test.each([
  [' alice', null, 'would have a user name that begins with # or has white space around it. Choose another name.'],
  ['al:ice', null, 'has a colon or a control character in the user name. Choose another name.'],
  ['alice', 'a:pi', 'has a colon or a control character in the realm. Choose another name.'],
  ['alice', '', 'has no realm. Write one, or remove the line.'],
  ['alice', 'r'.repeat(256), 'has a realm of more than 255 bytes. Choose a shorter one.'],
])('the name %j in the realm %j cannot be written: %s', (user, realm, expected) => {
  expect(keyProblem({ user, realm })).toBe(expected);
});

test.each(['', '#alice', ' alice', 'alice ', 'al:ice', 'al\nice', 'al\0ice', 'a'.repeat(256), 'ä'.repeat(128)])(
  'no entry can be made for the name %j',
  (user) => {
    expect(keyProblem({ user, realm: null })).toBeTypeOf('string');
    expect(keyProblem({ user: 'alice', realm: 'api' })).toBeUndefined();
  },
);
