import { describe, expect, test } from 'vitest';
import {
  isForThisSite,
  isForWindow,
  isFromThisSite,
  isLocal,
  ownOrigin,
} from '../../../../src/server/administration/admin-guard.ts';

type Request = Parameters<typeof isLocal>[0];

const from = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>>): Request =>
  ({ socket: { remoteAddress }, headers }) as unknown as Request;

describe('a request is local', () => {
  test.each([
    // client            Host                     local
    ['127.0.0.1', 'localhost:4321', true],
    ['127.8.9.1', '127.0.0.1', true],
    ['::1', '[::1]:4321', true],
    ['::ffff:127.0.0.1', 'LOCALHOST', true],
    // Another site.
    ['192.168.0.7', 'localhost:4321', false],
    ['::ffff:10.0.0.1', 'localhost', false],
    ['128.0.0.1', 'localhost', false],
    [undefined, 'localhost', false],
    // A name of another owner that leads here.
    ['127.0.0.1', 'evil.example', false],
    ['127.0.0.1', 'localhost.evil.example', false],
    ['127.0.0.1', '127.0.0.1.evil.example', false],
    ['127.0.0.1', 'localhost:4321@evil.example', false],
    ['127.0.0.1', 'localhost:4321\n', false],
    ['127.0.0.1', '', false],
  ])('from %s to %j: %s', (address, host, expected) => {
    expect(isLocal(from(address, { host }))).toBe(expected);
  });

  test('not without a Host', () => {
    expect(isLocal(from('127.0.0.1', {}))).toBe(false);
  });

  test.each([
    ...[
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-server',
      'via',
      'cdn-loop',
    ],
    ...[
      'x-real-ip',
      'x_real_ip',
      'x-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'x-original-host',
      'x-remote-user',
      'x-envoy-external-address',
    ],
  ])('not when a proxy has brought it, as %s tells', (field) => {
    expect(isLocal(from('127.0.0.1', { host: 'localhost' }))).toBe(true);
    expect(isLocal(from('127.0.0.1', { host: 'localhost', [field]: 'x' }))).toBe(false);
  });
});

describe('a request is for this site', () => {
  const BASE = 'https://docs.example.com:8443';

  test.each([
    ['docs.example.com:8443', undefined, true],
    ['Docs.Example.com:8443', undefined, true],
    ['localhost:1', undefined, true],
    // Behind a proxy that has another name for us.
    ['backend:4321', BASE, true],
    ['backend:4321', undefined, false],
    ['docs.example.com', undefined, false],
    ['evil.example', undefined, false],
    ['evil.example', 'http://evil.example', false],
    ['localhost.evil.example', undefined, false],
    ['', undefined, false],
  ])('Host %s, Origin %s: %s; without a base URL always', (host, origin, expected) => {
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    expect([isForThisSite({ headers }, BASE), isForThisSite({ headers }, '')]).toEqual([expected, true]);
  });
});

