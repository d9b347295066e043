import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/configuration.ts';
import { closedBy, linesOf, readLocal } from './read.ts';

const ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const NAMES = ['staff', 'partners'];

/** A site with the adapters `staff` and `partners`. */
function withPaths(paths: Readonly<Record<string, string>>, access?: string): ReturnType<typeof readLocal> {
  const adapters = Object.fromEntries(
    NAMES.map((realm) => [realm, { adapter: ADAPTER, options: { accept_schemes: ['basic'], realm, htpasswd: 'a' } }]),
  );
  const documentation = access === undefined ? {} : { 'platform-documentation': { access } };
  return readLocal(JSON.stringify({ ...documentation, 'platform-mvc-auth': { authentication: { adapters, paths } } }));
}

const adapterOf = ({ access }: Configuration): string | null => (access.kind === 'adapter' ? access.name : null);

/** The most specific first. */
const WHOLE = [
  '/platform/documentation/**',
  '/platform/*/**',
  '/platform/**',
  '/*/documentation/**',
  '/*/*/**',
  '/*/**',
  '/**',
] as const;

describe('paths over the documentation', () => {
  test.each([...WHOLE, '/Platform/DOCUMENTATION/**'])('%s protects it as access does', (pattern) => {
    const reading = withPaths({ [pattern]: 'staff' });
    expect(linesOf(reading)).toEqual([]);
    expect(adapterOf(reading.configuration)).toBe('staff');
    // Nothing that is written opens what a path has closed.
    expect(adapterOf(withPaths({ [pattern]: 'staff' }, 'public').configuration)).toBe('staff');
  });

  test('of several patterns over all of it the most specific counts, in any order', () => {
    for (const [index, specific] of WHOLE.entries())
      for (const general of WHOLE.slice(index + 1))
        for (const paths of [
          { [specific]: 'staff', [general]: 'partners' },
          { [general]: 'partners', [specific]: 'staff' },
        ]) {
          const reading = withPaths(paths);
          expect(linesOf(reading)).toEqual([]);
          expect(adapterOf(reading.configuration)).toBe('staff');
        }
  });

  test.each(WHOLE.slice(1))('access names the adapter where %s is about more than the documentation', (pattern) => {
    const reading = withPaths({ [pattern]: 'partners' }, 'staff');
    expect(linesOf(reading)).toEqual([]);
    expect(adapterOf(reading.configuration)).toBe('staff');
  });

  test('a pattern of an adapter that is not configured closes it', () => {
    const { configuration, problems } = withPaths({ '/platform/**': 'nobody' });
    expect(problems.map(({ closes }) => closes)).toEqual([{ kind: 'adapter', name: 'nobody' }]);
    expect(
      configuration.authentication.adapters.find(({ name }) => name === adapterOf(configuration))?.problems,
    ).toHaveLength(1);
  });

  test.each([
    '/reports/**',
    '/*/reports/**',
    '/platform',
    '/platform/admin/**',
    '/platform/documentations/**',
    '/platformx/**',
    '/_astro/**',
    '/',
    '/*',
  ])('%s is not about it', (pattern) => {
    const reading = withPaths({ [pattern]: 'staff' });
    expect(linesOf(reading)).toEqual([]);
    expect(adapterOf(reading.configuration)).toBeNull();
  });
});

describe('a pattern over a part of the documentation, whose text other pages and formats repeat,', () => {
  const PARTS = [
    '/platform/documentation',
    '/platform/documentation.json',
    '/platform/documentation/*',
    '/platform/documentation/*/**',
    '/platform/documentation/Library/**',
    '/platform/documentation/Library-v1',
    '/platform/documentation/Library-v1/Book.json',
    '/PLATFORM/documentation/Library/**',
    '/*/documentation/Library/**',
    '/platform/*/Library/**',
    '/platform/*',
    '/*/*',
    '/*/*/Book',
  ];

  test.each(PARTS)('is a mistake: %s', (pattern) => {
    const reading = withPaths({ [pattern]: 'staff' });
    expect(linesOf(reading)).toEqual([
      `platform-mvc-auth.authentication.paths.${pattern}: It protects only a part of the documentation, but other pages and formats repeat the text of that part. ` +
        'Protect all of it with /platform/documentation/**, or replace * by the first segment of the path.',
    ]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test.each(PARTS)('is none where all of the documentation has the same adapter: %s', (pattern) => {
    expect(linesOf(withPaths({ [pattern]: 'staff', '/**': 'staff' }))).toEqual([]);
    expect(linesOf(withPaths({ [pattern]: 'staff' }, 'staff'))).toEqual([]);
    expect(closedBy(withPaths({ [pattern]: 'partners', '/**': 'staff' }))).toEqual(['everything']);
  });

  test.each(['/*/*', '/*/*/Book', '/platform/*', '/*/documentation/Library'])(
    'is none where a more specific pattern, or access, is about all of it: %s',
    (pattern) => {
      expect(linesOf(withPaths({ [pattern]: 'partners', '/platform/documentation/**': 'staff' }))).toEqual([]);
      expect(linesOf(withPaths({ [pattern]: 'partners' }, 'staff'))).toEqual([]);
    },
  );
});

describe('two adapters for the documentation', () => {
  test('by access and a path are a mistake', () => {
    const reading = withPaths({ '/platform/documentation/**': 'partners' }, 'staff');
    expect(linesOf(reading)).toEqual([
      'platform-mvc-auth.authentication.paths./platform/documentation/**: The documentation has the adapter "staff" already. Name the same adapter, or remove one of the two.',
    ]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test('by two spellings of one path are a mistake', () => {
    expect(closedBy(withPaths({ '/platform/**': 'partners', '/Platform/**': 'staff' }))).toEqual(['everything']);
  });
});

describe('health checks', () => {
  test.each(['/healthz', '/readyz', '/Healthz', '/healthz/**'])(
    'cannot be protected, as load balancers have no credentials: %s',
    (pattern) => {
      expect(linesOf(withPaths({ [pattern]: 'staff' }))).toEqual([
        `platform-mvc-auth.authentication.paths.${pattern}: Load balancers request it without credentials, so it is always open. Write a path such as /reports/**, in which * is any one segment and ** at the end is everything below.`,
      ]);
    },
  );
});
