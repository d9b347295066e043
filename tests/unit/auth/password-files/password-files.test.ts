import { describe, expect, test } from 'vitest';
import { parseGroupFile } from '../../../../src/auth/password-files/group-file.ts';
import { digestOf, parseHtdigest, parseHtpasswd } from '../../../../src/auth/password-files/kinds.ts';
import { damaged, type FileReading, type PasswordFile, readLines } from '../../../../src/auth/password-files/lines.ts';

const SHA = '{SHA}9Rfd8dMqES/xrVXGbRsSyzjn6Pc=';
const APR1 = '$apr1$mVg1UEd7$rWvsTqYbGyZIi0lk9bg.p.';
const BCRYPT = '$2y$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi';
const HA1 = '939e7578ed9e3c518a452acee763bce9';

function users(text: string): [string, string][] | 'damaged' {
  const reading = parseHtpasswd(text);
  return reading.kind === 'read' ? [...reading.content.entries] : 'damaged';
}

const complainedLines = (reading: ReturnType<typeof parseHtpasswd> | ReturnType<typeof parseHtdigest>): number[] =>
  reading.complaints.map(({ line }) => line);

describe('parseHtpasswd', () => {
  test.each([
    ['lines that end in CR LF', `alice:${SHA}\r\nbob:${APR1}\r\n`, ['alice', 'bob']],
    ['no end of line at the end', `alice:${SHA}`, ['alice']],
    ['comments, empty lines, white space around', `# team\n\n  # more\n  alice:${SHA}  \n`, ['alice']],
    ['what follows a second colon does not count', `alice:${SHA}:Alice Jones:home`, ['alice']],
    ['names are data', `__proto__:${SHA}\nconstructor:${SHA}`, ['__proto__', 'constructor']],
    ['names in other scripts, with spaces and quotes', `Jürgen "J" 李:${SHA}`, ['Jürgen "J" 李']],
    ['an unusable line costs its user alone', `alice:secret\nbob:${SHA}`, ['bob']],
    ['a name may be up to 255 bytes', `${'a'.repeat(255)}:${SHA}\n${'ä'.repeat(128)}:${SHA}`, ['a'.repeat(255)]],
    ['a line without a name is of no use', `:${SHA}\nbob:${SHA}`, ['bob']],
    ['a name that is not UTF-8 is of no use', `j\ufffdrgen:${SHA}\nbob:${SHA}`, ['bob']],
  ])('%s', (_, text, expected) => {
    const reading = users(text);
    expect(reading === 'damaged' ? reading : reading.map(([name]) => name)).toEqual(expected);
  });

  test.each([
    ['nothing', '', [0]],
    ['comments alone', '# nobody\n', [0]],
    ['no usable line', 'alice:secret\nbob:*\n', [0, 1, 2]],
    ['a line without a colon', `alice:${SHA}\nbob\n`, [2]],
    ['a zero byte', `alice:${SHA}\nbob:\0${SHA}\n`, [2]],
    ['a control character within a name', `al\tice:${SHA}\n`, [1]],
    ['old Mac lines', `alice:${SHA}\rbob:${SHA}\r`, [1]],
    ['an image', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [1, 2, 3]],
  ])('%s: the whole file is damaged', (_, text, lines) => {
    const reading = parseHtpasswd(text);
    expect([reading.kind, complainedLines(reading)]).toEqual(['damaged', lines]);
  });

  test('of two lines for one user the first counts, as in Apache, and the second is complained of', () => {
    const reading = parseHtpasswd(`alice:${SHA}\nalice:${APR1}\n`);
    expect(users(`alice:${SHA}\nalice:${APR1}\n`)).toEqual([['alice', SHA]]);
    expect(reading.complaints).toEqual([{ line: 2, problem: expect.stringContaining('line 1') }]);
  });

  test('a second line does not stand in for a first one that is unusable', () => {
    expect(users(`alice:!${SHA}\nalice:${SHA}\nbob:${SHA}`)).toEqual([['bob', SHA]]);
  });

  test('no message quotes a name or a value', () => {
    const reading = parseHtpasswd('alice:hunter2\nbob');
    expect(JSON.stringify([reading, parseHtpasswd('alice:hunter2')])).not.toMatch(/hunter2|alice|bob/);
  });

  test('unknown users cost as much as the costliest known one', () => {
    const reading = parseHtpasswd(`a:${SHA}\nb:${BCRYPT}\nc:${APR1}\n`);
    expect(reading.kind === 'read' && reading.content.decoy).toMatch(/^\$2y\$04\$/);
    const cheap = parseHtpasswd(`a:${SHA}\n`);
    expect(cheap.kind === 'read' && cheap.content.decoy).toMatch(/^\{SHA\}/);
  });
});

