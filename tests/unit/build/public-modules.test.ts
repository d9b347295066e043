import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { publicModule, publicModulePath } from '../../../src/build/public-modules.ts';

const product = fileURLToPath(new URL('../../../', import.meta.url));
const { name, exports } = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
};

describe('public modules', () => {
  const plain = Object.entries(exports).filter(([path]) => !path.includes('*') && path !== './package.json');

  test.each(plain)('package.json tells editors of %s what a build resolves', (path, file) => {
    expect(publicModulePath(path.replace('.', name))).toBe(join(product, file));
    expect(existsSync(join(product, file))).toBe(true);
  });

  test('and of all of them', () => {
    expect(plain.map(([path]) => path).sort()).toEqual(['./formats', './helpers']);
  });

  test.each(['Layout.astro', 'pages/Service.astro', 'parts/Operation.astro', 'styles/site.css', 'markdown.ts'])(
    'platform-documentation/views/%s is the file of that name',
    (path) => {
      expect(publicModulePath(`platform-documentation/views/${path}`)).toBe(join(product, 'src/views', path));
    },
  );

  test.each([
    'platform-documentation',
    'platform-documentation/',
    'platform-documentation/server',
    'platform-documentation/formats/',
    'platform-documentation/toString',
    'platform-documentation/views/',
    'platform-documentation/views/../server/compose.ts',
    'platform-documentation/views/parts/../../server/compose.ts',
    'platform-documentation/views//etc/hosts.ts',
    'platform-documentation/views/%2e%2e/server/compose.ts',
    'platform-documentation/views/Layout.astro?raw',
    'platform-documentation/views/Layout',
    'other/formats',
    '__proto__',
  ])('%s is none', (specifier) => {
    expect(publicModule(specifier)).toBeUndefined();
  });
});
