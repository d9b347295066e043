import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConfigurationReading } from '../../../src/config/read-configuration.ts';
import { closesEverything, formatProblem } from '../../../src/options/problem.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { projectWith } from './project.ts';

function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  environment: Readonly<Record<string, string>> = {},
): ConfigurationReading {
  const paths = Object.entries(files).map(([name, content]) => [`config/autoload/${name}`, content] as const);
  return readConfiguration(projectWith(Object.fromEntries(paths)), environment);
}

function linesOf(reading: ConfigurationReading): readonly string[] {
  return reading.problems.map(formatProblem);
}

const documentation = (rest: string): string => `platform-documentation: { ${rest} }\n`;

describe('readConfiguration', () => {
  test('has defaults for what is not configured', () => {
    const reading = readConfiguration(projectWith({ 'README.md': '' }), {});
    expect(reading).toMatchObject({ problems: [], inputs: [] });
    expect(reading.configuration).toEqual({
      site: { title: 'API documentation', baseUrl: '' },
      access: { kind: 'public' },
      check: { extends: 'recommended', rules: {}, exceptions: [] },
      discovery: null,
      mcp: true,
      laminasAddresses: false,
      locales: ['en'],
      authentication: { adapters: [], map: [], paths: [] },
      authorization: { denyByDefault: false, rules: [], groups: {}, groupFile: null },
      throttle: { failures: 20, perSeconds: 60 },
      state: { kind: 'memory', options: {} },
      trustedProxies: [],
      tryIt: [],
      overlays: [],
      sources: [],
      services: [],
      metrics: false,
      auditLog: { kind: 'off' },
      admin: { adapter: null, listen: { kind: 'free-port' }, baseUrl: '' },
      theme: { logo: null, icon: null, image: null, brand: null, font: 'inter', stylesheet: null },
      formatModules: [],
      templateMap: {},
      selectors: [],
    });
  });

  test('reads who the documentation is for; no audience where that is left out or empty', () => {
    const siteOf = (text: string) => read({ 'global.yaml': documentation(text) }).configuration.site;
    expect(siteOf('audience: [internal, partners]').audience).toEqual(['internal', 'partners']);
    expect(siteOf('audience: []')).not.toHaveProperty('audience');
    expect(siteOf('title: Site')).not.toHaveProperty('audience');
    expect(linesOf(read({ 'global.yaml': documentation('audience: internal') }))).toEqual([
      expect.stringContaining('platform-documentation.audience: '),
    ]);
  });

  test('reads an introduction; a blank one is none', () => {
    expect(read({ 'global.yaml': documentation('introduction: "The *APIs*."') }).configuration.site.introduction).toBe(
      'The *APIs*.',
    );
    expect(read({ 'global.yaml': documentation('introduction: " "') }).configuration.site).not.toHaveProperty(
      'introduction',
    );
    expect(linesOf(read({ 'global.yaml': documentation('introduction: 1') }))).toEqual([
      expect.stringContaining('platform-documentation.introduction: It must be text.'),
    ]);
  });

  test.each([['', '# nothing yet\n', '---\n', 'platform-documentation:\n', '{}']].flat())(
    'takes %j as saying nothing',
    (text) => {
      const { configuration, problems } = read({ 'global.yaml': text });
      expect([problems, configuration.site.title]).toEqual([[], 'API documentation']);
    },
  );

  test.each([
    // files in the order of merging: each wins over those before it
    [['global.yaml'], 'global.yaml'],
    [['global.yaml', 'a.global.yaml'], 'a.global.yaml'],
    [['b.global.yaml', 'a.global.yaml'], 'b.global.yaml'],
    [['local.yaml', 'zz.global.yaml', 'global.yaml'], 'local.yaml'],
    [['a.local.yaml', 'local.yaml', 'zz.global.yaml'], 'a.local.yaml'],
  ])('of %j, %s wins', (names, winner) => {
    const { configuration } = read(Object.fromEntries(names.map((name) => [name, documentation(`title: ${name}`)])));
    expect(configuration.site.title).toBe(winner);
  });

  test('merges maps and keeps what a later file leaves out or empty', () => {
    const { configuration, problems } = read({
      'global.yaml': documentation('title: Mine, base_url: "https://a.example"'),
      'local.yaml': documentation('base_url: "https://b.example"'),
      'z.local.yaml': 'platform-documentation:\n  # title: commented out\n',
    });
    expect(problems).toEqual([]);
    expect(configuration.site).toEqual({ title: 'Mine', baseUrl: 'https://b.example' });
  });

  test.each([
    // global.yaml                                                     local.yaml
    ['platform-documentation: { title: Mine }', 'platform-documentation: { title: }'],
    ['platform-documentation: { access: staff }', 'platform-documentation: { access: ~ }'],
    [
      'platform-mvc-auth: { authentication: { map: { Library-v1: staff } } }',
      'platform-mvc-auth: { authentication: { map: { Library-v1: } } }',
    ],
    [
      'platform-mvc-auth: { authentication: { paths: { /a/**: staff } } }',
      'platform-mvc-auth: { authentication: { paths: { /a/**: } } }',
    ],
    [
      'platform-mvc-auth: { authorization: { deny_by_default: true } }',
      'platform-mvc-auth: { authorization: { deny_by_default: } }',
    ],
    [
      'platform-mvc-auth: { authorization: { A/B: { actions: { GET: true } } } }',
      'platform-mvc-auth: { authorization: { A/B: { actions: { GET: } } } }',
    ],
    ['platform-mvc-auth: { throttle: { failures: 5 } }', 'platform-mvc-auth: { throttle: { failures: } }'],
  ])('%s is not emptied by %s', (global, local) => {
    const reading = read({ 'global.yaml': global, 'local.yaml': local });
    expect(linesOf(reading)).toContainEqual(expect.stringContaining('It has no value.'));
    expect(reading.problems.some(closesEverything)).toBe(true);
    expect(reading.configuration.access.kind === 'public' && local.includes('access')).toBe(false);
  });

  test('a section whose lines are all commented out leaves the one before', () => {
    const reading = read({
      'global.yaml': documentation('title: Mine'),
      'local.yaml': 'platform-documentation:\n  # title: Yours\n',
    });
    expect([reading.configuration.site.title, reading.problems]).toEqual(['Mine', []]);
  });

  test('is frozen', () => {
    const { configuration } = read({});
    expect([configuration, configuration.site].every(Object.isFrozen)).toBe(true);
  });

  test('names every file and variable that it depends on', () => {
    const files = { 'global.yaml': documentation(`title: "\${NAME}"`), 'local.yaml': '' };
    const first = read(files, { NAME: 'a' }).inputs;
    expect(first.map(({ path }) => path)).toEqual([
      'config/autoload/global.yaml',
      'config/autoload/local.yaml',
      '$NAME',
    ]);
    expect(read(files, { NAME: 'a' }).inputs).toEqual(first);
    expect(read(files, { NAME: 'b' }).inputs).not.toEqual(first);
  });

  test.each([
    'platform-documentation: { base_url: $ }',
    'platform-documentation: { access: $ }',
    'platform-services: { Library: { backend: $ } }',
    'platform-services: { Library: { backend: proxy, target: $ } }',
    'platform-mvc-auth: { trusted_proxies: [127.0.0.1, $] }',
    'platform-mvc-auth: { authentication: { paths: { /a: $ } } }',
    'platform-mvc-auth: { authentication: { adapters: { a: { adapter: $, options: { realm: a, digest_domains: $ } } } } }',
    'platform-mvc-auth: { authorization: { Library/Book: { collection: { GET: [anna, $] } } } }',
    'platform-content-negotiation: { selectors: { Documentation: { Model: [a/b, $] } } }',
  ])('%s: no message tells what a variable holds', (text) => {
    const reading = read({ 'global.yaml': text.replaceAll('$', () => "'$" + "{SECRET}'") }, { SECRET: '@tiger(' });
    const lines = linesOf(reading).join('\n');
    expect(lines).toContain('config/autoload/global.yaml');
    expect(lines).not.toContain('tiger');
  });
});

