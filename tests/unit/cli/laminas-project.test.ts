import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { carriedAccess, needsLogIn } from '../../../src/cli/init/laminas-access.ts';
import { isLaminasProject, readLaminasProject } from '../../../src/cli/init/laminas-project.ts';
import { lookAround, planProject } from '../../../src/cli/init/plan.ts';
import { writeFiles } from '../../../src/cli/init/write-files.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import type { ApiRecord } from '../../../src/model/records.ts';

const PROJECT = 'tests/fixtures/laminas';
const folder = mkdtempSync(join(tmpdir(), 'moved-laminas-'));
const moved = readLaminasProject(PROJECT);
for (const { path, content } of moved.files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
afterAll(() => rmSync(folder, { recursive: true }));

function textOf(path: string): string {
  return String(moved.files.find((file) => file.path === path)?.content);
}

test('a folder with modules is a Laminas project', () => {
  expect(isLaminasProject(PROJECT)).toBe(true);
  expect(isLaminasProject('tests/fixtures')).toBe(false);
});

test('the files are descriptors, password files, configuration and a report', () => {
  expect(moved.files.map(({ path, isSecret }) => (isSecret === true ? `${path} (secret)` : path))).toEqual([
    'api-descriptors/Crew/v1.yaml',
    'api-descriptors/Harbour/v1.yaml',
    'api-descriptors/Harbour/v2.yaml',
    'data/htpasswd (secret)',
    'data/htdigest (secret)',
    'config/autoload/global.yaml',
    'config/autoload/local.yaml',
    'moved-from-laminas.md',
  ]);
});

test('descriptors say what the PHP says', () => {
  const plain = ({ source: _, ...record }: ApiRecord): unknown => JSON.parse(JSON.stringify(record));
  const written = readFolder({ projectRoot: folder, folder: 'api-descriptors' });
  const direct = readFolder({ projectRoot: PROJECT, folder: 'module' });
  expect(written.diagnostics).toEqual([]);
  const [crew, ...harbour] = written.apis;
  expect(harbour.map(plain)).toEqual(direct.apis.slice(1).map(plain));
  const { security, components } = { ...crew };
  expect([security, components?.securitySchemes]).toEqual([
    null,
    {
      tokens: {
        type: 'oauth2',
        description: 'A token of the OAuth 2 server of this API, in `Authorization: Bearer …`.',
        flows: {
          clientCredentials: { scopes: {}, tokenUrl: '/oauth' },
          password: { scopes: {}, tokenUrl: '/oauth' },
          authorizationCode: { scopes: {}, tokenUrl: '/oauth', authorizationUrl: '/oauth/authorize' },
        },
      },
    },
  ]);
  const demands = crew?.services.flatMap(({ operations, entityOperations }) =>
    [...operations, ...entityOperations].map(({ method, security: own }) => [method, own]),
  );
  expect(demands).toEqual([
    ['GET', [{ tokens: [] }]],
    ['POST', [{ tokens: [] }]],
    ['GET', null],
  ]);
});

test('log-ins and rules are those of Laminas, each operation by name', () => {
  expect(parse(textOf('config/autoload/local.yaml'))).toEqual({
    'platform-mvc-auth': {
      authentication: {
        adapters: {
          staff: {
            adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
            options: { accept_schemes: ['basic'], realm: 'harbour office', htpasswd: 'data/htpasswd' },
          },
          pilots: {
            adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
            options: {
              accept_schemes: ['digest'],
              realm: 'pilots',
              htdigest: 'data/htdigest',
              digest_domains: '/',
              nonce_timeout: 3600,
            },
          },
        },
        map: { 'Harbour-v1': 'staff', 'Harbour-v2': 'pilots', 'Crew-v1': 'public' },
      },
      authorization: {
        'Harbour-v1/Ship': {
          collection: { GET: false, POST: true },
          entity: { GET: false, PATCH: true, PUT: true, DELETE: true },
        },
        'Harbour-v1/Visit': { collection: { GET: false }, entity: { GET: false } },
        'Harbour-v1/Tide': { actions: { GET: false } },
        'Harbour-v2/Ship': { collection: { GET: false, POST: true }, entity: { GET: true } },
      },
    },
  });
  expect(parse(textOf('config/autoload/global.yaml'))).toMatchObject({
    'platform-documentation': { laminas_addresses: true },
    'platform-services': {
      'Crew-v1': { backend: 'proxy', target: 'http://127.0.0.1:8080', pass: ['Authorization'] },
      'Harbour-v1': { backend: 'proxy', target: 'http://127.0.0.1:8080/v1' },
      'Harbour-v2': { backend: 'proxy', target: 'http://127.0.0.1:8080/v2' },
    },
  });
});

describe('access', () => {
  const book = {
    className: 'Shop\\V1\\Rest\\Book\\Controller',
    kind: 'rest',
    api: 'Shop',
    version: 1,
    service: 'Book',
    operations: ['GET'],
    entityOperations: ['GET'],
  } as const;
  const http = {
    adapter: 'ZF\\MvcAuth\\Authentication\\HttpAdapter',
    options: { accept_schemes: 'basic', realm: 'r' },
  };

  test('what has no counterpart is named', () => {
    const settings = {
      authentication: {
        http: {},
        types: ['token'],
        adapters: { own: { adapter: 'My\\Adapter' }, a: { ...http, options: { ...http.options, proxy_auth: true } } },
        map: { Shop: 'nobody' },
      },
      authorization: { 'Gone\\V1\\Rest\\X\\Controller': {} },
    };
    expect(carriedAccess(settings, {}, [book]).lost).toEqual([
      'The adapter own is of a class that has no counterpart.',
      'The option proxy_auth of the adapter a has no counterpart.',
      '“http” of authentication has no counterpart.',
      '“types” of authentication has no counterpart.',
      'The map gives Shop to nobody, which is no adapter that was read.',
      'The rules of Gone\\V1\\Rest\\X\\Controller are for no service that was read.',
    ]);
  });

  test('the map may name a scheme of an adapter, and the first key that fits counts', () => {
    const settings = { authentication: { adapters: { a: http, b: http }, map: { 'Shop\\V1': 'a-basic', Shop: 'b' } } };
    expect(
      carriedAccess(settings, {}, [book, { ...book, className: 'Shop\\V2\\Rest\\Book\\Controller', version: 2 }]).map,
    ).toEqual({
      'Shop-v1': 'a',
      'Shop-v2': 'b',
    });
  });

  test.each([
    [{}, false],
    [{ deny_by_default: true }, true],
    [{ deny_by_default: true, [book.className]: { collection: { GET: false } } }, false],
    [{ 'Shop-V1-Rest-Book-Controller': { collection: { default: true } } }, true],
    [{ [book.className]: { entity: { GET: true } } }, false],
  ])('%j', (authorization, needs) => {
    expect(needsLogIn(book, { authorization }, 'GET', false)).toBe(needs);
  });
});

describe('a project of some files', () => {
  const SERVICES = `'api-tools-rest' => ['Pier\\V1\\Rest\\Berth\\Controller' => ['route_name' => 'berth',
    'collection_http_methods' => ['GET', 'POST'], 'entity_http_methods' => []]],
    'router' => ['routes' => ['berth' => ['options' => ['route' => '/berth']]]]`;
  const ADAPTERS = `'adapters' => ['desk' => ['adapter' => 'X\\HttpAdapter', 'options' => ['htpasswd' => 'data/users']]]`;
  const rulesOfBerth = (inner: string): string => `'Pier\\V1\\Rest\\Berth\\Controller' => ${inner}`;
  const access = (rules: string, authentication = ADAPTERS): string =>
    `<?php return ['api-tools-mvc-auth' => ['authentication' => [${authentication}], 'authorization' => ${rules}]];`;

  /** Writes a project and moves it. @param files their texts by path */
  function move(files: Readonly<Record<string, string>>, prepare: (root: string) => void = () => undefined) {
    const root = mkdtempSync(join(tmpdir(), 'laminas-some-'));
    const all = {
      'module/Pier/config/module.config.php': `<?php return [${SERVICES}];`,
      'data/users': 'a:b',
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    prepare(root);
    try {
      const { files: made } = readLaminasProject(root);
      const text = (path: string): string => String(made.find((file) => file.path === path)?.content ?? '');
      return { made, local: parse(text('config/autoload/local.yaml')), report: text('moved-from-laminas.md') };
    } finally {
      rmSync(root, { recursive: true });
    }
  }

  const GLOBAL = 'config/autoload/global.php';
  const berth = ({ local }: ReturnType<typeof move>): unknown =>
    local['platform-mvc-auth'].authorization['Pier-v1/Berth'].collection;

  test.each([
    ['a value', rulesOfBerth("['collection' => ['GET' => (bool) getenv('AUTH'), 'POST' => false]]"), true, false],
    ['a constant', rulesOfBerth("['collection' => ['GET' => AUTH_ON, 'POST' => false]]"), true, false],
    ['the default of methods', rulesOfBerth("['collection' => ['default' => !DEV]]"), true, true],
    ['the default of all', "'deny_by_default' => !DEV", true, true],
    ['a missing file', rulesOfBerth("['collection' => require 'rules.php']"), true, true],
    ['a part of an array', rulesOfBerth("['collection' => array_merge(['GET' => false], $more)]"), true, true],
    ['a key', "Berth::RULES => ['collection' => ['GET' => true]]", true, true],
    ['a spread array', '...$rules', true, true],
  ])('a rule that was not read needs a log-in and is reported: %s', (_, rules, get, post) => {
    const moved = move({ [GLOBAL]: access(`[${rules}]`) });
    expect(berth(moved)).toEqual({ GET: get, POST: post });
    expect(moved.report).toContain('Some rules were not read.');
    expect(moved.report).toContain('config/autoload/global.php:1:');
  });

  test.each([
    ['all rules', access('$rules')],
    ['the whole file', '<?php return load();'],
    ['a variable that a condition changes', '<?php $config = []; if (DEV) { $config = more(); } return $config;'],
    ['a return in a condition', `<?php if (DEV) { return []; } ${access('[]').slice(5)}`],
  ])('settings that were not read close all operations: %s', (_, text) => {
    const moved = move({ [GLOBAL]: text });
    expect(berth(moved)).toEqual({ GET: true, POST: true });
    expect(moved.report).toContain('Some rules were not read.');
  });

  test('a rule that was not read replaces one of an earlier file', () => {
    const earlier = access(`[${rulesOfBerth("['collection' => ['GET' => false]]")}]`);
    const later = access(`[${rulesOfBerth("['collection' => ['GET' => GUESTS]]")}]`);
    expect(berth(move({ [GLOBAL]: earlier, 'config/autoload/local.php': later }))).toEqual({ GET: true, POST: false });
  });

  test.each([
    ['none', ''],
    ['one of an own class', "'adapters' => ['own' => ['adapter' => 'My\\\\Tokens']], 'map' => ['Pier\\\\V1' => 'own']"],
  ])('rules are carried over without an adapter: %s', (_, authentication) => {
    const moved = move({ [GLOBAL]: access("['deny_by_default' => true]", authentication) });
    expect(berth(moved)).toEqual({ GET: true, POST: true });
    expect(moved.report).toContain('Pier-v1 has no adapter that was read, so all operations that need a log-in are');
  });

  test('an API whose adapter was not read is closed to the users of other adapters', () => {
    const map = "'map' => ['Pier\\\\V1' => 'gone']";
    expect(
      move({ [GLOBAL]: access('[]', `${ADAPTERS}, ${map}`) }).local['platform-mvc-auth'].authentication.map,
    ).toEqual({
      'Pier-v1': 'public',
    });
  });

  test.each(["'Pier\\\\V1\\\\'", "'Pier\\\\V1\\\\Rest\\\\Berth'", "'Pier'"])('the map may have the key %s', (key) => {
    const { local } = move({ [GLOBAL]: access('[]', `${ADAPTERS}, 'map' => [${key} => 'desk']`) });
    expect(local['platform-mvc-auth'].authentication.map).toEqual({ 'Pier-v1': 'desk' });
  });

  test('names that are paths are not written', () => {
    const key = "'../../../away/x\\\\V1\\\\Rest\\\\E\\\\Controller' => ['route_name' => 'berth']";
    const { made, report } = move({
      'module/Bad/config/module.config.php': `<?php return ['api-tools-rest' => [${key}]];`,
      [GLOBAL]: access('[]', "'adapters' => ['../../away' => ['adapter' => 'X\\\\HttpAdapter', 'options' => []]]"),
    });
    expect(made.filter(({ path }) => path.includes('away'))).toEqual([]);
    expect(report).toContain('is not that of a class');
    expect(report).toContain('The adapter "../../away" has a name that is not allowed here.');
  });

  test('a password file outside the project is not copied through a link, nor is a folder', () => {
    const link = (root: string): void => {
      rmSync(join(root, 'data/users'));
      symlinkSync('/etc/hostname', join(root, 'data/users'));
    };
    for (const { made, report } of [
      move({ [GLOBAL]: access('[]') }, link),
      move({ [GLOBAL]: access('[]').replace('data/users', 'data') }),
    ]) {
      expect(made.filter(({ isSecret }) => isSecret)).toEqual([]);
      expect(report).toContain('was not found in the project');
    }
  });

  test('password files of one name stay apart', () => {
    const adapter = (name: string): string =>
      `'${name}' => ['adapter' => 'X\\\\HttpAdapter', 'options' => ['htpasswd' => '${name}/users']]`;
    const names = ['a', 'b', 'c'];
    const { made } = move({
      [GLOBAL]: access('[]', `'adapters' => [${names.map(adapter).join(',')}]`),
      ...Object.fromEntries(names.map((name) => [`${name}/users`, `${name}:x`])),
    });
    const contents = made.filter(({ isSecret }) => isSecret).map(({ content }) => String(content));
    expect(contents).toEqual(['a:x', 'b:x', 'c:x']);
  });

  test('two modules with services of one version are refused', () => {
    expect(() => move({ 'module/Two/config/module.config.php': `<?php return [${SERVICES}];` })).toThrow(
      'module/Two/config/module.config.php: module/Pier/config/module.config.php has services of pier-v1 as well',
    );
  });

  test('config/autoload has the last word on versions, routes and types, but no services of its own', () => {
    const other = "'Pier\\V1\\Rest\\Other\\Controller' => ['route_name' => 'berth']";
    const { made } = move({
      'module/Pier/config/module.config.php': `<?php return [${SERVICES.replace('=> [', "=> ['Pier\\V2\\Rest\\Berth\\Controller' => ['route_name' => 'berth'],")}];`,
      [GLOBAL]: `<?php return ['api-tools-versioning' => ['default_version' => ['Pier' => 2]],
        'router' => ['routes' => ['berth' => ['options' => ['route' => '/quay/berth']]]],
        'api-tools-content-negotiation' => ['accept_whitelist' => ['Pier\\V1\\Rest\\Berth\\Controller' => ['a/b']]],
        'api-tools-rest' => [${other}]];`,
    });
    const read = (path: string) => parse(String(made.find((file) => file.path === path)?.content));
    expect(read('api-descriptors/Pier/v2.yaml')).toMatchObject({ default: true });
    const { services, default: isDefault } = read('api-descriptors/Pier/v1.yaml');
    expect([services.length, services[0], isDefault]).toMatchObject([
      1,
      { route: '/quay/berth', request_accept_types: ['a/b'] },
      undefined,
    ]);
  });

  test('links to folders around them are not followed, and names add no lines', () => {
    const { made } = move(
      { 'module/A\nx: y/config/module.config.php': `<?php return [${SERVICES.replaceAll('Pier', 'Quay')}];` },
      (root) => {
        for (const name of ['x', 'y', 'z']) symlinkSync('..', join(root, 'module/Pier', name));
      },
    );
    const descriptor = made.find(({ path }) => path === 'api-descriptors/Quay/v1.yaml');
    expect(String(descriptor?.content).split('\n')[1]).toBe('api: Quay');
  });
});

test.each([
  ['config/autoload/local.yaml', 'Rename it to config/autoload/own.local.yaml, which is read as well'],
  ['data/htpasswd', 'Rename it, or name another folder'],
])('a project is not moved into a folder that has %s', (path, remedy) => {
  const target = mkdtempSync(join(tmpdir(), 'moved-into-'));
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), '');
  const sources = [{ shown: 'old', files: [], made: moved.files, leftOut: [], name: 'old' }];
  const plan = (): unknown => planProject({ folder: target, sources, withLogIn: false }, lookAround(target));
  expect(plan).toThrow(`${path} exists already, and without the lines for the moved APIs nothing would protect them.`);
  expect(plan).toThrow(remedy);
  rmSync(target, { recursive: true });
});

