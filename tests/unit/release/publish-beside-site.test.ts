import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DocumentationError } from '../../../src/release/host-site.ts';
import { publishBesideServer, writeBesidePages } from '../../../src/release/publish-beside-site.ts';
import type { Renderer } from '../../../src/release/renderer.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { projectWith } from '../config/project.ts';

const LIBRARY =
  'api: Library\nversion: 2\nservices: [{ name: Book, kind: rpc, route: /book, operations: [{ method: GET }] }]\n';
const CLOSED = `platform-documentation: { access: staff }\n${basicAdapter('staff', 'data/htpasswd', 'acme')}`;
const LINKS = [
  '/platform/documentation',
  '/platform/documentation/Library-v2/Book#get',
  '/platform/documentation/Library-v2/Book.json',
  '/elsewhere',
];

/** Renders pages that are links alone. */
const renderer: Renderer = {
  renderPage: async () => new TextEncoder().encode(LINKS.map((link) => `<a href="${link}">`).join('')),
  clientFolder: null,
};
const written = (folder: string, path: string): string =>
  readFileSync(join(folder, 'dist/platform/documentation', path), 'utf8');

async function write(files: Readonly<Record<string, string>>, pageFormat: 'directory' | 'file' = 'directory') {
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY, ...files });
  const report = await writeBesidePages(join(folder, 'dist'), renderer, {
    projectFolder: folder,
    environment: {},
    pageFormat,
  });
  return { folder, report };
}

describe('the documentation of a site without a server', () => {
  test.each([
    [
      'directory',
      'Library-v2/Book/index.html',
      ['/platform/documentation/', '/platform/documentation/Library-v2/Book/#get'],
    ],
    [
      'file',
      'Library-v2/Book.html',
      ['/platform/documentation.html', '/platform/documentation/Library-v2/Book.html#get'],
    ],
  ] as const)('has pages as in %s, and links that lead to them', async (pageFormat, file, links) => {
    const { folder, report } = await write({}, pageFormat);
    expect(written(folder, file)).toBe([...links, ...LINKS.slice(2)].map((link) => `<a href="${link}">`).join(''));
    expect(JSON.parse(written(folder, 'Library-v2/Book.json'))).toMatchObject({ name: 'Book' });
    expect(report).toEqual({
      done: expect.stringMatching(/^Wrote 1 API version and 5 pages in \d+ files/),
      warnings: [],
    });
  });

  test('leads from the name of an API to its default version', async () => {
    const { folder } = await write({});
    expect(written(folder, 'Library/Book/index.html')).toContain(
      'content="0; url=/platform/documentation/Library-v2/Book/"',
    );
  });

  test('is left out where it needs a log-in, and never written', async () => {
    const { folder, report } = await write({ 'config/autoload/global.yaml': CLOSED });
    expect(report).toEqual({
      done: 'Wrote nothing.',
      warnings: [expect.stringContaining('it needs a log-in (staff), which files cannot ask for. Remove')],
    });
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });

  test('is written below the path of its address, with the links of pages and of redirections', async () => {
    const address = 'platform-documentation: { base_url: https://name.example/project }\n';
    const { folder, report } = await write({ 'config/autoload/global.yaml': address });
    expect(report.warnings).toEqual([]);
    expect(written(folder, 'Library/Book/index.html')).toContain(
      'content="0; url=/project/platform/documentation/Library-v2/Book/"',
    );
  });

  test('is not written where a path of the site closes it', async () => {
    const paths = CLOSED.replace('platform-documentation: { access: staff }\n', '').replace(
      /$/,
      "    paths: { '/platform/**': staff }\n",
    );
    const { folder } = await write({ 'config/autoload/global.yaml': paths });
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });

  test('stays in its folder, for any name', async () => {
    const name = '../../../../../outside';
    const operation = `{ tags: ['${name}'], responses: { '200': { description: OK } } }`;
    const openapi = `openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths: { /a: { get: ${operation} } }\n`;
    const { folder, report } = await write({ 'api-descriptors/shop-v1.yaml': openapi });
    expect(report.warnings).toContain(
      `/platform/documentation/shop-v1/groups/${encodeURIComponent(name)}/index.html is left out: no file can have that name.`,
    );
    expect(readdirSync(folder).sort()).toEqual(['api-descriptors', 'dist']);
    expect(
      readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.includes('outside'),
      ),
    ).toEqual([]);
    expect(existsSync(join(folder, 'dist/platform/documentation/shop-v1/index.html'))).toBe(true);
  });
});

test.each([
  ['<script src="/_astro/a.js" type="module"></script><script type="application/json">{}</script>', 0],
  ['<script>(()=>{})()</script><astro-island ssr></astro-island>', 1],
  ['<style>astro-island{display:contents}</style>', 1],
])('of pages with %s browsers refuse something: %i', async (html, count) => {
  const folder = projectWith({ 'api-descriptors/library.yaml': LIBRARY });
  const { warnings } = await publishBesideServer(
    join(folder, 'dist/documentation'),
    { ...renderer, renderPage: async () => new TextEncoder().encode(html) },
    { projectFolder: folder, environment: {} },
    { paths: [], hasSlash: false },
  );
  expect(warnings.filter((warning) => warning.startsWith('The layout has inline scripts'))).toHaveLength(count);
});

test.each([
  [
    'server',
    (folder: string) =>
      publishBesideServer(
        join(folder, 'dist/documentation'),
        renderer,
        { projectFolder: folder, environment: {} },
        { paths: [], hasSlash: false },
      ),
  ],
  [
    'file',
    (folder: string) =>
      writeBesidePages(join(folder, 'dist'), renderer, { projectFolder: folder, environment: {}, pageFormat: 'file' }),
  ],
])('nothing is published beside a %s where a descriptor is wrong', async (_, publishing) => {
  const folder = projectWith({ 'api-descriptors/library.yaml': 'api: Library\nservices: 7\n' });
  await expect(publishing(folder)).rejects.toThrow(DocumentationError);
  await expect(publishing(folder)).rejects.toThrow(
    /^Nothing was published\.\napi-descriptors\/library\.yaml:\d+:\d+: error /,
  );
  expect(existsSync(join(folder, 'dist'))).toBe(false);
});
