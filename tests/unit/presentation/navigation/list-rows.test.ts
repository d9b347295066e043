import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { serviceRow } from '../../../../src/presentation/navigation/list-rows.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test.each([
  // deprecated operations   the service   its operations
  ['no operation', [false, false], '', ['', '']],
  ['all operations', [true, true], 'Deprecated', ['', '']],
  ['some operations', [true, false], '', ['Deprecated', '']],
])('of a service with %s deprecated its row says so once', (_, deprecated, ofService, ofOperations) => {
  const operations = deprecated.map((isOld, index) => operation('GET', `/${index}`, { deprecated: isOld }));
  const [found] = new Api(apiRecord({ services: [service('Things', { operations })] })).getServices();
  if (found === undefined) throw new Error('A service was expected.');
  const row = serviceRow(found);
  expect(row.deprecated).toBe(ofService);
  expect(row.paths.flatMap((path) => path.operations.map((one) => one.deprecated))).toEqual(ofOperations);
});

test.each([
  ['Get a form', 'GET', []],
  ['Read forms', '', ['Read forms']],
])('the row of a service whose only operation is called %j has the method %j', (summary, method, titles) => {
  const one = service('form', { title: 'Get form', operations: [operation('GET', '/form', { summary })] });
  const [found] = new Api(apiRecord({ services: [one] })).getServices();
  if (found === undefined) throw new Error('A service was expected.');
  const row = serviceRow(found);
  expect(row.method).toBe(method);
  expect(row.paths.flatMap((path) => path.operations.map(({ title }) => title))).toEqual(titles);
});

test('a service without operations is not deprecated', () => {
  const [found] = new Api(apiRecord({ services: [service('Things')] })).getServices();
  expect(found && serviceRow(found).deprecated).toBe('');
});
