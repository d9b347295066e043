import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { commandIn } from '../../commands/commands.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { AdminClient } from '../admin/admin-client.ts';
import { buildProject, removeProject, startBuiltServer } from '../servers.ts';
import { edit, makeCustomProject } from './project.ts';

/** Output of both streams. No project changes after a process has loaded its templates or formats. */
async function run(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | null; readonly output: string }> {
  const { code, stdout, stderr } = await commandIn(folder, args, { environment });
  return { status: code, output: stdout + stderr };
}

const ADMINISTERED = `${basicAdapter('admins', 'data-users')}platform-admin: { adapter: admins }
`;

describe('a build', () => {
  test.each<readonly [string, (project: string) => void, readonly string[]]>([
    [
      'a view script that is not there',
      (project) => edit(project, 'config/autoload/global.yaml', 'Show.astro', 'Nothing.astro'),
      [
        'config/autoload/global.yaml:',
        ': error configuration view_manager.template_map.platform-documentation/show: There is no file templates/Nothing.astro.',
      ],
    ],
    [
      'a view script that does not compile',
      (project) => edit(project, 'templates/Show.astro', '</html>', '</html><div'),
      [
        'view_manager.template_map.platform-documentation/show: templates/Show.astro cannot be compiled',
        'templates/Show.astro:',
      ],
    ],
    [
      'a module that cannot be read',
      (project) => edit(project, 'config/formats/names.ts', 'export default', 'export default )'),
      ['platform-documentation.formats.names: config/formats/names.ts:32: The module cannot be loaded:'],
    ],
    [
      'a module that exports no format',
      (project) => edit(project, 'config/formats/names.ts', "extension: '.names.json'", "extension: '.json'"),
      ['platform-documentation.formats.names: config/formats/names.ts: names: extension ".json" is another format\'s.'],
    ],
    [
      'a selector of an unknown view model',
      (project) => edit(project, 'config/autoload/global.yaml', 'Acme\\Names', 'Acme\\Nmaes'),
      [
        'platform-content-negotiation.selectors.Documentation.Acme\\Nmaes\\ViewModel: There is no view model',
        'Write Acme\\Names\\ViewModel',
      ],
    ],
  ])('with %s tells what is wrong and publishes nothing', async (_, spoil, messages) => {
    const project = makeCustomProject();
    try {
      spoil(project);
      const { status, output } = await run(project, ['build']);
      for (const message of messages) expect(output).toContain(message);
      expect(output).toContain('Nothing was published.');
      expect(status).toBe(1);
    } finally {
      removeProject(project);
    }
  });
});

const SHOW = 'view_manager.template_map.platform-documentation/show: templates/Show.astro';
const LAYOUT = 'view_manager.template_map.platform-documentation/layout: templates/Layout.astro';

