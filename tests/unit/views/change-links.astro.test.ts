import { expect, test } from 'vitest';
import { versionChanges } from '../../../src/changes/change-view.ts';
import type { Api } from '../../../src/model/api.ts';
import { described } from '../descriptions/described.ts';
import { pageOf, render } from './render.ts';

const address = (zip: string) => ({ type: 'object', properties: { zip: { type: zip }, city: { type: 'string' } } });
const reference = { $ref: '#/components/schemas/Address' };
/** The second use of a named schema is a line without rows. */
const twice = (schema: object) => ({ type: 'object', properties: { bill: schema, ship: schema } });
const inside = (levels: number, schema: object): object =>
  levels === 0 ? schema : { type: 'object', properties: { a: inside(levels - 1, schema) } };

function apiOf(schema: object, schemas: object = {}): Api {
  const requestBody = { content: { 'application/json': { schema } } };
  const paths = { '/orders': { post: { summary: 'Add an order', requestBody, responses: { 204: {} } } } };
  return described({ openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths, components: { schemas } });
}

const named = { Address: address('integer') };

test.each<[string, object, Api]>([
  ['inline and now named', twice(address('string')), apiOf(twice(reference), named)],
  ['inline and now a part', twice(address('string')), apiOf(twice({ allOf: [reference], description: 'B' }), named)],
  ['inline and now or null', twice(address('string')), apiOf(twice({ anyOf: [reference, { type: 'null' }] }), named)],
  ['inline deep down', inside(4, twice(address('string'))), apiOf(inside(4, twice(reference)), named)],
  ['inline on both sides', inside(4, twice(address('string'))), apiOf(inside(4, twice(address('integer'))))],
])('a change of a field whose schema is %s links to a row of the page', async (_, before, after) => {
  const { groups } = versionChanges(apiOf(before), after);
  const anchors = groups.flatMap(({ changes }) => changes.flatMap(({ href }) => href.split('#')[1] ?? []));
  const service = after.getService('orders');
  if (service === undefined) throw new Error('There is no service.');
  const html = await render(pageOf({ level: 'service', api: after, service }));
  const rows = new Set([...html.matchAll(/<(?:li|section) id="([^"]*)"/g)].map(([, id]) => id));
  expect(anchors).not.toEqual([]);
  expect(anchors.filter((anchor) => !rows.has(anchor))).toEqual([]);
});
