import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { WatchedFiles } from '../../../../src/cli/watch/watched-files.ts';
import { projectWith } from '../../config/project.ts';

const TEMPLATES = 'view_manager: { template_map: { platform-documentation/show: templates/pages/Show.astro } }\n';

test('what a build reads is watched: templates with their neighbours and what they import; nothing else is', () => {
  const folder = projectWith({
    'api-descriptors/library/v1.yaml': 'a',
    'api-descriptors/library/guides/reading.md': 'a',
    'config/autoload/global.yaml': TEMPLATES,
    'config/locales/de.yaml': 'a',
    'config/theme/theme.css': 'a',
    'templates/pages/Show.astro': 'a',
    'templates/pages/show.css': 'a',
    'shared/mark.ts': 'a',
    'data/staff.htpasswd': 'a',
    'dist/server/extension-files.json': '["templates/pages/Show.astro", "shared/mark.ts"]',
    'node_modules/package/index.js': 'a',
    'notes.txt': 'a',
  });
  const files = new WatchedFiles({ projectFolder: folder, environment: {} });
  const before = files.states();
  const expected = [
    'api-descriptors/library/guides/reading.md',
    'api-descriptors/library/v1.yaml',
    'config/autoload/global.yaml',
    'config/locales/de.yaml',
    'config/theme/theme.css',
    'shared/mark.ts',
    'templates/pages/Show.astro',
    'templates/pages/show.css',
  ];
  expect([...before.keys()].sort()).toEqual(expected);
  for (const file of expected) {
    writeFileSync(join(folder, file), `${file === 'config/autoload/global.yaml' ? TEMPLATES : ''}# longer`);
    expect([file, files.states().get(file)]).not.toEqual([file, before.get(file)]);
  }
});

test('templates that the configuration names later are watched from then on, those of a broken one still', () => {
  const folder = projectWith({
    'config/autoload/global.yaml': '',
    'templates/pages/Show.astro': 'a',
    'Top.astro': 'a',
  });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const files = new WatchedFiles({ projectFolder: folder, environment: {} });
  const templates = (): readonly string[] => [...files.states().keys()].filter((path) => path.endsWith('.astro'));
  expect(templates()).toEqual([]);
  write('config/autoload/global.yaml', TEMPLATES);
  files.learn();
  expect(templates()).toEqual(['templates/pages/Show.astro']);
  write('config/autoload/global.yaml', 'view_manager: {{{');
  files.learn();
  expect(templates()).toEqual(['templates/pages/Show.astro']);
  // A template beside package.json does not make all of the project watched.
  write('config/autoload/global.yaml', 'view_manager: { template_map: { platform-documentation/show: Top.astro } }\n');
  files.learn();
  expect(templates()).toEqual(['templates/pages/Show.astro', 'Top.astro']);
  rmSync(join(folder, 'templates'), { recursive: true });
  expect(templates()).toEqual(['Top.astro']);
});
