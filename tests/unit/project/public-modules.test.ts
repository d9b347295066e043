import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PUBLIC_MODULES, publicModule, publicModulePath } from '../../../src/project/public-modules.ts';

const product = fileURLToPath(new URL('../../../', import.meta.url));
const { name, exports } = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};
const { compilerOptions } = JSON.parse(readFileSync(join(product, 'tsconfig.json'), 'utf8')) as {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> };
};

/** Export of an installed package for the path of its source. */
function inPackage(source: string): string | Readonly<Record<string, string>> {
  const file = source.replace('./src/', './lib/');
  return file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') } : file;
}

describe('public modules', () => {
  test('have the names that projects import', () => {
    const names = ['configuration', 'formats', 'helpers', 'integration'];
    expect(Object.keys(PUBLIC_MODULES)).toEqual([name, ...names.map((module) => `${name}/${module}`)]);
  });

  test.each(
    Object.entries(PUBLIC_MODULES).map(([specifier, file]) => [
      specifier,
      relative(product, fileURLToPath(new URL(file, new URL('src/project/', pathToFileURL(product))))),
    ]),
  )('%s is the same module for a build, for type checkers here, and in an installed package', (specifier, source) => {
    expect(publicModulePath(specifier)).toBe(join(product, source));
    expect(existsSync(join(product, source))).toBe(true);
    expect(compilerOptions.paths[specifier]).toEqual([`./${source}`]);
    expect(exports[`.${specifier.slice(name.length)}`]).toEqual(inPackage(`./${source}`));
  });

  test.each(['astro', 'css', 'ts'])('so is each file *.%s of the views', (extension) => {
    expect(compilerOptions.paths[`${name}/views/*`]).toEqual(['./src/views/*']);
    expect(exports[`./views/*.${extension}`]).toEqual(inPackage(`./src/views/*.${extension}`));
  });

  test('so is each file of what they draw', () => {
    expect(compilerOptions.paths[`${name}/presentation/*`]).toEqual(['./src/presentation/*']);
    expect(exports['./presentation/*.ts']).toEqual(inPackage('./src/presentation/*.ts'));
  });

  test('and these are all', () => {
    expect(Object.keys(compilerOptions.paths)).toEqual([
      ...Object.keys(PUBLIC_MODULES),
      `${name}/presentation/*`,
      `${name}/views/*`,
    ]);
    const paths = [
      ...Object.keys(PUBLIC_MODULES).map((specifier) => `.${specifier.slice(name.length)}`),
      './presentation/*.ts',
      './views/*.astro',
      './views/*.css',
      './views/*.ts',
      './package.json',
    ];
    expect(Object.keys(exports)).toEqual(paths);
  });

  test.each([
    ...[
      'views/Layout.astro',
      'views/pages/Service.astro',
      'views/parts/Operation.astro',
      'views/styles/site.css',
      'views/markdown.ts',
    ],
    'presentation/access/access-line.ts',
  ])('platform-documentation/%s is the file of that name', (path) => {
    expect(publicModulePath(`${name}/${path}`)).toBe(join(product, 'src', path));
    expect(existsSync(join(product, 'src', path))).toBe(true);
  });

  test.each([
    'platform-documentation/',
    'platform-documentation/server',
    'platform-documentation/formats/',
    'platform-documentation/toString',
    'platform-documentation/__proto__',
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
