import { afterEach, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { startDevelopmentServer } from '../servers.ts';
import { describeFaultPages } from './fault-pages.ts';
import { describeCustomSite } from './probes.ts';
import { makeCustomProject, whileEdited } from './project.ts';

/** Every module is compiled anew, on a machine that has other work. */
const SOON = { interval: 200 };
const BOOK = '/platform/documentation/Library/Book';
const SCHEMAS = '/platform/documentation/Library/schemas';
const project = whileTesting(() => serveProject(makeCustomProject(), startDevelopmentServer));

async function text(accept: string, path = BOOK): Promise<string> {
  return (await fetch(project.server.origin + path, { headers: { accept } })).text();
}

describeCustomSite(() => project.server.origin);

/** Parts that the tests below change. Each test begins and ends with all of them present. */
async function state(): Promise<Readonly<Record<string, boolean>>> {
  const page = await text('text/html');
  return {
    part: page.includes('data-type="service"'),
    styles: page.includes('--custom-show: 1'),
    format: (await text('text/asciidoc')).startsWith('= Book'),
    layout: (await text('text/html', SCHEMAS)).includes('custom-layout'),
  };
}

const isAsItWas = (): Promise<void> =>
  expect.poll(state, SOON).toEqual({ part: true, styles: true, format: true, layout: true });

describe('an edit shows without restart', () => {
  afterEach(isAsItWas);

  test('of a part of the view script', async () => {
    await whileEdited(
      project.folder,
      'templates/parts/ServiceScript.astro',
      'data-type="service"',
      'data-type="changed"',
      async () => {
        await expect.poll(() => text('text/html'), SOON).toContain('data-type="changed"');
      },
    );
  });

  test('of the styles of the view script', async () => {
    await whileEdited(project.folder, 'templates/show.css', '--custom-show: 1', '--custom-show: 2', async () => {
      await expect.poll(() => text('text/html'), SOON).toContain('--custom-show: 2');
    });
  });

  test('of the styles in a part of the view script', async () => {
    await whileEdited(
      project.folder,
      'templates/parts/ListScript.astro',
      '--custom-list: 1',
      '--custom-list: 2',
      async () => {
        await expect.poll(() => text('text/html', '/platform/documentation'), SOON).toContain('--custom-list: 2');
      },
    );
  });

  test('of a format', async () => {
    await whileEdited(project.folder, 'config/formats/asciidoc.ts', '`= $', '`== $', async () => {
      await expect.poll(() => text('text/asciidoc'), SOON).toMatch(/^== Book/);
    });
  });

  test('of what the configuration names', async () => {
    await whileEdited(
      project.folder,
      'config/autoload/layout.global.yaml',
      'platform-documentation/layout: templates/Layout.astro',
      '{}',
      async () => {
        expect(await text('text/html', SCHEMAS)).not.toContain('custom-layout');
      },
    );
  });
});

test('what a script of a template imports is handed out as code alone, and nothing beside it', async () => {
  const [, script = ''] =
    /src="([^"]*type=script[^"]*)"/.exec(await text('text/html', '/platform/documentation')) ?? [];
  const own = script.replaceAll('&amp;', '&');
  const code = await (await fetch(project.server.origin + own)).text();
  const [, imported = ''] = /from "([^"]+mark\.ts)"/.exec(code) ?? [];
  const statuses = async (...paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(project.server.origin + path)).status));
  expect(await statuses(own, imported)).toEqual([200, 200]);
  const file = (path: string): string => imported.replace('templates/parts/mark.ts', path);
  const hidden = ['?raw', '?import&raw', '?url'].flatMap((query) => [imported + query, own + query.replace('?', '&')]);
  const others = [
    'config/formats/names.ts',
    'config/autoload/global.yaml',
    'templates/Show.astro',
    'templates/Show.astro?raw',
  ].map(file);
  expect(new Set(await statuses(...hidden, ...others))).toEqual(new Set([404]));
});

