import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../../src/config/configuration.ts';
import type { ConfigurationReading } from '../../../../src/config/read-configuration.ts';
import { accessRuleOf } from '../../../../src/project/access-rule.ts';
import { closedAtBuild } from '../../../../src/project/closed-at-build.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import { keepClosed } from '../../../../src/server/access/keep-closed.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { projectWith } from '../../config/project.ts';

const METHODS = ['GET', 'POST'];
const SHOP = apiRecord({
  name: 'Shop',
  basePath: '/shop',
  services: [service('Item', { operations: METHODS.map((method) => operation(method, '/item')) })],
});
const VERSIONS = [
  { api: 'Shop', version: 1, operations: [{ service: 'Item', resource: 'collection' as const, methods: METHODS }] },
];

const ADAPTER = (realm: string): string =>
  `{ adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: ${realm}, htpasswd: data/htpasswd } }`;
const auth = (text: string): string => `platform-mvc-auth: { ${text} }\n`;
const STAFF = auth(`authentication: { adapters: { staff: ${ADAPTER('api')}, others: ${ADAPTER('o')} } }`);
const MAP = auth('authentication: { map: { Shop: staff } }');

function read(files: Readonly<Record<string, string>>): ConfigurationReading {
  return readConfiguration(
    projectWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`config/autoload/${name}`, text]))),
    {},
  );
}

/** A release that was built with some files, served with others. */
function serve(
  built: Readonly<Record<string, string>>,
  served: Readonly<Record<string, string>>,
): ReturnType<typeof keepClosed> {
  const reading = read(built);
  const closed = closedAtBuild({ configuration: reading.configuration, reading, apis: [SHOP] }, VERSIONS);
  return keepClosed(read(served), { closed, records: () => [SHOP] });
}

/** Methods that guests may call. */
function openMethods(configuration: Configuration): readonly string[] {
  const rule = accessRuleOf(configuration, [SHOP]);
  return [...METHODS, 'HEAD'].filter(
    (method) => rule({ api: 'Shop', version: 1, service: 'Item', resource: 'collection', method }).kind === 'open',
  );
}

const ALL = ['GET', 'POST', 'HEAD'];
const READ = auth('authorization: { Shop/Item: { collection: { GET: false } } }');
const HEAD_CLOSED = auth('authorization: { Shop/Item: { collection: { GET: false, HEAD: true } } }');
const DENY = auth('authorization: { deny_by_default: true }');

describe('what was closed when the documentation was built', () => {
  test.each([
    // what                                           built with                                             served with                                  open then
    ['a map that is gone', { 'global.yaml': STAFF, 'local.yaml': MAP }, { 'global.yaml': STAFF }, []],
    ['everything that is gone', { 'local.yaml': MAP, 'a.local.yaml': STAFF }, {}, []],
    [
      'a file that says nothing',
      { 'global.yaml': STAFF, 'local.yaml': MAP },
      { 'global.yaml': STAFF, 'local.yaml': '# nothing\n' },
      [],
    ],
    ['deny_by_default that is gone', { 'local.yaml': DENY }, {}, []],
    [
      'a map that is gone, with rules that stay',
      { 'global.yaml': STAFF, 'b.global.yaml': READ, 'local.yaml': MAP },
      { 'global.yaml': STAFF, 'b.global.yaml': READ },
      ['GET', 'HEAD'],
    ],
    [
      'HEAD alone',
      { 'global.yaml': STAFF, 'b.global.yaml': MAP, 'local.yaml': HEAD_CLOSED },
      { 'global.yaml': STAFF },
      [],
    ],
    [
      'a path that is gone',
      { 'global.yaml': STAFF, 'local.yaml': auth('authentication: { paths: { /shop/**: staff } }') },
      { 'global.yaml': STAFF },
      [],
    ],
    [
      'a rule that others would be let in without',
      {
        'global.yaml': STAFF,
        'b.global.yaml': MAP,
        'local.yaml': auth('authorization: { Shop/Item: { collection: { GET: [alice] } } }'),
      },
      { 'global.yaml': STAFF, 'b.global.yaml': MAP },
      [],
    ],
    [
      'an adapter that others are known to',
      { 'a.global.yaml': STAFF, 'b.global.yaml': MAP, 'local.yaml': STAFF.replace('realm: api', 'realm: other') },
      { 'a.global.yaml': STAFF, 'b.global.yaml': MAP },
      [],
    ],
  ])('stays closed, to everybody: %s', (_, built, served, open) => {
    const { configuration, reason } = serve(built, served);
    expect([openMethods(configuration), reason]).toEqual([
      open,
      expect.stringMatching(/^config\/autoload\/.*missing.*Put .* back, or build again without\.$/),
    ]);
    // No other client gets in: the adapter that counts is one that is closed.
    const { adapters, map, paths } = configuration.authentication;
    const mapped = map.filter(({ version }) => version === 1).flatMap((entry) => entry.adapters ?? []);
    const used = [...mapped, ...paths.map(({ adapter }) => adapter)];
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(adapters.find((adapter) => adapter.name === name)?.problems).toEqual([reason]);
  });

  test.each([
    [
      'all files are there',
      { 'global.yaml': STAFF, 'local.yaml': MAP },
      { 'global.yaml': STAFF, 'local.yaml': 'platform-documentation: { title: x }\n' },
      ALL,
    ],
    [
      'what is gone closed nothing',
      { 'global.yaml': STAFF, 'local.yaml': 'platform-documentation: { title: x }\n' },
      { 'global.yaml': STAFF },
      ALL,
    ],
    [
      'what is gone is said elsewhere',
      { 'global.yaml': STAFF, 'local.yaml': MAP },
      { 'global.yaml': STAFF, 'prod.local.yaml': MAP },
      [],
    ],
    [
      'only what opened is gone',
      { 'global.yaml': STAFF, 'b.global.yaml': MAP, 'local.yaml': READ },
      { 'global.yaml': STAFF, 'b.global.yaml': MAP },
      [],
    ],
    ['a file has come', { 'global.yaml': STAFF }, { 'global.yaml': STAFF, 'local.yaml': MAP }, []],
  ])('the configuration counts as it is where %s', (_, built, served, open) => {
    const { configuration, reason } = serve(built, served);
    expect([openMethods(configuration), reason]).toEqual([open, null]);
  });

  test('the documentation stays closed, and says so', () => {
    const { configuration, reason } = serve(
      { 'global.yaml': STAFF, 'local.yaml': 'platform-documentation: { access: staff }\n' },
      { 'global.yaml': STAFF },
    );
    expect(configuration.access).toEqual({ kind: 'adapter', name: configuration.authentication.adapters.at(-1)?.name });
    expect([configuration.authentication.adapters.at(-1)?.problems, reason]).toEqual([
      [reason],
      expect.stringContaining('/platform/documentation'),
    ]);
  });
});
