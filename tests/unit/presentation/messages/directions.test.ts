import { describe, expect, test } from 'vitest';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../../src/model/api.ts';
import type { OperationObject, ResponseObject } from '../../../../src/model/openapi-objects.ts';
import type { BodyView, ExampleView } from '../../../../src/presentation/messages/message-view.ts';
import { serviceView } from '../../../../src/presentation/services/service-view.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { searchEntries } from '../../../../src/search/entries.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

/**
 * Readers of an operation send its request. Of a webhook and of a callback the API sends it: readers receive the
 * request, and send the response.
 */
const card: JsonSchema = {
  type: 'object',
  required: ['number', 'last4'],
  properties: {
    number: { type: 'string', writeOnly: true, const: '4242424242424242' },
    last4: { type: 'string', readOnly: true, const: '4242' },
    brand: { type: 'string', const: 'visa' },
  },
};
const content = { 'application/json': { schema: card } };
const call: OperationObject = {
  requestBody: { content },
  responses: { '200': { $ref: '#/components/responses/Card' } },
};
const shared: ResponseObject = { description: 'A card', content };

const api = new Api(
  apiRecord({
    services: [
      service('card', {
        operations: [
          operation('POST', '/card', { ...call, callbacks: { stored: { '{$request.body#/url}': { post: call } } } }),
        ],
      }),
      service('charged', { kind: 'webhook', route: '', operations: [operation('POST', '', { ...call })] }),
    ],
    components: {
      ...apiRecord().components,
      responses: { Card: shared },
    },
  }),
);

interface Drawn {
  readonly bodies: readonly BodyView[];
  readonly examples: readonly ExampleView[];
}

/** Visible parts of a message: fields, counts, the line about omitted ones, the keys of the example. */
function seen(message: Drawn | null | undefined) {
  const content = message?.bodies[0]?.shape?.content;
  return {
    fields: content?.rows.map(({ name }) => name),
    required: content?.requiredCount,
    hidden: content?.hidden?.names,
    said: content?.hidden?.link.text,
    example: Object.keys(JSON.parse(message?.examples[0]?.text ?? '{}')),
  };
}

const SENT = {
  fields: ['number', 'brand'],
  required: 1,
  hidden: ['last4'],
  said: '1 read-only field not shown',
  example: ['number', 'brand'],
};
const RECEIVED = {
  fields: ['last4', 'brand'],
  required: 1,
  hidden: ['number'],
  said: '1 write-only field not shown',
  example: ['last4', 'brand'],
};

function viewOf(name: string) {
  const found = api.getService(name);
  const [view] = found === undefined ? [] : (serviceView(found, '').sections[0]?.operations ?? []);
  if (view === undefined) throw new Error(`${name} is not there.`);
  return view;
}

describe('readers', () => {
  test('of an operation send its request and receive its response', () => {
    const { request, responses } = viewOf('card');
    expect(seen(request)).toEqual(SENT);
    expect(seen(responses[0])).toEqual(RECEIVED);
  });

  test('of a webhook receive its request and send its response', () => {
    const { request, responses } = viewOf('charged');
    expect(seen(request)).toEqual(RECEIVED);
    expect(seen(responses[0])).toEqual(SENT);
  });

  test('of a callback receive its request and send its response', () => {
    const [callback] = viewOf('card').callbacks;
    expect(seen(callback?.request)).toEqual(RECEIVED);
    expect(seen(callback?.responses[0])).toEqual(SENT);
  });
});

describe('the examples that Markdown makes', () => {
  test.each([
    ['of an operation and its callback', 'card', [SENT, RECEIVED, SENT]],
    ['of a webhook', 'charged', [RECEIVED, SENT]],
  ])('%s travel as the messages do', (_, name, expected) => {
    const found = api.getService(name);
    if (found === undefined) throw new Error(name);
    const text = markdown.render?.({ level: 'service', api, service: found }, { title: '', baseUrl: '' }) ?? '';
    const [own = ''] = text.split('## Shared responses');
    const examples = [...own.matchAll(/```json\n([^`]*)```/g)].map(([, json = '']) => Object.keys(JSON.parse(json)));
    // The example of the operation's response stands with the response, at the end of the document.
    expect(examples).toEqual(expected.map(({ example }) => example));
  });
});

test('the search finds fields of a message where pages show them', () => {
  const fields = [...searchEntries(api)].filter(({ kind }) => kind === 'field');
  // The webhook's body is that of the callback, and travels the same way: one fact, which both have.
  expect(fields.map(({ anchor, operations }) => [anchor, ...operations.map(({ service: name }) => name)])).toEqual([
    ['post.body.number', 'card'],
    ['post.body.brand', 'card'],
    ['post.200.last4', 'card'],
    ['post.200.brand', 'card'],
    ['post.callback.stored.post.body.last4', 'card', 'charged'],
    ['post.callback.stored.post.body.brand', 'card', 'charged'],
    ['post.200.number', 'charged'],
    ['post.200.brand', 'charged'],
  ]);
});
