import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { NO_COMPONENTS } from '../../../src/model/components.ts';
import type { ServiceRecord } from '../../../src/model/records.ts';
import { actionTitle, repeatsPath } from '../../../src/presentation/action-titles.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

/** An operation of a service that has nothing else unless it is said. */
function operationAt(method: string, path: string, rest: Partial<ServiceRecord> = {}) {
  const isEntity = /\}$/.test(path);
  const operations = [operation(method, path)];
  const own = isEntity ? { operations: [], entityOperations: operations } : { operations };
  const components = { ...NO_COMPONENTS, schemas: { ConfigMap: true } };
  const api = new Api(apiRecord({ services: [service('one', { ...own, ...rest })], components }));
  const found = api
    .getServices()
    .flatMap((one) => one.getAllOperations())
    .find((one) => one.getHttpMethod() === method);
  if (found === undefined) throw new Error('No operation.');
  return found;
}

describe('what is done at a path', () => {
  test.each([
    ['GET', '/v1/balance_transactions', 'List balance transactions'],
    ['POST', '/v1/account_links', 'Create account link'],
    ['PUT', '/account_links', 'Update account links'],
    ['DELETE', '/account_links', 'Delete account links'],
    ['GET', '/exchange_rates/{rate_id}', 'Get exchange rate'],
    ['POST', '/urls/{id}', 'Update URL'],
    ['PUT', '/taxIds/{id}', 'Update tax ID'],
    ['PATCH', '/people/{id}', 'Update person'],
    ['DELETE', '/policies/{id}', 'Delete policy'],
    ['GET', '/balance', 'Get balance'],
    ['GET', '/configmaps', 'List config maps'],
    ['POST', '/account/forgotPassword', ''],
    ['GET', '/api/v{version}/Books', 'List books'],
    ['DELETE', '/api/v{api-version}/Books/{id}', 'Delete book'],
  ])('%s %s: %s', (method, path, title) => {
    expect(actionTitle(operationAt(method, path))).toBe(title);
  });

  test.each([
    ['GET', '/customers/{customer}/cards', 'List customer cards'],
    ['GET', '/customers/{customer}/cards/{id}', 'Get customer card'],
    ['GET', '/a/{a}/customers/{customer}/cards', 'List customer cards'],
    ['GET', '/accounts/{account}/bank_accounts', 'List bank accounts'],
    ['GET', '/checkout/sessions/{session}/line_items', 'List checkout session line items'],
    ['GET', '/repos/{owner}/{repo}', 'Get repo'],
    ['GET', '/invoices/upcoming', 'Get upcoming invoice'],
    ['GET', '/invoices/upcoming/lines', 'List upcoming invoice lines'],
    ['GET', '/customers/search', 'Search customers'],
    ['GET', '/search', 'Get search'],
    ['GET', '/credit_notes/preview/lines', 'List credit note preview lines'],
    ['GET', '/accounts/billing', 'Get account billing'],
    ['GET', '/v1/users/feed', 'Get user feed'],
    ['GET', '/orders/archived', 'List archived orders'],
    ['DELETE', '/orders/archived', 'Delete archived orders'],
    ['POST', '/orders/archived', 'Create archived order'],
    ['GET', '/orders/archived/latest', 'Get archived order latest'],
    ['GET', '/orders/{id}/archived', 'Get order archived'],
    ['GET', '/items/all', 'List all items'],
    ['DELETE', '/items/all', 'Delete all items'],
    ['GET', '/commits/{ref}/check-runs', 'List commit check runs'],
    ['GET', '/delete_requests', 'List delete requests'],
    ['GET', '/users/get_names', 'Get names'],
    ['GET', '/aws/{id}', 'Get aws'],
    ['GET', '/caf%C3%A9s', 'List cafés'],
    ['GET', '/users.json', 'List users'],
    ['GET', '/books/{id}.json', 'Get book'],
    ['GET', '/2010-04-01/books', 'List books'],
    ['GET', '/admin/v1/2024/users', 'List users'],
    ['GET', '/api/users', 'List users'],
    ['GET', `${'/a'.repeat(10_000)}/b/c/d/e`, 'Get b c d e'],
  ])('%s %s, with what it is in: %s', (method, path, title) => {
    expect(actionTitle(operationAt(method, path))).toBe(title);
  });

  test.each([
    ['/payment_intents/{intent}/cancel', 'Cancel payment intent'],
    ['/charges/{charge}/dispute/close', 'Close charge dispute'],
    ['/users/invite', 'Invite users'],
    ['/users/import', 'Import users'],
    ['/account/transfer', 'Create account transfer'],
    ['/users/{id}/avatar', 'Create user avatar'],
    ['/users/{id}/password', 'Create user password'],
    ['/oauth/token', 'Create OAuth token'],
    ['/audio/speech', 'Create audio speech'],
    ['/applications/{id}/token/scoped', 'Create scoped application token'],
    ['/runs/{run}/force-cancel', 'Force cancel run'],
    ['/users/{id}/bulk-list', 'Create user bulk list'],
    ['/pets/{id}/uploadImage', 'Upload pet image'],
    ['/users/{id}/import-job', 'Create user import job'],
    ['/auth/login', 'Log in'],
    ['/api/v{version}/Account/SignUp', 'Sign up'],
    ['/lists/{id}/unsubscribe', 'Unsubscribe'],
    ['/auth/verify', ''],
    ['/verify', ''],
    ['/invoices/{invoice}/mark_uncollectible', 'Mark invoice uncollectible'],
    ['/messages/{id}/mark_as_read', 'Mark message as read'],
    ['/intents/{intent}/apply_customer_balance', 'Apply customer balance'],
    ['/readers/{reader}/set_reader', 'Set reader'],
    ['/orders/{order}/payment', 'Create order payment'],
    ['/readers/{reader}/cancel_action', 'Cancel reader action'],
    ['/services/Account/v6/closeStores', 'Close stores'],
    ['/services/checkAccountHolder', 'Check account holder'],
    ['/login', 'Log in'],
  ])('where there is nothing but a POST, it is an action: %s: %s', (path, title) => {
    expect(actionTitle(operationAt('POST', path))).toBe(title);
  });

  test('a POST of what can be read as well changes it', () => {
    const path = '/charges/{charge}/dispute';
    const operations = [operation('POST', path), operation('GET', path)];
    expect(actionTitle(operationAt('POST', path, { operations }))).toBe('Update charge dispute');
  });

  test.each(['PUT', 'PATCH'])('a POST beside a %s of the same has no words of its own', (method) => {
    const entityOperations = [operation('POST', '/users/{id}'), operation(method, '/users/{id}')];
    expect(actionTitle(operationAt('POST', '/users/{id}', { entityOperations }))).toBe('');
    expect(actionTitle(operationAt(method, '/users/{id}', { entityOperations }))).toBe('Update user');
    const operations = [operation('POST', '/user/avatar'), operation(method, '/user/avatar')];
    expect(actionTitle(operationAt('POST', '/user/avatar', { operations }))).toBe('');
  });

  test('a verb is what one method does, POST before others', () => {
    const path = '/users/{id}/activate';
    const operations = ['GET', 'PUT', 'POST'].map((method) => operation(method, path));
    const titles = operations.map(({ method }) => actionTitle(operationAt(method, path, { operations })));
    expect(titles).toEqual(['', '', 'Activate user']);
    expect(actionTitle(operationAt('PUT', path))).toBe('Activate user');
    expect(actionTitle(operationAt('DELETE', path))).toBe('');
  });

  test('a PUT beside a PATCH replaces', () => {
    const [put, patch] = [operation('PUT', '/books/{id}'), operation('PATCH', '/books/{id}')];
    expect(actionTitle(operationAt('PUT', '/books/{id}', { entityOperations: [put, patch] }))).toBe('Replace book');
    const elsewhere = { operations: [patch], entityOperations: [operation('PUT', '/books/{other}')] };
    expect(actionTitle(operationAt('PUT', '/books/{other}', elsewhere))).toBe('Update book');
  });

  test('a POST beside one thing each makes one', () => {
    const entityOperations = [operation('GET', '/book/{id}')];
    expect(actionTitle(operationAt('POST', '/book', { entityOperations }))).toBe('Create book');
    // All of them, or one? The path does not say.
    expect(actionTitle(operationAt('GET', '/book', { entityOperations }))).toBe('');
    expect(actionTitle(operationAt('DELETE', '/books', { entityOperations }))).toBe('Delete books');
  });

  test.each([
    ['HEAD', '/books'],
    ['CONSTRUCTOR', '/books'],
    ['GET', '/'],
    ['GET', '/{account}'],
    ['GET', '/v1'],
    ['GET', '/-'],
    ['POST', '/books/{id}:cancel'],
    ['POST', '/delete/users'],
    ['POST', '/users/activate/{token}'],
    ['POST', '/users/activate/tokens'],
    ['POST', '/search/users'],
    ['GET', '/search/users'],
    ['POST', '/search/{index}'],
    ['POST', '/items/all'],
  ])('%s %s: nothing that words say', (method, path) => {
    expect(actionTitle(operationAt(method, path))).toBe('');
  });

  test('of a webhook is nothing', () => {
    expect(actionTitle(operationAt('POST', '', { kind: 'webhook' }))).toBe('');
  });
});

describe('an operationId', () => {
  test.each(['getUsersJson', 'getUsers'])('%s repeats a path with an extension', (operationId) => {
    expect(repeatsPath(operationId, operationAt('GET', '/users.json'))).toBe(true);
  });

  test.each([
    ['GetCustomersCustomerCardsId', true],
    ['getV1CustomersCustomerCardsId', true],
    ['get_/v1/customers/{customer}/cards/{id}', true],
    ['customers-customer-cards-id-get', true],
    ['getCardsId', true],
    ['get', true],
    ['getCard', false],
    ['listCardsId', false],
    ['getdsId', false],
    ['getOtherV1CustomersCustomerCardsId', false],
    ['cards', false],
    ['', false],
  ])('%s repeats method and path: %s', (operationId, repeats) => {
    expect(repeatsPath(operationId, operationAt('GET', '/v1/customers/{customer}/cards/{id}'))).toBe(repeats);
  });
});
