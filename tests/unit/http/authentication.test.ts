import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAuthParameters,
  formatChallenge,
  parseAuthParameters,
  parseChallenges,
  quotedString,
  splitCredentials,
} from '../../../src/http/authentication.ts';
import { challengeParameters } from '../../tooling/challenge.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

describe('parseAuthParameters', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    [' , ,', {}],
    ['a=b', { a: 'b' }],
    ['A=b,C="d"', { a: 'b', c: 'd' }],
    ['a = b , c\t=\t"d"', { a: 'b', c: 'd' }],
    [',, a=b,,c=d ,', { a: 'b', c: 'd' }],
    ['a=""', { a: '' }],
    ['a="b, c=d"', { a: 'b, c=d' }],
    ['a="b\\"c\\\\d\\e"', { a: 'b"c\\de' }],
    ['a="J\u00c3\u00a4s\t"', { a: 'J\u00c3\u00a4s\t' }],
    ["username*=UTF-8''J%C3%A4s", { 'username*': "UTF-8''J%C3%A4s" }],
    [
      '__proto__=x, constructor=y',
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    ],
  ])('reads %j', (text, expected) => {
    expect([...(parseAuthParameters(text) ?? [['malformed', '']])]).toEqual(Object.entries(expected));
  });

  test.each([
    ['no value', 'a'],
    ['an empty token', 'a='],
    ['an empty token before another', 'a=,b=c'],
    ['no name', '=b'],
    ['a name that is no token', '"a"=b'],
    ['no comma', 'a=b c=d'],
    ['no comma after a quote', 'a="b"c=d'],
    ['text after a quote', 'a="b"c'],
    ['text before a quote', 'a=b"c"'],
    ['a quote that is never closed', 'a="b'],
    ['a quote closed by an escaped one', 'a="b\\"'],
    ['an escape at the end', 'a="b\\'],
    ['a name given twice', 'a=b, a=b'],
    ['a name given twice in other letters', 'a=b, A=c'],
    ['a semicolon', 'a=b; c=d'],
    ['single quotes around a space', "a='b c'"],
    ['NUL', 'a="\0"'],
    ['an escaped NUL', 'a="\\\0"'],
    ['a line break', 'a="b\r\n c"'],
    ['DEL', 'a="\x7f"'],
    ['a character that is no byte', 'a="\u0100"'],
    ['a byte above 0x7f outside quotes', 'a=\u00e4'],
    ['a no-break space around a comma', 'a=b,\u00a0c=d'],
    ['a vertical tab as white space', 'a=b,\vc=d'],
  ])('refuses %s: %j', (_, text) => {
    expect(parseAuthParameters(text)).toBeUndefined();
  });

  test.each([
    ['quotes that never close', `a="${'\\"'.repeat(200_000)}`],
    ['empty elements', ', '.repeat(200_000)],
    ['white space', `a${' '.repeat(400_000)}b`],
    ['parameters', Array.from({ length: 60_000 }, (_unused, index) => `a${index}=b`).join()],
  ])('takes time linear in %s', (_, text) => {
    const start = cpuMilliseconds();
    parseAuthParameters(text);
    splitCredentials(`Digest ${text}`);
    expect(cpuMilliseconds() - start).toBeLessThan(1000);
  });

  const byteText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  });
  const name = fc.stringMatching(/^[a-z*_-]{1,8}$/);

  test('reads what formatAuthParameters wrote', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, byteText), { selector: ([key]) => key }), (parameters) => {
        const text = formatAuthParameters(parameters.map(([key, value]) => [key, quotedString(value)]));
        expect([...(parseAuthParameters(text) ?? [])]).toEqual(parameters);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '=', '"', '\\', ',', ' ', '\t', '\0', 'Digest', '\u00e4', '\u{1f600}'),
        }),
        (text) => {
          parseAuthParameters(text);
          splitCredentials(text);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('splitCredentials', () => {
  test.each([
    ['Basic YTpi', { scheme: 'basic', rest: 'YTpi' }],
    ['BASIC   YTo=', { scheme: 'basic', rest: 'YTo=' }],
    ['Basic', { scheme: 'basic', rest: '' }],
    ['Digest a=b', { scheme: 'digest', rest: 'a=b' }],
  ])('reads %j', (text, expected) => {
    expect(splitCredentials(text)).toEqual(expected);
  });

  test.each(['', ' Basic YTpi', 'Basic\tYTpi', 'Basic,YTpi', '"Basic" YTpi', 'B\u00e4sic YTpi'])(
    'refuses %j',
    (text) => {
      expect(splitCredentials(text)).toBeUndefined();
    },
  );

  test('what stands behind the scheme stays as it was sent', () => {
    expect(splitCredentials('Digest   A="b" ')).toEqual({ scheme: 'digest', rest: 'A="b" ' });
    expect(splitCredentials('Digest')).toEqual({ scheme: 'digest', rest: '' });
    expect(splitCredentials('Digest,a')).toBeUndefined();
  });
});

test('what formatChallenge writes is read again', () => {
  const text = formatChallenge('Digest', [
    ['realm', quotedString('a "b" \\ c')],
    ['algorithm', 'SHA-256'],
  ]);
  expect(text).toBe('Digest realm="a \\"b\\" \\\\ c", algorithm=SHA-256');
  expect(Object.fromEntries(challengeParameters(text) ?? [])).toEqual({ realm: 'a "b" \\ c', algorithm: 'SHA-256' });
});

test.each(['a\r\nSet-Cookie: b', 'a\0', '\x7f', '\u0100'])(
  'quotedString refuses %j, which no field value can hold',
  (text) => {
    expect(() => quotedString(text)).toThrow(TypeError);
  },
);

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