describe('base_url', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['http://127.0.0.1:4321/docs//', 'http://127.0.0.1:4321/docs'],
  ])('%s is %s', (written, expected) => {
    expect(read({ 'global.yaml': documentation(`base_url: "${written}"`) }).configuration.site.baseUrl).toBe(expected);
  });

  test.each([
    ['ftp://api.example.com', 'is not an http or https URL'],
    ['javascript:alert(1)', 'is not an http or https URL'],
    ['api.example.com', 'is not a URL'],
    ['//api.example.com', 'is not a URL'],
    ['https:api.example.com', 'is not an http or https URL'],
    ['https://api.example.com/?a=b', 'has a query or a fragment'],
    ['https://api.example.com/#a', 'has a query or a fragment'],
    ['https://api.example.com/a b', 'is not a URL'],
    ['https://', 'is not a URL'],
    ['https://user:secret@api.example.com', 'contains a user name or password'],
  ])('%s is refused: %s', (written, problem) => {
    const reading = read({ 'global.yaml': documentation(`base_url: "${written}"`) });
    expect(linesOf(reading)).toEqual([expect.stringContaining(problem)]);
    expect(linesOf(reading)[0]).toMatch(
      /^config\/autoload\/global\.yaml: platform-documentation\.base_url: .+\. Write a URL such as .+\.$/,
    );
    expect(linesOf(reading).join()).not.toContain('secret');
    expect(reading.configuration.site.baseUrl).toBe('');
  });
});

