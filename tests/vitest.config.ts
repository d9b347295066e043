import { availableParallelism } from 'node:os';
import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';
import { publicModulePath } from '../src/project/public-modules.ts';

const root = new URL('..', import.meta.url).pathname;

/** Plain TypeScript: no Astro, no bundler. */
const core = {
  test: {
    name: 'core',
    root,
    include: ['tests/*.test.ts', 'tests/unit/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
    exclude: ['tests/unit/**/*.astro.test.ts'],
    // Properties over thousands of cases, on a machine that has other work: a limit is for what never ends.
    testTimeout: 30_000,
  },
};

/** Templates, rendered by Astro. */
const views = getViteConfig(
  { test: { name: 'views', root, include: ['tests/unit/**/*.astro.test.ts'], css: true } },
  { configFile: false, devToolbar: { enabled: false } },
);

/** Large real descriptors, built whole and compared with what comes out. */
const differential = {
  test: {
    name: 'differential',
    root,
    include: ['tests/differential/**/*.test.ts', 'tests/tooling/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

/** Real servers, built and developing, and real processes. */
const http = {
  test: {
    name: 'http',
    root,
    include: ['tests/http/**/*.test.ts', 'tests/security/**/*.test.ts', 'tests/package/**/*.test.ts'],
    testTimeout: 20_000,
  },
};

/** README and guides: each block is run, each link followed, each figure and message compared with the product. */
const docs = {
  // Formats of a guide are imported by this process, through Vite, which does not see the hooks of Node.
  resolve: { alias: { 'platform-documentation/formats': publicModulePath('platform-documentation/formats') ?? '' } },
  test: { name: 'docs', root, include: ['tests/docs/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
};

/** Built pages in real Chromium. */
const browser = {
  test: { name: 'browser', root, include: ['tests/browser/**/*.test.ts'], testTimeout: 60_000 },
};

export default defineConfig({
  test: {
    root,
    // Much of the time is waiting for servers and builds, which a second file uses.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [core, views, differential, http, docs, browser],
  },
});
