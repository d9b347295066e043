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
    ['a realm is part of an htdigest entry', 'alice:api:1\nalice:web:2\n', { user: 'alice', realm: 'web' }, '9', 'alice:api:1\nalice:web:9\n'],
    ['a realm that is new', 'alice:api:1\n', { user: 'alice', realm: 'web' }, '9', 'alice:api:1\nalice:web:9\n'],
  ])('%s', (_, text, key, value, expected) => {
    expect(setEntry(text, key, value)).toBe(expected);
  });

  test('what was set is found, all else is as it was', () => {
    const name = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((user) => keyProblem({ user, realm: null }) === undefined);
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
});

test('listEntries has each entry once, without comments', () => {
  expect(listEntries(`${FILE}alice:7\n`, 'htpasswd')).toEqual([alice, bob]);
  expect(listEntries('alice:api:1\nalice:web:1\nbob:2\n', 'htdigest')).toEqual([
    { user: 'alice', realm: 'api' },
    { user: 'alice', realm: 'web' },
  ]);
});

test.each(['', '#alice', ' alice', 'alice ', 'al:ice', 'al\nice', 'al\0ice', 'a'.repeat(256), 'ä'.repeat(128)])(
  'no entry can be made for the name %j',
  (user) => {
    expect(keyProblem({ user, realm: null })).toBeTypeOf('string');
    expect(keyProblem({ user: 'alice', realm: 'api' })).toBeUndefined();
  },
);
