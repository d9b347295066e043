import { expect, test } from 'vitest';
import { described, foundIn } from './described.ts';

const of = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const answer = (name: string) => ({ 200: { description: 'OK', content: of(name) } });
const kinds = ['Barn', 'Garden', 'House', 'Pond', 'Shed'];

/** Every building holds a tank, which its lists answer with before its requests send it. */
const api = described({
  openapi: '3.1.0',
  info: { title: 'Farm', version: '1' },
  paths: Object.fromEntries(
    kinds.map((kind) => [
      `/${kind.toLowerCase()}s`,
      {
        get: { summary: `List ${kind.toLowerCase()}s`, responses: answer(kind) },
        post: { summary: `Build a ${kind}`, requestBody: { content: of(kind) }, responses: answer(kind) },
      },
    ]),
  ),
  components: {
    schemas: {
      ...Object.fromEntries(
        kinds.map((kind) => [kind, { type: 'object', properties: { tank: { $ref: '#/components/schemas/Tank' } } }]),
      ),
      Tank: { type: 'object', properties: { ceiling: { type: 'integer' } } },
    },
  },
});

test('a field of a schema names the operations that take it before those that only answer with it', () => {
  expect(foundIn(api, 'ceiling')[0]).toMatch(/ceiling \| POST Build a Barn, POST Build a Garden, /);
  expect(foundIn(api, 'tank')[0]).toMatch(/^schema Tank \| POST Build a Barn, POST Build a Garden, /);
});

test.each(['barns ceiling', 'barn ceiling'])('%s names the request before the list', (question) => {
  expect(foundIn(api, question)[0]).toMatch(/ceiling \| POST Build a Barn, /);
});

test('a field beside words of an operation names this operation first', () => {
  expect(foundIn(api, 'pond ceiling')[0]).toMatch(/ceiling \| POST Build a Pond, /);
});