/** Compiled once: a variable of the environment says at which place they fail. */
describe('templates and formats that fail while they render', () => {
  let project: string;
  beforeAll(async () => {
    project = makeCustomProject();
    edit(
      project,
      'templates/Show.astro',
      'const view = Astro.props;',
      `const view = Astro.props;
const { FAIL } = process.env;
if (FAIL === 'throw' && view.type === 'service') throw new Error('no luck');
if (FAIL === 'redirect') return Astro.redirect('/');`,
    );
    edit(
      project,
      'templates/Layout.astro',
      '---\n\n',
      `if (process.env.FAIL?.split(' ').includes(Astro.props.page.kind)) throw new Error('no luck');\n---\n\n`,
    );
    // An API and its service.
    edit(project, 'config/formats/names.ts', "=== 'api')", "=== 'api' && process.env.FAIL !== 'format')");
    edit(
      project,
      'config/formats/names.ts',
      "document.level === 'service' && document.service.getName() === 'Broken'",
      "process.env.FAIL === 'format' && document.level !== 'list'",
    );
    writeFileSync(join(project, 'data-users'), `root:${hashPassword('toor', 'sha1')}\n`);
    writeFileSync(join(project, 'config/autoload/local.yaml'), ADMINISTERED);
    // What a first build that fails has compiled is not kept, and a build renders what has changed.
    await buildProject(project);
    edit(project, 'api-descriptors/library/v1.yaml', 'Books & *more*', 'Books & *others*');
  });
  afterAll(() => removeProject(project));

  test.each([
    ['throw', 'The page of /platform/documentation/Library-v1/Book cannot be rendered: no luck', SHOW],
    ['redirect', 'cannot be rendered: It renders nothing, or returns a Response.', SHOW],
    ['problem', 'The page of a problem cannot be rendered: no luck', LAYOUT],
    ['admin', 'The page of administration cannot be rendered: no luck', LAYOUT],
  ])('at a build (%s) are reported, and nothing is published', async (place, ...messages) => {
    const { status, output } = await run(project, ['build'], { FAIL: place });
    for (const message of [...messages, 'Nothing was published.']) expect(output).toContain(message);
    expect(status).toBe(1);
  });

  test('a format that throws stops a build, an error a document; with --keep-going it answers by problems', async () => {
    const environment = { FAIL: 'format' };
    const { status: refused, output } = await run(project, ['build'], environment);
    expect([refused, output]).toEqual([1, expect.stringContaining('Nothing was published.')]);
    expect(output).toContain(
      'platform-documentation.formats.names: config/formats/names.ts:20:13: ' +
        'The format names cannot render /platform/documentation/Library-v1/Book: This service has no name to tell.',
    );
    expect(output).toContain('2 errors, ');
    expect((await run(project, ['build', '--keep-going'], environment)).output).toContain('Published');
    const failing = await startBuiltServer(project, environment);
    try {
      const status = async (accept: string): Promise<number> =>
        (await fetch(`${failing.origin}/platform/documentation/Library/Book`, { headers: { accept } })).status;
      expect(await status('application/vnd.acme.names+json')).toBe(500);
      expect(await status('text/asciidoc')).toBe(200);
      expect(await status('text/html')).toBe(200);
      const problem = await fetch(`${failing.origin}/platform/documentation/Library/Book.names.json`);
      expect([problem.headers.get('content-type'), await problem.json()]).toMatchObject([
        'application/problem+json',
        { status: 500, detail: 'The format names cannot show this document.' },
      ]);
      await expect
        .poll(() => failing.output())
        .toContain(
          'The format names cannot render /platform/documentation/Library-v1/Book: This service has no name to tell.',
        );
    } finally {
      await failing.stop();
    }
  });

  test('while the server runs, in the layout, cost pages alone: problems are documents, and the log names the key', async () => {
    await buildProject(project);
    const failing = await startBuiltServer(project, { FAIL: 'problem admin' });
    try {
      // Not fetch(), which says that it is a script.
      const get = async (
        path: string,
        { port, user = null }: { readonly port: number; readonly user?: string | null } = failing,
      ): Promise<readonly unknown[]> => {
        const { status, headers, body } = await new AdminClient(port, user).ask('GET', path);
        return [status, headers['content-type'], JSON.parse(body)];
      };
      const problem = (status: number) => [status, 'application/problem+json', expect.objectContaining({ status })];
      for (const path of ['/platform/documentation/Nothing', '/nothing', '/at-all', '/library/nothing'])
        expect(await get(path)).toEqual(problem(404));
      expect(await get('/platform/admin/status', { port: failing.admin.port, user: 'root:toor' })).toEqual(
        problem(500),
      );
      expect(
        (await fetch(`${failing.origin}/platform/documentation/Library`, { headers: { accept: 'text/html' } })).status,
      ).toBe(200);
      await expect
        .poll(() => failing.output())
        .toContain(
          'no luck\n  view_manager.template_map.platform-documentation/layout: ' +
            'templates/Layout.astro may be the template that failed; "platform-docs dev" shows the line.',
        );
    } finally {
      await failing.stop();
    }
  });
});

test.each<readonly [string, (project: string) => void, string]>([
  [
    'a template',
    (project) => edit(project, 'templates/Show.astro', '</html>', '</html><div'),
    'templates/Show.astro:24:0: error template view_manager.template_map.platform-documentation/show: templates/Show.astro cannot be',
  ],
  [
    'a script that a template imports',
    (project) => writeFileSync(join(project, 'templates/parts/mark.ts'), '\nexport const mark = (;\n'),
    'templates/parts/mark.ts:2:22: error template view_manager.template_map.platform-documentation/show: templates/Show.astro cannot be',
  ],
  [
    'a format',
    (project) => edit(project, 'config/formats/names.ts', 'export default', 'export default )'),
    'platform-documentation.formats.names: config/formats/names.ts:32: The module cannot be loaded:',
  ],
])('check names file and line of %s that does not compile, and writes nothing', async (_, spoil, message) => {
  const project = makeCustomProject();
  try {
    spoil(project);
    const { status, output } = await run(project, ['check']);
    expect([status, output]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(join(project, 'dist'))).toBe(false);
  } finally {
    removeProject(project);
  }
});
