import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DevelopmentFolders,
  deniedPatterns,
  isPrivateFile,
} from '../../../../src/server/development/private-files.ts';

let root: string;
let folders: DevelopmentFolders;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platform-documentation-development-'));
  folders = { root: join(root, 'product'), product: join(root, 'product'), project: join(root, 'project') };
  for (const file of [
    'product/src/a.css',
    'product/package.json',
    'product/data/.gitkeep',
    'project/data/htpasswd',
    'project/config/x.yaml',
    'project/secret/users',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
});
afterAll(() => rmSync(root, { recursive: true }));

describe('of files, the development server hands out', () => {
  test.each([
    '/data/htpasswd',
    '/data/htpasswd?raw',
    '/data/htpasswd?import&raw',
    '/data/htpasswd?url',
    '/data/.gitkeep',
    '/DATA/htpasswd?raw',
    '/d%61ta/htpasswd',
    '/d%2561ta/htpasswd',
    '/data%2fhtpasswd',
    '/data%5chtpasswd',
    '/src/../data/htpasswd',
    '/src/%2e%2e/data/htpasswd',
    '/src/..%5cdata/htpasswd',
    '//data/htpasswd',
    '/data//htpasswd',
    '/data/htpasswd%00',
    '/config/autoload/local.yaml?raw',
    '/api-descriptors/library/v1.yaml?import&raw',
    '/dist/server/entry.mjs?raw',
    '/package.json',
    '/secret/users',
    '/@id/data/htpasswd?raw',
    '/@id/__x00__/data/htpasswd',
  ])('not %s', (target) => {
    expect(isPrivateFile(target, folders)).toBe(true);
  });

  test.each([
    'product/data/.gitkeep',
    'project/data/htpasswd',
    'project/config/autoload/x.yaml',
    'product/package.json',
  ])('not %s by its place on the disk', (file) => {
    for (const prefix of ['/@fs', '/@fs/', '/@FS', '/@id/@fs', '/@fs/.'])
      expect(isPrivateFile(`${prefix}${root}/${file}?raw`, folders)).toBe(true);
    expect(isPrivateFile(`/@fs${root}/${file}`.replace('data', 'd%61ta'), folders)).toBe(true);
    expect(isPrivateFile(`${root}/${file}`, folders)).toBe(true);
  });

  test.each([
    '/',
    '/src/a.css',
    '/src/a.css?raw',
    '/node_modules/astro/a.js?v=1',
    '/@vite/client',
    '/@id/astro:scripts/page.js',
    '/data/report',
    '/config',
    '/public-page',
  ])('but %s', (target) => {
    expect(isPrivateFile(target, folders)).toBe(false);
  });

  test('but code by its place on the disk', () => {
    expect(isPrivateFile(`/@fs${root}/product/src/a.css`, folders)).toBe(false);
  });
});

test('Vite gets the same folders, and what it refuses by itself', () => {
  expect(deniedPatterns({ product: '/a (b)', project: '/c' })).toEqual(
    expect.arrayContaining(['/a \\(b\\)/data/**', '/c/config/**', '.env', '**/.git/**']),
  );
});

describe('of a site with pages of its own, the development server hands out', () => {
  const host = (): DevelopmentFolders => ({
    root: join(root, 'project'),
    product: join(root, 'product'),
    project: join(root, 'project'),
    isHost: true,
  });

  test.each([
    '/data/htpasswd',
    '/data/htpasswd?raw',
    '/d%61ta/htpasswd',
    '/config/x.yaml?raw',
    '/@id/data/htpasswd?raw',
    '/__open-in-editor?file=a',
  ])('not %s', (target) => {
    expect(isPrivateFile(target, host())).toBe(true);
  });

  test('not what is ours by its place on the disk', () => {
    expect(isPrivateFile(`/@fs${root}/project/data/htpasswd?raw`, host())).toBe(true);
    expect(deniedPatterns(host())).toContain(`${root}/project/data/**`);
  });

  test.each(['/secret/users', '/data/a-page', '/components/a.ts', '/tests/a.ts'])('%s, which is its own', (target) => {
    expect(isPrivateFile(target, host())).toBe(false);
  });
});
