import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/** Plain TypeScript: no Astro, no bundler. */
const core = {
  test: { name: 'core', root, include: ['tests/*.test.ts', 'tests/unit/**/*.test.ts', 'tests/contracts/**/*.test.ts'], exclude: ['tests/unit/views/**'] },
};

export default defineConfig({
  test: {
    root,
    projects: [core],
  },
});

void getViteConfig;
