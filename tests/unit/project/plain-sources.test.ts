import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const subject = new URL('../../../src/cli/plain-sources.ts', import.meta.url).href;
let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plain-sources-'));
  cache = join(folder, 'cache/plain-sources.json');
  mkdirSync(join(folder, 'code'));
  writeModule('one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeModule(text: string): void {
  writeFileSync(
    join(folder, 'code/module.ts'),
    `interface Said { readonly text: string }\nexport const said: Said = { text: '${text}' };\nexport const place = new Error().stack;\n`,
  );
}

/** In a process of its own: what is kept is written when it ends. */
function importModule(code = 'code'): { readonly output: string; readonly errors: string } {
  const script = `
    const { keepPlainSources } = await import(${JSON.stringify(subject)});
    keepPlainSources(${JSON.stringify(join(folder, 'cache'))}, ${JSON.stringify(pathToFileURL(join(folder, `${code}/`)).href)});
    const { said, place } = await import(${JSON.stringify(pathToFileURL(join(folder, code, 'module.ts')).href)});
    console.log(said.text, /module\\.ts:\\d+:\\d+/.exec(place)[0]);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return { output: stdout.trim(), errors: stderr };
}
const made = (text: string) => ({ output: `${text} module.ts:3:22`, errors: '' });

describe('sources without types', () => {
  test('are kept with their lines and columns, and made anew of a module that has changed', () => {
    expect(importModule()).toEqual(made('one'));
    const first = readFileSync(cache, 'utf8');
    expect(first).toContain('module.ts');
    expect(importModule()).toEqual(made('one'));
    expect(readFileSync(cache, 'utf8')).toBe(first);
    writeModule('two');
    expect(importModule()).toEqual(made('two'));
  });

  test('are taken from the file where it is what was written, and only there', () => {
    importModule();
    const [head = '', json = ''] = readFileSync(cache, 'utf8').split('\n');
    writeFileSync(cache, `${head}\n${json.replace('one', 'bad')}`);
    expect(importModule()).toEqual(made('one'));
    const kept = readFileSync(cache, 'utf8');
    expect(kept).toBe(`${head}\n${json}`);
    writeFileSync(cache, kept.replace(process.version, 'v1.2.3'));
    expect(importModule()).toEqual(made('one'));
    expect(readFileSync(cache, 'utf8')).toBe(kept);
  });

  test('of a copy of the code are those of the code', () => {
    importModule();
    const first = readFileSync(cache, 'utf8');
    cpSync(join(folder, 'code'), join(folder, 'copy'), { recursive: true });
    expect(importModule('copy')).toEqual(made('one'));
    expect(readFileSync(cache, 'utf8')).toBe(first);
  });

  test('are not kept where the cache cannot be written to, which is no error', () => {
    writeFileSync(join(folder, 'cache'), 'a file where a folder should be');
    expect(importModule()).toEqual(made('one'));
  });
});
