import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '../../src/release/build.ts';
import { writeManyServices } from '../bench/many-services.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'page-threads-'));
});
afterEach(() => rmSync(base, { recursive: true }));

/** Builds a site in two languages, each with enough pages for threads to be used. */
async function built(name: string, pageThreads: number): Promise<readonly [release: string, dependencies: string]> {
  const projectFolder = join(base, name);
  mkdirSync(join(projectFolder, 'config/autoload'), { recursive: true });
  const configuration = 'platform-documentation:\n  locales: [en, de]\n';
  writeFileSync(join(projectFolder, 'config/autoload/languages.global.yaml'), configuration);
  writeManyServices(projectFolder, 1, 75);
  const options = { environment: {}, force: false, keepGoing: false, strict: false, pageThreads };
  const result = await build({ projectFolder, ...options });
  expect(result).toMatchObject({ kind: 'published', failures: [], diagnostics: [] });
  expect(result).toHaveProperty('pages', result.kind === 'published' && 2 * result.documents);
  const file = (path: string): string => readFileSync(join(projectFolder, 'dist/documentation', path), 'base64');
  return [file('current'), file('memory.bin')];
}

test('one, two and four threads give pages the same bytes, and note that they are made of the same', async () => {
  const [release, dependencies] = await built('alone', 0);
  for (const others of [1, 3]) {
    const [other, otherDependencies] = await built(`with ${others}`, others);
    expect(other).toBe(release);
    // Compared as a boolean: a difference of half a megabyte would be unreadable.
    expect(otherDependencies === dependencies).toBe(true);
  }
});
