import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../../src/config/configuration.ts';
import type { ConfigurationReading } from '../../../../src/config/read-configuration.ts';
import { closedBy, linesOf, readLocal } from '../read.ts';

const withAuth = (text: string): ConfigurationReading => readLocal(`platform-mvc-auth: { ${text} }`);

function rightAuth(text: string): Configuration {
  const reading = withAuth(text);
  expect(linesOf(reading)).toEqual([]);
  return reading.configuration;
}

describe('paths', () => {
  test.each(['/', '/reports', '/reports/*/2026', '/reports/**', '/**', '/größe', '/a.b/~c'])(
    '%s is a pattern',
    (pattern) => {
      const { configuration, problems } = withAuth(`authentication: { paths: { "${pattern}": nobody } }`);
      expect(problems.map(({ closes }) => closes.kind)).toEqual(['adapter']);
      expect(configuration.authentication.paths).toEqual([{ pattern, adapter: 'nobody' }]);
    },
  );

  test.each([
    'reports/**',
    '',
    '/a//b',
    '/a/',
    '/a/../b',
    '/./a',
    '/a?b',
    '/a#b',
    '/a%2fb',
    '/a b',
    '/**/a',
    '/a*',
    '/a/***',
    '/{a}/**',
    '/a/{b}.json',
    '/:a/**',
    '/[a]/**',
    '/[...a]',
    '/a\\\\b',
  ])('%j is none', (pattern) => {
    expect(closedBy(withAuth(`authentication: { paths: { "${pattern}": nobody } }`))).toEqual(['everything']);
  });
});

test.each(['{a}', ':a', '[a]'])(
  'a parameter as other paths write it, %s, is a mistake that says what to write',
  (segment) => {
    expect(linesOf(withAuth(`authentication: { paths: { "/${segment}/**": nobody } }`))).toEqual([
      `platform-mvc-auth.authentication.paths./${segment}/**: "${segment}" is not a parameter here: it matches only this text. ` +
        'Write a path such as /reports/**, in which * is any one segment and ** at the end is everything below.',
    ]);
  },
);

describe('authorization', () => {
  test('rules for collections, entities and actions, for an API or one version', () => {
    const { authorization } = rightAuth(`
      groups: { editors: [alice, bob] }, htgroup: data/htgroup,
      authorization: {
        deny_by_default: true,
        Library-v1/Book: { collection: { GET: false, POST: true }, entity: { default: true, GET: false } },
        Library/Ping: { actions: { GET: ['alice', '@editors'] } },
        Report-v2-final/a/b: { actions: { default: [] } } }`);
    const rule = { collection: null, entity: null, actions: null };
    expect(authorization).toEqual({
      denyByDefault: true,
      rules: [
        {
          ...rule,
          api: 'Library',
          version: 1,
          service: 'Book',
          collection: { default: null, methods: { GET: { kind: 'guests' }, POST: { kind: 'any' } } },
          entity: { default: { kind: 'any' }, methods: { GET: { kind: 'guests' } } },
        },
        {
          ...rule,
          api: 'Library',
          version: null,
          service: 'Ping',
          actions: { default: null, methods: { GET: { kind: 'names', names: ['alice', '@editors'] } } },
        },
        {
          ...rule,
          api: 'Report-v2-final',
          version: null,
          service: 'a/b',
          actions: { default: { kind: 'names', names: [] }, methods: {} },
        },
      ],
      groups: { editors: ['alice', 'bob'] },
      groupFile: 'data/htgroup',
    });
  });

  test.each([
    [
      'Library-v1: { actions: { GET: false } }',
      'Library-v1: This is not the name of a service. Write an API and a service, such as Library-v1/Book, or deny_by_default.',
    ],
    ['deny_by_defualt: true', 'deny_by_defualt: This is not the name of a service.'],
    ['/Book: { actions: { GET: false } }', '/Book: This is not the name of a service.'],
    ['L/B: { GET: false }', 'L/B.GET: This key is not known. Remove it, or write collection, entity or actions.'],
    ['L/B: true', 'L/B: It must be a map.'],
    ['L/B: { entity: true }', 'L/B.entity: It must be a map.'],
    ['L/B: { entity: { get: false } }', 'L/B.entity.get: This is not a method.'],
    [
      'L/B: { actions: { ping: { GET: false } } }',
      'L/B.actions.ping: Rules are for methods, not for actions by name. Write the methods instead; for OpenAPI or Swagger below collection.',
    ],
    ['L/B: { entity: { __proto__: false } }', 'L/B.entity.__proto__: This is not a method.'],
    [
      'L/B: { entity: { OPTIONS: true } }',
      'L/B.entity.OPTIONS: OPTIONS is always open: browsers send it before they may send a log-in. Remove it.',
    ],
    [
      'L/B: { entity: { GET: guests } }',
      "L/B.entity.GET: It must be true, false or a list of names. Write false (guests too), true (every user who has logged in), or a list such as [alice, '@editors'].",
    ],
    ['L/B: { entity: { GET: 0 } }', 'L/B.entity.GET: It must be true, false or a list of names.'],
    ['L/B: { entity: { GET: {} } }', 'L/B.entity.GET: It must not be a map.'],
    ['L/B: { entity: { GET: [1] } }', 'L/B.entity.GET.0: It must be text.'],
    ["L/B: { entity: { GET: ['@nobody'] } }", 'L/B.entity.GET: There is no group "nobody".'],
    ["L/B: { entity: { default: ['@__proto__'] } }", 'L/B.entity.default: There is no group "__proto__".'],
    ['deny_by_default: maybe', 'deny_by_default: It must be true or false.'],
  ])('%s closes everything', (rule, problem) => {
    const reading = withAuth(`authorization: { ${rule} }`);
    expect(linesOf(reading)).toEqual([expect.stringContaining(`platform-mvc-auth.authorization.${problem}`)]);
    expect(closedBy(reading)).toEqual(['everything']);
  });

  test('a switch that is neither on nor off is read as on', () => {
    expect(withAuth('authorization: { deny_by_default: 0 }').configuration.authorization.denyByDefault).toBe(true);
  });

  test('a group that only the group file may have is no problem', () => {
    rightAuth("htgroup: data/htgroup, authorization: { L/B: { entity: { GET: ['@x'] } } }");
  });
});

