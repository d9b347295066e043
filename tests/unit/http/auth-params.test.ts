import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAuthParameters,
  formatChallenge,
  parseAuthParameters,
  parseChallenges,
  parseCredentials,
  quotedString,
  splitCredentials,
} from '../../../src/http/auth-params.ts';
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
    parseCredentials(`Digest ${text}`);
    parseChallenges(`Digest ${text}`);
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
          parseCredentials(text);
          parseChallenges(text);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('parseCredentials', () => {
  test.each([
    ['Basic YTpi', { scheme: 'basic', token68: 'YTpi' }],
    ['BASIC   YTo=', { scheme: 'basic', token68: 'YTo=' }],
    ['Bearer a-._~+/b==', { scheme: 'bearer', token68: 'a-._~+/b==' }],
    ['Basic', { scheme: 'basic', token68: undefined }],
    ['Digest a=b', { scheme: 'digest', token68: undefined }],
  ])('reads %j', (text, expected) => {
    expect(parseCredentials(text)).toMatchObject(expected);
  });

  test.each([
    '',
    ' Basic YTpi',
    'Basic\tYTpi',
    'Basic,YTpi',
    '"Basic" YTpi',
    'Basic YTpi YTpi',
    'Basic YTpi ',
    'Basic a=b=',
    'Digest a=b, c',
    'B\u00e4sic YTpi',
  ])('refuses %j', (text) => {
    expect(parseCredentials(text)).toBeUndefined();
  });

  test('what stands behind the scheme stays as it was sent', () => {
    expect(splitCredentials('Digest   A="b" ')).toEqual({ scheme: 'digest', rest: 'A="b" ' });
    expect(splitCredentials('Digest')).toEqual({ scheme: 'digest', rest: '' });
    expect(splitCredentials('Digest,a')).toBeUndefined();
  });
});

describe('parseChallenges', () => {
  const listed = (text: string) =>
    parseChallenges(text)?.map(({ scheme, token68, parameters }) => [
      scheme,
      token68 ?? Object.fromEntries(parameters),
    ]);

  test.each<[string, unknown]>([
    ['Basic realm="a", charset="UTF-8"', [['basic', { realm: 'a', charset: 'UTF-8' }]]],
    // RFC 9110 §11.6.1
    [
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        ['basic', { realm: 'simple' }],
        ['newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }],
      ],
    ],
    [
      'Negotiate, Basic realm=a',
      [
        ['negotiate', {}],
        ['basic', { realm: 'a' }],
      ],
    ],
    [
      'Negotiate YWI=, Basic realm=a',
      [
        ['negotiate', 'YWI='],
        ['basic', { realm: 'a' }],
      ],
    ],
    [
      ',, Basic ,realm=a,, Digest ,',
      [
        ['basic', { realm: 'a' }],
        ['digest', {}],
      ],
    ],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(listed(text)).toEqual(expected);
  });

  test.each([
    '"Basic"',
    'Basic realm="a',
    'Basic realm=a, realm=b',
    'Basic !!!"',
    'Basic Digest realm=a',
    'Basic realm=a Digest realm=b',
    'realm=a',
  ])('refuses %j', (text) => {
    expect(parseChallenges(text)).toBeUndefined();
  });

  test('reads what formatChallenge wrote', () => {
    const text = formatChallenge('Digest', [
      ['realm', quotedString('a "b" \\ c')],
      ['algorithm', 'SHA-256'],
    ]);
    expect(text).toBe('Digest realm="a \\"b\\" \\\\ c", algorithm=SHA-256');
    expect(listed(text)).toEqual([['digest', { realm: 'a "b" \\ c', algorithm: 'SHA-256' }]]);
  });
});

test.each(['a\r\nSet-Cookie: b', 'a\0', '\x7f', '\u0100'])(
  'quotedString refuses %j, which no field value can hold',
  (text) => {
    expect(() => quotedString(text)).toThrow(TypeError);
  },
);
