import { describe, expect, test } from 'vitest';
import { parseChallenges } from '../../../src/http/challenges.ts';

describe('parseChallenges', () => {
  test.each([
    ['Basic realm="api"', [['Basic', { realm: 'api' }]]],
    [
      'Digest realm="a, b", nonce="x=", qop="auth,auth-int"',
      [['Digest', { realm: 'a, b', nonce: 'x=', qop: 'auth,auth-int' }]],
    ],
    // RFC 9110 §11.6.1
    [
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        ['Basic', { realm: 'simple' }],
        ['Newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }],
      ],
    ],
    // Two field lines, joined as browsers join them.
    [
      'Digest realm="r", nonce="1", algorithm=SHA-256, Digest realm="r", nonce="2", algorithm=MD5',
      [
        ['Digest', { realm: 'r', nonce: '1', algorithm: 'SHA-256' }],
        ['Digest', { realm: 'r', nonce: '2', algorithm: 'MD5' }],
      ],
    ],
    [
      'Negotiate, Basic realm="x"',
      [
        ['Negotiate', {}],
        ['Basic', { realm: 'x' }],
      ],
    ],
    [', ,Basic  realm = "x"', [['Basic', { realm: 'x' }]]],
    ['', []],
    ['realm="nobody asked"', []],
  ])('%s', (text, expected) => {
    const read = parseChallenges(text).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters ?? [])]);
    expect(read).toEqual(expected);
  });

  test.each(['Negotiate abc==', 'Digest realm="a", realm="b"', 'Basic realm="never closed'])(
    'what cannot be read has no parameters: %s',
    (text) => expect(parseChallenges(text)[0]?.parameters).toBeUndefined(),
  );
});
