import { expect, test } from 'vitest';
import { parseDigestCredentials } from '../../../../../src/auth/schemes/digest/credentials.ts';

test.each([
  ["UTF-8''J%C3%A4s%20Doe", 'Jäs Doe'],
  ["utf-8'en'ada", 'ada'],
  ["UTF-8''", ''],
  ["UTF-8''%00", '\0'],
  ["ISO-8859-1''J%E4s", undefined],
  ["ISO-8859-1''ada", undefined],
  ["UTF-8''J%E4s", undefined],
  ["UTF-8''J%C", undefined],
  ["UTF-8''a b", undefined],
  ["UTF-8''a'b", undefined],
  ["UTF-8'a", undefined],
  ['ada', undefined],
])('username* of %j is read as %j', (text, expected) => {
  const others = 'realm="r", nonce="n", opaque="o", uri="/", cnonce="c", nc=00000001, qop=auth, response="x"';
  expect(parseDigestCredentials(`${others}, username*="${text}"`, '/')?.username).toBe(expected);
});
