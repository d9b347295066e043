import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Access } from '../../../src/model/access.ts';
import { Api } from '../../../src/model/api.ts';
import { routedRecord, routesOf } from '../../../src/model/routed-record.ts';
import { createRouter, type Router } from '../../../src/services/routes.ts';
import { readClaims } from '../../../src/services/routing/claims.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { apiOf } from './site.ts';

const NO_HEADERS = { accept: undefined, contentType: undefined };

const LIBRARY_1 = apiOf(
  'Library',
  { '/book': 'GET POST', '/book/{id}': 'GET', '/book/new': 'GET', '/files/{id}': 'GET', '/files/{id}/private': 'GET' },
  { basePath: '/library' },
  { versions: [1, 2], defaultVersion: 1 },
);
const LIBRARY_2 = apiOf(
  'Library',
  { '/book': 'GET', '/shelf/{a}..{b}': 'GET', '/shelf/{name}.json': 'GET', '/': 'GET' },
  { basePath: '/library', version: 2 },
  { versions: [1, 2], defaultVersion: 1 },
);
const DJANGO = apiOf('Django', { '/things/': 'GET', '/café/{x}': 'GET' });
const router = createRouter([LIBRARY_1, LIBRARY_2, DJANGO]);

function where(
  target: string,
  headers: Partial<typeof NO_HEADERS> | { accept?: string; contentType?: string } = {},
  by: Router = router,
): string {
  const result = by.match(target, { ...NO_HEADERS, ...headers });
  if (result.kind !== 'match') return result.kind;
  const { match } = result;
  const parameters = [...match.parameters].map(([name, value]) => ` ${name}=${value}`).join('');
  return `${match.api.getName()}-v${match.version} ${match.service.getName()}${parameters}`;
}

describe('a path leads to', () => {
  test.each([
    ['/library/book', 'Library-v1 /book'],
    ['/library/book?q=/x/../y', 'Library-v1 /book'],
    ['http://host.example/library/book', 'Library-v1 /book'],
    ['/library/%62ook', 'Library-v1 /book'],
    ['/library/book/12', 'Library-v1 /book/{id} id=12'],
    ['/library/book/a%20b', 'Library-v1 /book/{id} id=a b'],
    ['/library/book/a%2Fb', 'Library-v1 /book/{id} id=a/b'],
    ['/library/book/new', 'Library-v1 /book/new'],
    ['/v1/library/book', 'Library-v1 /book'],
    ['/v2/library/book', 'Library-v2 /book'],
    ['/v2/library/shelf/a..b', 'Library-v2 /shelf/{a}..{b} a=a b=b'],
    ['/v2/library/shelf/x.json', 'Library-v2 /shelf/{name}.json name=x'],
    ['/v2/library', 'Library-v2 /'],
    ['/v2/library/', 'Library-v2 /'],
    ['/things/', 'Django-v1 /things/'],
    ['/caf%C3%A9/1', 'Django-v1 /café/{x} x=1'],
  ])('%s: %s', (target, expected) => {
    expect(where(target)).toBe(expected);
  });

  test.each([
    ['/library/shelf/a..b', 'of another version than the default one'],
    ['/v2/library/book/12', 'that this version lacks'],
    ['/v3/library/book', 'of a version that is not published'],
    ['/v0/library/book', 'of no version'],
    ['/v02/library/book', 'of no version'],
    ['/library/book/12/x', 'that is not described'],
    ['/librar', 'that is not described'],
    ['*', 'that is no path'],
    ['example.com:443', 'that is no path'],
  ])('nothing: %s, %s', (target) => {
    expect(where(target)).toBe('none');
  });
});

