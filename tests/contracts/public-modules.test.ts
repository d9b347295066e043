import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { publicModulePath } from '../../src/build/public-modules.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PATTERN = './views/*';
const modules = Object.entries(packageFile.exports).filter(([name]) => name !== PATTERN && name !== './package.json');

test.each(modules)('%s is the same file for editors, which read package.json, and for what is compiled', (name, file) => {
  expect(publicModulePath(name.replace('.', 'platform-documentation'))).toBe(`${ROOT}${file.replace('./', '')}`);
  expect(existsSync(`${ROOT}${file}`)).toBe(true);
});

test.each(['Layout.astro', 'parts/Operation.astro', 'access-line.ts'])('the view %s is the same file for both', (view) => {
  const path = `${ROOT}${packageFile.exports[PATTERN].replace('./', '').replace('*', view)}`;
  expect(publicModulePath(`platform-documentation/views/${view}`)).toBe(path);
  expect(existsSync(path)).toBe(true);
});

test.each(['platform-documentation', 'platform-documentation/server', 'platform-documentation/views/../server/compose.ts', 'platform-documentation/__proto__'])(
  '%s is no public module',
  (name) => {
    expect(publicModulePath(name)).toBeUndefined();
  },
);