test.each(['../x.yaml', 'data/../../x', '/x', 'a\\..\\..\\x', '..'])('the path %s is not written', (path) => {
  expect(() => writeFiles(folder, [{ path, content: '' }], null)).toThrow('this leads out of the project');
});

describe('actions of RPC services', () => {
  const ping = {
    className: 'Shop\\V1\\Rpc\\Ping\\Controller',
    kind: 'rpc',
    api: 'Shop',
    version: 1,
    service: 'Ping',
    operations: ['GET'],
    entityOperations: [],
  } as const;
  const actions = { Old: { GET: false }, Ping: { GET: true } };

  test.each([
    ['ping', actions, true],
    ['old', actions, false],
    [undefined, actions, true],
    [undefined, { Old: { GET: false } }, false],
    ['other', actions, false],
  ])('the rule is that of the action %s', (action, rules, needs) => {
    const authorization = { [ping.className]: { actions: rules } };
    expect(needsLogIn({ ...ping, action }, { authorization }, 'GET', false)).toBe(needs);
  });
});

test('nothing outside the project is read', () => {
  const root = mkdtempSync(join(tmpdir(), 'laminas-outside-'));
  const project = join(root, 'project');
  mkdirSync(join(project, 'module/A/config'), { recursive: true });
  mkdirSync(join(project, 'config/autoload'), { recursive: true });
  writeFileSync(join(root, 'secret.php'), "<?php return ['api-tools-rest' => []];");
  writeFileSync(join(root, 'htpasswd'), 'a:b');
  writeFileSync(
    join(project, 'module/A/config/module.config.php'),
    "<?php return include __DIR__ . '/../../../../secret.php';",
  );
  writeFileSync(
    join(project, 'config/autoload/local.php'),
    `<?php return ['api-tools-mvc-auth' => ['authentication' => ['adapters' => ['x' => [
      'adapter' => 'A\\HttpAdapter', 'options' => ['htpasswd' => __DIR__ . '/../../../htpasswd']]]]]];`,
  );
  const { files, diagnostics } = readLaminasProject(project);
  rmSync(root, { recursive: true });
  expect(diagnostics.map(({ rule }) => rule)).toContain('ref-outside');
  expect(files.map(({ path }) => path)).not.toContain('data/htpasswd');
  expect(files.find(({ path }) => path.endsWith('.md'))?.content).toContain('htpasswd was not found in the project');
});
