import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { NODE_ARGUMENTS } from '../src/project/product.ts';
import { publicModulePath } from '../src/project/public-modules.ts';
import { LIMITS } from './limits.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * Files below a folder that replace modules (`vi.mock`). They need a process of their own: in one that others have used
 * the modules are loaded already, and others would get what they leave.
 */
function filesThatMock(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(join(root, path), 'utf8')));
}

/** Settings of all projects. */
const common = {
  root,
  setupFiles: ['tests/set-up.ts'],
  testTimeout: LIMITS.test,
  hookTimeout: LIMITS.test,
  expect: { poll: { timeout: LIMITS.wait } },
};
const mocking = ['tests/unit', 'tests/security'].flatMap(filesThatMock);

/** Files share processes, which load modules once for all of them. */
const shared = {
  ...common,
  isolate: false,
  // Replacements of one test are undone before the next, in this file or another.
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** Node imports modules itself, as it does for users: what Vite makes of them takes longer to load and to run. */
const native = {
  ...shared,
  execArgv: [...NODE_ARGUMENTS],
  // No file replaces modules.
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Plain TypeScript: no Astro, no bundler. */
const core = {
  test: {
    name: 'core',
    include: ['tests/*.test.ts', 'tests/unit/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
    exclude: ['tests/unit/**/*.astro.test.ts', ...mocking],
    ...native,
  },
};

/** The same with a process for each file. */
const alone = { test: { name: 'alone', include: mocking, ...common } };

/** Templates, rendered by Astro. */
const views = getViteConfig(
  { test: { name: 'views', include: ['tests/unit/**/*.astro.test.ts'], css: true, ...common } },
  { configFile: false, devToolbar: { enabled: false } },
);

/** Large real descriptors, built whole and compared with what comes out. */
const differential = {
  test: {
    name: 'differential',
    include: ['tests/differential/**/*.test.ts', 'tests/readers/**/*.test.ts', 'tests/tooling/**/*.test.ts'],
    ...native,
  },
};

/** Real servers, built and developing, and real processes. */
const http = {
  test: {
    name: 'http',
    include: ['tests/http/**/*.test.ts', 'tests/security/**/*.test.ts', 'tests/package/**/*.test.ts'],
    exclude: mocking,
    ...native,
  },
};

/** README and guides: each block is run, each link followed, each figure and message compared with the product. */
const docs = {
  // Formats of a guide are imported by this process, through Vite, which does not see the hooks of Node.
  resolve: { alias: { 'platform-documentation/formats': publicModulePath('platform-documentation/formats') ?? '' } },
  test: {
    name: 'docs',
    include: ['tests/docs/**/*.test.ts'],
    ...shared,
  },
};

/** Built pages in real Chromium. */
const browser = {
  test: { name: 'browser', include: ['tests/browser/**/*.test.ts'], ...native },
};

/** Projects of long files first, the one of many short files last: at the end no worker is left with a long file. */
const PROJECT_ORDER = ['docs', 'http', 'browser', 'differential', 'alone', 'views', 'core'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => PROJECT_ORDER.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    root,
    sequence: { sequencer: LongestFirst },
    // Files of servers and browsers, two thirds of all that is waited for, take a third of a core each: with five of
    // them, two cores were idle for a third of the time.
    maxWorkers: Math.max(7, availableParallelism()),
    projects: [core, alone, views, differential, http, docs, browser],
  },
});
