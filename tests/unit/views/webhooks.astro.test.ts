import { expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { OperationRecord } from '../../../src/model/records.ts';
import type { Service } from '../../../src/model/service.ts';
import { namesOf } from '../../../src/presentation/navigation/names.ts';
import type { Document } from '../../../src/presentation/page-data/document.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { pageOf, render } from './render.ts';

/** Readers do not call webhooks: the word stands wherever one is listed. */
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Paid' } } };
const hook = (name: string, summary: string, tags: readonly string[], security: OperationRecord['security'] = null) =>
  service(name, {
    kind: 'webhook',
    route: '',
    tags,
    operations: [operation('POST', '', { summary, security, requestBody: { content } })],
  });
const api = new Api(
  apiRecord({
    tags: [{ name: 'Payments' }, { name: 'Events' }],
    services: [
      service('charge', {
        tags: ['Payments'],
        operations: [operation('POST', '/charge', { summary: 'Charge a card', responses: { '200': { content } } })],
      }),
      hook('paid', 'Payment succeeded', ['Payments']),
      hook('failed', 'Payment failed', ['Events'], [{ key: [] }]),
      hook('other', 'Something else', []),
    ],
    components: { ...apiRecord().components, schemas: { Paid: { type: 'object', properties: { amount: {} } } } },
  }),
);

function find(name: string): Service {
  const found = api.getService(name);
  if (found === undefined) throw new Error(`No service ${name}.`);
  return found;
}

async function textOf(document: Document): Promise<string> {
  const html = await render(pageOf(document));
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test.each<[of: string, Document, said: readonly string[]]>([
  [
    'its group, and in the navigation',
    { level: 'group', api, group: 'Payments' },
    ['Payments 2 1 service, 1 webhook charge paid Webhook', 'Payments 1 service, 1 webhook', 'paid Webhook POST'],
  ],
  ['a group of webhooks alone', { level: 'group', api, group: 'Events' }, ['Events 1 webhook failed Webhook POST']],
  // The group of those without a tag says it already.
  ['such a group without a tag', { level: 'group', api, group: 'Webhooks' }, ['Webhooks 1 webhook other Example']],
  ['the overview', { level: 'api', api }, ['1 service, 1 webhook charge paid Webhook', '1 webhook failed Webhook']],
  [
    'what uses a schema',
    { level: 'schema', api, name: 'Paid', schema: {} },
    ['POST Payment succeeded Webhook request', 'POST Charge a card /charge response'],
  ],
])('the word is on the page of %s', async (_, document, said) => {
  const text = await textOf(document);
  for (const words of said) expect(text).toContain(words);
});

test('what a webhook comes with has no sign of being open', async () => {
  const html = await render(pageOf({ level: 'service', api, service: find('failed') }));
  expect(html).toMatch(/<p class="pd-access pd-unsaid">\s*(?:<span[^>]*>\s*)*Called with/);
  expect(await render(pageOf({ level: 'service', api, service: find('paid') }))).not.toContain('class="pd-access');
});

test('the list of names says it', () => {
  const kinds = namesOf(api).flatMap(({ rows }) => rows.map(({ title, kind }) => [title, kind]));
  expect(kinds).toContainEqual(['paid', 'Webhook']);
  expect(kinds).toContainEqual(['Payment succeeded', 'Webhook']);
  expect(kinds).toContainEqual(['Charge a card', 'Operation']);
});
