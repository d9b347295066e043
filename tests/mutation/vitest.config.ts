import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;

/** The tests of one group; what other programs do with our files is left out, since not every machine has them. */
export default defineConfig({
  test: {
    root,
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['tests/unit/auth/**/real-*.test.ts'],
    // Other work on the machine must not make tests fail.
    testTimeout: 15_000,
    setupFiles: ['tests/mutation/same-cases.ts'],
  },
});
