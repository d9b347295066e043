import { describe, expect, test } from 'vitest';
import { checkReferences, type KnownApi } from '../../../src/config/check-references.ts';
import type { ConfigurationReading } from '../../../src/config/read-configuration.ts';
import { formatProblem } from '../../../src/options/problem.ts';
import { closedBy, linesOf, readLocal } from './read.ts';

const rest = (name: string, ...methods: readonly string[]): KnownApi['services'][number] => ({
  name,
  kind: 'rest',
  operations: methods.map((method) => ({ method })),
  entityOperations: [],
});
const withEntity = { ...rest('Book', 'GET'), entityOperations: [{ method: 'GET' }, { method: 'DELETE' }] };
const APIS: readonly KnownApi[] = [
  { name: 'Library', version: 1, services: [withEntity, { ...rest('Ping', 'GET', 'SHOUT'), kind: 'rpc' }] },
  { name: 'Library', version: 2, services: [rest('Book', 'GET'), rest('Branch')] },
  { name: 'Report-v2', version: 7, services: [rest('Page')] },
];

const ADAPTERS =
  'adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: a, htpasswd: p } } }';

interface Options {
  readonly complete?: boolean;
  readonly apis?: readonly KnownApi[];
  readonly removed?: () => readonly KnownApi[];
  readonly services?: string;
}

function check(
  auth: string,
  { complete = true, apis = APIS, removed = () => [], services = '' }: Options = {},
): ConfigurationReading {
  return checkReferences(readLocal(`platform-mvc-auth: { ${auth} }\nplatform-services: { ${services} }\n`), apis, {
    complete,
    removed,
  });
}
const checkMap = (key: string, options = {}): ConfigurationReading =>
  check(`authentication: { ${ADAPTERS}, map: { ${key}: staff } }`, options);
const checkRule = (key: string, rule: string): ConfigurationReading => check(`authorization: { ${key}: ${rule} }`);

