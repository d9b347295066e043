import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { resolve } from '../../../src/project/public-modules.ts';

const MODULE = new URL('../../../src/project/public-modules.ts', import.meta.url).href;
/** Prints what a module of a project exports, and what Node has to say of it. */
const PROGRAM = `
process.on('warning', ({ message }) => console.log(message));
const { importFormatModule } = await import(${JSON.stringify(MODULE)});
console.log(await importFormatModule(process.argv[1], 'formats/names.ts'));
`;

/** `npm init` writes `commonjs`, and `npm install` in an empty folder no type at all. */
test.each([['{"type":"module"}'], ['{"type":"commonjs"}'], ['{}']])(
  'modules of a project are ES modules, and so is what they import, beside %s',
  async (manifest) => {
    const folder = mkdtempSync(join(tmpdir(), 'public-modules-'));
    try {
      mkdirSync(join(folder, 'formats'));
      writeFileSync(join(folder, 'package.json'), manifest);
      writeFileSync(
        join(folder, 'formats/names.ts'),
        `import { NAMES } from './more.ts';\nexport default NAMES as string;\n`,
      );
      writeFileSync(join(folder, 'formats/more.ts'), `export const NAMES: string = 'names';\n`);
      const program = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM, folder];
      const { stdout } = await promisify(execFile)(process.execPath, program);
      expect(stdout).toBe('names\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.each([
  ['file:///project/formats/names.ts', 'commonjs-typescript', 'module-typescript'],
  ['file:///project/formats/names.ts', undefined, 'module-typescript'],
  ['file:///product/formats/contract.ts', 'module', 'module'],
  ['file:///project/formats/names.js', 'commonjs', 'commonjs'],
])('on a thread of hooks, %s that Node calls %s is %s', async (url, format, expected) => {
  const next = async () => ({ url, format });
  expect(await resolve('./names.ts', { conditions: [], importAttributes: {}, parentURL: undefined }, next)).toEqual({
    url,
    format: expected,
  });
});