describe('access', () => {
  test('is public', () => {
    expect(read({ 'global.yaml': documentation('access: public') }).problems).toEqual([]);
  });

  test.each([
    ['staff', 'There is no adapter "staff". Add "staff" to platform-mvc-auth.authentication.adapters.'],
    ['"Public"', 'There is no adapter "Public". Write public, or add the adapter.'],
    ['false', 'It must be text. Write "public" or the name of an adapter.'],
    ['[public]', 'It must be text.'],
    ['{ public: true }', 'It must not be a map.'],
    ['""', 'It is empty.'],
  ])('%s is an error, never public by accident', (value, problem) => {
    const reading = read({ 'global.yaml': documentation(`access: ${value}`) });
    expect(linesOf(reading)).toEqual([expect.stringContaining(problem)]);
    const { access, authentication } = reading.configuration;
    expect(access.kind).toBe('adapter');
    expect(authentication.adapters).toEqual([
      expect.objectContaining({ name: access.kind === 'adapter' ? access.name : null, problems: [expect.any(String)] }),
    ]);
  });
});

describe('problems', () => {
  test('are reported all at once, each with the file that set the value', () => {
    const reading = read({
      'global.yaml':
        'platform-documentation: { titel: x, title: 5, base_url: nowhere, acces: public }\n' +
        'view_manger: { template_map: {} }\n',
      'a.global.yaml': 'platform-mvc-aut: {}\n__proto__: { polluted: true }\nconstructor: 1\n',
      'local.yaml': documentation('title: [a]'),
    });
    const unknown =
      'This key is not known. Remove it, or write platform-documentation, view_manager, platform-content-negotiation, platform-mvc-auth, platform-services, platform-server or platform-admin.';
    expect(linesOf(reading)).toEqual([
      'config/autoload/global.yaml: platform-documentation.titel: This key is not known. ' +
        'Remove it: title is there already.',
      'config/autoload/local.yaml: platform-documentation.title: It must be text. Write a name such as Example APIs.',
      'config/autoload/global.yaml: platform-documentation.base_url: "nowhere" is not a URL. Write a URL such as https://api.example.com.',
      'config/autoload/global.yaml: platform-documentation.acces: This key is not known. Write access, or remove it.',
      'config/autoload/global.yaml: view_manger: This key is not known. Write view_manager, or remove it.',
      'config/autoload/a.global.yaml: platform-mvc-aut: This key is not known. Write platform-mvc-auth, or remove it.',
      `config/autoload/a.global.yaml: __proto__: ${unknown}`,
      `config/autoload/a.global.yaml: constructor: ${unknown}`,
    ]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test.each([
    ['a list', '- a\n', 'config/autoload/global.yaml: The file does not contain a map.'],
    ['text', 'hello\n', 'config/autoload/global.yaml: The file does not contain a map.'],
    [
      'a section that is text',
      'platform-documentation: hello\n',
      'config/autoload/global.yaml: platform-documentation: It must be a map.',
    ],
    [
      'a value that is a map',
      documentation('title: { en: x }'),
      'config/autoload/global.yaml: platform-documentation.title: It must not be a map.',
    ],
    [
      'bad YAML',
      'a: b\nc: [\n',
      'config/autoload/global.yaml:2:4: This is not YAML: the bracket [ is never closed. Write ]',
    ],
    [
      'a variable in braces',
      `platform-documentation: { title: \${NOPE} }\n`,
      `global.yaml:1:34: This is not YAML: \${NOPE} needs quotes inside brackets. Write "\${NOPE}".`,
    ],
    [
      'a key given twice',
      'a: 1\nb: 3\na: 2\n',
      'global.yaml:3:1: The key "a" was already given in line 1. Keep one of the two, or rename one.',
    ],
    [
      'two documents',
      '# Of us\n---\na: 1\n---\na: 2\n',
      'config/autoload/global.yaml:4:1: The file contains more than one YAML document. Write all keys into the first',
    ],
    ['a second document of nothing', 'a: 1\n---\n', 'config/autoload/global.yaml:2:1: The file contains more than one'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe), 'config/autoload/global.yaml: The file is not UTF-8 text.'],
    ['far too much', `# ${'x'.repeat(1024 * 1024)}\n`, 'config/autoload/global.yaml: The file is larger than'],
    [
      'many aliases',
      `a: &a [x]\nb: [${Array.from({ length: 200 }, () => '*a').join()}]\n`,
      'config/autoload/global.yaml',
    ],
    ['deep nesting', `${'['.repeat(5000)}`, 'config/autoload/global.yaml'],
    ['a control character in the title', documentation('title: "a\\u001b[31m"'), 'It contains a control character.'],
  ])('%s is one line', (_, content, line) => {
    const lines = linesOf(read({ 'global.yaml': content }));
    expect(lines[0]).toContain(line);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    'auth.yaml',
    'local.yml',
    'Global.yaml',
    'global.yaml.yaml',
    'local.php',
    'users.global.php',
    'local.json',
  ])('%s, which would not be read, is one', (name) => {
    expect(linesOf(read({ [name]: '' }))).toEqual([
      expect.stringMatching(
        `Files with this name are not read\\. ${name.endsWith('.php') ? '.*docs/moving-over\\.md' : 'Name it'}`,
      ),
    ]);
  });

  test.each([
    'local.yaml.dist',
    '.local.yaml.swp',
    'notes.txt',
    '.hidden.yaml',
    'local.php.dist',
    'configuration.schema.json',
  ])('%s is none', (name) => {
    expect(read({ [name]: 'a: 1' }).problems).toEqual([]);
  });

  test('a folder in the place of a file is one', () => {
    const project = projectWith({ 'config/autoload/global.yaml': documentation('title: Mine') });
    mkdirSync(join(project, 'config/autoload/local.yaml'));
    expect(linesOf(readConfiguration(project, {}))).toEqual([
      expect.stringContaining('config/autoload/local.yaml: The file cannot be read (EISDIR).'),
    ]);
  });

  test('a pipe in the place of a file is a problem, not an endless wait', () => {
    const project = projectWith({ 'config/autoload/global.yaml': '' });
    spawnSync('mkfifo', [join(project, 'config/autoload/local.yaml')]);
    expect(linesOf(readConfiguration(project, {}))).toEqual([
      expect.stringContaining('config/autoload/local.yaml: This is not a file.'),
    ]);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a file that may not be read is one (skipped for root, who may read everything)',
    () => {
      const project = projectWith({ 'config/autoload/local.yaml': '' });
      chmodSync(join(project, 'config/autoload/local.yaml'), 0);
      expect(linesOf(readConfiguration(project, {}))).toEqual([expect.stringContaining('cannot be read (EACCES)')]);
    },
  );

  test('a file in the place of the folder is one', () => {
    expect(linesOf(readConfiguration(projectWith({ 'config/autoload': '' }), {}))).toEqual([
      expect.stringContaining('config/autoload: The folder cannot be read (ENOTDIR).'),
    ]);
  });
});

describe('variables', () => {
  const titleOf = (text: string, environment: Readonly<Record<string, string>>): readonly string[] => {
    const reading = read({ 'global.yaml': `platform-documentation:\n  title: '${text}'\n` }, environment);
    return [...linesOf(reading), reading.configuration.site.title];
  };

  test.each([
    ['$'.concat('{NAME} APIs'), 'Our APIs'],
    ['a$'.concat('{NAME}$', '{NAME}b'), 'aOurOurb'],
    ['$$'.concat('{NAME}'), '$'.concat('{NAME}')],
    ['$NAME 5$', '$NAME 5$'],
    ['a$'.concat('{EMPTY}'), 'a'],
    ['$'.concat('{NESTED}'), '$'.concat('{NAME}')],
  ])('%s becomes %s', (text, expected) => {
    expect(titleOf(text, { NAME: 'Our', EMPTY: '', NESTED: '$'.concat('{NAME}') })).toEqual([expected]);
  });

  test.each([
    ['{MISSING}', 'The environment variable MISSING is not set. Set MISSING, or write the value itself.'],
    ['{__proto__}', 'The environment variable __proto__ is not set.'],
    ['{a-b}', 'is not the name of a variable.'],
    ['{open', 'is not the name of a variable.'],
    ['{}', 'is not the name of a variable.'],
  ])('$%s is a problem', (text, problem) => {
    expect(titleOf(`$${text}`, {})).toEqual([expect.stringContaining(problem), 'API documentation']);
  });

  test('a value that a later file replaces asks for none', () => {
    const files = {
      'global.yaml': documentation(`title: "$${'{MISSING}'}"`),
      'local.yaml': documentation('title: Mine'),
    };
    expect(read(files).problems).toEqual([]);
  });

  test('what a variable holds is checked like what is written', () => {
    expect(
      linesOf(read({ 'global.yaml': documentation(`access: "$${'{ACCESS}'}"`) }, { ACCESS: 'staff' })),
    ).toHaveLength(1);
  });
});