describe('a path that programs could disagree about reaches nothing', () => {
  test.each([
    ['/library/x/../book', 'malformed'],
    ['/library/./book', 'malformed'],
    ['/library/%2e%2e/book', 'malformed'],
    ['/library/%2E/book', 'malformed'],
    ['/library/book/..%2Fnew', 'malformed'],
    ['/library/book/..;x=1', 'malformed'],
    ['/library//book', 'malformed'],
    ['//library/book', 'malformed'],
    ['/library/book//', 'malformed'],
    ['/library\\book', 'malformed'],
    ['/library/book%5Cnew', 'malformed'],
    ['/library/book/%00', 'malformed'],
    ['/library/book/%0d%0aX: y', 'malformed'],
    ['/library/book/%C0%AE', 'malformed'],
    ['/library/book/%ff', 'malformed'],
    ['/library/book/%', 'malformed'],
    ['/library/book/%zz', 'malformed'],
    ['/library/book/%256eew', 'malformed'],
    ['/library/book/%252e%252e', 'malformed'],
    ['/library/book#x', 'malformed'],
    ['/library/caf\u00e9', 'malformed'],
    ['/library/book/%EF%BC%8E%EF%BC%8E', 'malformed'],
    ['/library/book/a%EF%BC%8Fb', 'malformed'],
    ['/library/book/', 'ambiguous'],
    ['/things', 'ambiguous'],
    ['/LIBRARY/book', 'ambiguous'],
    ['/V2/library/book', 'ambiguous'],
    ['/library/book;x=1', 'ambiguous'],
    ['/library/book.', 'ambiguous'],
    ['/library%2Fbook', 'ambiguous'],
    ['/library/book/NEW', 'ambiguous'],
    ['/library/book/new;x', 'ambiguous'],
    ['/library/book/new%20', 'ambiguous'],
    ['/library/book/%EF%BD%8Eew', 'ambiguous'],
    ['/library/files/1%2Fprivate', 'ambiguous'],
    ['/library/files/1%2FPRIVATE', 'ambiguous'],
  ])('%s: %s', (target, expected) => {
    expect(where(target)).toBe(expected);
  });

  test('any spelling: decoding, folding and normalising once more finds the same operation or none', () => {
    const piece = fc.constantFrom(
      'library',
      'book',
      'new',
      'files',
      'private',
      '1',
      '/',
      '/',
      '/',
      '.',
      '..',
      ';',
      '%2F',
      '%2e',
      '%25',
      '\\',
      '%5c',
      'N',
      'V1',
      'v1',
      'v2',
      '%00',
      '%6e',
      'ew',
      '?',
      '#',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const target = `/${pieces.join('')}`;
        const strict = router.match(target, NO_HEADERS);
        if (strict.kind !== 'match' || target.includes('?')) return;
        const lenient = new URL(
          decodeURIComponent(target)
            .replaceAll(/;[^/]*/g, '')
            .toLowerCase(),
          'http://x',
        ).pathname;
        const again = router.match(lenient, NO_HEADERS);
        if (again.kind === 'match')
          expect([...again.match.operations.values()]).toEqual([...strict.match.operations.values()]);
      }),
      { numRuns: caseCount(3000), seed: 7 },
    );
  });
});

describe('a version is named', () => {
  test.each([
    ['/library/book', { accept: 'application/vnd.library.v2+json' }, 'Library-v2 /book'],
    ['/library/book', { accept: 'Application/Vnd.LIBRARY.v2+JSON' }, 'Library-v2 /book'],
    ['/library/book', { contentType: 'application/vnd.library.v2+json; charset=utf-8' }, 'Library-v2 /book'],
    [
      '/library/book',
      { accept: 'application/vnd.library.v1+json;q=0.5, application/vnd.library.v2+json' },
      'Library-v2 /book',
    ],
    ['/library/book', { accept: 'application/vnd.library.v2+json;q=0' }, 'Library-v1 /book'],
    [
      '/library/book',
      { accept: 'application/vnd.library.v1+json', contentType: 'application/vnd.library.v2+json' },
      'contradictory',
    ],
    ['/v2/library/book', { contentType: 'application/vnd.library.v1+json' }, 'contradictory'],
    ['/v2/library/book', { contentType: 'application/vnd.LIBRARY.v01' }, 'contradictory'],
    ['/v2/library/book', { contentType: 'application/vnd.library.v2+json' }, 'Library-v2 /book'],
    [
      '/v2/library/book',
      { accept: 'application/vnd.library.v2+json, application/vnd.library.v1+json' },
      'Library-v2 /book',
    ],
    ['/library/book', { contentType: 'application/vnd.library.v9+json' }, 'contradictory'],
    ['/library/book', { accept: 'application/vnd.library.v9+json' }, 'Library-v1 /book'],
    ['/library/book', { accept: 'application/vnd.other.v2+json' }, 'Library-v1 /book'],
    ['/v1/library/book', { accept: 'application/vnd.library.v2+json' }, 'contradictory'],
    ['/v1/library/book', { accept: 'application/vnd.other.v2+json' }, 'Library-v1 /book'],
    ['/library/book/12', { accept: 'application/vnd.library.v2+json' }, 'none'],
  ])('%s with %j: %s', (target, headers, expected) => {
    expect(where(target, headers)).toBe(expected);
  });

  test('a described path that begins with a version comes before version 2 of another, a parameter after it', () => {
    const shop = apiOf('Shop', { '/pet': 'GET' }, { basePath: '/v2' });
    const pets = apiOf('Pets', { '/pet': 'GET', '/toy': 'GET' }, { version: 2 }, { versions: [2], defaultVersion: 2 });
    const wild = apiOf('Any', { '/{section}/toy': 'GET' });
    const mixed = createRouter([shop, pets, wild]);
    expect(where('/v2/pet', {}, mixed)).toBe('Shop-v1 /pet');
    expect(where('/pet', {}, mixed)).toBe('Pets-v2 /pet');
    expect(where('/v2/toy', {}, mixed)).toBe('Pets-v2 /toy');
    expect(where('/v3/toy', {}, mixed)).toBe('Any-v1 /{section}/toy section=v3');
  });
});

