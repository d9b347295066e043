import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { changedPackage, newPackage } from '../../../../src/cli/init/package-file.ts';
import { writeFiles } from '../../../../src/cli/init/write-files.ts';
import { readProject } from '../../../../src/project/read-project.ts';
import { projectWith } from '../../config/project.ts';
import { SourceServer } from '../fetch/source-server.ts';
import { hasPseudoTerminal, runAtTerminal, runIn } from '../run-cli.ts';

const version: string = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
).version;

const openapi = (title: string, rest = ''): string =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths:\n  /thing: { get: { summary: List, responses: { '200': { description: OK } } } }\n${rest}`;
const PARTED = `openapi: 3.1.0
info: { title: Parted, version: 1.0.0 }
paths:
  /thing: { $ref: parts/thing.yaml }
`;
const PART = `get: { summary: List, responses: { '200': { description: OK } } }\n`;

const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** Paths of all files below a folder, in order. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Names of the APIs of a project, and the errors that `check` reports. */
async function checked(folder: string): Promise<readonly unknown[]> {
  const { apis, problems } = await readProject(folder, {});
  return [
    apis.map(({ name, version: own }) => `${name}-v${own}`),
    problems.filter(({ severity }) => severity === 'error'),
  ];
}

const NEW = ['.gitignore', 'config/autoload/global.yaml', 'package.json'];

describe('a new project', () => {
  test.each([
    // what                   files beside it, and arguments                                                        descriptors                                      APIs
    ['a sample', {}, [], ['garden/v1.yaml'], ['Garden-v1']],
    [
      'one file',
      { 'openapi.yaml': openapi('Shop API') },
      ['--from', 'openapi.yaml'],
      ['openapi.yaml'],
      ['Shop-API-v1'],
    ],
    [
      'one file that names the API',
      { 'pets.json': '{"swagger":"2.0","info":{"title":"x","version":"2"},"paths":{}}' },
      ['--from', 'pets.json'],
      ['pets.json'],
      ['pets-v2'],
    ],
    ['a file without an extension', { spec: openapi('Shop API') }, ['--from', 'spec'], ['spec.yaml'], ['spec-v1']],
    [
      'a hidden file',
      { '.openapi.json': '{"swagger":"2.0","info":{"title":"x","version":"2"},"paths":{}}' },
      ['--from', '.openapi.json'],
      ['openapi.json'],
      ['x-v2'],
    ],
    [
      'a native descriptor',
      { 'n.yml': 'api: Native\nversion: 3\nservices: []\n' },
      ['--from', 'n.yml'],
      ['n.yml'],
      ['Native-v3'],
    ],
    [
      'a file with its parts',
      { 'a/openapi.yaml': PARTED, 'a/parts/thing.yaml': PART, 'a/other.yaml': 'x: 1' },
      ['--from', 'a/openapi.yaml'],
      ['openapi.yaml', 'parts/thing.yaml'],
      ['Parted-v1'],
    ],
    [
      'a folder',
      {
        'apis/one.yaml': openapi('One'),
        'apis/two/v2.yaml': openapi('Two'),
        'apis/notes.yaml': 'x: 1',
        'apis/readme.md': '',
        'apis/node_modules/a.yaml': openapi('No'),
      },
      ['--from', 'apis'],
      ['one.yaml', 'two/v2.yaml'],
      ['one-v1', 'two-v2'],
    ],
    [
      'a file with the overlays that extend it',
      {
        'a/pets.yaml': openapi('Pets'),
        'a/shown.yaml': 'overlay: 1.0.0\nextends: pets.yaml\nactions: []\n',
        'a/other.yaml': 'overlay: 1.0.0\nextends: users.yaml\nactions: []\n',
      },
      ['--from', 'a/pets.yaml'],
      ['pets.yaml', 'shown.yaml'],
      ['pets-v1'],
    ],
    [
      'a folder with overlays',
      {
        'apis/two/v2.yaml': openapi('Two'),
        'apis/overlays/two.json': '{"overlay":"1.0.0","extends":"../two/v2.yaml","actions":[]}',
      },
      ['--from', 'apis'],
      ['overlays/two.json', 'two/v2.yaml'],
      ['two-v2'],
    ],
    [
      'files of the same name',
      { 'shop/openapi.yaml': openapi('A'), 'billing/openapi.yaml': openapi('B') },
      ['--from', 'shop/openapi.yaml', '--from', 'billing/openapi.yaml'],
      ['billing/openapi.yaml', 'shop/openapi.yaml'],
      ['billing-v1', 'shop-v1'],
    ],
    [
      'a file that is named twice',
      { 'a.yaml': openapi('A') },
      ['--from', 'a.yaml', '--from', './a.yaml'],
      ['a.yaml'],
      ['a-v1'],
    ],
  ] as const)('of %s passes check', async (_, files, args, descriptors, apis) => {
    const folder = projectWith(files);
    const { code, stdout, stderr } = await runIn(folder, ['init', 'site', ...args]);
    expect([code, stderr]).toEqual([0, '']);
    const site = join(folder, 'site');
    expect(filesIn(site)).toEqual([...NEW, ...descriptors.map((path) => `api-descriptors/${path}`)].sort());
    expect(await checked(site)).toEqual([apis, []]);
    expect(stdout).toMatch(/\nNext:\n\n {2}cd site && npm install\n {2}npm start\n$/);
    expect(JSON.parse(textOf(site, 'package.json'))).toMatchObject({
      name: 'site',
      type: 'module',
      scripts: {
        start: 'platform-docs start',
        dev: 'platform-docs dev',
        build: 'platform-docs build',
        check: 'platform-docs check',
      },
      dependencies: { 'platform-documentation': `^${version}` },
    });
  });

  test('says of what it copies that the copy is read', async () => {
    const folder = projectWith({ 'openapi.yaml': openapi('Shop'), 'b/c.yaml': openapi('C') });
    const one = await runIn(folder, ['init', 'one', '--from', 'openapi.yaml']);
    expect(one.stdout).toContain(
      'Copied openapi.yaml to api-descriptors/openapi.yaml: edit the copy, the original is not read.\n',
    );
    expect(one.stdout).not.toContain('Created api-descriptors');
    const two = await runIn(folder, ['init', 'two', '--from', 'openapi.yaml', '--from', 'b']);
    expect(two.stdout).toContain(
      'Copied openapi.yaml to api-descriptors/openapi.yaml\nCopied b/c.yaml to api-descriptors/c.yaml\nEdit the copies: the originals are not read.\n',
    );
    expect((await runIn(folder, ['init', 'none', '--yes'])).stdout).toContain(
      'Created api-descriptors/garden/v1.yaml\n',
    );
  });

  test('finds the OpenAPI files that lie in its folder, and no others', async () => {
    const folder = projectWith({
      'swagger.json': '{\n  "swagger": "2.0", "info": {"title":"Found","version":"1"}, "paths": {} }',
      'tsconfig.json': '{}',
      'docs.json': '{\n  "openapi": "swagger.json"\n}',
      'x.yaml': 'a: 1',
    });
    expect(await runIn(folder, ['init', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n {2}npm install\n {2}npm start\n$/),
    });
    expect(await checked(folder)).toEqual([['Found-v1'], []]);
  });

  test.each([
    [
      'API Blueprint',
      'shop.apib',
      'FORMAT: 1A\nHOST: https://example.org\n\n# Shop\n\n## List carts [GET /carts]\n\n+ Response 200\n',
    ],
    ['RAML', 'shop.raml', '#%RAML 1.0\ntitle: Shop\n/carts:\n  get:\n'],
    [
      'Postman',
      'shop.json',
      JSON.stringify({
        info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: [{ name: 'List carts', request: { method: 'GET', url: 'https://example.org/carts' } }],
      }),
    ],
  ])('finds %s in its folder', async (_, name, text) => {
    const folder = projectWith({ [name]: text });
    expect(await runIn(folder, ['init', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Copied ${name} to api-descriptors/${name}`),
    });
  });

  test('finds a file that a link leads to below its folder, and names a link that leads out of it', async () => {
    const folder = projectWith({
      'site/docs/shop.yaml': openapi('Shop'),
      'site/tsconfig.json': '{}',
      'boats.yaml': openapi('Boats'),
      'settings.json': '{}',
    });
    symlinkSync('docs/shop.yaml', join(folder, 'site/openapi.yaml'));
    symlinkSync('../boats.yaml', join(folder, 'site/boats.yaml'));
    symlinkSync('../settings.json', join(folder, 'site/settings.json'));
    symlinkSync('gone.yaml', join(folder, 'site/gone.yaml'));
    const { stdout } = await runIn(folder, ['init', 'site', '--yes']);
    const linked =
      'site/boats.yaml is a link out of the folder and was not copied. Use --from site/boats.yaml to copy it.';
    expect(stdout.split('\n').filter((line) => line.includes('link'))).toEqual([linked]);
    expect(readdirSync(join(folder, 'site/api-descriptors'))).toEqual(['shop.yaml']);
    expect(stdout).toContain('Copied site/docs/shop.yaml to api-descriptors/shop.yaml');
  });

  test('with log-ins has an adapter, and everything is closed to guests', async () => {
    const folder = projectWith({});
    expect(await runIn(folder, ['init', '--log-in'])).toMatchObject({ code: 0 });
    expect(filesIn(folder)).toEqual(
      [...NEW, 'api-descriptors/garden/v1.yaml', 'config/autoload/local.yaml.dist', 'data/.gitkeep'].sort(),
    );
    const local = projectWith({ 'config/autoload/local.yaml': textOf(folder, 'config/autoload/local.yaml.dist') });
    const { problems, accessRule } = await readProject(local, {});
    expect(problems.map(({ rule }) => rule)).toEqual(['folder-missing']);
    expect(accessRule({ api: 'Any', version: 1, service: 'Any', resource: 'collection', method: 'GET' })).toMatchObject(
      { kind: 'login' },
    );
  });

  test('keeps users and settings of a machine out of version control', async () => {
    const folder = projectWith({});
    await runIn(folder, ['init']);
    for (const line of ['node_modules/', 'dist/', 'config/autoload/local.yaml', 'data/*'])
      expect(textOf(folder, '.gitignore').split('\n')).toContain(line);
  });
});