describe('a form is from this site', () => {
  const BASE = 'https://docs.example.com';

  test.each([
    // Sec-Fetch-Site   Origin                              expected
    ['same-origin', 'http://127.0.0.1:4321', true],
    ['same-origin', undefined, true],
    [undefined, 'http://127.0.0.1:4321', true],
    // The name that the site has behind a proxy.
    ['same-origin', BASE, true],
    [undefined, BASE, true],
    // Another site, or an unknown one.
    ['cross-site', 'http://127.0.0.1:4321', false],
    ['same-site', 'http://127.0.0.1:4321', false],
    ['none', undefined, false],
    [undefined, undefined, false],
    ['same-origin', 'https://evil.example', false],
    [undefined, 'https://evil.example', false],
    [undefined, 'http://127.0.0.1:4322', false],
    [undefined, 'http://docs.example.com', false],
    [undefined, 'null', false],
    ['same-origin', 'null', false],
    [undefined, 'ftp://127.0.0.1:4321', false],
    [undefined, 'no origin', false],
  ])('Sec-Fetch-Site %s, Origin %s: %s', (site, origin, expected) => {
    const headers = {
      host: '127.0.0.1:4321',
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
      ...(origin === undefined ? {} : { origin }),
    };
    expect(isFromThisSite({ headers }, BASE)).toBe(expected);
  });

  test.each([
    // Host                 Origin                          with a base URL     without
    ['docs.example.com', BASE, true, true],
    ['docs.example.com', undefined, true, true],
    // Behind a proxy that has another name for us.
    ['backend:4321', BASE, true, false],
    ['[::1]:4321', 'http://[::1]:4321', true, true],
    ['localhost:4321', undefined, true, true],
    // A name of another owner that leads here.
    ['evil.example', 'http://evil.example', false, true],
    ['evil.example', undefined, false, true],
    ['localhost.evil.example', 'http://localhost.evil.example', false, true],
    ['192.0.2.7:4321', 'http://192.0.2.7:4321', false, true],
    ['evil.example', 'http://localhost:4321', false, false],
    ['docs.example.com', 'http://docs.example.com', false, true],
  ])('Host %s, Origin %s: %s with a base URL, %s without', (host, origin, withBase, without) => {
    const headers = { host, 'sec-fetch-site': 'same-origin', ...(origin === undefined ? {} : { origin }) };
    expect([isFromThisSite({ headers }, BASE), isFromThisSite({ headers }, '')]).toEqual([withBase, without]);
  });

  test('the Host counts in any case; without a base URL nothing else does', () => {
    expect(isFromThisSite({ headers: { host: 'LocalHost:4321', origin: 'http://localhost:4321' } }, '')).toBe(true);
    expect(isFromThisSite({ headers: { host: 'localhost:4321', origin: BASE } }, '')).toBe(false);
  });
});

describe('a page of the administration is for a window', () => {
  test.each([
    // Sec-Fetch-Mode  Sec-Fetch-Dest   expected
    [undefined, undefined, true],
    ['navigate', 'document', true],
    ['navigate', undefined, true],
    ['navigate', 'iframe', false],
    ['navigate', 'frame', false],
    ['navigate', 'object', false],
    ['cors', 'empty', false],
    ['same-origin', 'empty', false],
    ['no-cors', 'empty', false],
    ['no-cors', 'image', false],
    ['same-origin', 'serviceworker', false],
    [undefined, 'empty', false],
    ['websocket', undefined, false],
  ])('Sec-Fetch-Mode %s, Sec-Fetch-Dest %s: %s', (mode, destination, expected) => {
    const headers = { ...(mode && { 'sec-fetch-mode': mode }), ...(destination && { 'sec-fetch-dest': destination }) };
    expect(isForWindow({ headers })).toBe(expected);
  });

  test('or for a program: fetch of Node sets Sec-Fetch-Mode alone, browsers never do', () => {
    expect(isForWindow({ headers: { 'sec-fetch-mode': 'cors' } })).toBe(true);
    expect(isForWindow({ headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' } })).toBe(false);
    expect(isForWindow({ headers: { 'sec-fetch-mode': 'no-cors' } })).toBe(false);
  });
});

describe('the origin of an address of its own', () => {
  test.each([
    // local address       listen                                                origin
    ['127.0.0.1', { kind: 'free-port' }, 'http://127.0.0.1:5001'],
    ['::1', { kind: 'address', host: '::1', port: 5001 }, 'http://[::1]:5001'],
    ['::ffff:10.0.0.7', { kind: 'address', host: '::', port: 5001 }, 'http://10.0.0.7:5001'],
    ['10.0.0.7', { kind: 'address', host: '0.0.0.0', port: 5001 }, 'http://10.0.0.7:5001'],
    ['10.0.0.7', { kind: 'address', host: 'admin.internal', port: 5001 }, 'http://admin.internal:5001'],
  ] as const)('reached at %s, of %j: %s', (localAddress, listen, origin) => {
    const request = { socket: { localAddress, localPort: 5001 } } as unknown as Request;
    expect(ownOrigin(request, listen)).toBe(origin);
  });
});
