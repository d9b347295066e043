import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collectErrorMetadata } from '../../../node_modules/astro/dist/core/errors/dev/utils.js';
import { formatErrorMessage } from '../../../node_modules/astro/dist/core/messages/runtime.js';
import { DocumentationError, hostProblems, isStaticSite } from '../../../src/release/host-site.ts';

const fixture = (path: string): string => fileURLToPath(new URL(`../../fixtures/astro-site/${path}`, import.meta.url));
const SITE = {
  astro: '7.3.5',
  base: '/',
  basePath: '',
  output: 'static',
  adapter: '@astrojs/node',
  assets: '_astro',
  hasAssetsPrefix: false,
  layout: fixture('src/layouts/Site.astro'),
  options: ['layout'],
};

test.each([
  [{}],
  [{ adapter: undefined, layout: undefined }],
  [{ output: 'server' }],
  [{ astro: '10.0.0-beta.1' }],
  [{ base: '/docs/', basePath: '/docs' }],
])('a site with %j can have the documentation', (settings) => {
  expect(hostProblems({ ...SITE, ...settings })).toEqual([]);
});

test.each([
  [
    { base: '/docs' },
    'base: The site is below "/docs/", but its documentation below "/", the path of its address. Write the same path ' +
      'here and in platform-documentation.base_url, such as https://docs.example.com/docs.',
  ],
  [
    { options: ['path', 'layout'] },
    'integrations, platformDocumentation({ path }): There is no such option. Remove it: layout is the only one.',
  ],
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

test('a site of an older Astro cannot, with all else right', () => {
  expect(hostProblems({ ...SITE, astro: '6.4.8', base: '/docs' })).toEqual([
    'package.json: astro: The documentation needs Astro 7, not 6.4.8. Run "npx @astrojs/upgrade".',
  ]);
});

test('Astro has nothing to add to what is wrong with the documentation', () => {
  const shown = (error: Error): string => formatErrorMessage(collectErrorMetadata(error), true);
  expect(shown(new Error('The documentation is wrong.'))).toContain('Browser APIs are not available');
  expect(shown(new DocumentationError('The documentation is wrong.'))).toBe('The documentation is wrong.');
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
