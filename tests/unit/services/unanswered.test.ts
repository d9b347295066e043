import { expect, test } from 'vitest';
import { readClaims, unansweredOperations } from '../../../src/services/routing/claims.ts';
import { apiOf } from './site.ts';

const APIS = [
  apiOf('First', { '/a': 'GET', '/b/{id}': 'GET', '/platform/x': 'GET', '/metrics': 'GET' }),
  apiOf('Second', { '/a': 'GET POST', '/b/{name}': 'GET', '/c': 'GET TRACE' }),
  apiOf('Third', { '/a': 'GET', '/c': 'GET' }, { version: 2 }, { versions: [1, 2], defaultVersion: 1 }),
  apiOf('Third', { '/c': 'GET' }, { version: 1 }, { versions: [1, 2], defaultVersion: 1 }),
];

test.each([
  [false, ['First-v1 /platform/x GET']],
  [true, ['First-v1 /platform/x GET', 'First-v1 /metrics GET']],
])('no call reaches what another API or the server has before it, with metrics %s', (hasMetrics, own) => {
  const names = [...unansweredOperations(APIS, readClaims(APIS, { hasMetrics }).leaves, { hasMetrics })].map((key) => {
    const [api, version, service, , method] = JSON.parse(key) as readonly string[];
    return `${api}-v${version} ${service} ${method}`;
  });
  expect(names).toEqual([
    ...own,
    'Second-v1 /a GET',
    'Second-v1 /a POST',
    'Second-v1 /b/{name} GET',
    'Second-v1 /c TRACE',
    'Third-v1 /c GET',
  ]);
});

test('nor what is closed, since configuration names one of two APIs that describe it', () => {
  const own = { hasMetrics: false, isNamed: (name: string) => name === 'Second' };
  const apis = [
    apiOf('First', { '/a': 'GET PUT' }),
    apiOf('Second', { '/a': 'GET POST' }),
    apiOf('Third', { '/b': 'GET' }),
  ];
  const names = [...unansweredOperations(apis, readClaims(apis, own).leaves, own)].map((key) => JSON.parse(key));
  expect(names.map(([api, , , , method]) => `${api} ${method}`)).toEqual(['First GET', 'Second GET', 'Second POST']);
});