describe('errors are reported', () => {
  afterEach(isAsItWas);

  test('a template that does not compile, by its file and line', async () => {
    await whileEdited(project.folder, 'templates/Show.astro', '</html>', '</html><div', async () => {
      await expect
        .poll(() => text('text/html'), SOON)
        .toMatch(/The templates cannot be loaded\. .*Show\.astro:\d+:\d+:/);
      expect(await text('text/html')).toContain(
        'view_manager.template_map.platform-documentation/show: templates/Show.astro failed.',
      );
      expect(await text('application/json')).toContain('"name":"Book"');
    });
  });

  test.each([
    // what a template says                   what is reported of it
    ['throw new Error("no luck");', 'no luck'],
    ['await Promise.reject(new Error("bad luck"));', 'bad luck'],
    ['return Astro.redirect("/");', 'returns a Response'],
  ])('a template that fails while it is rendered, by its file and key: %s', async (statement, reason) => {
    await whileEdited(
      project.folder,
      'templates/Show.astro',
      'const view = Astro.props;',
      `const view = Astro.props;\n${statement}`,
      async () => {
        await expect.poll(() => text('text/html'), SOON).toContain(reason);
        const answer = await fetch(project.server.origin + BOOK, { headers: { accept: 'text/html' } });
        expect(answer.status).toBe(500);
        expect(await answer.text()).toContain(
          'view_manager.template_map.platform-documentation/show: templates/Show.astro',
        );
      },
    );
  });

  test('a script that a part of the view script imports, by its file, line and key, in the log', async () => {
    await whileEdited(
      project.folder,
      'templates/parts/mark.ts',
      'export const mark',
      'export const (mark',
      async () => {
        const html = await text('text/html', '/platform/documentation');
        const [, script = ''] = /src="([^"]*type=script[^"]*)"/.exec(html) ?? [];
        const [, imported = ''] =
          /from "([^"]+mark\.ts[^"]*)"/.exec(
            await (await fetch(project.server.origin + script.replaceAll('&amp;', '&'))).text(),
          ) ?? [];
        await expect.poll(async () => (await fetch(project.server.origin + imported)).status, SOON).toBe(500);
        await expect
          .poll(() => project.server.output())
          .toMatch(
            /view_manager\.template_map\.platform-documentation\/show: templates\/parts\/mark\.ts:\d+:\d+: The script cannot be compiled/,
          );
      },
    );
  });

  test('a template that is not there, by its key', async () => {
    await whileEdited(project.folder, 'config/autoload/global.yaml', 'Show.astro', 'Nothing.astro', async () => {
      expect(await text('text/html')).toContain(
        'view_manager.template_map.platform-documentation/show: There is no file templates/Nothing.astro.',
      );
    });
    expect(await text('text/html')).toContain('data-type="service"');
  });

  test('a format that cannot be loaded, in the log; the others go on', async () => {
    await whileEdited(project.folder, 'config/formats/asciidoc.ts', 'export default', 'export default )', async () => {
      await expect.poll(async () => (await fetch(`${project.server.origin}${BOOK}.adoc`)).status, SOON).toBe(404);
      expect(await text('application/vnd.acme.names+json')).toBe('{"name":"Book"}\n');
      await expect
        .poll(() => project.server.output())
        .toMatch(
          /platform-documentation\.formats\.asciidoc: config\/formats\/asciidoc\.ts:\d+:\d+: The module cannot be loaded:/,
        );
    });
  });

  test('a descriptor that is broken, and right again, in the log as soon as it is saved', async () => {
    const logged = project.server.output().length;
    const log = (): string => project.server.output().slice(logged);
    await whileEdited(project.folder, 'api-descriptors/library/v1.yaml', 'api: Library', 'api: [', async () => {
      await expect.poll(log, SOON).toMatch(/^api-descriptors\/library\/v1\.yaml:\d+:\d+: error yaml-syntax/m);
    });
    await expect.poll(log, SOON).toContain('There are no errors any more.');
  });
});

describe('in a browser', () => {
  describeFaultPages(project);
});