describe('a folder that holds something', () => {
  test('keeps it, byte for byte, and says so', async () => {
    const files = {
      '.gitignore': 'mine\n',
      'config/autoload/global.yaml': '# mine\n',
      'api-descriptors/mine.yaml': openapi('Mine'),
      'openapi.yaml': openapi('x'),
    };
    const folder = projectWith(files);
    const { code, stdout } = await runIn(folder, ['init']);
    expect(code).toBe(0);
    for (const [path, text] of Object.entries(files)) expect(textOf(folder, path)).toBe(text);
    for (const path of ['.gitignore', 'config/autoload/global.yaml'])
      expect(stdout).toContain(`${path} exists already and was not changed`);
    expect(await checked(folder)).toEqual([['mine-v1'], []]);
    // Once more there is nothing to do.
    const before = filesIn(folder);
    const again = await runIn(folder, ['init']);
    expect([again.code, again.stdout]).toEqual([0, expect.not.stringMatching(/Created|package\.json/)]);
    expect(filesIn(folder)).toEqual(before);
  });

  test.each([
    [['init'], 'npm start'],
    [['init', 'site'], 'cd site && npm install\n  npm start'],
  ])('with the product installed: %j asks for no installation of what is there', async (args, steps) => {
    const folder = projectWith({ 'node_modules/platform-documentation/package.json': '{}' });
    expect((await runIn(folder, args)).stdout).toMatch(new RegExp(`\nNext:\n\n {2}${steps}\n$`));
  });

  test.each([
    ['pnpm/12.21.0 npm/? node/v22.23.2', 'pnpm'],
    ['yarn/4.18.1 npm/? node/v22.23.2', 'yarn'],
    ['bun/1.4.5 npm/? node/v24', 'bun'],
    ['npm/11.19.1 node/v22.23.2', 'npm'],
    ['cnpm/9', 'npm'],
  ])('says what comes next in the words of %s', async (agent, manager) => {
    const { stdout } = await runIn(projectWith({}), ['init'], { environment: { npm_config_user_agent: agent } });
    expect(stdout).toMatch(new RegExp(`\n {2}${manager} install\n {2}${manager} start\n$`));
  });

  test('that is an Astro site gets descriptors, the dependency and .gitignore, and the integration is named', async () => {
    const folder = projectWith({
      'astro.config.mjs': 'export default {};\n',
      'package.json': '{ "scripts": { "dev": "astro dev" } }\n',
      'api.yaml': openapi('A'),
    });
    const { code, stdout } = await runIn(folder, ['init', '--from', 'api.yaml']);
    expect(code).toBe(0);
    expect(filesIn(folder)).toEqual([
      '.gitignore',
      'api-descriptors/api.yaml',
      'api.yaml',
      'astro.config.mjs',
      'package.json',
    ]);
    expect(JSON.parse(textOf(folder, 'package.json'))).toEqual({
      scripts: { dev: 'astro dev' },
      dependencies: { 'platform-documentation': `^${version}` },
    });
    expect(stdout).toMatch(
      /astro\.config\.mjs:\n\n {2}import \{ platformDocumentation \} .*\n.*integrations: \[platformDocumentation\(\)\].*\n\nNext:\n\n {2}npm install\n {2}npm run dev\n$/,
    );
  });

  test('whose scripts do something else gets the command that starts it', async () => {
    const folder = projectWith({ 'package.json': '{ "scripts": { "start": "node server.js" } }\n' });
    expect((await runIn(folder, ['init'])).stdout).toMatch(
      /\nAdded to package\.json: the dependency; scripts dev, build, check\n.*\n {2}npm install\n {2}npx platform-docs start\n$/s,
    );
    expect(JSON.parse(textOf(folder, 'package.json')).scripts).toMatchObject({
      start: 'node server.js',
      build: 'platform-docs build',
    });
  });
});

