import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { basePathOf } from '../../../src/model/locations.ts';
import type { SiteAnswer } from '../../../src/server/answers/contract.ts';
import { enterSite, isOtherSpelling, leaveSite, pageBelow, withinSite } from '../../../src/server/base-path.ts';
import { arrivedTarget, credentialsRequestOf } from '../../../src/server/node/node-request.ts';

const ROOT = '/platform/documentation';

test.each([
  ['', ''],
  ['https://docs.example.com', ''],
  ['https://name.example/project', '/project'],
  ['https://name.example//', ''],
  ['https://name.example//evil.example//a/', '/evil.example/a'],
  ['https://name.example/a/%C3%BC b', '/a/%C3%BC%20b'],
  ["https://name.example/a;b,c&d'e$1", '/a%3Bb%2Cc%26d%27e%241'],
])('the path of %j is %j', (address, path) => {
  expect(basePathOf(address)).toBe(path);
});

describe('below /docs', () => {
  test.each([
    // sent                       within the site
    [`/docs${ROOT}?q=a`, `${ROOT}?q=a`],
    [ROOT, ROOT],
    ['/docs', '/'],
    ['/docs/', '/'],
    ['/docs?a', '/?a'],
    ['/docs/docs/a', '/docs/a'],
    [`http://a.example/docs${ROOT}`, `http://a.example${ROOT}`],
    ['http://a.example/docs', 'http://a.example/'],
    // Other paths, and other spellings of the path
    ['/docsx/a', '/docsx/a'],
    ['/docs.json', '/docs.json'],
    ['/DOCS/a', '/DOCS/a'],
    ['/%64ocs/a', '/%64ocs/a'],
    ['/docs%2Fa', '/docs%2Fa'],
    ['//docs/a', '//docs/a'],
    ['/x/../docs/a', '/x/../docs/a'],
    // What follows the path is not changed
    ['/docs//evil.example/', '//evil.example/'],
    ['/docs/%2F/evil.example', '/%2F/evil.example'],
    ['/docs/../a', '/../a'],
    ['*', '*'],
  ])('%s is %s', (target, within) => {
    expect(withinSite(target, '/docs')).toBe(within);
  });

  test.each([
    ...['/DOCS/a', '/%64ocs/a', '/%2564ocs/a', '/d%6Fcs/%ff', '/docs%2Fa', '/docs%3Fa', '/docs#a', '/Docs'],
    ...['//docs/a', '//evil.example/docs/a', '/x/../docs/a', '/x/..%2fdocs/a', '/./docs', '/\\docs\\a', '/DOCS/../a'],
    ...['http://a.example/docs/a', 'https://a.example/DOCS', 'HTTP:/docs/a', 'other://a.example/docs?a'],
    // Matrix parameters, and dots and spaces at the end
    ...['/docs;x=1/a', '/docs;/a', '/docs%3Bx/a', '/docs./a', '/docs%20/a', '/x/..;/docs/a', '/.;a/docs'],
    // Escapes of escapes, in any order
    ...['/%25%36%34ocs/a', '/%2525252564ocs', '/docs%25252fa', '/%5Cdocs', '/x%5c..%5cdocs'],
    // Compatibility forms: fullwidth letters and slashes, the Kelvin sign's kind, long s
    ...['/%EF%BD%84ocs/a', '/doc%C5%BF/a', '/docs%EF%BC%8Fa', '%EF%BC%8Fdocs', '/\u00ef\u00bd\u0084ocs'],
    ...['http://a.example\\docs\\a', 'http:docs', '///docs', '/%2f/evil.example/docs', '//a@b:1/docs'],
  ])('%s is another spelling of an address below it', (target) => {
    expect(isOtherSpelling(target, '/docs')).toBe(true);
  });

  test.each([
    ...['/docs', '/docs/', '/docs?a', '/docs/DOCS', '/docs//a', '/docs/../a', '/', '/a?/DOCS', '/docsx', '/docs.json'],
    ...[
      '/a/DOCS',
      '/docs/../DOCS',
      '//cdn.example/a',
      '*',
      'http://a.example/',
      'http://a.example/a/docs',
      'docs.example',
      '/docs-a;b',
      '/;docs',
      '/doc%EF%BD%93x',
      '/%e2%84%aa',
      '/%',
      '/%zzdocs',
      '/%ff%fedocs',
    ],
  ])('%s is none', (target) => {
    expect(isOtherSpelling(target, '/docs')).toBe(false);
  });

  test('a path with characters that are escaped has other spellings, too', () => {
    expect(isOtherSpelling('/A%3bb/%c3%bc', '/a%3Bb/%C3%BC')).toBe(true);
    expect(isOtherSpelling('/a%3Bb/%C3%BC/x', '/a%3Bb/%C3%BC')).toBe(false);
    expect(isOtherSpelling('/a/%C3%BC', '/a%3Bb/%C3%BC')).toBe(false);
    expect(isOtherSpelling('/a%3Bb/%C3%9C', '/a%3Bb/%C3%BC')).toBe(true);
    expect(isOtherSpelling(`/%${'25'.repeat(5_000)}64ocs`, '/docs')).toBe(true);
    expect(isOtherSpelling(`/${'%'.repeat(15_000)}`, '/docs')).toBe(false);
  });

  test('at the root, only targets that are no paths are other spellings', () => {
    const targets = ['/', '/DOCS', '//a', '/../a', 'http://a.example/a', '*'];
    expect(targets.map((target) => isOtherSpelling(target, ''))).toEqual([false, false, false, false, true, true]);
  });

  const request = (url: string, ...rawHeaders: string[]): IncomingMessage =>
    ({ method: 'GET', url, headers: {}, rawHeaders, socket: {} }) as unknown as IncomingMessage;
  const digest = (uri: string): string => `Digest username="a", uri="${uri}", response="b"`;

  test.each([
    // arrived               signed by the client      credentials are for
    ['/docs/books?a="b"', '/docs/books?a="b"', '/docs/books?a="b"'],
    ['/books?a=%20', '/docs/books?a=%20', '/docs/books?a=%20'],
    ['/books', '/books', '/books'],
    // Never another path than the one that is read
    ['/docs/books', '/books', '/docs/books'],
    ['/docs/books', '/docs/docs/books', '/docs/books'],
    ['/books', '/docs/other', '/books'],
  ])('%s, signed as %s, is checked as %s', (arrived, signed, target) => {
    const sent = request(arrived, 'Authorization', digest(signed));
    const { target: within } = enterSite(sent, '/docs');
    expect([sent.url, within]).toEqual([arrived.replace(/^\/docs/, ''), arrived.replace(/^\/docs/, '')]);
    expect(arrivedTarget(sent)).toBe(arrived);
    expect(credentialsRequestOf(sent, '').target).toBe(target);
  });

  test.each([
    ['Location', `${ROOT}/A-v1`, `/docs${ROOT}/A-v1`],
    ['Content-Location', `${ROOT}.json`, `/docs${ROOT}.json`],
    ['Location', '/platform/admin/status', '/docs/platform/admin/status'],
    ['Link', '</.well-known/api-catalog>; rel="api-catalog"', '</docs/.well-known/api-catalog>; rel="api-catalog"'],
    ['Link', '<A.json>; rel="alternate"', '<A.json>; rel="alternate"'],
    [
      'Content-Security-Policy',
      "script-src 'self', script-src http://*:*/_astro/",
      "script-src 'self', script-src http://*:*/docs/_astro/",
    ],
    ['ETag', '"/platform/"', '"/platform/"'],
  ])('%s: %s is sent as %s, also a second time', (name, value, sent) => {
    const answer: SiteAnswer = { kind: 'bytes', status: 200, headers: [name, value], body: null };
    const below = leaveSite(answer, '/docs');
    expect(below.headers).toEqual([name, sent]);
    expect(leaveSite(answer, '/docs')).toBe(below);
    expect(leaveSite(below, '/docs').headers).toEqual([name, sent]);
    expect(leaveSite(answer, '')).toBe(answer);
  });

  test.each([
    ['a document', `<a href="${ROOT}/A-v1/">`, `<a href="/docs${ROOT}/A-v1/">`],
    ['the list', `<form action="${ROOT}">`, `<form action="/docs${ROOT}">`],
    ['a twin of the list', `<a href="${ROOT}.json">`, `<a href="/docs${ROOT}.json">`],
    ['the administration', '<a href="/platform/admin">', '<a href="/docs/platform/admin">'],
    [
      'a file of pages',
      '<script src="/_astro/a.js" data-palette="/_astro/b.js">',
      '<script src="/docs/_astro/a.js" data-palette="/docs/_astro/b.js">',
    ],
    ['another path', `<a href="/v1/pets" title="${ROOT}s">`, `<a href="/v1/pets" title="${ROOT}s">`],
    ['an anchor', '<a href="#get">', '<a href="#get">'],
    ['an absolute address', `<a href="https://a.example${ROOT}">`, `<a href="https://a.example${ROOT}">`],
    [
      'a text',
      `<code>&lt;a href="${ROOT}/A"&gt; href="/_astro/"</code>`,
      `<code>&lt;a href="${ROOT}/A"&gt; href="/_astro/"</code>`,
    ],
  ])('in a page, %s', (_, before, after) => {
    expect(pageBelow('/docs', before)).toBe(after);
    expect(pageBelow('', before)).toBe(before);
  });
});
