import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProtectedPath } from '../../../../src/auth/protected-paths.ts';
import { createPathGuard } from '../../../../src/server/access/path-guard.ts';

const PATHS: readonly ProtectedPath[] = [
  { pattern: '/reports/**', adapter: 'staff' },
  { pattern: '/reports/public', adapter: 'visitors' },
  { pattern: '/teams/*/notes', adapter: 'partners' },
  { pattern: '/teams/*/files/**', adapter: 'partners' },
  { pattern: '/account', adapter: 'staff' },
  { pattern: '/deep/slash/', adapter: 'staff' },
  { pattern: '/ärger', adapter: 'staff' },
];

describe('paths of the site', () => {
  const verdict = createPathGuard(PATHS);

  test.each([
    // target                         verdict
    ['/', 'open'],
    ['/other', 'open'],
    ['/reportsx', 'open'],
    ['/reports', 'staff'],
    ['/reports/', 'staff'],
    ['/reports/2026/may', 'staff'],
    ['/reports?x=/other', 'staff'],
    ['/reports/public', 'visitors'],
    ['/reports/public/more', 'staff'],
    ['/teams/red/notes', 'partners'],
    ['/teams/red/blue/notes', 'open'],
    ['/teams/notes', 'open'],
    ['/teams/red/files', 'partners'],
    ['/teams/red/files/a/b', 'partners'],
    ['/teams/red/else', 'open'],
    ['/deep/slash', 'staff'],
    ['/deep', 'open'],
    ['/accountpages', 'open'],
    // Other spellings of the same page
    ['/account/', 'staff'],
    ['/account.html', 'staff'],
    ['/account/index.html', 'staff'],
    ['/account/index', 'staff'],
    ['/teams/red/notes/index.html', 'partners'],
    ['/teams/red/notes.html', 'partners'],
    ['/ACCOUNT', 'staff'],
    ['/%61ccount', 'staff'],
    ['/reports%2ehtml', 'staff'],
    ['/%C3%84rger', 'staff'],
    ['/a%CC%88rger', 'staff'],
    // Dots and percent signs that every router reads alike
    ['/.well-known', 'open'],
    ['/end.', 'open'],
    ['/x%254', 'open'],
    // Paths that routers could read differently
    ['//reports', 'ambiguous'],
    ['/x/../reports', 'ambiguous'],
    ['/./reports', 'ambiguous'],
    ['/x/%2e%2e/reports', 'ambiguous'],
    ['/%2572eports', 'ambiguous'],
    ['/x%2freports', 'ambiguous'],
    ['/x%5c..%5creports', 'ambiguous'],
    ['\\reports', 'ambiguous'],
    ['/reports%00', 'ambiguous'],
    ['/%ff', 'ambiguous'],
    ['/%zz', 'ambiguous'],
    ['http://host/reports', 'ambiguous'],
  ])('%s: %s', (target, expected) => {
    const actual = verdict(target);
    expect(actual.kind === 'protected' ? actual.adapter : actual.kind).toBe(expected);
  });

  test.each([
    // patterns, each with an adapter of its place          target        adapter of
    ['a literal before any rest', ['/a/**', '/a'], '/a', '/a'],
    ['a literal before any one segment', ['/*/b', '/a/b'], '/a/b', '/a/b'],
    ['any one segment before any rest', ['/a/**', '/a/*'], '/a/b', '/a/*'],
    ['what is further left', ['/*/b', '/a/*'], '/a/b', '/a/*'],
    ['a segment before the page that is another name for it', ['/a', '/a/*'], '/a/index', '/a/*'],
  ])('of several patterns the most specific counts: %s', (_, patterns, target, expected) => {
    for (const ordered of [patterns, patterns.toReversed()])
      expect(createPathGuard(ordered.map((pattern) => ({ pattern, adapter: pattern })))(target)).toEqual({
        kind: 'protected',
        adapter: expected,
      });
  });

  test.each([
    ['/*/**', '/'],
    ['/*/*/**', '/a'],
    ['/*', '/'],
  ])('%s leaves %s open: each segment has to be there', (pattern, target) => {
    expect(createPathGuard([{ pattern, adapter: 'staff' }])(target)).toEqual({ kind: 'open' });
  });

  test('without patterns everything is open, however it is written', () => {
    expect(createPathGuard([])('/x/../reports')).toEqual({ kind: 'open' });
  });

  test('no spelling of a protected path is open', () => {
    const spelled = fc.constantFrom('reports', 'REPORTS', '%72eports', 'r%65ports', 'report%73', 'reportS');
    const rest = fc.array(fc.stringMatching(/^[a-z0-9.%~-]{1,8}$/), { maxLength: 4 });
    fc.assert(
      fc.property(spelled, rest, (first, others) => verdict(`/${[first, ...others].join('/')}`).kind !== 'open'),
    );
  });
});
