import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectWith } from '../config/project.ts';
import { runIn } from './run-cli.ts';

test('a first build that fails leaves nothing behind', async () => {
  const folder = projectWith({ 'config/autoload/global.yaml': '' });
  const { code, stderr } = await runIn(folder, ['build']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^api-descriptors: error folder-missing .*\n1 error, 0 warnings\.\nNothing was published\.\n$/)]);
  expect(readdirSync(folder)).toEqual(['config']);
});

test('a build that fails leaves what was there', async () => {
  const folder = projectWith({ 'config/autoload/global.yaml': '' });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/mine'), '');
  expect(await runIn(folder, ['build'])).toMatchObject({ code: 1, stderr: expect.stringContaining('What was published before is as it was.') });
  expect(readdirSync(join(folder, 'dist'))).toContain('mine');
});
