import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectWith } from '../../config/project.ts';
import { spawnIn } from '../run-cli.ts';

test('a first build that fails leaves nothing behind', async () => {
  const folder = projectWith({ 'config/autoload/global.yaml': '' });
  const { code, stderr } = await spawnIn(folder, ['build']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^api-descriptors: error folder-missing .*\n1 error, 0 warnings\.\nNothing was published\.\n$/,
    ),
  ]);
  expect(readdirSync(folder)).toEqual(['config']);
});

test('a build that fails leaves what was there', async () => {
  const folder = projectWith({ 'config/autoload/global.yaml': '' });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/mine'), '');
  expect(await spawnIn(folder, ['build'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('What was published before is unchanged.'),
  });
  expect(readdirSync(join(folder, 'dist'))).toContain('mine');
});

const LIBRARY =
  'api: Library\nversion: 1\nservices: [{ name: Book, kind: rpc, route: /book, operations: [{ method: GET }] }]\n';

test('--static writes files that any file server can serve, styles among them, and replaces those of before', {
  timeout: 60_000,
}, async () => {
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY, 'dist/static/old.html': '' });
  const { code, stdout } = await spawnIn(folder, ['build', '--static']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Any file server can serve dist/static.')]);
  const files = readdirSync(join(folder, 'dist/static'), { recursive: true, encoding: 'utf8' });
  const pages = [
    'index.html',
    'platform/documentation/index.html',
    'platform/documentation/Library-v1/Book/index.html',
  ];
  expect(files).toEqual(
    expect.arrayContaining([
      ...pages,
      'platform/documentation/Library-v1/Book.json',
      'platform/documentation/Library/index.html',
      'platform/documentation/Library-v1.search.bin',
    ]),
  );
  expect(files).not.toContain('old.html');
  // Its address, which a sitemap needs, is not configured.
  expect(
    ['llms.txt', 'llms-full.txt', '.well-known/api-catalog', 'sitemap.xml'].map((file) => files.includes(file)),
  ).toEqual([...[true, true, true], false]);
  const page = readFileSync(join(folder, 'dist/static/platform/documentation/index.html'), 'utf8');
  const [, style = ''] = /<link rel="stylesheet" href="\/([^"]+)"/.exec(page) ?? [];
  expect(files).toContain(style);
  // There is no server that it could ask: its script shows it.
  expect(page).toContain('<search hidden data-pages="/" class="pd-search"');
});

test('--static publishes nothing where the documentation needs a log-in', { timeout: 60_000 }, async () => {
  const configuration = 'platform-documentation: { access: nobody }\n';
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY, 'config/autoload/global.yaml': configuration });
  expect(await spawnIn(folder, ['build', '--static'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it needs a log-in (nobody), which files cannot ask for'),
  });
  expect(readdirSync(folder)).not.toContain('dist');
});
