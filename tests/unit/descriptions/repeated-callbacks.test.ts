import { expect, test } from 'vitest';
import { changesView } from '../../../src/changes/change-view.ts';
import { serviceView } from '../../../src/presentation/services/service-view.ts';
import { described, foundIn } from './described.ts';

/** A callback may call several URLs with one method: each has an anchor of its own, to which everything leads. */

const call = (field: string, type: string) => ({
  summary: `Hear of the ${field}`,
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { [field]: { type } } } } } },
  responses: {},
});
const watched = (type: string) =>
  described({
    openapi: '3.1.0',
    info: { title: 'Kilns', version: '1' },
    paths: {
      '/firings': {
        post: {
          responses: {},
          callbacks: {
            heat: {
              '{$request.body#/hot}': { post: call('celsius', 'integer') },
              '{$request.body#/cold}': { post: call('minutes', type) },
            },
          },
        },
      },
    },
  });

test('pages, search and changes have the same anchor for each call of a callback', () => {
  const api = watched('integer');
  const [service] = api.getServices();
  if (service === undefined) throw new Error('no service');
  const [operation] = serviceView(service, '', undefined, []).sections[0]?.operations ?? [];
  expect(operation?.callbacks.map(({ anchor }) => anchor)).toEqual([
    'post.callback.heat.post',
    'post.callback.heat.post~2',
  ]);
  expect(foundIn(api, 'celsius').join()).toContain('#post.callback.heat.post.body.celsius');
  expect(foundIn(api, 'minutes').join()).toContain('#post.callback.heat.post~2.body.minutes');
  expect(JSON.stringify(changesView(api, watched('string')))).toContain('#post.callback.heat.post~2.body.minutes"');
});
