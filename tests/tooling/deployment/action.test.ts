import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from '../../http/clients/programs.ts';
import { runAction } from './action.ts';

const RIGHT = 'api: Shop\nversion: 1\nservices: [{ name: Item, route: /item, operations: [{ method: GET }] }]\n';
const WARNS = 'api: Pair\nversion: 1\nservices: [{ name: Book, route: /b }, { name: book, route: /c }]\n';
const WARNING = /^::warning file=api-descriptors\/pair\.yaml,/m;
const WRONG = 'api: Wrong\nversion: 1\nservicse: []\n';

const NODE = { uses: expect.stringMatching(/^actions\/setup-node@v\d+$/), with: { 'node-version': '22' } };
/** The folder, beside the workspace, that a later run finds as this one left it. */
const keep = (folder: string): object => ({
  uses: expect.stringMatching(/^actions\/cache@v\d+$/),
  with: {
    path: `${folder}/dist`,
    key: `platform-documentation-Linux-${folder}-main-abc1234`,
    'restore-keys': `platform-documentation-Linux-${folder}-main-\nplatform-documentation-Linux-${folder}-\n`,
  },
});
const upload = (name: string, path: string): object => ({
  uses: expect.stringMatching(/^actions\/upload-artifact@v\d+$/),
  with: { name, path, 'if-no-files-found': 'error', 'include-hidden-files': 'true' },
});

describe.skipIf(!isInstalled('bash'))('the action (skipped where it is not installed: bash)', () => {
  let workspace: string;
  beforeEach(() => {
    workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
  });
  afterEach(() => rmSync(workspace, { recursive: true }));

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }

  test('checks, annotates what is warned of, builds all the same and keeps what was built', async () => {
    write('api-descriptors/pair.yaml', WARNS);
    const run = await runAction(workspace);
    const dist = join(workspace, 'dist');
    expect(run).toMatchObject({
      succeeded: true,
      outputs: { dist },
      steps: [NODE, 'Check', keep('.'), 'Build', upload('platform-documentation', dist)],
    });
    expect(run.output).toMatch(WARNING);
    expect(existsSync(join(dist, 'server/entry.mjs'))).toBe(true);
  });

  test('annotates what is wrong, with the path in the repository, and builds nothing', async () => {
    write('docs/api-descriptors/shop.yaml', RIGHT);
    write('docs/api-descriptors/wrong.yaml', WRONG);
    const run = await runAction(workspace, { folder: 'docs' });
    expect(run).toMatchObject({ succeeded: false, steps: [NODE, 'Check'] });
    expect(run.output).toMatch(/^::error file=docs\/api-descriptors\/wrong\.yaml,line=3,col=1,title=unknown-key::/m);
    expect(existsSync(join(workspace, 'docs/dist'))).toBe(false);
  });

  test('with strict: true a warning is annotated, and fails', async () => {
    write('api-descriptors/pair.yaml', WARNS);
    const run = await runAction(workspace, { strict: 'true' });
    expect(run).toMatchObject({ succeeded: false, steps: [NODE, 'Check'] });
    expect(run.output).toMatch(WARNING);
  });

  test('puts what was built elsewhere and keeps no artifact, where that is asked for; no annotations', async () => {
    write('docs/api-descriptors/shop.yaml', RIGHT);
    // Inputs are data, never part of a script.
    const output = 'public/a b; touch seen; $(touch seen)';
    const run = await runAction(workspace, { folder: 'docs', output, strict: '$(touch seen)', artifact: '' });
    const dist = join(workspace, output);
    expect(run).toMatchObject({ succeeded: true, outputs: { dist }, steps: [NODE, 'Check', keep('docs'), 'Build'] });
    expect(run.output).not.toContain('::');
    expect(existsSync(join(dist, 'server/entry.mjs'))).toBe(true);
    expect(['seen', 'docs/seen'].filter((path) => existsSync(join(workspace, path)))).toEqual([]);
  });

  test('with a dist/ that was kept, builds only what changed; with cache: false none is asked for', async () => {
    write('api-descriptors/shop.yaml', RIGHT);
    const options = { artifact: '' };
    expect((await runAction(workspace, options)).output).toContain('Published 1 API version');
    const again = await runAction(workspace, { ...options, cache: 'false' });
    expect(again).toMatchObject({ succeeded: true, steps: [NODE, 'Check', 'Build'] });
    expect(again.output).toContain('Nothing has changed since the last build.');
  });

  test('what was built may stay where it is', async () => {
    write('docs/api-descriptors/shop.yaml', RIGHT);
    const run = await runAction(workspace, { folder: 'docs', output: 'docs/./dist', artifact: '' });
    expect(run).toMatchObject({ succeeded: true, outputs: { dist: `${workspace}/docs/./dist` } });
  });
});
