import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { buildProject } from '../servers.ts';
import { describeCustomSite } from './probes.ts';
import { makeCustomProject, run, whileEdited } from './project.ts';

const SOON = { interval: 200 };
const project = whileTesting(async () => {
  const folder = makeCustomProject();
  await buildProject(folder);
  return serveProject(folder);
});

describeCustomSite(() => project.server.origin);

test('styles of the view script and its parts are in a file that its pages link to', async () => {
  const html = await (
    await fetch(`${project.server.origin}/platform/documentation`, { headers: { accept: 'text/html' } })
  ).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const sheet = await (await fetch(project.server.origin + href)).text();
  expect(sheet).toMatch(/--custom-show/);
  expect(sheet).toMatch(/--custom-list/);
});

test('a document of a custom format is written at build time, with the header fields of its strategy', () => {
  const release = readFileSync(join(project.folder, 'dist/documentation/current'), 'utf8').trim();
  const index = JSON.parse(
    readFileSync(join(project.folder, 'dist/documentation/releases', release, 'index.json'), 'utf8'),
  );
  expect(Object.keys(index.artifacts)).toContain('names /platform/documentation/Library-v1/Book');
  expect(index.headers['names /platform/documentation/Library-v1/Book']).toEqual(['X-Names', 'yes']);
  expect(index.headers).not.toHaveProperty(['markdown /platform/documentation/Library-v1']);
});

test('a document of a format that gives bytes later is exported as it is', () => {
  run(project.folder, 'export', 'Library/Book', '--format', 'archive', '-o', 'Book.gz');
  const json = run(project.folder, 'export', 'Library/Book', '--format', 'json').output;
  expect(gunzipSync(readFileSync(join(project.folder, 'Book.gz'))).toString('utf8')).toBe(json);
});

test('a media type that a selector adds while the server runs is answered soon', async () => {
  const headers = { accept: 'application/vnd.acme.later+json, text/x-adoc' };
  const type = async (): Promise<string | null> =>
    (await fetch(`${project.server.origin}/platform/documentation/Library`, { headers })).headers.get('content-type');
  const before = await type();
  expect(before).not.toContain('asciidoc');
  await whileEdited(
    project.folder,
    'config/autoload/global.yaml',
    '[text/asciidoc]',
    '[text/asciidoc, text/x-adoc]',
    async () => {
      await expect.poll(type, SOON).toBe('text/asciidoc; charset=utf-8');
    },
  );
  await expect.poll(type, SOON).toBe(before);
});
