import { describe, expect, test } from 'vitest';
import { ownLocation } from '../../../../src/services/proxy/proxy-backend.ts';
import { apiOf } from '../site.ts';

const LIBRARY = apiOf('Library', { '/book': 'GET' }, { basePath: '/library' });
const BARE = apiOf('Bare', { '/book': 'GET' });

function own(
  location: string,
  { target = 'http://10.0.0.1:9000/app', versionPath = '', basePath = '', api = LIBRARY } = {},
): string {
  return ownLocation(location, new URL(target), { api, basePath, versionPath });
}

describe('a place that an upstream names', () => {
  test.each([
    // as the upstream writes it                      for the client
    ['http://10.0.0.1:9000/app/library/book/1', '/library/book/1'],
    ['HTTP://10.0.0.1:9000/app/library/book?q=1#x', '/library/book?q=1#x'],
    ['//10.0.0.1:9000/app/library', '/library'],
    ['/app/library/book', '/library/book'],
    ['/app', '/'],
    ['/app?q=1', '/?q=1'],
    ['http://10.0.0.1:9000', '/'],
    ['http://10.0.0.1:9000?q=1', '/?q=1'],
    ['/application/library', '/application/library'],
    ['/elsewhere', '/elsewhere'],
    // Relative to what the client has asked for
    ['1', '1'],
    ['../book', '../book'],
    ['?page=2', '?page=2'],
    ['', ''],
    // Other hosts
    ['https://10.0.0.1:9000/app/library', 'https://10.0.0.1:9000/app/library'],
    ['http://example.com/app/library', 'http://example.com/app/library'],
    ['//example.com/app', '//example.com/app'],
    ['mailto:staff@example.com', 'mailto:staff@example.com'],
    // Never another host than the upstream meant
    ['/app//evil.example/', '/app//evil.example/'],
    ['/app/\\evil.example/', '/app/\\evil.example/'],
    ['http://10.0.0.1:9000//evil.example/', 'http://10.0.0.1:9000//evil.example/'],
    ['/app/\t/evil.example/', '/app/\t/evil.example/'],
    ['///evil.example/', '///evil.example/'],
  ])('%j is for the client %j', (location, expected) => {
    expect(own(location)).toBe(expected);
  });

  test.each([
    ['http://10.0.0.1:9000/app/library/book/1', '/v2/library/book/1'],
    ['/app/library', '/v2/library'],
    ['/app/library?q=1', '/v2/library?q=1'],
    // Locations of no API, or of another one
    ['/app/librarians', '/librarians'],
    ['/app/log-in', '/log-in'],
    ['/library/book', '/library/book'],
    ['1', '1'],
  ])('%j stays in the version that the path of the request named: %j', (location, expected) => {
    expect(own(location, { versionPath: '/v2' })).toBe(expected);
  });

  test.each([
    ['http://10.0.0.1:9000/app/library/book/1', '/docs/v2/library/book/1'],
    ['/app/log-in', '/docs/log-in'],
    ['/app//evil.example/', '/app//evil.example/'],
    ['1', '1'],
  ])('%j is for the clients of a site below a path %j', (location, expected) => {
    expect(own(location, { versionPath: '/v2', basePath: '/docs' })).toBe(expected);
  });

  test.each([
    // The upstream heeds X-Forwarded-Prefix, and writes the path of the site
    ['/docs/app/library/book/1', '/docs/v2/library/book/1'],
    ['http://10.0.0.1:9000/docs/app/library?q=1', '/docs/v2/library?q=1'],
    ['/docs/log-in', '/docs/log-in'],
    ['/docsx/app', '/docs/docsx/app'],
    ['/docs//evil.example/', '/docs//evil.example/'],
    ['/docs', '/docs'],
  ])('%j, which has the path of the site, has it once: %j', (location, expected) => {
    expect(own(location, { versionPath: '/v2', basePath: '/docs' })).toBe(expected);
  });

  test('of an API whose own path begins like that of the site has both', () => {
    const api = apiOf('Docs', { '/book': 'GET' }, { basePath: '/docs/library' });
    const target = 'http://10.0.0.1:9000';
    expect(own('/docs/library/book', { target, basePath: '/docs', api })).toBe('/docs/docs/library/book');
    expect(own('/docs/log-in', { target, basePath: '/docs', api })).toBe('/docs/log-in');
  });

  test('of an API without a base path every place in the target is its own', () => {
    expect(own('/book/1', { target: 'http://10.0.0.1:9000', versionPath: '/v2', api: BARE })).toBe('/v2/book/1');
  });
});