describe('throttle, state and proxies', () => {
  test.each([
    ['throttle: { failures: 0 }', { throttle: { failures: 0, perSeconds: 60 } }],
    ["throttle: { failures: '5', per_seconds: 1 }", { throttle: { failures: 5, perSeconds: 1 } }],
    ['state: { driver: memory }', { state: { kind: 'memory', options: {} } }],
    ['state: { driver: memory, url: redis://x }', { state: { kind: 'memory', options: {} } }],
    [
      'state: { driver: redis, url: "redis://:pw@127.0.0.1:6379/2" }',
      { state: { kind: 'redis', options: { url: 'redis://:pw@127.0.0.1:6379/2', when_down: 'refuse' } } },
    ],
    [
      'state: { driver: redis, url: "rediss://h", when_down: local }',
      { state: { kind: 'redis', options: { url: 'rediss://h', when_down: 'local' } } },
    ],
    [
      'trusted_proxies: [127.0.0.1, 10.0.0.0/8, "::1", "fd00::/8"]',
      { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
    ],
  ])('%s', (text, expected) => {
    expect(rightAuth(text)).toMatchObject(expected);
  });

  test.each([
    'throttle: { failures: -1 }',
    'throttle: { per_seconds: 0 }',
    'throttle: { failures: many }',
    'state: { driver: memcached }',
    'state: { driver: redis }',
    'state: { driver: redis, url: ~ }',
    'state: { driver: redis, url: "http://secret@h" }',
    'state: { driver: redis, url: "redis:secret" }',
    'state: { driver: redis, url: "redis://:secret@h/name" }',
    'state: { driver: redis, url: "redis://h", when_down: open }',
    'trusted_proxies: 127.0.0.1',
    'trusted_proxies: [proxy.example]',
    'trusted_proxies: [10.0.0.0/33]',
    'trusted_proxies: ["::1/129"]',
    'trusted_proxies: [10.0.0.0/]',
    'trusted_proxies: [10.0.0.0/8/8]',
    'trusted_proxies: ["fe80::1%eth0"]',
    'groups: { "@x": [a] }',
    'groups: { x: alice }',
    'htgroup: ../x',
  ])('%s closes everything', (text) => {
    const reading = withAuth(text);
    expect(closedBy(reading)).toEqual(['everything']);
    expect(linesOf(reading).join()).not.toContain('secret');
  });
});