describe('checkReferences', () => {
  test.each([
    // key          names
    ['Library', 'Library', null],
    ['Library-v1', 'Library', 1],
    ['Report-v2', 'Report-v2', null],
    ['Report-v2-v7', 'Report-v2', 7],
  ])('%s in a map is %s, version %s', (key, api, version) => {
    const reading = checkMap(key, { apis: APIS.filter(({ version: one }) => one !== 2) });
    expect(linesOf(reading)).toEqual([]);
    expect(reading.configuration.authentication.map).toEqual([{ api, version, adapters: ['staff'] }]);
    expect(reading.configuration.authorization.denyByDefault).toBe(false);
    expect(Object.isFrozen(reading.configuration.authentication.map[0])).toBe(true);
  });

  test.each([
    ['Libary', 'There is no API "Libary". Write one of Library, Library-v1, Library-v2, Report-v2, Report-v2-v7.'],
    ['library', 'There is no API "library".'],
    ['Library-v3', 'There is no version 3 of Library.'],
    ['Library-v01', 'There is no API "Library-v01".'],
    ['Report', 'There is no API "Report".'],
    ['__proto__', 'There is no API "__proto__".'],
  ])('%s in a map names nothing, which closes everything', (key, problem) => {
    const reading = checkMap(key);
    expect(linesOf(reading)).toEqual([
      expect.stringContaining(`platform-mvc-auth.authentication.map.${key}: ${problem}`),
    ]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  const NOT_NAMED =
    'platform-mvc-auth.authentication.map: Library-v2 is closed: it has no entry, but another version of Library has an adapter. Add Library-v2 with the name of an adapter, or with "public" to open it.';

  test.each([
    // map                                     rules                                      closed
    ['Library-v1: staff', '', 2],
    ['Library-v1: staff', 'Library/Book: { collection: { GET: false } }', 2],
    ['Library-v1: staff', 'Library-v1/Book: { collection: { GET: false } }', 2],
    ['Library-v1: staff', 'Library-v2/Book: { collection: { GET: false } }', 2],
    ['Library-v1: staff, Library-v2: public', 'Library-v2/Book: { collection: { GET: false } }', null],
    ['Library-v1: staff, Library-v2: staff', '', null],
    ['Library-v1: staff, Library-v2: public', '', null],
    ['Library-v1: public', '', null],
    ['Library-v1: staff, Library: public', '', null],
    ['Library: staff', '', null],
    ['', 'Library-v1/Book: { collection: { GET: true } }', null],
  ])('map { %s } with rules { %s } closes version %s, and nothing else', (map, rules, closed) => {
    const reading = check(`authentication: { ${ADAPTERS}, map: { ${map} } }, authorization: { ${rules} }`);
    expect(linesOf(reading)).toEqual(closed === null ? [] : [NOT_NAMED]);
    expect(closedBy(reading)).toEqual(closed === null ? [] : ['api Library-v2']);
    const { authentication, authorization } = reading.configuration;
    expect(authentication.map.filter(({ adapters }) => adapters?.length === 0)).toEqual(
      closed === null ? [] : [{ api: 'Library', version: closed, adapters: [] }],
    );
    expect(authorization.denyByDefault).toBe(false);
  });

  test('a version takes no mapping over from one that was removed', () => {
    const [first, second, ...others] = APIS;
    if (first === undefined || second === undefined) throw new Error('There are two versions.');
    const reading = checkMap('Library-v1', { apis: [second, ...others], removed: () => [first] });
    expect(linesOf(reading)).toEqual([NOT_NAMED]);
    expect(reading.configuration.authentication.map.at(-1)).toEqual({ api: 'Library', version: 2, adapters: [] });
  });

  test('while some APIs cannot be read, a name that is nowhere keeps guests out of what has no rule', () => {
    const reading = checkMap('Libary', { complete: false });
    expect(closedBy(reading)).toEqual(['guests']);
    expect(linesOf(reading)).toEqual([
      expect.stringContaining(
        'Libary is not among the APIs that could be read. Correct its descriptor, or write one of Library,',
      ),
    ]);
    expect(linesOf(reading)).toEqual([
      expect.stringMatching(/ Until then, every operation without a rule needs a log-in\.$/),
    ]);
    expect(reading.configuration.authorization.denyByDefault).toBe(true);
    expect(checkMap('Library', { complete: false }).configuration.authorization.denyByDefault).toBe(false);
  });

  test.each([
    ['Library/Book', '{ collection: { GET: false, HEAD: true }, entity: { default: true, DELETE: [alice] } }'],
    // Nothing is opened that is not there.
    [
      'Library/Book',
      '{ collection: { default: true, GET: true, POST: false, PUT: false, PATCH: false, DELETE: false } }',
    ],
    ['Library-v2/Branch', '{ entity: { default: false, GET: false } }'],
    ['Library/Branch', '{ entity: { GET: false } }'],
    ['Library-v1/Ping', '{ actions: { SHOUT: false } }'],
  ])('the rule %s: %s is right', (key, rule) => {
    expect(linesOf(checkRule(key, rule))).toEqual([]);
  });

  test.each([
    ['Libary/Book', '{ entity: { GET: false } }', 'Libary/Book: There is no API "Libary".'],
    [
      'Library-v1/Branch',
      '{ entity: { GET: false } }',
      'Library-v1/Branch: Library-v1 has no service "Branch". Write one of its services: Book, Ping.',
    ],
    ['Library/book', '{ entity: { GET: false } }', 'Library/book: Library has no service "book".'],
    [
      'Library/Book',
      '{ actions: { GET: false } }',
      'Library/Book.actions: Book has no actions. Write collection or entity.',
    ],
    [
      'Library/Ping',
      '{ collection: { GET: true } }',
      'Library/Ping.collection: Ping has no collection. Write actions.',
    ],
    [
      'Library/Book',
      '{ collection: { GTE: true } }',
      'Library/Book.collection.GTE: The collection of Book has no method GTE. Write one of its methods: GET, HEAD.',
    ],
    [
      'Library/Book',
      '{ collection: { SHOUT: false } }',
      'Library/Book.collection.SHOUT: The collection of Book has no method SHOUT.',
    ],
    // What was to be closed is elsewhere, or in another version.
    [
      'Library/Book',
      '{ collection: { DELETE: true } }',
      'Library/Book.collection.DELETE: The collection of Book has no method DELETE.',
    ],
    [
      'Library/Book',
      '{ entity: { POST: [alice] } }',
      'Library/Book.entity.POST: The entity of Book has no method POST.',
    ],
    [
      'Library-v2/Book',
      '{ entity: { DELETE: true } }',
      'Library-v2/Book.entity.DELETE: The entity of Book has no method DELETE. Remove it.',
    ],
    [
      'Library/Branch',
      '{ entity: { default: true } }',
      'Library/Branch.entity.default: The entity of Branch has no operations. Remove it.',
    ],
    [
      'Report-v2/Page',
      '{ collection: { HEAD: true } }',
      'Report-v2/Page.collection.HEAD: The collection of Page has no method HEAD. Remove it.',
    ],
  ])('the rule %s: %s closes everything', (key, rule, problem) => {
    const reading = checkRule(key, rule);
    expect(linesOf(reading)).toEqual([expect.stringContaining(`platform-mvc-auth.authorization.${problem}`)]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test('published APIs that do not exist are reported', () => {
    const reading = check('', { services: 'Library-v2: { backend: examples }, Billing: { backend: examples }' });
    expect(linesOf(reading)).toEqual([
      expect.stringContaining('platform-services.Billing: There is no API "Billing".'),
    ]);
  });

  describe('what was published before and is described no more', () => {
    const removed = (): readonly KnownApi[] => [
      { name: 'Billing', version: 1, services: [rest('Invoice', 'GET')] },
      { name: 'Library', version: 1, services: [rest('Loan', 'GET')] },
      { name: 'Library', version: 3, services: [rest('Book', 'GET')] },
    ];
    const REMEDY = 'Remove this entry, or write the new name if it was renamed: as it is, it protects nothing.';

    test.each([
      [
        'authentication: { map: { Billing: staff } }',
        'platform-mvc-auth.authentication.map.Billing: The descriptor of Billing was removed.',
      ],
      [
        'authentication: { map: { Library-v3: staff, Library: public } }',
        'platform-mvc-auth.authentication.map.Library-v3: The descriptor of Library-v3 was removed.',
      ],
      [
        'authorization: { Billing/Invoice: { collection: { GET: false } } }',
        'Billing/Invoice: The descriptor of Billing was removed.',
      ],
      [
        'authorization: { Library/Loan: { collection: { GET: false } } }',
        'Library/Loan: The service "Loan" was removed.',
      ],
    ])('%s is a warning', (auth, message) => {
      const reading = check(auth.replace('{ map:', `{ ${ADAPTERS}, map:`), { removed });
      expect(linesOf(reading)).toEqual([]);
      expect(reading.warnings.map(formatProblem)).toEqual([expect.stringContaining(message)]);
      expect(reading.warnings.map(formatProblem)).toEqual([expect.stringContaining(REMEDY)]);
      expect(reading.configuration.authorization.denyByDefault).toBe(false);
    });

    test('an entry of platform-services is a warning too', () => {
      const reading = check('', { services: 'Billing: { backend: examples }', removed });
      expect([linesOf(reading).length, reading.warnings.length]).toEqual([0, 1]);
    });

    test.each([
      ['authentication: { map: { Biling: staff } }'],
      ['authentication: { map: { Billing-v2: staff } }'],
      ['authorization: { Library/Lend: { collection: { GET: false } } }'],
      ['authorization: { Library-v2/Loan: { collection: { GET: false } } }'],
    ])('%s was never published, and stays an error', (auth) => {
      const reading = check(auth.replace('{ map:', `{ ${ADAPTERS}, map:`), { removed });
      expect(closedBy(reading)).toEqual(['everything']);
      expect(reading.warnings).toEqual([]);
    });
  });

  test('keeps the problems that were there before and names the file of each new one', () => {
    const reading = check('throttle: 5, authorization: { Nobody/x: { actions: {} } }', { apis: [] });
    expect(reading.problems.map(({ path, file }) => [path, file])).toEqual([
      ['platform-mvc-auth.throttle', 'config/autoload/local.yaml'],
      ['platform-mvc-auth.authorization.Nobody/x', 'config/autoload/local.yaml'],
    ]);
  });
});
