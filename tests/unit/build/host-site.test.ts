import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostProblems, isStaticSite } from '../../../src/build/host-site.ts';

const fixture = (path: string): string => fileURLToPath(new URL(`../../fixtures/astro-site/${path}`, import.meta.url));
const SITE = {
  base: '/',
  output: 'static',
  adapter: '@astrojs/node',
  assets: '_astro',
  hasAssetsPrefix: false,
  layout: fixture('src/layouts/Site.astro'),
};

test.each([[{}], [{ adapter: undefined, layout: undefined }], [{ output: 'server' }]])(
  'a site with %j can have the documentation',
  (settings) => {
    expect(hostProblems({ ...SITE, ...settings })).toEqual([]);
  },
);

test.each([
  [{ base: '/docs' }, 'base: The documentation is always at /platform/documentation, not below "/docs". Remove base.'],
  [{ assets: 'assets' }, 'build.assets: '],
  [{ hasAssetsPrefix: true }, 'build.assetsPrefix: '],
  [
    { adapter: '@astrojs/vercel' },
    "adapter: @astrojs/vercel cannot run the server of the documentation. Use node({ mode: 'standalone' })",
  ],
  [{ layout: fixture('src/layouts/Other.astro') }, 'There is no such file.'],
  [{ layout: fixture('src/middleware.ts') }, 'It is not an .astro file.'],
])('a site with %j cannot', (settings, problem) => {
  const [found, ...more] = hostProblems({ ...SITE, ...settings });
  expect([found, more]).toEqual([expect.stringContaining(problem), []]);
  expect(found).toMatch(/^astro\.config: /);
});

test('every problem is reported at once', () => {
  expect(hostProblems({ ...SITE, base: '/a', assets: 'b', hasAssetsPrefix: true, adapter: 'c' })).toHaveLength(4);
});

test.each([
  ['static', undefined, true],
  ['static', '@astrojs/node', false],
  ['server', undefined, false],
])('output %s with adapter %s is a static site: %s', (output, adapter, expected) => {
  expect(isStaticSite({ ...SITE, output, adapter })).toBe(expected);
});
