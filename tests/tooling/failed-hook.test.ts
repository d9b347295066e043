import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandOf } from '../../src/cli/launcher/launch.mjs';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { TESTS_TO_NAME_FILE } from './tests-to-name.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));

test('a hook that fails leaves no child, and the summary has what it printed and what was not run for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failed-hook-'));
  const [named, childFile] = [join(folder, 'named.json'), join(folder, 'child')];
  const config = 'tests/fixtures/failed-hook/vitest.config.ts';
  const args = [commandOf('vitest'), 'run', '--config', config, '--reporter=./tests/tooling/tests-to-name.ts'];
  const env = { ...cleanEnvironment(), [TESTS_TO_NAME_FILE]: named, CHILD_FILE: childFile };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: product, env, encoding: 'utf8' });
  expect(status, stdout).toBe(1);
  expect(() => process.kill(Number(readFileSync(childFile, 'utf8')), 0)).toThrow('ESRCH');
  const file = 'tests/fixtures/failed-hook/left-child.test.ts';
  expect(JSON.parse(readFileSync(named, 'utf8'))).toEqual({
    skipped: [{ file, reason: 'a hook failed: The server did not start:', count: 1 }],
    failed: [{ file, name: null, message: 'The server did not start:\nport 80 is taken' }],
  });
  rmSync(folder, { recursive: true });
});
