import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../../src/astro/config.ts';

const product = fileURLToPath(new URL('../../..', import.meta.url));

test.each([
  ['lib/astro/config.js', true],
  ['src/astro/config.ts', false],
  ['api-descriptors/lib/v1.yaml', false],
])('the development server of the product ignores %s: %s', (path, isIgnored) => {
  const ignored = config.vite?.server?.watch?.ignored;
  if (typeof ignored !== 'function') throw new Error('Nothing says what is ignored.');
  expect(ignored(product + path)).toBe(isIgnored);
});
