import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSampleProject, provideBuild, removeProject } from './servers.ts';

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

/**
 * V8 keeps a source with another character as two bytes a character, in each thread. In a template, such a character
 * is a value: `${'›'}`.
 */
test('sources of the compiled server have no character that needs two bytes', () => {
  const server = join(folder, 'dist/server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'));
  expect(files.length).toBeGreaterThan(10);
  const wide = files.flatMap((file) => /.{0,40}[^\0-\xff].{0,40}/.exec(readFileSync(join(server, file), 'utf8')) ?? []);
  expect(wide).toEqual([]);
});
