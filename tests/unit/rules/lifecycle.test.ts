import { expect, test } from 'vitest';
import type { Extensible } from '../../../src/model/openapi-objects.ts';
import { lifecycleRules } from '../../../src/rules/checked/operations.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const find = (top: Extensible, own: Extensible): readonly string[] => {
  const operations = [operation('GET', '/books', { extensions: own })];
  const record = apiRecord({ extensions: top, services: [service('books', { operations })] });
  return lifecycleRules
    .flatMap(({ check }) => [...(check?.({ record, declaredTags: [] }) ?? [])])
    .map(({ part, message }) => `${part.kind} ${'below' in part ? part.below.join() : ''}: ${message}`);
};

const REVERSED = 'The sunset is before the deprecation.';

test.each([
  [{}, { 'x-deprecated-since': '2026-05-01', 'x-sunset': '2026-05-01' }, []],
  [
    {},
    { 'x-sunset': 'soon', 'x-deprecated-since': true },
    ['x-deprecated-since', 'x-sunset'].map((key) => `operation ${key}: “${key}” is not a date.`),
  ],
  [{}, { 'x-deprecated-since': '2026-05-02', 'x-sunset': '2026-05-01' }, [`operation x-sunset: ${REVERSED}`]],
  [{ 'x-sunset': '2026-02-30' }, {}, ['api x-sunset: “x-sunset” is not a date.']],
  [{ 'x-deprecated-since': '2026-05-02', 'x-sunset': '2026-05-01' }, {}, [`api x-sunset: ${REVERSED}`]],
])('at the top %j and at an operation %j: %j', (top, own, expected) => {
  expect(find(top, own)).toEqual(expected);
});