describe('package.json', () => {
  test.each([
    // text                                             what it is afterwards
    [
      '{\n\t"name": "a",\n\t"x": 1\n}\n',
      '{\n\t"name": "a",\n\t"x": 1,\n\t"dependencies": {\n\t\t"platform-documentation": "^1.2.3"\n\t}\n}\n',
    ],
    [
      '{\r\n  "x": 1\r\n}\r\n',
      '{\r\n  "x": 1,\r\n  "dependencies": {\r\n    "platform-documentation": "^1.2.3"\r\n  }\r\n}\r\n',
    ],
    ['{\n    "x": 1\n}', '{\n    "x": 1,\n    "dependencies": {\n        "platform-documentation": "^1.2.3"\n    }\n}'],
    [
      '{ "devDependencies": { "platform-documentation": "*" } }',
      '{ "devDependencies": { "platform-documentation": "*" } }',
    ],
    [
      '{"dependencies":{"zod":"1","a":"1"}}',
      '{\n  "dependencies": {\n    "a": "1",\n    "platform-documentation": "^1.2.3",\n    "zod": "1"\n  }\n}',
    ],
  ])('%j gets the dependency and keeps its form', (text, expected) => {
    const added = expected === text ? [] : ['the dependency'];
    expect(changedPackage(text, '1.2.3', false)).toEqual({ text: expected, added, kept: [] });
  });

  test.each([
    ['Shop API', 'shop-api'],
    ['.hidden', 'hidden'],
    ['ünï', 'n'],
    ['日本', 'api-documentation'],
    ['platform-documentation', 'api-documentation'],
  ])('of a folder %j has a name that npm takes: %s', (folder, name) => {
    expect(JSON.parse(newPackage(folder, '1.0.0')).name).toBe(name);
  });
});

