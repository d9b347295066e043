import { expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { startDevelopmentServer } from '../servers.ts';
import { makeCustomProject, whileEdited } from './project.ts';

const LIST = '/platform/documentation';
const BOOK = `${LIST}/Library/Book`;
const JSON_TYPE = 'application/json';
/** Vite's watcher polls once an hour, so that it reports no edit, as it does not report one of two quick ones. */
const UNWATCHED = { CHOKIDAR_USEPOLLING: '1', CHOKIDAR_INTERVAL: String(60 * 60 * 1000) };

const project = whileTesting(() =>
  serveProject(makeCustomProject(), (folder) => startDevelopmentServer(folder, UNWATCHED)),
);

async function text(path: string, accept = 'text/html'): Promise<string> {
  return (await fetch(project.server.origin + path, { headers: { accept } })).text();
}

test.each([
  // what                              file                                 from                     to
  ['a view script', 'templates/Show.astro', '<title>Custom {', '<title>Edited {', BOOK],
  ['a view script that breaks', 'templates/Show.astro', '<title>Custom {', '<title>Custom {(', BOOK],
  ['a part', 'templates/parts/ServiceScript.astro', 'data-type="service"', 'data-type="edited"', BOOK],
  ['styles', 'templates/show.css', '--custom-show: 1', '--custom-show: 2', BOOK],
  ['styles in a part', 'templates/parts/ListScript.astro', '--custom-list: 1', '--custom-list: 2', LIST],
  ['a layout', 'templates/Layout.astro', 'custom-layout', 'edited-layout', `${LIST}/Library/schemas`],
  ['a format', 'config/formats/asciidoc.ts', '`= $', '`== $', BOOK, 'text/asciidoc'],
  [
    'a descriptor',
    'api-descriptors/library/v1.yaml',
    'description: Books',
    'description: Volumes',
    `${LIST}/Library`,
    JSON_TYPE,
  ],
  [
    'the configuration',
    'config/autoload/global.yaml',
    'application/raml+yaml',
    'application/x-own',
    BOOK,
    'application/x-own',
  ],
])(
  '%s that is edited unnoticed by the watcher shows at the next request, and so does its correction',
  async (...edit) => {
    const [, file, from, to, path, accept] = edit;
    const before = await text(path, accept);
    await whileEdited(project.folder, file, from, to, async () => {
      expect(await text(path, accept)).not.toBe(before);
    });
    expect(await text(path, accept)).toBe(before);
  },
);

test('a script that a part imports, too', async () => {
  const scriptAt = async (path: string, pattern: RegExp): Promise<string> =>
    (pattern.exec(await text(path, '*/*'))?.[1] ?? '').replaceAll('&amp;', '&');
  const script = await scriptAt(LIST, /src="([^"]*type=script[^"]*)"/);
  const imported = await scriptAt(script, /from "([^"]+mark\.ts[^"]*)"/);
  const before = await text(imported, '*/*');
  expect(before).toContain('export const mark');
  await whileEdited(
    project.folder,
    'templates/parts/mark.ts',
    'export const mark',
    'export const edited = 1, mark',
    async () => {
      expect(await text(imported, '*/*')).toContain('edited');
    },
  );
});
