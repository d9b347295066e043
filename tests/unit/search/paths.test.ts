import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const to = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const text = { type: 'string' } as const;
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

const schemas: Record<string, JsonSchema> = {
  Order: object({
    customer: to('Customer'),
    items: list(to('Item')),
    grid: list(list(to('Item'))),
    labels: { type: 'object', additionalProperties: to('Label') },
    notes: { type: 'object', additionalProperties: object({ author: to('Customer') }) },
    payment: { oneOf: [to('Card'), to('Transfer')] },
    refund: { anyOf: [text, to('Transfer')] },
    invoice: { allOf: [to('Base'), object({ total: to('Money') })] },
    shipping: object({ carrier: text, target: object({ place: to('Address') }) }),
    next: to('order.v1.Reference'),
    billing_address: { allOf: [to('Address')], description: 'Who pays.' },
  }),
  Customer: { allOf: [to('Base'), object({ name: text, address: to('Address') })] },
  Base: object({ createdBy: to('Person') }),
  Person: object({ email: text }),
  Address: object({ lat: text, lon: text, geo: object({ height: text }) }),
  Item: object({ sku: text, price: to('Money') }),
  Money: object({ amount: text }),
  Label: object({ colour: text }),
  Card: object({ number: { ...text, title: 'Sixteen embossed digits' }, holder: to('Person') }),
  Transfer: object({ iban: text }),
  Node: object({ value: text, parent: to('Node'), children: list(to('Node')) }),
  Any: { oneOf: [to('Node'), to('Cycle')] },
  Cycle: { oneOf: [to('Any'), to('Order')] },
  Box: object({ any: to('Any') }),
  People: list(to('Person')),
  'order.v1.Reference': object({ people: to('People') }),
  Other: object({ customer: text, lat: text, address: object({ street: text }), items: list(text) }),
};

const shard = new Shard(
  writeShard(
    searchEntries(
      new Api(
        apiRecord({
          services: [
            service('Order', {
              operations: [
                operation('POST', '/orders', {
                  parameters: [{ name: 'near', in: 'query', schema: to('Address') }],
                  requestBody: json(object({ cart: object({ rows: list(to('Item')), gift: to('Customer') }) })),
                  responses: { 200: { description: 'Made', ...json(to('Order')) } },
                }),
              ],
            }),
          ],
          components: { ...apiRecord().components, schemas },
        }),
      ),
    ),
  ),
);

/** The places of answers: `Address lat`, `Order cart.rows`; those whose names are all that was asked for. */
function placesOf(question: string): readonly string[] {
  return search([shard], question).hits.map(({ entry }) => {
    const { document, around, name } = shard.entry(entry);
    return `${document.level === 'api' ? '' : document.name} ${[...around, name].join('.')}`;
  });
}

test.each<[question: string, first: string, why: string]>([
  ['order email', 'Person email', 'over three schemas'],
  ['orders amount', 'Money amount', 'in plural'],
  ['Order iban', 'Transfer iban', 'of a variant'],
  ['customer height', 'Address geo.height', 'of what is written in place'],
])('%s finds the field that is anywhere inside the schema: %s, %s', (question, first) => {
  expect(placesOf(question)[0]).toBe(first);
  expect(search([shard], question).corrected).toBeNull();
});

describe('a schema and a field of its own', () => {
  const others = Array.from({ length: 60 }, (_, at) => [`Entry${at}`, object({ amount: text })] as const);
  const parts = { ...Object.fromEntries(others), Charge: object({ amount: text }), Ticket: object({ notes: text }) };
  const Wallet = object({ payment_amount: text, charge: to('Charge'), ticket: to('Ticket') });
  const summaries = ['Reconcile the remaining amount for a payment', 'List ticket notes', 'Add notes to a ticket'];
  const operations = summaries.map((summary, at) =>
    operation('GET', `/${at}`, { summary, responses: { 200: { description: 'Read', ...json(to('Wallet')) } } }),
  );
  const services = operations.map((one, at) => service(`${at}`, { operations: [one] }));
  const api = new Api(
    apiRecord({ services, components: { ...apiRecord().components, schemas: { ...parts, Wallet } } }),
  );
  const own = new Shard(writeShard(searchEntries(api)));

  test.each<[question: string, first: readonly string[], why: string]>([
    ['charge amount', ['amount', 'Reconcile the remaining amount for a payment'], 'though many have such a field'],
    ['charges amount', ['amount'], 'in plural'],
    ['ticket notes', ['List ticket notes', 'notes'], 'behind a title with hardly any other word'],
  ])('%s finds it: %s, %s', (question, first) => {
    const names = search([own], question).hits.map(({ entry }) => own.name(entry));
    expect(names.slice(0, first.length)).toEqual(first);
  });
});

