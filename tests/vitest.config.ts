import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/** Plain TypeScript: no Astro, no bundler. */
const core = {
  test: { name: 'core', root, include: ['tests/*.test.ts', 'tests/unit/**/*.test.ts', 'tests/contracts/**/*.test.ts'], exclude: ['tests/unit/views/**'] },
};

/** Templates, rendered by Astro. */
const views = getViteConfig({ test: { name: 'views', root, include: ['tests/unit/views/**/*.test.ts'], css: true } }, { configFile: false, devToolbar: { enabled: false } });

/** Real servers, built and developing, and real processes. */
const http = {
  test: { name: 'http', root, include: ['tests/http/**/*.test.ts'], testTimeout: 20_000 },
};

export default defineConfig({
  test: {
    root,
    projects: [core, views, http],
  },
});