describe('two descriptions of one path', () => {
  test.each([
    ['as listed', (apis: Api[]) => apis],
    ['the other way round', (apis: Api[]) => apis.reverse()],
  ])('the first API by name has it, and the other is reported: %s', (_, order) => {
    const both = createRouter(
      order([apiOf('Alpha', { '/x/{a}': 'GET' }), apiOf('Beta', { '/x/{b}': 'GET POST', '/y': 'GET' })]),
    );
    expect(where('/x/1', {}, both)).toBe('Alpha-v1 /x/{a} a=1');
    expect(where('/y', {}, both)).toBe('Beta-v1 /y');
    expect(both.problems.map(({ file, rule }) => [file, rule])).toEqual([
      ['api-descriptors/Beta.yaml', 'route-claimed-twice'],
    ]);
  });

  /** Severity, file and message of what is reported. */
  const told = (...apis: readonly Api[]): readonly string[] =>
    createRouter(apis).problems.map(
      ({ severity, file, message }) => `${severity} ${file.slice('api-descriptors/'.length)} ${message}`,
    );
  const two = { versions: [1, 2], defaultVersion: 1 };

  test.each<[string, readonly Api[], readonly string[]]>([
    [
      'with a method in common they are reported',
      [apiOf('Alpha', { '/x': 'GET PUT' }), apiOf('Beta', { '/x': 'PUT GET' })],
      [
        'warning Beta.yaml GET, PUT /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'HEAD is in common with GET',
      [apiOf('Alpha', { '/x': 'GET' }), apiOf('Beta', { '/x': 'HEAD' })],
      [
        'warning Beta.yaml HEAD /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'with other methods they are reported too',
      [apiOf('Alpha', { '/x': 'GET' }), apiOf('Beta', { '/x': 'POST' })],
      [
        'warning Beta.yaml /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): the methods of one hide those of the other.',
      ],
    ],
    [
      'with several paths in common they are reported once',
      [
        apiOf('Alpha', { '/x': 'GET', '/y': 'GET', '/z': 'GET' }),
        apiOf('Beta', { '/z': 'PUT', '/y': 'GET', '/x': 'GET' }),
      ],
      [
        'warning Beta.yaml GET /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe. 2 other paths conflict as well.',
      ],
    ],
    [
      'with other methods at several paths they are one error',
      [apiOf('Alpha', { '/x': 'GET', '/y': 'GET' }), apiOf('Beta', { '/x': 'POST', '/y': 'POST' })],
      [
        'warning Beta.yaml /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): the methods of one hide those of the other. 1 other path conflicts as well.',
      ],
    ],
    [
      'a path is also that of a template that it fits',
      [apiOf('Alpha', { '/x/{id}': 'GET' }), apiOf('Beta', { '/x/new': 'GET' })],
      [
        'warning Beta.yaml GET /x/new of Beta-v1 is also /x/{id} of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'whichever comes first by name',
      [apiOf('Alpha', { '/x/new': 'GET' }), apiOf('Beta', { '/x/{id}': 'POST' })],
      [
        'warning Beta.yaml /x/{id} of Beta-v1 is also /x/new of Alpha-v1 (api-descriptors/Alpha.yaml): the methods of one hide those of the other.',
      ],
    ],
    [
      'templates that one path fits have it in common',
      [apiOf('Alpha', { '/x/{id}': 'GET' }), apiOf('Beta', { '/{any}/new': 'GET' })],
      [
        'warning Beta.yaml GET /{any}/new of Beta-v1 is also /x/{id} of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'so have mixtures',
      [apiOf('Alpha', { '/x/{id}.json': 'GET' }), apiOf('Beta', { '/x/all.json': 'GET', '/x/{a}.{b}': 'GET' })],
      [
        'warning Beta.yaml GET /x/{a}.{b} of Beta-v1 is also /x/{id}.json of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe. 1 other path conflicts as well.',
      ],
    ],
    [
      'with other segments, or more of them, there are none',
      [
        apiOf('Alpha', { '/x/{id}': 'GET', '/y/{id}.json': 'GET', '/z/a{b}': 'GET' }),
        apiOf('Beta', { '/w/{id}': 'GET', '/x/{id}/new': 'GET', '/y/{id}.xml': 'GET', '/z/b{b}': 'GET', '/x/': 'GET' }),
      ],
      [],
    ],
    [
      'a version that is written in a path is that version of another',
      [
        apiOf('Alpha', { '/x/{id}': 'GET' }, { basePath: '/v2' }),
        apiOf('Beta', { '/x/y': 'GET' }, { version: 2 }, two),
      ],
      [
        'warning Beta.yaml GET /v2/x/{id} of Beta-v2 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'also of another version of the same API',
      [apiOf('Alpha', { '/v2/x': 'GET' }, {}, two), apiOf('Alpha', { '/x': 'GET' }, { version: 2 }, two)],
      [
        'warning Alpha.yaml GET /v2/x of Alpha-v2 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'so is one of which the other has more',
      [
        apiOf('Alpha', { '/x/y': 'GET' }, { basePath: '/v2' }),
        apiOf('Beta', { '/x/{id}': 'GET' }, { version: 2 }, two),
      ],
      [
        'warning Beta.yaml GET /v2/x/y of Beta-v2 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe.',
      ],
    ],
    [
      'case, and a slash at the end, do not make it another path: one would close the other',
      [
        apiOf('Alpha', { '/X/y': 'GET', '/z/': 'GET', '/q%2Fr': 'GET' }),
        apiOf('Beta', { '/x/{id}': 'GET', '/z': 'GET' }),
      ],
      [
        'warning Beta.yaml GET /x/{id} of Beta-v1 is also /X/y of Alpha-v1 (api-descriptors/Alpha.yaml): one of them answers calls that both describe. 1 other path conflicts as well.',
      ],
    ],
    [
      'not of another version',
      [apiOf('Alpha', { '/x': 'GET' }, { basePath: '/v2' }), apiOf('Beta', { '/x': 'GET' }, { version: 3 })],
      [],
    ],
    [
      'versions of one API are no two',
      [apiOf('Alpha', { '/x': 'GET' }, {}, two), apiOf('Alpha', { '/x': 'GET' }, { version: 2 }, two)],
      [],
    ],
  ])('%s', (_, apis, problems) => {
    expect(told(...apis)).toEqual(problems);
  });

  test('where one asks for a log-in, or for another one, or is named by configuration, they are an error', () => {
    const asking = (name: string, ...realms: readonly string[]): Api => {
      const access: Access =
        realms.length === 0
          ? { kind: 'open' }
          : { kind: 'login', schemes: realms.map((realm) => ({ scheme: 'Basic', realm })) };
      return apiOf(name, { '/x': 'GET', [`/${name}`]: 'GET' }, {}, { accessRule: () => access });
    };
    const severities = (apis: readonly Api[], named = ''): readonly string[] =>
      createRouter(apis, { isNamed: (name) => name === named }).problems.map(({ severity }) => severity);
    expect(severities([asking('Alpha', 'staff'), asking('Beta', 'staff')])).toEqual(['warning']);
    expect(severities([asking('Alpha', 'staff'), asking('Beta')])).toEqual(['error']);
    expect(severities([asking('Alpha'), asking('Beta', 'staff')])).toEqual(['error']);
    expect(severities([asking('Alpha', 'staff'), asking('Beta', 'guests')])).toEqual(['error']);
    for (const named of ['Alpha', 'Beta']) {
      expect(severities([asking('Alpha'), asking('Beta')], named)).toEqual(['error']);
      expect(severities([apiOf('Alpha', { '/x': 'GET' }), apiOf('Beta', { '/{y}': 'PUT' })], named)).toEqual(['error']);
    }
    const versions = { versions: [1, 2], defaultVersion: 1 };
    const [first, second] = [
      apiOf('Alpha', { '/v2/x': 'GET' }, {}, versions),
      apiOf('Alpha', { '/x': 'GET' }, { version: 2 }, versions),
    ];
    expect(severities([first, second, apiOf('Other', { '/y': 'GET' })], 'Alpha')).toEqual(['warning']);
    expect(told(asking('Alpha'), asking('Beta', 'staff'))).toEqual([
      'error Beta.yaml GET /x of Beta-v1 is also a path of Alpha-v1 (api-descriptors/Alpha.yaml): calls that both describe get 503.',
    ]);
  });

  test('a match names the operations that others have there', () => {
    const rivals = (
      target: string,
      headers: Partial<typeof NO_HEADERS> | { accept: string } = {},
    ): readonly string[] => {
      const beta = [1, 2].map((version) => apiOf('Beta', { '/x': version === 1 ? 'POST' : 'GET' }, { version }, two));
      const result = createRouter([apiOf('Alpha', { '/x': 'GET', '/v2/x': 'GET' }), ...beta]).match(target, {
        ...NO_HEADERS,
        ...headers,
      });
      if (result.kind !== 'match') return [result.kind];
      return result.match.rivalries.map(
        ({ method, own, other }) =>
          `${method} ${own.service.api.getName()} ${other.service.api.getName()}-v${other.service.api.getVersion()}`,
      );
    };
    expect(rivals('/x')).toEqual([]);
    expect(rivals('/x', { accept: 'application/vnd.beta.v2+json' })).toEqual([
      'GET Alpha Beta-v2',
      'HEAD Alpha Beta-v2',
    ]);
    expect(rivals('/v2/x')).toEqual(['GET Alpha Beta-v2', 'HEAD Alpha Beta-v2']);
    expect(rivals('/v1/x')).toEqual([]);
  });

  test('within an API each method has its first description', () => {
    const one = createRouter([apiOf('Alpha', { '/x/{a}': 'GET', '/x/{b}': 'GET POST' })]);
    const result = one.match('/x/1', NO_HEADERS);
    expect(
      result.kind === 'match' &&
        [...result.match.operations].map(([method, operation]) => [method, operation.service.getName()]),
    ).toEqual([
      ['GET', '/x/{a}'],
      ['POST', '/x/{b}'],
    ]);
    expect(one.problems.map(({ rule }) => rule)).toEqual(['operation-claimed-twice']);
  });

  test('a match is about all of its API, where routes were made of less', () => {
    const alpha = apiOf('Alpha', { '/x/{a}': 'GET', '/x/{b}': 'DELETE GET POST', '/y': 'GET' });
    const { versions, defaultVersion } = { versions: alpha.getVersions(), defaultVersion: alpha.getDefaultVersion() };
    const less = new Api(routedRecord('Alpha', 1, routesOf(alpha.record)), { versions, defaultVersion });
    const asked: string[] = [];
    const whole = (api: Api): Api => {
      asked.push(api.getName());
      return alpha;
    };
    const one = createRouter([less], { whole });
    expect(asked).toEqual([]);
    const found = one.match('/x/1', NO_HEADERS);
    if (found.kind !== 'match') return expect.unreachable();
    const [first, second] = alpha.getServices();
    expect(found.match.api).toBe(alpha);
    expect(found.match.service).toBe(first);
    expect([...found.match.operations]).toEqual([
      ['GET', first?.getAllOperations()[0]],
      ...['DELETE', 'POST'].map((method) => [
        method,
        second?.getAllOperations().find((operation) => operation.getHttpMethod() === method),
      ]),
    ]);
    for (const operation of found.match.operations.values()) expect(operation.service.api).toBe(alpha);
    expect(one.problems).toEqual(createRouter([alpha]).problems);
  });

  test('what cannot be served is reported', () => {
    expect(
      createRouter([apiOf('Alpha', { '/x?action=y': 'GET', '/z': 'TRACE GET' })]).problems.map(({ rule }) => rule),
    ).toEqual(['route-not-served', 'method-not-served']);
  });
});

describe('paths that are nothing of a descriptor', () => {
  const payments = apiOf('Payments', { '/charge': 'GET', '/charge/{id}': 'GET' }, { basePath: '/payments' });
  const greedy = apiOf('Greedy', {
    ...Object.fromEntries(
      ['/', '/robots.txt', '/favicon.ico', '/.well-known/x', '/.well-known/a/{b}'].map((path) => [path, 'GET']),
    ),
    ...Object.fromEntries(
      ['/{a}', '/{a}/{b}', '/{a}/{b}/{c}', '/{a}.txt', '/payments/own'].map((path) => [path, 'GET']),
    ),
  });
  const given = (api: string, basePath: string) => ({ api, version: null, basePath });
  const root = given('Greedy', '/');
  const kept = given('Payments', '/payments');
  const ambiguousOrNone = /^(none|ambiguous)$/;

  test.each([
    ['/', [], ambiguousOrNone],
    ['/robots.txt', [], ambiguousOrNone],
    ['/favicon.ico', [], ambiguousOrNone],
    ['/.well-known/x', [], ambiguousOrNone],
    ['/.well-known/a/b', [], ambiguousOrNone],
    ['/.WELL-KNOWN/x', [], ambiguousOrNone],
    ['/v1/robots.txt', [], /Greedy/],
    ['/other', [], /Greedy-v1 \/{a}/],
    ['/', [root], /Greedy-v1 \//],
    ['/.well-known/a/b', [root, kept], /Greedy/],
    ['/.well-known/x', [given('Greedy', '/.well-known')], /Greedy/],
    ['/other', [given('Greedy', '/.well-known')], ambiguousOrNone],
    // Other APIs', and the server's
    ['/payments/zzz', [], ambiguousOrNone],
    ['/payments/a/b', [], ambiguousOrNone],
    ['/Payments/zzz', [], ambiguousOrNone],
    ['/v1/payments/zzz', [], ambiguousOrNone],
    ['/v7/payments/zzz', [], /Greedy/],
    ['/healthz/x', [], ambiguousOrNone],
    ['/payments/charge', [], /Payments/],
    ['/payments/own', [], /Greedy/],
    ['/payments/own', [kept], ambiguousOrNone],
    ['/v1/payments/own', [kept], ambiguousOrNone],
    ['/payments/own', [root, kept], ambiguousOrNone],
    ['/payments/charge/1', [kept], /Payments/],
    ['/payments/charge', [given('Payments', '/payments/charge')], /Payments/],
    ['/payments/charge', [given('Payments', '/pay')], /Greedy/],
  ])('%s with %j: %s', (target, services, expected) => {
    expect(where(target, {}, createRouter([greedy, payments], { services }))).toMatch(expected);
  });

  test.each<[readonly { api: string; version: null; basePath: string }[], readonly string[]]>([
    [
      [],
      [
        'warning Greedy The path / belongs to the site as a whole and is not served.',
        'warning Greedy The path /robots.txt belongs to the site as a whole and is not served.',
        'warning Greedy The path /favicon.ico belongs to the site as a whole and is not served.',
        'warning Greedy The path /.well-known/x belongs to the site as a whole and is not served.',
        'warning Greedy The path /.well-known/a/{b} belongs to the site as a whole and is not served.',
        'error Payments GET /payments/charge of Payments-v1 is also /{a}/{b} of Greedy-v1 (api-descriptors/Greedy.yaml): calls that both describe get 503. 1 other path conflicts as well.',
      ],
    ],
    [
      [root, kept],
      ['error Greedy The path /payments/own lies below /payments, which platform-services gives to Payments.'],
    ],
    [
      [root, kept, given('Payments', '/pay')],
      ['error Greedy The path /payments/own lies below /payments, which platform-services gives to Payments.'],
    ],
    [
      [root, given('Payments', '/pay')],
      [
        'warning Payments The path /payments/charge lies outside the base_path of Payments and is not served. 1 other path lies outside as well.',
      ],
    ],
  ])('with %j it is reported: %j', (services, expected) => {
    const { problems } = createRouter([greedy, payments], { services, isNamed: (name) => name === 'Payments' });
    expect(
      problems.map(({ severity, file, message }) => `${severity} ${file.replace(/^.*\/|\..*$/g, '')} ${message}`),
    ).toEqual(expected);
  });

  test('a path that was given to an API is its own with a version in front, too', () => {
    const paths = ['/v1/payments/own', '/v9/payments/own', '/V1/payments/own', '/v1/payments/charge/{id}'];
    const sly = apiOf('Aaa', Object.fromEntries(paths.map((path) => [path, 'GET'])));
    const routes = createRouter([sly, payments], { services: [kept] });
    expect(paths.map((path) => where(path.replace('{id}', '1'), {}, routes))).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringMatching(ambiguousOrNone)),
      'Payments-v1 /charge/{id} id=1',
    ]);
    expect(routes.problems.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(
      paths.map(() => 'error route-claimed-twice'),
    );
    const longer = [kept, given('Aaa', '/v1/payments')];
    expect(where('/v1/payments/own', {}, createRouter([sly, payments], { services: longer }))).toMatch(/^Aaa/);
  });

  test('one API alone is served at the root', () => {
    const one = createRouter([apiOf('One', { '/{a}/{b}': 'GET', '/users': 'GET' })]);
    expect([where('/x/y', {}, one), where('/users', {}, one), one.problems]).toEqual([
      'One-v1 /{a}/{b} a=x b=y',
      'One-v1 /users',
      [],
    ]);
  });

  test('what is found at a literal path of one and a template of another is contested, wherever that begins', () => {
    const other = apiOf('Any', { '/{tenant}/orders': 'GET' });
    const literal = apiOf('Zed', { '/acme/orders': 'GET', '/payments/charge/42': 'GET' });
    const both = createRouter([other, literal, payments]);
    for (const [path, rival] of [
      ['/acme/orders', 'Any'],
      ['/payments/charge/42', 'Payments'],
    ] as const) {
      const result = both.match(path, NO_HEADERS);
      const names =
        result.kind === 'match' ? result.match.rivalries.map(({ other: { service } }) => service.api.getName()) : [];
      expect([result.kind, ...names]).toEqual(['match', rival, rival]);
    }
    expect(where('/payments/charge/41', {}, both)).toBe('Payments-v1 /charge/{id} id=41');
  });
});

describe("a path of the server's own", () => {
  const greedy = apiOf('Greedy', {
    '/platform/admin': 'GET',
    '/_astro/x.js': 'GET',
    '/{a}/{b}': 'GET',
    '/healthz': 'GET',
    '/metrics': 'GET',
  });

  test.each([
    ['/platform/admin', 'ambiguous'],
    ['/platform/other', 'ambiguous'],
    ['/_astro/x.js', 'ambiguous'],
    ['/_ASTRO/other.js', 'ambiguous'],
    ['/%5fastro/other.js', 'ambiguous'],
    ['/platform;x/other', 'ambiguous'],
    ['/PLATFORM/other', 'ambiguous'],
    ['/platform', 'none'],
    ['/v1/platform/admin', 'Greedy-v1 /platform/admin'],
    ['/platforms/other', 'Greedy-v1 /{a}/{b} a=platforms b=other'],
  ])('%s: %s', (target, expected) => {
    expect(where(target, {}, createRouter([greedy]))).toBe(expected);
  });

  test.each([
    [false, ['/platform/admin', '/_astro/x.js', '/healthz']],
    [true, ['/platform/admin', '/_astro/x.js', '/healthz', '/metrics']],
  ])('is reported, with metrics %s: %j', (hasMetrics, paths) => {
    const { problems } = readClaims([greedy], { hasMetrics });
    expect(problems.map(({ severity, rule, message }) => [severity, rule, message.split(' ')[2]])).toEqual(
      paths.map((path) => ['warning', 'route-reserved', path]),
    );
  });
});

test('ten thousand services cost a request no more than ten', () => {
  const many = createRouter([
    apiOf('Many', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/s${index}/{id}`, 'GET']))),
  ]);
  const start = cpuMilliseconds();
  for (let round = 0; round < 10_000; round += 1) many.match(`/s${round}/x`, NO_HEADERS);
  expect(cpuMilliseconds() - start).toBeLessThan(1000);
  expect(where('/s9999/x', {}, many)).toBe('Many-v1 /s9999/{id} id=x');
});

test('a hostile path is read in linear time', () => {
  const start = cpuMilliseconds();
  for (const text of ['. ', '%20.', 'a;', '..a', '%2F', '/'])
    router.match(`/library/book/${text.repeat(5000)}x`, NO_HEADERS);
  expect(cpuMilliseconds() - start).toBeLessThan(500);
});
