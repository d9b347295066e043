import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReference } from '../../../src/model/locations.ts';
import { openPublished, publishedText } from '../../differential/published.ts';
import { removeProject } from '../servers.ts';
import { edit, makeCustomProject, run } from './project.ts';

const API: DocumentReference = { level: 'api', api: 'Library', version: 1 };
const BOOK: DocumentReference = { level: 'service', api: 'Library', version: 1, name: 'Book' };

/** From one state to the next, since what changes of templates and formats is compiled each time. */
describe('a project that is built again and again', () => {
  let project: string;
  beforeAll(() => {
    project = makeCustomProject();
  });
  afterAll(() => removeProject(project));
  const published = (reference: DocumentReference, format = 'html'): Promise<string> =>
    publishedText(openPublished(join(project, 'dist')), reference, format);

  test('replaces templates of ours one by one, and may wrap them', async () => {
    const wrapper = (own: string): string =>
      `---\nimport Own from 'platform-documentation/views/${own}.astro';\n---\n<div data-wraps="${own}"><Own {...Astro.props} /></div>\n`;
    const templates = {
      'api-list': 'pages/ApiList',
      api: 'pages/ApiOverview',
      service: 'pages/Service',
      operation: 'parts/Operation',
    };
    const entries = Object.entries(templates);
    for (const [name, own] of entries) writeFileSync(join(project, `templates/${name}.astro`), wrapper(own));
    writeFileSync(join(project, 'templates/parts/mark.ts'), "export const mark = 'first';\n");
    edit(project, 'templates/service.astro', '---\n', "---\nimport { mark } from './parts/mark.ts';\n");
    edit(project, 'templates/service.astro', '<div ', '<div data-mark={mark} ');
    const map = entries.map(([name]) => `    platform-documentation/${name}: templates/${name}.astro\n`).join('');
    edit(project, 'config/autoload/global.yaml', '    platform-documentation/show: templates/Show.astro\n', map);
    expect(run(project, 'build').output).toContain('Published');
    expect(await published(API)).toContain('<div data-wraps="pages/ApiOverview"><h1>');
    const service = await published(BOOK);
    expect(service).toContain('<div data-mark="first" data-wraps="pages/Service"><h1>');
    expect(service.match(/<div data-wraps="parts\/Operation"><section/g)).toHaveLength(2);
    expect(service).toContain('custom-layout');
  });

  test('publishes nothing where nothing has changed', () => {
    expect(run(project, 'build').output).toContain('Nothing has changed');
  });

  test('publishes an edit of a part that a template imports, and of a format', async () => {
    // An edit of any one of these is compiled.
    const compiled: unknown = JSON.parse(readFileSync(join(project, 'dist/server/extension-files.json'), 'utf8'));
    const [part, format] = ['templates/parts/mark.ts', 'config/formats/asciidoc.ts'];
    expect(compiled).toEqual(expect.arrayContaining([part, format, 'templates/service.astro']));
    edit(project, part, 'first', 'second');
    edit(project, format, '`= $', '`== $');
    expect(run(project, 'build').output).toContain('Published');
    expect(await published(BOOK)).toContain('data-mark="second"');
    expect(await published(BOOK, 'asciidoc')).toMatch(/^== Book/);
  });
});
