import { describe, expect, test } from 'vitest';
import { parseChallenges } from '../../../src/http/challenges.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

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
    [
      'Negotiate abc==, Basic realm="a \\" , b",, charset = UTF-8 ,NTLM',
      [
        ['Negotiate', {}],
        ['Basic', { realm: 'a " , b', charset: 'UTF-8' }],
        ['NTLM', {}],
      ],
    ],
    ['', []],
    ['realm="nobody asked"', []],
  ])('%s', (text, expected) => {
    const read = parseChallenges(text).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters ?? [])]);
    expect(read).toEqual(expected);
  });

  test.each([
    'Negotiate abc==',
    'Digest realm="a", realm="b"',
    'Digest realm="a", (b)',
    'Basic realm="never closed',
    'Basic realm="never closed, Digest realm=b',
    'Basic realm="an escape at the end\\',
  ])('what cannot be read has no parameters: %s', (text) =>
    expect(parseChallenges(text).map(({ parameters }) => parameters)).toEqual([undefined]),
  );

  test.each([
    ['quotes', '"'.repeat(400_001)],
    ['escaped quotes', `"${'\\"'.repeat(200_000)}`],
    ['empty members', ', '.repeat(200_000)],
    ['white space', `${' '.repeat(400_000)}=`],
  ])('takes time linear in %s', (_, text) => {
    const start = cpuMilliseconds();
    parseChallenges(text);
    parseChallenges(`Digest realm=${text}`);
    parseChallenges(`Digest ${text}`);
    expect(cpuMilliseconds() - start).toBeLessThan(1000);
  });
});
