import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;

/** The tests of src/auth that run in one process, on any machine alike; what other programs do with it is left out. */
export default defineConfig({
  test: {
    root,
    include: ['tests/unit/auth/**/*.test.ts', 'tests/contracts/{access,auth-state,auth-state-shared,password-hash}.test.ts'],
    exclude: ['tests/unit/auth/**/real-*.test.ts'],
    setupFiles: ['tests/mutation/same-cases.ts'],
  },
});
