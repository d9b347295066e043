import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandIn } from '../../../commands/commands.ts';
import { projectWith } from '../../config/project.ts';
import { runIn, spawnIn } from '../run-cli.ts';

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
  expect(await commandIn(folder, ['build'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('What was published before is unchanged.'),
  });
  expect(readdirSync(join(folder, 'dist'))).toContain('mine');
});

const LIBRARY =
  'api: Library\nversion: 1\nservices: [{ name: Book, kind: rpc, route: /book, operations: [{ method: GET }] }]\n';

test('--json prints one line and nothing else, built or not, with the exit code of any build', async () => {
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY });
  const [first, second] = [await spawnIn(folder, ['build', '--json']), await spawnIn(folder, ['build', '--json'])];
  const none = { problems: [], failures: [], errors: 0, warnings: 0, timing: { seconds: expect.any(Number) } };
  const counts = (count: object) => [expect.objectContaining({ name: 'Library', version: 1, pages: count })];
  const { release, ...built } = JSON.parse(first.stdout);
  expect([first.code, first.stderr, first.stdout.split('\n').length]).toEqual([0, '', 2]);
  expect(built).toEqual({ ...none, result: 'published', apis: counts({ rendered: 4, reused: 0 }) });
  expect(release).toBe(readFileSync(join(folder, 'dist/documentation/current'), 'utf8').trim());
  expect(JSON.parse(second.stdout)).toEqual({
    ...none,
    result: 'unchanged',
    release,
    apis: counts({ rendered: 0, reused: 4 }),
  });
  writeFileSync(join(folder, 'api-descriptors/library.yaml'), 'api: Library\nversion: 1\nservices: []\nservicse: []\n');
  const failed = await commandIn(folder, ['build', '--format', 'json']);
  expect([failed.code, failed.stderr]).toEqual([1, '']);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    result: 'failed',
    release: null,
    apis: [],
    problems: [{ file: 'api-descriptors/library.yaml', line: 4, column: 1, severity: 'error', rule: 'unknown-key' }],
    errors: 1,
  });
  const annotated = await commandIn(folder, ['build', '--github']);
  expect([annotated.code, annotated.stderr]).toEqual([
    1,
    'Nothing was published. What was published before is unchanged.\n',
  ]);
  expect(annotated.stdout).toMatch(
    /^::error file=api-descriptors\/library\.yaml,line=4,col=1,title=unknown-key::[^\n]+\n$/,
  );
});

test('reports of a build are asked for once', async () => {
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY });
  for (const options of [
    ['--json', '--github'],
    ['--json', '--format', 'github'],
    ['--format', 'xml'],
  ])
    expect((await runIn(folder, ['build', ...options])).code).toBe(2);
});

test('--static writes files that any file server can serve, styles among them, and replaces those of before', async () => {
  const folder = projectWith({
    'api-descriptors/library.yaml': LIBRARY,
    'api-descriptors/library-2.yaml': LIBRARY.replace('version: 1', 'version: 2'),
    'api-descriptors/library-3.yaml': LIBRARY.replace('version: 1', 'version: 3'),
    'dist/static/old.html': '',
  });
  const { code, stdout } = await commandIn(folder, ['build', '--static']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('Any file server can serve dist/static; see docs/deployment/static.md.'),
  ]);
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
  const of = (name: string) => readFileSync(join(folder, 'dist/static/platform/documentation', name), 'utf8');
  expect(of('Library-v1/Book/index.html')).toContain(
    '<a class="pd-names" href="/platform/documentation/Library-v1.a-z.html">A to Z</a><search hidden',
  );
  expect(of('Library-v1.a-z.html')).toMatch(
    /<a href="\/platform\/documentation\/Library-v1\/Book\/">Book<\/a> <span>Service<\/span>/,
  );
  expect(of('Library-v1.a-z.html')).toContain('href="/platform/documentation/Library-v1/Book/#get"');
  const changes = readFileSync(
    join(folder, 'dist/static/platform/documentation/Library-v3/changes/index.html'),
    'utf8',
  );
  expect(changes).toContain('<form hidden class="pd-pair"');
  expect(changes).toMatch(/<p class="pd-pair-files">[^<]*<a href="\/platform\/documentation\/Library-v3\/changes\/">/);
});

test('--static publishes nothing where the documentation needs a log-in', async () => {
  const configuration = 'platform-documentation: { access: nobody }\n';
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY, 'config/autoload/global.yaml': configuration });
  expect(await commandIn(folder, ['build', '--static'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it needs a log-in (nobody), which files cannot ask for'),
  });
  expect(readdirSync(folder)).not.toContain('dist');
});
