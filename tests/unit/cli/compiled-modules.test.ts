import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const CACHE = 'cache/modules';
const subject = new URL('../../../src/cli/compiled-modules.ts', import.meta.url).href;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-modules-'));
  writeFileSync(join(folder, 'module.mjs'), 'export const text = "one";\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Imports a module in a process of its own: the cache is written when the process ends. */
function importModule(): { readonly status: number | null; readonly text: string } {
  const script = `
    const { keepCompiledModules } = await import(${JSON.stringify(subject)});
    keepCompiledModules(${JSON.stringify(join(folder, 'cache'))});
    const { text } = await import(${JSON.stringify(pathToFileURL(join(folder, 'module.mjs')).href)});
    console.log(text);`;
  const environment = { ...process.env };
  delete environment['NODE_DISABLE_COMPILE_CACHE'];
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: environment,
  });
  return { status, text: stdout.trim() };
}
const kept = (): number =>
  existsSync(join(folder, CACHE)) ? readdirSync(join(folder, CACHE), { recursive: true }).length : 0;

describe('compiled modules', () => {
  test('are kept, and a module that has changed is compiled anew', () => {
    expect(importModule()).toEqual({ status: 0, text: 'one' });
    expect(kept()).toBeGreaterThan(0);
    writeFileSync(join(folder, 'module.mjs'), 'export const text = "two";\n');
    expect(importModule()).toEqual({ status: 0, text: 'two' });
  });

  test('are forgotten when there are too many', () => {
    const ofOneNode = join(folder, CACHE, 'v1.2.3');
    mkdirSync(ofOneNode, { recursive: true });
    for (let index = 0; index <= 2_000; index += 1) writeFileSync(join(ofOneNode, `old-${index}`), '');
    expect(importModule()).toEqual({ status: 0, text: 'one' });
    expect(kept()).toBeLessThan(20);
  });

  test('are not kept where the cache cannot be written to, which is no error', () => {
    writeFileSync(join(folder, 'cache'), 'a file where a folder should be');
    expect(importModule()).toEqual({ status: 0, text: 'one' });
  });
});
