import { expect, test } from 'vitest';
import type { AccessRule, OperationIdentity } from '../../../src/model/access.ts';
import { Api } from '../../../src/model/api.ts';
import type { ServiceRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const login: AccessRule = () => ({ kind: 'login', schemes: [{ scheme: 'Basic', realm: 'api' }] });

function operationsOf(accessRule: AccessRule, ...services: readonly ServiceRecord[]) {
  return new Api(apiRecord({ services }), { accessRule }).getServices().flatMap((one) => one.getAllOperations());
}

test('the rule is asked once for each operation, by its names', () => {
  const asked: OperationIdentity[] = [];
  const rest = service('a', { operations: [operation('GET', '/a')], entityOperations: [operation('PUT', '/a/{id}')] });
  const recording: AccessRule = (one) => {
    asked.push(one);
    return login(one);
  };
  const operations = operationsOf(
    recording,
    rest,
    service('b', { kind: 'rpc', operations: [operation('POST', '/b')] }),
  );
  for (const one of [...operations, ...operations])
    expect([one.requiresAuthorization(), one.getAccess().kind]).toEqual([true, 'login']);
  expect(asked.map((one) => Object.values(one).join(' '))).toEqual([
    'Empty 1 a collection GET',
    'Empty 1 a entity PUT',
    'Empty 1 b action POST',
  ]);
});

test('a webhook is called elsewhere: no rule closes it', () => {
  const [hook] = operationsOf(
    login,
    service('hook', { kind: 'webhook', route: '', operations: [operation('POST', '')] }),
  );
  expect(hook?.requiresAuthorization()).toBe(false);
  expect(hook?.getResponseStatusCodes()).toEqual([]);
});

test.each([
  [
    ['200', '404', '4XX', 'default'],
    ['200', '401', '403', '404', '4XX', 'default'],
    [200, 401, 403, 404],
  ],
  [
    ['401', '200'],
    ['200', '401', '403'],
    [200, 401, 403],
  ],
  [[], ['401', '403'], [401, 403]],
] as const)('a log-in adds 401 and 403 to %j where they are not described', (described, all, codes) => {
  const responses = Object.fromEntries(described.map((status) => [status, { description: 'Own words.' }]));
  const [closed] = operationsOf(login, service('a', { operations: [operation('GET', '/a', { responses })] }));
  expect(closed?.getAllResponses().map(({ status }) => status)).toEqual(all);
  expect(closed?.getResponseStatusCodes().map(({ code }) => code)).toEqual(codes);
});
