import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const shop = (rest: string): string => `api: Shop
version: 1
schemas:
  Item: { type: object, required: [label], properties: { label: { type: string } } }
services:
  - name: Item
    route: /item
    fields:
      - { name: label, type: string, required: true }
      - { name: count, type: integer }
${rest}`;

test.each<[name: string, text: string, expected: readonly string[]]>([
  ['a field that matches', shop('      - { name: size, type: integer, example: 1 }'), []],
  [
    'a field',
    shop('      - { name: size, type: integer, example: big }'),
    ['11:47 The example is text, not an integer.'],
  ],
  [
    'a response, at what is wrong in it',
    shop(
      "    operations:\n      - { method: GET, responses: { '200': { schema: { $ref: '#/schemas/Item' }, example: { label: 7 } } } }",
    ),
    ['12:100 In the example, “label” is an integer, not text.'],
  ],
  [
    'one of several, of a request',
    shop(
      '    operations:\n      - { method: POST, request: { examples: { good: { value: { count: 1 } }, bad: { value: { count: x } } } } }',
    ),
    ['12:102 In the example, “count” is text, not an integer.'],
  ],
  [
    'a parameter, but not text as it is sent',
    shop('    parameters:\n      - { name: n, type: array, items: { type: integer }, example: "1,2" }'),
    [],
  ],
])('an example that does not match is a warning where it stands: %s', (_, text, expected) => {
  const found = readText(text)
    .diagnostics.filter(({ rule }) => rule === 'example-mismatch')
    .map(
      ({ line, column, message, severity }) => `${severity === 'warning' ? '' : severity}${line}:${column} ${message}`,
    );
  expect(found).toEqual(expected);
});
