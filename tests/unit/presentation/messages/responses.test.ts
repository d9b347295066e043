import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { statusTitle } from '../../../../src/presentation/messages/responses.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test.each([
  // responses             status      title
  [['default'], 'default', 'any status'],
  [['200', 'default'], 'default', 'any other status'],
  [['200', 'default'], '200', '200 OK'],
  [['4XX'], '4XX', '4XX'],
])('of an operation that answers %j, %s is called %s', (statuses, status, title) => {
  const responses = Object.fromEntries(statuses.map((one) => [one, { description: '' }]));
  const services = [service('Thing', { operations: [operation('GET', '/thing', { responses })] })];
  const [found] = new Api(apiRecord({ services })).getServices().flatMap((one) => one.getAllOperations());
  expect(statusTitle(status, { description: '' }, wordsOf({}), found)).toBe(title);
});