test('a field of another schema is not inside, and is found without the schema', () => {
  expect(search([shard], 'item email').corrected).toBe('email');
});

test('words of a title find the field that it describes', () => {
  expect(placesOf('embossed digits')).toEqual(['Card number']);
});

describe('a path of names', () => {
  test.each<[question: string, first: string, why: string]>([
    ['customer.address.lat', 'Address lat', 'over two named schemas'],
    ['address.lat', 'Address lat', 'from the middle'],
    ['Order.customer.address.lat', 'Address lat', 'from a schema'],
    ['Reference.people.email', 'Person email', 'from a schema by the last part of its name'],
    ['customer.address.geo.height', 'Address geo.height', 'into what is written in place'],
    ['CUSTOMER.Address.Lat', 'Address lat', 'in capitals'],
    ['cart.gift.address.lat', 'Address lat', 'from the body of a request'],
    ['gift.address.lat', 'Address lat', 'from the middle of what is written in place'],
    ['cart.rows.price.amount', 'Money amount', 'of a list in a body'],
    ['shipping.target.place.lon', 'Address lon', 'over fields in place'],
    ['items.sku', 'Item sku', 'of a list'],
    ['items[].sku', 'Item sku', 'of a list'],
    ['items[0].price.amount', 'Money amount', 'of a place of a list'],
    ['items.*.price.amount', 'Money amount', 'as anchors have it'],
    ['$.items[*].sku', 'Item sku', 'as JSONPath has it'],
    ['grid[0][1].sku', 'Item sku', 'of a list of lists'],
    ['labels.*.colour', 'Label colour', 'of a map'],
    ['labels.colour', 'Label colour', 'of a map'],
    ['notes.*.author.address.lat', 'Address lat', 'of a map in place'],
    ['customer[address][lat]', 'Address lat', 'as forms have it'],
    ['customer.createdBy.email', 'Person email', 'of a part of allOf'],
    ['invoice.created_by.email', 'Person email', 'with words told apart otherwise'],
    ['invoice.total.amount', 'Money amount', 'beside a part of allOf'],
    ['payment.number', 'Card number', 'of a variant'],
    ['payment.holder.email', 'Person email', 'of a variant'],
    ['refund.iban', 'Transfer iban', 'of a variant beside a text'],
    ['billingAddress.lat', 'Address lat', 'of a reference with a description'],
    ['next.people.email', 'Person email', 'of a named list'],
    ['children.parent.children.value', 'Node value', 'of a schema that holds itself'],
    ['any.customer.address.lat', 'Address lat', 'of variants that hold each other'],
    ['near.lat', 'Address lat', 'of a parameter'],
    ['customer.address.la', 'Address lat', 'whose end is still typed'],
    ['customer.adress.lat', 'Address lat', 'with a typo in the middle'],
    ['custoner.address.lat', 'Address lat', 'with a typo at the beginning'],
    ['shipping.target.place.geo.hieght', 'Address geo.height', 'with a typo at the end'],
    ['any.cutsomer.address.lat', 'Address lat', 'with two letters swapped'],
  ])('%s finds %s first: %s', (question, first) => {
    expect(placesOf(question)[0]).toBe(first);
  });

  test.each<[question: string, why: string]>([
    ['customer.lat', 'a name is left out'],
    ['address.customer.lat', 'in another order'],
    ['address.email', 'another schema has the field'],
    ['customer.address.lat.lon', 'a text has no fields'],
    ['payment.holder.iban', 'another variant has it'],
    ['custoner.adress.lat', 'two typos'],
  ])('%s is no path: %s', (question) => {
    expect(
      search([shard], question).hits.filter(({ entry }) => shard.entry(entry).document.level === 'schema'),
    ).toEqual([]);
  });

  test('from a body or a schema is before the end of one', () => {
    const deep = object({ deep: object({ place: object({ lat: text }) }) });
    const flat = object({ place: object({ lat: text }) });
    const operations = [
      operation('PUT', '/a', { requestBody: json(deep) }),
      operation('POST', '/a', { requestBody: json(flat) }),
    ];
    const both = new Shard(writeShard(searchEntries(new Api(apiRecord({ services: [service('A', { operations })] })))));
    const { hits } = search([both], 'place.lat');
    expect(hits.map(({ entry }) => both.entry(entry).around)).toEqual([['place'], ['deep', 'place']]);
  });

  test('with a typo is said as it is followed', () => {
    expect(search([shard], 'customer.adress.lat')).toMatchObject({ corrected: 'customer.address.lat' });
  });

  test('leads to all that is at its end, and to nothing twice', () => {
    expect(placesOf('email').toSorted()).toEqual(['Person email']);
    expect(placesOf('any.value')).toEqual(['Node value']);
    expect(placesOf('lat').toSorted()).toEqual(['Address lat', 'Other lat']);
  });
});