describe('what cannot work is refused before anything is written', () => {
  test.each([
    ['the folder', ['https://example.com/x.yaml', '--yes'], 2, 'An address is not a folder. Write --from before it.'],
    ['a source without TLS', ['--from', 'http://example.com/x.yaml'], 1, '/x.yaml: The address is not https. Write'],
    ['a source that is none', ['--from', 'https://['], 1, 'The address is not a URL.'],
    ['a source with a password', ['--from', 'https://me:hush@example.com/'], 1, 'contains a user name or password.'],
  ])('an address as %s', async (_, args, expected, message) => {
    const folder = projectWith({});
    const { code, stderr } = await runIn(folder, ['init', ...args]);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    expect(stderr).not.toContain('hush');
    expect(readdirSync(folder)).toEqual([]);
  });

  const WRONG = 'openapi: 9.9.9\ninfo: { title: x, version: 1.0.0 }\n';
  test.each([
    [
      'a file that is not there',
      {},
      ['--from', 'none.yaml'],
      'none.yaml: there is no such file or folder. Name an OpenAPI file',
    ],
    [
      'a file that is none',
      { 'a.yaml': 'x: 1' },
      ['--from', 'a.yaml'],
      'a.yaml: it describes no API. Name an OpenAPI file',
    ],
    [
      'another format',
      { 'a.yaml': 'asyncapi: 3.0.0\n' },
      ['--from', 'a.yaml'],
      /^platform-docs: a\.yaml: The file is AsyncAPI, .* OpenAPI has no words for it: .*markdown-template”\. Name an OpenAPI file or .*\n$/,
    ],
    [
      'another format that is no YAML',
      { 'a.tsp': 'namespace A;\n' },
      ['--from', 'a.tsp'],
      'a.tsp: The file is TypeSpec, which is not read; it was left out. Compile it to OpenAPI, “npx tsp compile',
    ],
    [
      'another format whose name says nothing of it',
      { service: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">' },
      ['--from', 'service'],
      'service: The file is WSDL, which is not read; it was left out. Convert it to OpenAPI, “npx soap-converter',
    ],
    [
      'a schema whose name says nothing of it',
      { 'schema.txt': '# Shop\ntype Query {\n  a: Int\n}\n' },
      ['--from', 'schema.txt'],
      'schema.txt: The file is GraphQL, which is not read',
    ],
    [
      'configuration in PHP without services',
      { 'module.config.php': '<?php return [];' },
      ['--from', 'module.config.php'],
      /The file is a list, so it is not a descriptor.*Name an OpenAPI file/,
    ],
    ['a folder without any', { 'a/b.txt': 'x: 1' }, ['--from', 'a'], 'a: it has no YAML or JSON'],
    [
      'a folder that has other files alone, each by what it is',
      { 'a/b.yaml': 'x: 1', 'a/c.har': '{}', 'a/d/overlay.yaml': 'overlay: 1.0.0' },
      ['--from', 'a'],
      new RegExp(
        '^a/c\\.har:1:1: warning .* a recording of calls .*\\n' +
          'a/d/overlay\\.yaml:1:1: warning .* an OpenAPI Overlay, .* that it extends\\.\\n' +
          'a/b\\.yaml: warning .* describes no API\\. .*\\n' +
          '0 errors, 3 warnings\\.\\n' +
          'platform-docs: a: none of its files describes an API\\. Name an OpenAPI file',
      ),
    ],
    [
      'one with an error, with its place',
      { 'a/b.yaml': WRONG },
      ['--from', 'a'],
      /^a\/b\.yaml:1:\d+: error openapi-version .*\n1 error, 0 warnings\.\nplatform-docs: a: the project was not created/,
    ],
    ['one that is no YAML', { 'b.yaml': 'a: [' }, ['--from', 'b.yaml'], /^b\.yaml:1:\d+: error yaml-syntax /],
    [
      'parts outside',
      { 'a/b.yaml': PARTED.replace('parts/', '../') },
      ['--from', 'a/b.yaml'],
      /^a\/b\.yaml:4:\d+: error ref-outside [\s\S]*: a\/b\.yaml: .* Name the folder that .* its files: --from \.$/m,
    ],
    [
      'the same API twice',
      { 'a.yaml': `${openapi('A')}x-platform-version: 1\n`, 'sub/a.yml': openapi('A') },
      ['--from', 'a.yaml', '--from', 'sub/a.yml'],
      /^api-descriptors\/a\.yaml.*error api-version-duplicate /,
    ],
    [
      'two files in one place',
      { 'x/s/openapi.yaml': openapi('A'), 'y/s/openapi.yaml': openapi('B') },
      ['--from', 'x/s/openapi.yaml', '--from', 'y/s/openapi.yaml'],
      'has the same name as that of',
    ],
    ['a package.json that is none', { 'site/package.json': '{' }, [], 'package.json: it is not JSON'],
    ['scripts that are none', { 'site/package.json': '{"scripts":1}' }, [], 'package.json: "scripts" is not an object'],
    [
      'the product itself',
      { 'site/package.json': '{"name":"platform-documentation"}' },
      [],
      'this is the folder of the product itself',
    ],
    ['a file as the folder', { site: '' }, [], 'this is not a folder'],
  ] as const)('%s', async (_, files, args, message) => {
    const folder = projectWith(files);
    const before = filesIn(folder);
    const { code, stdout, stderr } = await runIn(folder, ['init', 'site', ...args]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(filesIn(folder)).toEqual(before);
  });
});

test('what a folder has beside its descriptors is named, where it looks like a description of something', async () => {
  const folder = projectWith({ 'a/a.yaml': openapi('A'), 'a/b.yaml': 'x: 1', 'a/c.yaml': 'asyncapi: 3.0.0' });
  const { code, stderr } = await runIn(folder, ['init', 'site', '--from', 'a', '--yes']);
  expect([code, filesIn(join(folder, 'site')).filter((path) => path.startsWith('api-descriptors/'))]).toEqual([
    0,
    ['api-descriptors/a.yaml'],
  ]);
  expect(stderr).toMatch(/^a\/c\.yaml:1:1: warning .* AsyncAPI, .*\n0 errors, 1 warning\.\n$/);
});

describe('files are made all together or not at all', () => {
  test('what was made is taken away where one cannot be', () => {
    const folder = projectWith({ 'there.txt': 'mine', blocked: '' });
    const files = ['there.txt', 'a/b/new.txt', 'blocked/new.txt'].map((path) => ({ path, content: 'new' }));
    expect(() =>
      writeFiles(
        join(folder, 'deep/er'),
        [
          { path: 'x', content: '' },
          { path: 'x/y', content: '' },
        ],
        null,
      ),
    ).toThrow();
    expect(() => writeFiles(folder, files, null)).toThrow();
    expect([readdirSync(folder).sort(), textOf(folder, 'there.txt')]).toEqual([['blocked', 'there.txt'], 'mine']);
  });

  test('a link is never written through, and counts as there', () => {
    const folder = projectWith({});
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'));
    expect(writeFiles(folder, [{ path: 'link', content: 'new' }], null)).toEqual({ created: [], kept: ['link'] });
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a folder that may not be written to is reported in one line (skipped where nothing is forbidden: root)',
    async () => {
      const folder = projectWith({});
      mkdirSync(join(folder, 'site'));
      chmodSync(join(folder, 'site'), 0o555);
      expect(await runIn(folder, ['init', 'site'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^platform-docs: EACCES: .*\n$/),
      });
      expect(statSync(join(folder, 'site')).isDirectory()).toBe(true);
    },
  );
});

describe.skipIf(!hasPseudoTerminal)(
  'questions at a terminal (skipped where the program that plays it is not installed: python3)',
  () => {
    const ANSWERS = [
      ['Folder of the project', 'site\r', 1],
      ['Enter for a sample', 'none.yaml\r', 1],
      ['Enter for a sample', 'openapi.yaml\r', 2],
      ['log in', 'maybe\r', 1],
      ['log in', 'yes\r', 2],
    ] as const;

    test('are asked for what was not given, and again where an answer cannot be used', async () => {
      const folder = projectWith({ 'openapi.yaml': openapi('Shop') });
      const { code, shown } = runAtTerminal(folder, ['init'], ANSWERS);
      expect([code, shown]).toEqual([0, expect.stringContaining('none.yaml: there is no such file or folder')]);
      expect(filesIn(join(folder, 'site'))).toContain('config/autoload/local.yaml.dist');
      expect(await checked(join(folder, 'site'))).toEqual([['Shop-v1'], []]);
    });

    test('what was found in the folder is offered, and nothing is asked that was given', () => {
      const folder = projectWith({ 'openapi.yaml': openapi('Shop') });
      const steps = [
        ['Document openapi.yaml? [Y/n]', '\r', 1],
        ['log in', '\r', 1],
      ] as const;
      const { code, shown } = runAtTerminal(folder, ['init', '.'], steps);
      expect([code, shown.includes('Folder of'), filesIn(folder)]).toEqual([
        0,
        false,
        [...NEW, 'api-descriptors/openapi.yaml', 'openapi.yaml'].sort(),
      ]);
    });

    test('are none with --yes', () => {
      const folder = projectWith({});
      const { code, shown } = runAtTerminal(folder, ['init', '--yes']);
      expect([code, shown.includes('?')]).toEqual([0, false]);
    });

    test.each([
      ['Ctrl-C', '\u0003'],
      ['Ctrl-D', '\u0004'],
    ])('%s at one leaves nothing', (_, key) => {
      for (let answered = 0; answered < 3; answered++) {
        const folder = projectWith({ 'openapi.yaml': openapi('Shop') });
        const steps = [
          ...[ANSWERS[0], ANSWERS[2], ANSWERS[4]]
            .slice(0, answered)
            .map(([prompt, answer]) => [prompt, answer, 1] as const),
        ];
        const next = [ANSWERS[0], ANSWERS[2], ANSWERS[4]][answered]?.[0] ?? '';
        expect([runAtTerminal(folder, ['init'], [...steps, [next, key, 1]]).code, filesIn(folder)]).toEqual([
          130,
          ['openapi.yaml'],
        ]);
      }
    });
  },
);

describe('descriptors from a URL', () => {
  const server = new SourceServer();

  test('are fetched with what they refer to, and "fetch" fetches them anew', async () => {
    server.serve({
      '/a/openapi.yaml': PARTED,
      '/a/parts/thing.yaml': PART,
      '/b/openapi.yaml': openapi('Bees'),
      '/docs?format=yaml': openapi('No'),
    });
    const folder = projectWith({ 'own.yaml': openapi('Own') });
    const from = ['/a/openapi.yaml', '/b/openapi.yaml?token=hush'].flatMap((path) => ['--from', server.origin + path]);
    const { code, stderr } = await runIn(folder, ['init', 'site', ...from, '--from', 'own.yaml']);
    expect([code, stderr]).toEqual([0, '']);
    const site = join(folder, 'site');
    expect(filesIn(site)).toEqual(
      [
        ...NEW,
        'api-descriptors/b/openapi.yaml',
        'api-descriptors/openapi.yaml',
        'api-descriptors/own.yaml',
        'api-descriptors/parts/thing.yaml',
        'config/autoload/sources.global.yaml',
        'config/autoload/sources.local.yaml',
        'config/sources.lock.json',
      ].sort(),
    );
    // A query may contain a token, so that it gets into no file under version control.
    const local = 'config/autoload/sources.local.yaml';
    expect(filesIn(site).filter((path) => readFileSync(join(site, path), 'utf8').includes('hush'))).toEqual([local]);
    expect(statSync(join(site, local)).mode & 0o777).toBe(0o600);
    expect(await checked(site)).toEqual([['b-v1', 'Parted-v1', 'own-v1'], []]);
    expect(await runIn(site, ['fetch'])).toEqual({
      code: 0,
      stdout: 'openapi.yaml: unchanged.\nb/openapi.yaml: unchanged.\n',
      stderr: '',
    });
    server.serve({ '/a/openapi.yaml': openapi('A'), '/b/openapi.yaml': openapi('Bees') });
    const again = await runIn(folder, ['init', 'site', ...from]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already, and what is fetched') });
  });

  test('that have errors make no project', async () => {
    server.serve({ '/q.yaml': 'openapi: 9.0.0\n' });
    const folder = projectWith({});
    const { code, stderr } = await runIn(folder, ['init', '--from', `${server.origin}/q.yaml`]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^api-descriptors\/q\.yaml:1:\d+: error openapi-version /),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
