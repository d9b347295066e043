import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { publicModulePath } from '../src/project/public-modules.ts';

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

/** Properties over thousands of cases, on a machine that has other work: a limit is for what never ends. */
const CORE_TIMEOUT_MILLISECONDS = 30_000;
const coreTimeouts = { testTimeout: CORE_TIMEOUT_MILLISECONDS, hookTimeout: CORE_TIMEOUT_MILLISECONDS };
const mocking = ['tests/unit', 'tests/security'].flatMap(filesThatMock);

/** Files share processes, which load modules once for all of them. */
const shared = {
  isolate: false,
  // What a test replaces is back for the next one, of this file or of another.
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** Plain TypeScript: no Astro, no bundler. */
const core = {
  test: {
    name: 'core',
    root,
    include: ['tests/*.test.ts', 'tests/unit/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
    exclude: ['tests/unit/**/*.astro.test.ts', ...mocking],
    ...shared,
    ...coreTimeouts,
  },
};

/** The same with a process for each file. */
const alone = { test: { name: 'alone', root, include: mocking, ...coreTimeouts } };

/** Templates, rendered by Astro. */
const views = getViteConfig(
  { test: { name: 'views', root, include: ['tests/unit/**/*.astro.test.ts'], css: true, ...coreTimeouts } },
  { configFile: false, devToolbar: { enabled: false } },
);

/** Large real descriptors, built whole and compared with what comes out. */
const differential = {
  test: {
    name: 'differential',
    root,
    include: ['tests/differential/**/*.test.ts', 'tests/readers/**/*.test.ts', 'tests/tooling/**/*.test.ts'],
    ...shared,
    testTimeout: 60_000,
    // On a machine that has other work.
    hookTimeout: 300_000,
  },
};

/** Real servers, built and developing, and real processes. */
const http = {
  test: {
    name: 'http',
    root,
    include: ['tests/http/**/*.test.ts', 'tests/security/**/*.test.ts', 'tests/package/**/*.test.ts'],
    exclude: mocking,
    ...shared,
    // Builds and starts, on a machine that has other work.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

/** README and guides: each block is run, each link followed, each figure and message compared with the product. */
const docs = {
  // Formats of a guide are imported by this process, through Vite, which does not see the hooks of Node.
  resolve: { alias: { 'platform-documentation/formats': publicModulePath('platform-documentation/formats') ?? '' } },
  test: {
    name: 'docs',
    root,
    include: ['tests/docs/**/*.test.ts'],
    ...shared,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

/** Built pages in real Chromium. */
const browser = {
  test: { name: 'browser', root, include: ['tests/browser/**/*.test.ts'], ...shared, testTimeout: 60_000 },
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
    // Much of the time is waiting for servers and builds, which other files use.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [core, alone, views, differential, http, docs, browser],
  },
});
