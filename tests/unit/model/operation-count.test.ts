import { expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ServiceRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const books = service('books', { operations: [operation('GET', '/books'), operation('POST', '/books')] });
const sold = service('sold', { kind: 'webhook', route: '', operations: [operation('POST', '')] });

test.each<readonly [string, readonly ServiceRecord[], number]>([
  ['those that clients call', [books], 2],
  ['not webhooks, which are called on their side', [books, sold], 2],
  ['webhooks where there is nothing else', [sold], 1],
  ['nothing where there is nothing', [], 0],
])('an API counts %s', (_, services, count) => {
  expect(new Api(apiRecord({ services })).getOperationCount()).toBe(count);
});
