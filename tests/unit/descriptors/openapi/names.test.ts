import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  roleOf,
  routeOf,
  serviceNameOf,
  webhookServiceName,
  withoutSlash,
} from '../../../../src/descriptors/openapi/names.ts';
import { RESERVED_SERVICE_NAMES } from '../../../../src/model/locations.ts';
import { caseCount } from '../../../tooling/case-count.ts';

const segment = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    '_a',
    '__',
    '{a}',
    '{_a}',
    '{}',
    'a-b',
    'a~b',
    '=2D',
    '{a}.json',
    '{a}-{b}',
    'é',
    'é',
    'schemas',
    'root',
    '=root',
    'webhook',
    'a.b',
    '2E',
  ),
  fc.string({ maxLength: 4 }).map((text) => text.replaceAll('/', '')),
  fc.string({ unit: 'binary', maxLength: 3 }).map((text) => text.replaceAll('/', '')),
);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);

describe('the service of a path', () => {
  test.each([
    ['/pets', '/pets', null, 'pets'],
    ['/pets/{petId}', '/pets', '{petId}', 'pets'],
    ['/pets/{petId}/toys', '/pets/{petId}/toys', null, 'pets-_petId-toys'],
    ['/pets/', '/pets/', null, 'pets'],
    ['/pets/{petId}/', '/pets/', '{petId}/', 'pets'],
    ['/pets/{petId}/toys/', '/pets/{petId}/toys/', null, 'pets-_petId-toys'],
    ['/{id}/', '/', '{id}/', '=root'],
    ['/', '/', null, '=root'],
    ['/{id}', '/', '{id}', '=root'],
    ['/pet-food', '/pet-food', null, 'pet~food'],
    ['/v1/a.b', '/v1/a.b', null, 'v1-a=2Eb'],
    ['/_hidden', '/_hidden', null, '=5Fhidden'],
    ['/a/{b}.json', '/a/{b}.json', null, 'a-=7Bb=7D=2Ejson'],
    ['/schemas', '/schemas', null, '=schemas'],
    ['/changes/{id}', '/changes', '{id}', '=changes'],
    ['/é', '/é', null, '=C3=A9'],
    ['/a:cancel', '/a:cancel', null, 'a:cancel'],
  ])('%s belongs to %s, its entity is %s, it is named %s', (given, collection, entity, name) => {
    expect(roleOf(given)).toEqual({ collection, entity });
    expect(serviceNameOf(withoutSlash(collection))).toBe(name);
  });

  test('two collections never have one name', () => {
    fc.assert(
      fc.property(path, path, (first, second) => {
        const [a, b] = [roleOf(first).collection, roleOf(second).collection];
        fc.pre(a !== b && a.isWellFormed() && b.isWellFormed());
        expect(serviceNameOf(a)).not.toBe(serviceNameOf(b));
      }),
      { seed: 5, numRuns: caseCount(5000) },
    );
  });

  test('a webhook never has the name of a path', () => {
    fc.assert(
      fc.property(
        segment,
        fc.oneof(
          path,
          segment.map((text) => `/webhook${text}`),
        ),
        (webhook, other) => {
          expect(webhookServiceName(webhook)).not.toBe(serviceNameOf(roleOf(other).collection));
        },
      ),
      { seed: 6, numRuns: caseCount(3000) },
    );
  });

  test('every name can be a URL segment and is not reserved', () => {
    fc.assert(
      fc.property(path, (given) => {
        const name = serviceNameOf(roleOf(given).collection);
        expect(name).toMatch(/^[A-Za-z0-9_$@,+:~=-]+$/);
        expect(RESERVED_SERVICE_NAMES.has(name)).toBe(false);
      }),
      { seed: 7, numRuns: caseCount(1000) },
    );
  });
});

describe('routeOf', () => {
  test.each([
    ['/pets', null, '/pets'],
    ['/pets/', null, '/pets/'],
    ['/pets', '{petId}', '/pets[/:petId]'],
    ['/pets/{petId}/toys', '{toyId}', '/pets/:petId/toys[/:toyId]'],
    ['/', '{id}', '/[:id]'],
    ['/pets/', '{petId}/', '/pets/[:petId/]'],
    ['/pets/', '{petId}', '/pets/[:petId]'],
    ['/pets', '{petId}/', '/pets[/:petId/]'],
  ])('%s with %s is %s', (collection, entity, route) => {
    expect(routeOf(collection, entity)).toBe(route);
  });
});