describe('parseHtdigest', () => {
  test('holds the users of the realm that configuration names, and of no other', () => {
    const reading = parseHtdigest(`alice:api:${HA1}\nbob:admin:${HA1}\ncarol:API:${HA1}\n`, 'api', 'MD5');
    expect(reading).toEqual({ kind: 'read', content: { entries: new Map([['alice', HA1]]) }, complaints: [] });
  });

  test('a user of two realms has two values', () => {
    const text = `alice:other:${'a'.repeat(32)}\nalice:api:${HA1.toUpperCase()}\n`;
    const reading = parseHtdigest(text, 'api', 'MD5');
    expect(reading.kind === 'read' && reading.content.entries.get('alice')).toBe(HA1);
    expect(reading.complaints).toEqual([]);
  });

  test.each([
    ['an htpasswd file', `alice:${SHA}\n`, [1]],
    ['no user of this realm', `alice:other:${HA1}\n`, [0]],
    ['a value that is no digest', 'alice:api:secret\n', [0, 1]],
    ['a SHA-256 digest where MD5 is meant', `alice:api:${'a'.repeat(64)}\n`, [0, 1]],
    ['a cut line', `alice:api:${HA1}\nbob:ap`, [2]],
  ])('%s: damaged', (_, text, lines) => {
    const reading = parseHtdigest(text, 'api', 'MD5');
    expect([reading.kind, complainedLines(reading)]).toEqual(['damaged', lines]);
  });

  test('SHA-256 values have 64 digits', () => {
    expect(
      parseHtdigest(`alice:api:${'a'.repeat(64)}\nbob:api:${HA1}`, 'api', 'SHA-256').complaints.map(({ line }) => line),
    ).toEqual([2]);
  });

  test('values are those of RFC 7616 §3.9.1', () => {
    expect(digestOf('Mufasa', 'http-auth@example.org', 'Circle of Life', 'MD5')).toBe(
      '3d78807defe7de2157e2b0b6573a855f',
    );
    expect(digestOf('Mufasa', 'http-auth@example.org', 'Circle of Life', 'SHA-256')).toBe(
      '7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232',
    );
  });
});

describe('parseGroupFile', () => {
  test.each([
    ['editors: alice bob', [['editors', ['alice', 'bob']]]],
    ['# none\n\n', []],
    [
      'editors: alice\nreaders:\neditors:  bob  alice\n',
      [
        ['editors', ['alice', 'bob']],
        ['readers', []],
      ],
    ],
    ['editors: "Alice Jones" bob', [['editors', ['Alice Jones', 'bob']]]],
    ['__proto__: alice', [['__proto__', ['alice']]]],
    ['editors: ali:ce', [['editors', ['ali:ce']]]],
    ['editors: "" bob"carol"', [['editors', ['', 'bob', 'carol']]]],
  ])('%j', (text, expected) => {
    const reading = parseGroupFile(text);
    expect(reading.kind === 'read' && [...reading.content].map(([group, members]) => [group, [...members]])).toEqual(
      expected,
    );
    expect(reading.complaints).toEqual([]);
  });

  test('a group that cannot be named is complained of, and has no members', () => {
    expect(parseGroupFile(`: alice\neditors: bob\n${'g'.repeat(256)}: bob\n`)).toEqual({
      kind: 'read',
      content: new Map([['editors', new Set(['bob'])]]),
      complaints: [
        { line: 1, problem: 'has no group name. Write one, or remove the line.' },
        { line: 3, problem: 'has a group name of more than 255 bytes. Choose a shorter one.' },
      ],
    });
  });

  test('a line without a colon makes the whole file damaged', () => {
    expect(parseGroupFile('editors: alice\nreaders bob\n')).toMatchObject({
      kind: 'damaged',
      complaints: [{ line: 2 }],
    });
  });
});

describe('reports to the operator have place, problem and remedy', () => {
  const unusable =
    'has a password in a form that is not accepted (plain text, DES crypt, damaged, or with too many rounds). Set it again with "platform-docs passwd set".';
  const htdigest = (text: string): FileReading<PasswordFile> => parseHtdigest(text, 'api', 'MD5');
  test.each<[string, (text: string) => FileReading<unknown>, readonly (readonly [line: number, problem: string])[]]>([
    ['', parseHtpasswd, [[0, 'has no usable user. Add one with "platform-docs passwd set".']]],
    [`alice:${SHA}\nbob:x`, parseHtpasswd, [[2, unusable]]],
    [
      'alice',
      parseHtpasswd,
      [[1, 'does not have the form user:password-hash. Correct it, or make it a comment with #.']],
    ],
    ['alice\x07:x', parseHtpasswd, [[1, 'holds control characters. Write user:password-hash as text.']]],
    [`bob:${SHA}\n:${SHA}`, parseHtpasswd, [[2, 'has no user name. Write one, or remove the line.']]],
    [`bob:${SHA}\n\ufffd:${SHA}`, parseHtpasswd, [[2, 'has a user name that is not UTF-8. Save the file as UTF-8.']]],
    [
      `bob:${SHA}\n${'a'.repeat(256)}:${SHA}`,
      parseHtpasswd,
      [[2, 'has a user name of more than 255 bytes. Choose a shorter one.']],
    ],
    [
      `bob:${SHA}\nbob:${SHA}`,
      parseHtpasswd,
      [[2, 'repeats the user of line 1, and is ignored. Remove one of the two lines.']],
    ],
    ['', htdigest, [[0, 'has no usable user in the realm "api". Add one with "platform-docs passwd set".']]],
    ['alice:x', htdigest, [[1, 'does not have the form user:realm:digest. Correct it, or make it a comment with #.']]],
    [
      `bob:api:${HA1}\nalice:api:x`,
      htdigest,
      [[2, 'has no MD5 digest of 32 hexadecimal digits. Set it again with "platform-docs passwd set".']],
    ],
    [
      'editors',
      parseGroupFile,
      [[1, 'does not have the form group: user user. Correct it, or make it a comment with #.']],
    ],
  ])('%j', (text, parse, expected) => {
    expect(parse(text).complaints).toEqual(expected.map(([line, problem]) => ({ line, problem })));
  });
});

test('readLines gives number and fields of what is neither empty nor a comment', () => {
  expect(readLines('# a\n\n x:y:z \n', 2, 'shape')).toEqual({
    kind: 'records',
    records: [{ number: 3, fields: ['x', 'y', 'z'] }],
  });
});

test('a file that is damaged as a whole has one complaint, of line 0', () => {
  expect(damaged('is gone.')).toEqual({ kind: 'damaged', complaints: [{ line: 0, problem: 'is gone.' }] });
});
