import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from '../../http/clients/programs.ts';
import { runScript } from './action.ts';
import { type Loose, REPOSITORY, readYaml } from './files.ts';

const TEMPLATE = 'docs/deployment/gitlab/platform-documentation.gitlab-ci.yml';
const RIGHT = 'api: Shop\nversion: 1\nservices: [{ name: Item, route: /item, operations: [{ method: GET }] }]\n';
const WARNS = 'api: Pair\nversion: 1\nservices: [{ name: Book, route: /b }, { name: book, route: /c }]\n';
const WRONG = 'api: Wrong\nversion: 1\nservicse: []\n';

describe.skipIf(!isInstalled('bash'))('the job that checks (skipped where it is not installed: bash)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitlab-'));
    // In the place of npm's, which looks for an installed package.
    const npx = join(folder, 'programs/npx');
    mkdirSync(dirname(npx));
    writeFileSync(
      npx,
      `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${REPOSITORY}src/cli/platform-docs.mjs' "$@"\n`,
    );
    chmodSync(npx, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each([
    ['nothing', RIGHT, '', 0, 0, '1 API version, 0 errors, 0 warnings.'],
    ['a warning', WARNS, '', 0, 1, 'api-descriptors/a.yaml:3:'],
    ['a warning, strictly', WARNS, '--strict', 1, 1, 'api-descriptors/a.yaml:3:'],
    ['an error', WRONG, '', 1, 2, 'api-descriptors/a.yaml:3:1: error unknown-key'],
  ])('has in its report and in its log: %s', async (_, descriptor, options, status, issues, logged) => {
    const project = join(folder, 'my docs');
    mkdirSync(join(project, 'api-descriptors'), { recursive: true });
    writeFileSync(join(project, 'api-descriptors/a.yaml'), descriptor);
    const { script, artifacts }: Loose = readYaml(TEMPLATE)['platform-documentation:check'];
    const run = await runScript(script.join('\n'), project, {
      CI_PROJECT_DIR: folder,
      PLATFORM_DOCS_OPTIONS: options,
      PATH: [join(folder, 'programs'), process.env['PATH']].join(delimiter),
    });
    const report = JSON.parse(readFileSync(join(folder, artifacts.reports.codequality), 'utf8'));
    expect([run.status, report.length, run.output]).toEqual([status, issues, expect.stringContaining(logged)]);
    for (const { location } of report) expect(location.path).toBe('my docs/api-descriptors/a.yaml');
  });
});

test('the job that builds keeps what it builds for the next pipeline, and the packages of both jobs', () => {
  const { '.platform-documentation': shared, 'platform-documentation:build': build }: Loose = readYaml(TEMPLATE);
  const [packages, built] = build.cache;
  expect([packages]).toEqual(shared.cache);
  expect(built.paths).toEqual(build.artifacts.paths);
});
