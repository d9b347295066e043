import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { carriedAccess, needsLogIn } from '../../../src/cli/init/laminas-access.ts';
import { isLaminasProject, readLaminasProject } from '../../../src/cli/init/laminas-project.ts';
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
    expect(carriedAccess(settings, {}, [book, { ...book, version: 2 }]).map).toEqual({
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
