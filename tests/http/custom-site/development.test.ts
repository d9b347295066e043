import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, removeProject, startDevelopmentServer } from '../servers.ts';
import { describeCustomSite } from './probes.ts';
import { edit, makeCustomProject } from './project.ts';

const SOON = { timeout: 10_000, interval: 200 };
const BOOK = '/platform/documentation/Library/Book';
let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = makeCustomProject();
  server = await startDevelopmentServer(folder);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

async function text(accept: string, path = BOOK): Promise<string> {
  return (await fetch(server.origin + path, { headers: { accept } })).text();
}

describeCustomSite(() => server.origin);

describe('an edit shows without restart', () => {
  test('of a part of the view script, and of its styles', async () => {
    edit(folder, 'templates/parts/ServiceScript.astro', 'data-type="service"', 'data-type="changed"');
    await expect.poll(() => text('text/html'), SOON).toContain('data-type="changed"');
    edit(folder, 'templates/show.css', '--custom-show: 1', '--custom-show: 2');
    await expect.poll(() => text('text/html'), SOON).toContain('--custom-show: 2');
  });

  test('of a format', async () => {
    edit(folder, 'config/formats/asciidoc.ts', '`= $', '`== $');
    await expect.poll(() => text('text/asciidoc'), SOON).toMatch(/^== Book/);
  });

  test('of what the configuration names', async () => {
    writeFileSync(join(folder, 'config/autoload/layout.global.yaml'), 'view_manager: { template_map: {} }\n');
    expect(await text('text/html', '/platform/documentation/Library/schemas')).not.toContain('custom-layout');
  });
});

describe('what is wrong is told', () => {
  test('a template that does not compile, by its file and line', async () => {
    edit(folder, 'templates/Show.astro', '</html>', '</html><div');
    await expect.poll(() => text('text/html'), SOON).toMatch(/The templates cannot be loaded\. .*Show\.astro:\d+:\d+:/);
    expect(await text('application/json')).toContain('"name":"Book"');
    edit(folder, 'templates/Show.astro', '</html><div', '</html>');
    await expect.poll(() => text('text/html'), SOON).toContain('data-type="changed"');
  });

  test('a template that is not there, by its key', async () => {
    edit(folder, 'config/autoload/global.yaml', 'Show.astro', 'Nothing.astro');
    expect(await text('text/html')).toContain('view_manager.template_map.platform-documentation/show: There is no file templates/Nothing.astro.');
    edit(folder, 'config/autoload/global.yaml', 'Nothing.astro', 'Show.astro');
    expect(await text('text/html')).toContain('data-type="changed"');
  });

  test('a format that cannot be loaded, in the log; the others go on', async () => {
    edit(folder, 'config/formats/asciidoc.ts', 'export default', 'export default )');
    await expect.poll(async () => (await fetch(`${server.origin}${BOOK}.adoc`)).status, SOON).toBe(404);
    expect(await text('application/vnd.acme.names+json')).toBe('{"name":"Book"}\n');
    expect(server.output()).toContain('config/formats/asciidoc.ts: The module cannot be loaded:');
  });
});
