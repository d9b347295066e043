import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const subject = new URL('../../../src/project/plain-sources.mjs', import.meta.url);
let folder: string;
let cacheFolder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plain-sources-'));
  cacheFolder = join(folder, 'clone/node_modules/.cache/platform-documentation');
  cache = join(cacheFolder, 'plain-sources');
  mkdirSync(join(folder, 'clone/src/project'), { recursive: true });
  cpSync(subject, join(folder, 'clone/src/project/plain-sources.mjs'));
  writeModule('one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeModule(text: string): void {
  // Before the other by its name, and of more bytes than letters: places in the file are bytes.
  writeFileSync(join(folder, 'clone/src/before.ts'), `export const sign: string = 'é “…”';\n`);
  writeFileSync(
    join(folder, 'clone/src/module.ts'),
    `import { sign } from './before.ts'; interface Said { readonly text: string }
export const said: Said = { text: '${text}' + sign.slice(2) };
export const place = new Error().stack;
`,
  );
}

/** Imports a module in a process of its own: the cache is written when the process ends. */
function importModule({ clone = 'clone', inThread = false } = {}): {
  readonly output: string;
  readonly errors: string;
} {
  const address = (path: string): string => JSON.stringify(pathToFileURL(join(folder, clone, 'src', path)).href);
  const preloaded = ['--import', pathToFileURL(join(folder, clone, 'src/project/plain-sources.mjs')).href];
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `const { said, place } = await import(${address('module.ts')});
    console.log(said.text, /module\\.ts:\\d+:\\d+/.exec(place)[0]);`,
  );
  const starter = join(folder, 'starter.mjs');
  writeFileSync(
    starter,
    `import { Worker } from 'node:worker_threads';
    new Worker(${JSON.stringify(script)}, { execArgv: ${JSON.stringify(preloaded)} });`,
  );
  const args = inThread ? [starter] : [...preloaded, script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { output: stdout.trim(), errors: stderr };
}
const made = (text: string) => ({ output: `${text}“…” module.ts:3:22`, errors: '' });

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
    const written = readFileSync(cache, 'utf8');
    writeFileSync(cache, written.replace('one', 'bad'));
    expect(importModule()).toEqual(made('one'));
    const kept = readFileSync(cache, 'utf8');
    expect(kept).toBe(written);
    writeFileSync(cache, kept.replace(process.version, 'v1.2.3'));
    expect(importModule()).toEqual(made('one'));
    expect(readFileSync(cache, 'utf8')).toBe(kept);
  });

  test.each([
    ['ends within the texts', (bytes: Buffer) => bytes.subarray(0, -40)],
    ['ends within the index', (bytes: Buffer) => bytes.subarray(0, 90)],
    ['is empty', () => Buffer.alloc(0)],
    [
      'names more bytes than it has',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace(/ \d+\n/, ' 999999999999\n')),
    ],
    ['is no such file', () => Buffer.from('text')],
  ])('are made anew where the file %s', (_, damaged) => {
    importModule();
    const written = readFileSync(cache);
    writeFileSync(cache, damaged(written));
    expect(importModule()).toEqual(made('one'));
    expect(readFileSync(cache)).toEqual(written);
  });

  test('are not made again', () => {
    importModule();
    const [, ...rest] = readFileSync(cache, 'utf8').split('\n');
    const [line = '', ...texts] = rest.join('\n').replace("'one'", "'two'").split('\n');
    const index: Record<string, [hash: string, checksum: number, start: number, end: number]> = JSON.parse(line);
    const text = Buffer.from(texts.join('\n'));
    for (const place of Object.values(index)) place[1] = crc32(text.subarray(place[2], place[3]));
    const other = `${JSON.stringify(index)}\n`;
    const head = `${process.version} relative texts ${crc32(other)} ${Buffer.byteLength(other)}`;
    writeFileSync(cache, `${head}\n${other}${text.toString()}`);
    expect(importModule()).toEqual(made('two'));
  });

  test('of a copy of the code are those of the code', () => {
    importModule();
    const first = readFileSync(cache, 'utf8');
    cpSync(join(folder, 'clone'), join(folder, 'copy'), { recursive: true });
    expect(importModule({ clone: 'copy' })).toEqual(made('one'));
    expect(readFileSync(cache.replace('clone', 'copy'), 'utf8')).toBe(first);
  });

  test('are kept of what a thread imports, beside those of the process', () => {
    expect(importModule({ inThread: true })).toEqual(made('one'));
    expect(readFileSync(cache, 'utf8')).toContain('module.ts');
  });

  test('are not kept where the cache cannot be written to, which is no error', () => {
    mkdirSync(dirname(cacheFolder), { recursive: true });
    writeFileSync(cacheFolder, 'a file where a folder should be');
    expect(importModule()).toEqual(made('one'));
  });
});
