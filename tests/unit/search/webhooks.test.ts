import { expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { MediaTypeObject } from '../../../src/model/openapi-objects.ts';
import { answerWords, jsonResult, searchRow } from '../../../src/search/answers.ts';
import { contentsOf } from '../../../src/search/contents.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const receipt: MediaTypeObject = { schema: { type: 'object', properties: { receipt: { type: 'string' } } } };
const requestBody = { content: { 'application/json': receipt } };
const hook = (name: string, summary: string) =>
  service(name, {
    kind: 'webhook',
    route: '',
    operations: [operation('POST', '', { summary, requestBody, parameters: [{ name: `${name}-sign`, in: 'header' }] })],
  });
const charge = service('charge', { operations: [operation('POST', '/charge', { summary: 'Charge a card' })] });
const record = apiRecord({
  services: [charge, hook('paid', 'Payment succeeded'), hook('failed', 'Payment failed')],
});
const shard = new Shard(writeShard(searchEntries(new Api(record))));

test.each([
  ['paid', 'Webhook', 'webhook', [], []],
  ['payment succeeded', 'Webhook', 'webhook', [], []],
  ['charge a card', 'Operation', 'operation', [], []],
  ['paid-sign', 'Parameter', 'parameter', ['Webhook', 'Header'], []],
  // A webhook, which readers cannot call, has the word in the place of a method.
  ['receipt', 'Field', 'field', ['request body'], ['Webhook', 'Webhook']],
])('the search for “%s” finds a %s', (question, kind, type, way, links) => {
  const [hit] = search([shard], question).hits;
  if (hit === undefined) throw new Error('Nothing is found.');
  const of = { api: 'Empty', version: 1, title: 'Empty' };
  const terms = question.split(' ');
  const row = searchRow(hit, of, { terms, words: answerWords(wordsOf({})) }, true);
  expect([row.kind, row.way, row.operations.map(({ method }) => method)]).toEqual([kind, way, links]);
  expect(jsonResult(hit, of, terms).type).toBe(type);
});

test.each([
  ['payment succeeded', 'POST paid'],
  ['paid-sign', 'POST paid'],
  ['charge a card', 'POST /charge'],
])('as JSON, what is found for “%s” is of %s', (question, operation) => {
  const [hit] = search([shard], question).hits;
  if (hit === undefined) throw new Error('Nothing is found.');
  expect(jsonResult(hit, { api: 'Empty', version: 1, title: 'Empty' }, question.split(' ')).operation).toBe(operation);
});

test('lists of what there is name webhooks', () => {
  const calls = contentsOf(shard).services.flatMap(({ operations }) => operations);
  expect(calls.map(({ method, path, webhook }) => [method, path, webhook])).toEqual([
    ['POST', '/charge', undefined],
    ['POST', '', 'failed'],
    ['POST', '', 'paid'],
  ]);
});

test('the page of a webhook and its only call are one answer', () => {
  const { hits } = search([shard], 'payment succeeded');
  expect(hits.map(({ entry, kind }) => [kind, shard.entry(entry).name])).toEqual([['webhook', 'Payment succeeded']]);
});
