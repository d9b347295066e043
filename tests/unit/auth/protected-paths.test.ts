import { describe, expect, test } from 'vitest';
import { createDescribedPaths, type ServedResource } from '../../../src/auth/protected-paths.ts';

function served(...paths: readonly string[]): ServedResource {
  return { api: 'Library', version: 2, service: 'Book', resource: 'collection', paths };
}

/** Adapters are called like their patterns. */
function adaptersOf(patterns: readonly string[], ...paths: readonly string[]): readonly string[] | undefined {
  const resource = served(...paths);
  const { adaptersOf: of, contradictory } = createDescribedPaths(
    patterns.map((pattern) => ({ pattern, adapter: pattern })),
    [resource],
  );
  expect(contradictory).toEqual(of(resource)?.length === 0 ? [resource] : []);
  return of(resource);
}

describe('a resource of an API', () => {
  test.each<[pattern: string, template: string, isProtected: boolean]>([
    ['/**', '/library/book', true],
    ['/library/**', '/library/book/{id}', true],
    ['/library', '/library', true],
    ['/library', '/library/', true],
    ['/library', '/library.html', true],
    ['/LIBRARY/Book', '/library/book', true],
    ['/library/book', '/library/book/', true],
    ['/library/*/book', '/library/{id}/book.html', true],
    ['/library/**', '/library/%E0%A4', true],
    ['/ä b', '/%C3%A4%20b', true],
    ['/library', '/library/book', false],
    ['/librar/**', '/library', false],
    ['/library/*', '/library', false],
    ['/*/book', '/library/book', true],
    // With the version in front
    ['/v2/**', '/library/book', true],
    ['/v2/library/book', '/library/book', true],
    ['/v1/**', '/library/book', false],
    // Patterns that cover only some of the paths described
    ['/library/secret', '/library/{id}', true],
    ['/library/secret.json', '/library/{id}.json', true],
    ['/library/secret/more', '/library/{id}', false],
    ['/library/secret', '/{x}/book', false],
    ['/anything/**', '/{x}/book', true],
  ])('%s protects %s: %s', (pattern, template, isProtected) => {
    expect(adaptersOf([pattern], template)).toEqual(isProtected ? [pattern] : undefined);
  });

  test.each<[string, readonly string[], string, string]>([
    ['the most specific pattern counts', ['/**', '/library/**'], '/library/book', '/library/**'],
    ['so it does with the version in front', ['/library/**', '/v2/library/book'], '/library/book', '/v2/library/book'],
    ['a less specific one says nothing beside it', ['/library/**', '/*/secret'], '/library/{id}', '/library/**'],
  ])('%s', (_, patterns, template, expected) => {
    for (const ordered of [patterns, patterns.toReversed()]) expect(adaptersOf(ordered, template)).toEqual([expected]);
  });

  test.each<[string, readonly string[], string]>([
    ['a more specific pattern is about some of it', ['/library/**', '/library/secret'], '/library/{id}'],
    ['two patterns are about parts of it', ['/library/secret', '/library/public'], '/library/{id}'],
    ['a part of it is named with the version in front', ['/library/**', '/v2/library/secret'], '/library/{id}'],
  ])('belongs to no adapter where %s', (_, patterns, template) => {
    expect(adaptersOf(patterns, template)).toEqual([]);
    const oneAdapter = createDescribedPaths(
      patterns.map((pattern) => ({ pattern, adapter: 'staff' })),
      [served(template)],
    );
    expect(oneAdapter.adaptersOf(served(template))).toEqual(['staff']);
  });

  test('is protected as a whole where one of its paths is', () => {
    expect(adaptersOf(['/old/**'], '/library/book', '/old/book')).toEqual(['/old/**']);
  });

  test.each<[string, Partial<ServedResource>]>([
    ['of another API', { api: 'Shop' }],
    ['of another version', { version: 1 }],
    ['of another service', { service: 'Author' }],
    ['beside it', { resource: 'entity' }],
  ])('says nothing of one %s', (_, other) => {
    const resource = served('/library/book');
    const { adaptersOf: of } = createDescribedPaths([{ pattern: '/**', adapter: 'staff' }], [resource]);
    expect([of(resource), of({ ...resource, ...other })]).toEqual([['staff'], undefined]);
  });

  test('lies below nothing where no path is protected', () => {
    const { adaptersOf: of, contradictory } = createDescribedPaths([], [served('/library/book')]);
    expect([of(served('/library/book')), contradictory]).toEqual([undefined, []]);
  });
});
