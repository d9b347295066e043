import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBasicCredentials } from '../../../../../src/auth/schemes/basic/credentials.ts';
import { caseCount } from '../../../../tooling/case-count.ts';

const encode = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('parseBasicCredentials', () => {
  test.each([
    // what it shows                     credentials                          user        password             source
    ['the published example', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Aladdin', 'open sesame', 'RFC 7617 §2'],
    ['the published example in UTF-8', 'dGVzdDoxMjPCow==', 'test', '123£', 'RFC 7617 §2.1'],
    ['a colon in the password', encode('alice:a:b:'), 'alice', 'a:b:', 'RFC 7617 §2'],
    ['an empty password', encode('alice:'), 'alice', '', 'RFC 7617 §2'],
    ['the password 0', encode('alice:0'), 'alice', '0', 'RFC 7617 §2'],
    ['an empty user', encode(':secret'), '', 'secret', 'RFC 7617 §2'],
    ['both empty', encode(':'), '', '', 'RFC 7617 §2'],
    ['spaces are characters', encode(' alice : secret '), ' alice ', ' secret ', 'RFC 7617 §2'],
    ['other scripts, beyond the first plane', encode('李:пароль🔑'), '李', 'пароль🔑', 'RFC 7617 §2.1'],
    ['a byte order mark is a character', encode('\ufeffalice:x'), '\ufeffalice', 'x', 'RFC 7617 §2.1'],
    ['no normalisation', encode('e\u0301:e\u0301'), 'e\u0301', 'e\u0301', 'RFC 7617 §2.1'],
    ['as many bytes as are read', encode(`alice:${'x'.repeat(2042)}`), 'alice', 'x'.repeat(2042), 'ours'],
    ['plus and slash', encode('>>>???:x'), '>>>???', 'x', 'RFC 4648 §4'],
  ])('%s: %s', (_, text, user, password) => {
    expect(parseBasicCredentials(text)).toEqual({ user, password });
  });

  test.each([
    ['nothing', '', 'RFC 9110 §11.4'],
    ['no colon', encode('alice'), 'RFC 7617 §2'],
    ['no padding', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ', 'RFC 4648 §3.2'],
    ['half the padding', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=', 'RFC 4648 §3.2'],
    ['padding too much', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ===', 'RFC 4648 §4'],
    ['bits after the end', 'QWxhZGRpbjpvcGVuIHNlc2FtZR==', 'RFC 4648 §3.5'],
    ['padding in the middle', 'QWxh=ZGRpbjpvcGVuIHNlc2FtZQ', 'RFC 4648 §4'],
    ['the alphabet of URLs', encode('>>>???:x').replaceAll('+', '-').replaceAll('/', '_'), 'RFC 4648 §5'],
    ['white space inside', 'QWxhZGRp bjpvcGVuIHNlc2FtZQ==', 'RFC 9110 §11.2'],
    ['white space after', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ== ', 'RFC 9110 §11.2'],
    ['a line break inside', 'QWxhZGRp\nbjpvcGVuIHNlc2FtZQ==', 'RFC 4648 §3.1'],
    ['parameters', 'username="alice"', 'RFC 7617 §2'],
    ['a second credential in the line', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ==, Basic QQ==', 'RFC 9110 §11.6.2'],
    ['plain text', 'alice:secret', 'RFC 7617 §2'],
    ['obs-text', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ\u00e9=', 'RFC 9110 §11.2'],
    ['Latin-1', encode(Buffer.from('jürgen:x', 'latin1')), 'RFC 7617 §2.1'],
    ['a cut UTF-8 sequence', encode(Buffer.from([0x61, 0x3a, 0xe2, 0x82])), 'RFC 3629 §3'],
    ['an overlong colon', encode(Buffer.from([0x61, 0xc0, 0xba, 0x62])), 'RFC 3629 §3'],
    ['a surrogate', encode(Buffer.from([0x61, 0x3a, 0xed, 0xa0, 0x80])), 'RFC 3629 §3'],
    ['a zero byte after the password', encode('alice:secret\0'), 'RFC 7617 §2'],
    ['a zero byte in the user', encode('alice\0:secret'), 'RFC 7617 §2'],
    ['a line feed', encode('alice:sec\nret'), 'RFC 7617 §2'],
    ['a tab', encode('alice:\tsecret'), 'RFC 7617 §2'],
    ['delete', encode('alice:secret\x7f'), 'RFC 7617 §2'],
    ['more than 2048 bytes', encode(`alice:${'x'.repeat(2043)}`), 'ours'],
  ])('%s: malformed', (_, text) => {
    expect(parseBasicCredentials(text)).toBeUndefined();
  });

  test('what can be sent is read as it was meant, in one spelling only', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not be sent
      .filter((value) => !/[\0-\x1f\x7f]/.test(value) && value.isWellFormed());
    const user = text.filter((value) => !value.includes(':'));
    fc.assert(
      fc.property(
        user,
        text,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary-ascii' }),
        (name, password, place, character) => {
          const encoded = encode(`${name}:${password}`);
          expect(parseBasicCredentials(encoded)).toEqual({ user: name, password });
          const at = place % encoded.length;
          fc.pre(encoded[at] !== character);
          expect(parseBasicCredentials(encoded.slice(0, at) + character + encoded.slice(at + 1))).not.toEqual({
            user: name,
            password,
          });
        },
      ),
      { seed: 3, numRuns: caseCount(1000) },
    );
  });
});
