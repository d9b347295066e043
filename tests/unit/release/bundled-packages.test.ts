import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { bundledPackages, installedVersions } from '../../../src/release/installed-packages.ts';

const OF_SITE = ['astro', '@astrojs/node', 'vite'];

test('what we depend on is bundled, what a site brings is not', () => {
  const names = bundledPackages();
  const direct = Object.keys(packageFile.dependencies).filter((name) => !OF_SITE.includes(name));
  expect(names).toEqual(expect.arrayContaining(['platform-documentation', ...direct]));
  expect(names.filter((name) => OF_SITE.includes(name))).toEqual([]);
});

test('so is what that depends on', () => {
  // These packages belong to remark.
  expect(bundledPackages()).toEqual(expect.arrayContaining(['unified', 'mdast-util-from-markdown']));
});

test('what we depend on has the versions that are installed, which here are those of package.json', () => {
  const direct = Object.entries(packageFile.dependencies);
  const names = direct.map(([name]) => name);
  expect(installedVersions(names, process.cwd()).map(([name, ...versions]) => [name, versions])).toEqual(
    direct.map(([name, version]) => [name, expect.arrayContaining([version])]),
  );
});
