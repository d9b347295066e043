import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const CACHE = 'node_modules/.cache/platform-documentation-modules';
const subject = new URL('../../../src/cli/compiled-modules.ts', import.meta.url).href;
let product: string;
beforeEach(() => {
  product = mkdtempSync(join(tmpdir(), 'compiled-modules-'));
  writeFileSync(join(product, 'module.mjs'), 'export const text = "one";\n');
});
afterEach(() => rmSync(product, { recursive: true, force: true }));

/** In a process of its own: what is kept is written when it ends. */
function importModule(): { readonly status: number | null; readonly text: string } {
  const script = `
    const { keepCompiledModules } = await import(${JSON.stringify(subject)});
    keepCompiledModules(${JSON.stringify(product)});
    const { text } = await import(${JSON.stringify(pathToFileURL(join(product, 'module.mjs')).href)});
    console.log(text);`;
  const environment = { ...process.env };
  delete environment['NODE_DISABLE_COMPILE_CACHE'];
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: environment });
  return { status, text: stdout.trim() };
}
const kept = (): number => (existsSync(join(product, CACHE)) ? readdirSync(join(product, CACHE), { recursive: true }).length : 0);

describe('compiled modules', () => {
  test('are kept beside the installation, and a module that has changed is compiled anew', () => {
    expect(importModule()).toEqual({ status: 0, text: 'one' });
    expect(kept()).toBeGreaterThan(0);
    writeFileSync(join(product, 'module.mjs'), 'export const text = "two";\n');
    expect(importModule()).toEqual({ status: 0, text: 'two' });
  });

  test('are forgotten when there are too many', () => {
    mkdirSync(join(product, CACHE), { recursive: true });
    for (let index = 0; index <= 2_000; index += 1) writeFileSync(join(product, CACHE, `old-${index}`), '');
    expect(importModule()).toEqual({ status: 0, text: 'one' });
    expect(kept()).toBeLessThan(20);
  });

  test('are not kept where the installation cannot be written to, which is no error', () => {
    writeFileSync(join(product, 'node_modules'), 'a file where a folder should be');
    expect(importModule()).toEqual({ status: 0, text: 'one' });
  });
});
