import { describe, expect, test } from 'vitest';
import type { AdministrationRecord } from '../../../../src/config/configuration.ts';
import { formatProblem } from '../../../../src/options/problem.ts';
import { closedBy, linesOf, readLocal } from '../read.ts';

const ADAPTERS = `platform-mvc-auth: { authentication: { adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter,
  options: { accept_schemes: [basic], realm: api, htpasswd: data/htpasswd } } } } }
`;

function withListen(listen: string, more = ''): ReturnType<typeof readLocal> {
  return readLocal(`${ADAPTERS}platform-admin: { adapter: staff, listen: ${listen} }\n${more}`);
}

describe('platform-admin.listen', () => {
  const at = (host: string, port: number): AdministrationRecord['listen'] => ({ kind: 'address', host, port });

  test.each([
    ['5001', at('127.0.0.1', 5001)],
    ['"5001"', at('127.0.0.1', 5001)],
    ['127.0.0.1:5001', at('127.0.0.1', 5001)],
    ['0.0.0.0:1', at('0.0.0.0', 1)],
    ['"[::1]:65535"', at('::1', 65_535)],
    ['"[::]:5001"', at('::', 5001)],
    ['localhost:5001', at('localhost', 5001)],
    ['Admin-1.internal.example:5001', at('Admin-1.internal.example', 5001)],
    ['same', { kind: 'same' }],
  ] as const)('%s', (written, listen) => {
    const reading = withListen(written);
    expect(linesOf(reading)).toEqual([]);
    expect(reading.configuration.admin).toEqual({ adapter: 'staff', listen, baseUrl: '' });
  });

  test.each([
    ...[
      '0',
      '65536',
      '123456',
      '-1',
      '5001.5',
      '127.0.0.1',
      'localhost',
      '"::1:5001"',
      '"[::1]"',
      '"[127.0.0.1]:1"',
      '"[::1]5001"',
    ],
    ...[
      '"127.0.0.1:"',
      ':5001',
      '1.2.3:5001',
      '1.2.3.256:5001',
      '"a b:5001"',
      '-a:5001',
      'a..b:5001',
      'http://127.0.0.1:5001',
      'a@b:5001',
    ],
    ...['true', '[5001]', '{ port: 5001 }', '', 'SAME', '"127.0.0.1:5001 "'],
  ])('%j is none, and nothing is served over it', (written) => {
    const reading = withListen(written);
    expect(linesOf(reading)).toEqual([
      expect.stringMatching(/^platform-admin\.listen: .* Write a port such as 5001, an address such as /),
    ]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test('has a variable of the environment in it, as every value may', () => {
    const { configuration, problems } = readLocal(`${ADAPTERS}platform-admin: { adapter: staff, listen: '\${PORT}' }`, {
      PORT: '5001',
    });
    expect([problems, configuration.admin.listen]).toEqual([[], at('127.0.0.1', 5001)]);
  });
});

describe('an address that other machines reach', () => {
  const WARNING =
    'platform-admin.listen: Other machines can reach this address, and passwords of administrators are sent to it unencrypted. ' +
    'Write a loopback address and use a tunnel. Or put a proxy with TLS in front, and write its URL as platform-admin.base_url.';
  const warningsOf = (listen: string): readonly string[] =>
    withListen(listen).warnings.map((warning) => formatProblem(warning).replace('config/autoload/local.yaml: ', ''));

  test.each(['0.0.0.0:5001', '"[::]:5001"', '10.0.0.7:5001', 'admin.internal:5001'])('is a warning: %s', (listen) => {
    expect(warningsOf(listen)).toEqual([WARNING]);
    expect(warningsOf(`${listen}, base_url: "http://admin.example.com"`)).toEqual([WARNING]);
  });

  test('is none behind a proxy with TLS, nor is loopback', () => {
    for (const listen of [
      '0.0.0.0:5001, base_url: "https://admin.example.com"',
      '5001',
      '127.0.0.2:5001',
      '"[::1]:5001"',
      'localhost:5001',
      'same',
    ])
      expect(warningsOf(listen)).toEqual([]);
  });
});

describe('platform-admin.listen: same', () => {
  const proxy = "Shop: { backend: proxy, target: 'http://127.0.0.1:8080' }";

  test.each([
    [proxy, 'Shop'],
    ['Own: { backend: site }', 'Own'],
    [`${proxy}, Own-v2: { backend: site }, Examples: { backend: examples }`, 'Shop, Own-v2'],
  ])('is refused beside %s', (services, names) => {
    const reading = withListen('same', `platform-services: { ${services} }`);
    expect(linesOf(reading)).toEqual([
      `platform-admin.listen: A page of ${names} could act as an administrator: it has the same origin as these pages. ` +
        'Write a port such as 5001, or remove the key: then the administration has an address of its own.',
    ]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test('is possible where this server answers everything, and where there is no administration', () => {
    expect(linesOf(withListen('same', 'platform-services: { Shop: { backend: examples } }'))).toEqual([]);
    expect(linesOf(readLocal(`platform-admin: { listen: same }\nplatform-services: { ${proxy} }`))).toEqual([]);
  });

  test('is not what an address of its own is: that may stand beside every backend', () => {
    expect(linesOf(withListen('5001', `platform-services: { ${proxy} }`))).toEqual([]);
  });
});
