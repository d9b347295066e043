import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectWith } from '../config/project.ts';
import { runIn } from './run-cli.ts';

test('a first build that fails leaves nothing behind', async () => {
  const folder = projectWith({ 'config/autoload/global.yaml': '' });
  const { code, stderr } = await runIn(folder, ['build']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^api-descriptors: error folder-missing .*\nNothing was published\.\n$/)]);
  expect(readdirSync(folder)).toEqual(['config']);
});
