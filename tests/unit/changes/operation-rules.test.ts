import { describe, expect, test } from 'vitest';
import { ruleNamed, rules } from '../../../src/changes/rules.ts';
import { apiRecord, operation } from '../../fixtures/model/rich-api.ts';
import { found, withOperations } from './described.ts';
import { OPERATION_CASES } from './operation-cases.ts';
import { SCHEMA_CASES } from './schema-cases.ts';

describe('each rule, and its mirror the other way round', () => {
  test.each(OPERATION_CASES)('%s', (rule, before, after, there, back) => {
    const options = { today: '2026-11-23', isReplacement: true };
    expect(found(before, after, options)).toEqual([`${there} ${rule}`]);
    expect(found(after, before, options)).toEqual([`${back} ${ruleNamed(rule).mirror}`]);
  });
});

test('every rule has a row, or is the mirror of one', () => {
  const named = [...SCHEMA_CASES, ...OPERATION_CASES].flatMap(([rule]) => [rule, ruleNamed(rule).mirror]);
  const missing = [...rules.keys()].filter((rule) => !named.includes(rule));
  // This rule needs descriptions that are too large: comparison.test.ts.
  expect(missing).toEqual(['comparison-incomplete']);
});

test('a rule is the mirror of its mirror, but for announced removals', () => {
  for (const [name, { mirror }] of rules)
    if (!/^deprecated-.*-removed$|-before-sunset$/.test(name)) expect(ruleNamed(mirror).mirror, name).toBe(name);
});

test.each([
  ['2020-01-01', '2020-01-01T00:00:00Z', []],
  ['2026-12-01T23:00:00-05:00', '2026-12-02T02:00:00Z', ['notable sunset-earlier']],
  ['Wed, 01 Jan 2020 00:00:00 GMT', '2020-01-01', ['notable sunset-added']],
])('a sunset of %j against one of %j: %j', (one, other, expected) => {
  const ending = (day: string) =>
    withOperations([operation('GET', '/a', { deprecated: true, extensions: { 'x-sunset': day } })]);
  expect(found(ending(one), ending(other))).toEqual(expected);
});

test('a sunset that has passed is the end that was announced', () => {
  const before = withOperations([operation('GET', '/a', { extensions: { 'x-sunset': '2026-11-20' } })]);
  const after = withOperations([]);
  expect(found(before, after, { today: '2026-11-19' })).toEqual(['breaking operation-removed-before-sunset']);
  expect(found(before, after, { today: '2026-11-20' })).toEqual(['notable deprecated-operation-removed']);
  // A page is the same on every day.
  expect(found(before, after)).toEqual(['notable deprecated-operation-removed']);
});

test('that a version goes as a whole is no change between versions, and excuses nothing that is gone', () => {
  const stays = operation('GET', '/a');
  const dates = { 'x-deprecated-since': '2026-01-01', 'x-sunset': '2026-11-20' };
  const before = withOperations([stays, operation('GET', '/b')], { version: 1, extensions: dates });
  const today = { today: '2026-11-23' };
  expect(found(before, withOperations([stays], { version: 2 }), today)).toEqual(['breaking operation-removed']);
  expect(found(before, withOperations([stays], { version: 1 }), today)).toEqual([
    'notable sunset-removed',
    'notable deprecated-operation-removed',
  ]);
});

describe('what is to stand in the place of another', () => {
  const described = (file: string, rest: Parameters<typeof apiRecord>[0] = {}) => {
    const { source } = apiRecord();
    return apiRecord({ source: { ...source, format: 'openapi-3.1', file }, ...rest });
  };
  const info = { title: 'T', version: '1' };
  const named = { info: { ...info, 'x-platform-api': 'Pay' } };
  const numbered = { info: { ...info, 'x-platform-version': 1 } };
  const [RENAMED, OTHER_VERSION] = ['breaking api-renamed', 'breaking version-changed'];

  test.each([
    // before                                              after                                            found
    ['a/v1.yaml', { name: 'A', version: 1 }, 'new.yaml', { name: 'new', version: 7 }, []],
    ['a/api.yaml', { name: 'A', version: 1 }, 'new.yaml', { name: 'new', version: 7 }, [OTHER_VERSION]],
    ['a/v1.yaml', { name: 'A', version: 1 }, 'a/v1.yaml', { ...named, name: 'Pay', version: 1 }, [RENAMED]],
    ['a/v1.yaml', { ...named, name: 'Pay', version: 1 }, 'new.yaml', { name: 'new', version: 1 }, [RENAMED]],
    ['a/v1.yaml', { ...named, name: 'Pay', version: 1 }, 'new.yaml', { ...named, name: 'Pay', version: 1 }, []],
    ['a/v1.yaml', { version: 1 }, 'new.yaml', { ...numbered, version: 99 }, [OTHER_VERSION]],
    ['a/v2.yaml', { ...numbered, version: 1 }, 'new.yaml', { ...numbered, version: 1 }, []],
  ])('%s %j by %s %j: %j', (one, before, other, after, expected) => {
    const options = { isReplacement: true };
    const [old, now] = [described(one, before), described(other, after)];
    const breaking = (rules: readonly string[]) => rules.filter((rule) => rule.startsWith('breaking'));
    expect([breaking(found(old, now, options)), breaking(found(old, now))]).toEqual([expected, []]);
  });
});

test.each([
  // base path and addresses before and after, and what is reported beside the base path
  [
    '/v1',
    ['https://a.example/v1'],
    '/v2',
    ['https://b.example/v2'],
    ['notable server-added', 'breaking server-removed'],
  ],
  ['/v1', ['https://a.example/v1'], '/v2', ['https://a.example/v2', 'https://b.example/v2'], ['notable server-added']],
  [
    '/v1',
    ['https://a.example/v1', 'https://b.example/v1'],
    '/v2',
    ['https://a.example/v2'],
    ['breaking server-removed'],
  ],
  // It is the base path of neither.
  ['/v1', ['https://a.example/x'], '/v2', ['https://a.example/y'], ['notable server-added', 'breaking server-removed']],
])('servers of another base path: %s %j, then %s %j', (was, before, is, after, expected) => {
  const api = (basePath: string, urls: readonly string[]) =>
    withOperations([operation('GET', '/a')], { basePath, servers: urls.map((url) => ({ url })) });
  expect(found(api(was, before), api(is, after))).toEqual(['breaking base-path-changed', ...expected]);
});

test('servers of an operation that differ by the base path alone are not reported', () => {
  const api = (basePath: string) =>
    withOperations([operation('GET', '/a', { servers: [{ url: `https://other.example${basePath}` }] })], { basePath });
  expect(found(api('/v1'), api('/v2'))).toEqual(['breaking base-path-changed']);
});

test.each([
  // A prefix moves to the paths, while the servers change as well
  ['https://a.example', [], []],
  ['https://a.example https://b.example', ['notable server-added'], ['breaking server-removed']],
  [
    'https://b.example',
    ['notable server-added', 'breaking server-removed'],
    ['notable server-added', 'breaking server-removed'],
  ],
])('a prefix of paths that came from the server, then at %s', (urls, there, back) => {
  const api = (basePath: string, path: string, servers: string) =>
    withOperations([operation('GET', path)], { basePath, servers: servers.split(' ').map((url) => ({ url })) });
  const [before, after] = [api('/v1', '/a', 'https://a.example/v1'), api('', '/v1/a', urls)];
  expect([found(before, after), found(after, before)]).toEqual([there, back]);
});
