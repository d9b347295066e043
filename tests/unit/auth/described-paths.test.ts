import { describe, expect, test } from 'vitest';
import { createDescribedPaths, type ServedResource } from '../../../src/auth/described-paths.ts';

function served(...paths: readonly string[]): ServedResource {
  return { api: 'Library', version: 2, service: 'Book', resource: 'collection', paths };
}

/** Adapters are called like their patterns. */
function adapterOf(patterns: readonly string[], ...paths: readonly string[]): string | undefined {
  const resource = served(...paths);
  return createDescribedPaths(
    patterns.map((pattern) => ({ pattern, adapter: pattern })),
    [resource],
  )(resource);
}

describe('a resource of an API', () => {
  test.each<[pattern: string, template: string, isProtected: boolean]>([
    ['/**', '/library/book', true],
    ['/library/**', '/library/book/{id}', true],
    ['/library', '/library', true],
    ['/library', '/library/', true],
    ['/library', '/library.html', true],
    ['/LIBRARY/Book', '/library/book', true],
    ['/ä b', '/%C3%A4%20b', true],
    ['/library', '/library/book', false],
    ['/librar/**', '/library', false],
    ['/library/*', '/library', false],
    ['/*/book', '/library/book', true],
    // With the version in front
    ['/v2/**', '/library/book', true],
    ['/v2/library/book', '/library/book', true],
    ['/v1/**', '/library/book', false],
    // What is about some of it only
    ['/library/secret', '/library/{id}', true],
    ['/library/secret.json', '/library/{id}.json', true],
    ['/library/secret/more', '/library/{id}', false],
    ['/library/secret', '/{x}/book', false],
    ['/anything/**', '/{x}/book', true],
  ])('%s protects %s: %s', (pattern, template, isProtected) => {
    expect(adapterOf([pattern], template)).toBe(isProtected ? pattern : undefined);
  });

  test.each<[string, readonly string[], string, string]>([
    ['the most specific pattern counts', ['/**', '/library/**'], '/library/book', '/library/**'],
    ['so it does with the version in front', ['/library/**', '/v2/library/book'], '/library/book', '/v2/library/book'],
    ['a pattern about all of it counts before one about some of it', ['/library/**', '/library/secret'], '/library/{id}', '/library/**'],
  ])('%s', (_, patterns, template, expected) => {
    for (const ordered of [patterns, patterns.toReversed()]) expect(adapterOf(ordered, template)).toBe(expected);
  });

  test('is protected as a whole where one of its paths is', () => {
    expect(adapterOf(['/old/**'], '/library/book', '/old/book')).toBe('/old/**');
  });

  test.each<[string, Partial<ServedResource>]>([
    ['of another API', { api: 'Shop' }],
    ['of another version', { version: 1 }],
    ['of another service', { service: 'Author' }],
    ['beside it', { resource: 'entity' }],
  ])('says nothing of one %s', (_, other) => {
    const resource = served('/library/book');
    const adapter = createDescribedPaths([{ pattern: '/**', adapter: 'staff' }], [resource]);
    expect([adapter(resource), adapter({ ...resource, ...other })]).toEqual(['staff', undefined]);
  });
});
