import { describe, expect, test } from 'vitest';
import { checkReferences } from '../../../../src/config/check-references.ts';
import { formatProblem } from '../../../../src/options/problem.ts';
import { linesOf, readLocal } from '../read.ts';

const reading = (entry: string): ReturnType<typeof readLocal> =>
  readLocal(`platform-documentation: { try_it: { ${entry} } }`);

describe('try_it', () => {
  test.each([
    ['Library: self', { api: 'Library', version: null, isHere: true, origins: [] }],
    ['Library-v2: [self]', { api: 'Library', version: 2, isHere: true, origins: [] }],
    [
      "Library: ['https://api.example.com', self, 'https://api.example.com', 'http://[::1]:8080']",
      { api: 'Library', version: null, isHere: true, origins: ['https://api.example.com', 'http://[::1]:8080'] },
    ],
    [
      "Library: { origins: 'https://api.example.com', via: server }",
      { api: 'Library', version: null, isHere: false, origins: ['https://api.example.com'], isViaServer: true },
    ],
    ['Library: []', { api: 'Library', version: null, isHere: false, origins: [] }],
    [
      "Library: { origins: [self], log_ins: { shop: { origins: 'https://login.example.com', issuer: 'https://login.example.com/shop', client_id: console, via: server } } }",
      {
        api: 'Library',
        version: null,
        isHere: true,
        origins: [],
        logIns: [
          {
            ...{ scheme: 'shop', origins: ['https://login.example.com'], issuer: 'https://login.example.com/shop' },
            ...{ clientId: 'console', isViaServer: true },
          },
        ],
      },
    ],
    [
      "Library: { log_ins: { 'a b': { origins: ['http://127.0.0.1:9000', 'http://[::1]:9000', 'http://localhost'] } } }",
      {
        api: 'Library',
        version: null,
        isHere: false,
        origins: [],
        logIns: [
          {
            scheme: 'a b',
            origins: ['http://127.0.0.1:9000', 'http://[::1]:9000', 'http://localhost'],
            isViaServer: false,
          },
        ],
      },
    ],
  ])('%s', (entry, expected) => {
    expect(linesOf(reading(entry))).toEqual([]);
    expect(reading(entry).configuration.tryIt).toEqual([{ isViaServer: false, logIns: [], ...expected }]);
  });

  test.each([
    "Library: '*'",
    "Library: 'https://*.example.com'",
    "Library: 'https://api.example.com/v2'",
    "Library: 'https://api.example.com/'",
    "Library: 'HTTPS://api.example.com'",
    "Library: 'https://user@api.example.com'",
    "Library: 'https://api.example.com;sandbox'",
    "Library: 'https://api.example.com,x'",
    "Library: 'wss://api.example.com'",
    'Library: true',
    'Library: Self',
  ])('%s is no place to call', (entry) => {
    expect(linesOf(reading(entry))).toEqual([
      expect.stringMatching(/^platform-documentation\.try_it\.Library: .* Write self or an origin such as/),
    ]);
  });

  test.each<readonly [string, string]>([
    ["{ origins: 'http://login.example.com' }", 'origins: Codes and secrets would be sent there without encryption.'],
    ["{ origins: 'http://127.0.0.1.example.com' }", 'origins: Codes and secrets would be sent'],
    ["{ origins: 'https://login.example.com/token' }", 'origins: It is not an origin.'],
    ['{ origins: self }', 'origins: It is not an origin.'],
    ['{ client_id: console }', ' It has no origins.'],
    [
      "{ origins: 'https://login.example.com', issuer: 'https://evil.example' }",
      ' The issuer is at none of the origins.',
    ],
    ...[
      'HTTPS://login.example.com',
      'https://Login.example.com/a',
      'https://login.example.com:443',
      'https://a@login.example.com',
      'https://login.example.com/a?b',
      'https://login.example.com/a#b',
      'https://login.example.com/a/../b',
    ].map(
      (issuer) =>
        [
          `{ origins: 'https://login.example.com', issuer: '${issuer}' }`,
          ' Programs read the issuer in different ways.',
        ] as const,
    ),
    ["{ origins: 'https://login.example.com', client_secret: x }", 'client_secret: This key is not known.'],
    ["{ origins: 'https://login.example.com', via: proxy }", 'via: "proxy" is not known.'],
  ])('%s is no log-in', (settings, problem) => {
    const [line = '', ...others] = linesOf(reading(`Library: { log_ins: { shop: ${settings} } }`));
    expect(line).toContain(
      `platform-documentation.try_it.Library.log_ins.shop${problem.startsWith(' ') ? ':' : '.'}${problem}`,
    );
    expect(others).toEqual([]);
  });

  test('what it names and is not there opens nothing and stops nothing', () => {
    const apis = [{ name: 'Library', version: 1, services: [] }];
    const checked = checkReferences(reading('Libary: self, Library: self'), apis, { complete: true });
    expect(checked.problems).toEqual([]);
    expect(checked.warnings.map(formatProblem)).toEqual([
      'config/autoload/local.yaml: platform-documentation.try_it.Libary: There is no API "Libary". ' +
        'Write one of Library, Library-v1.',
    ]);
    expect(checkReferences(reading('Libary: self'), apis, { complete: false }).warnings).toEqual([]);
  });
});
