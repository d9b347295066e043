import { describe, expect, test } from 'vitest';
import { readText } from '../read-text.ts';

const HEAD = `openapi: 3.1.0
info: { title: Shop, version: '1' }
components:
  schemas:
    Item:
      type: object
      required: [name]
      properties:
        name: { type: string }
        count: { type: integer }
`;

/** Places and messages of examples that do not match. */
function found(text: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return readText(text, others)
    .diagnostics.filter(({ rule }) => rule === 'example-mismatch')
    .map(({ file, line, column, message, severity }) => `${severity} ${file}:${line}:${column} ${message}`);
}

const content = (lines: string): string => `${HEAD}paths:
  /items:
    get:
      responses:
        '200':
          description: Items
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Item' }
${lines}`;

describe('an example that does not match its schema is a warning, where it differs', () => {
  test.each<[name: string, lines: string, expected: readonly string[]]>([
    ['one that matches', '              example: { name: a, count: 1 }', []],
    ['one without a value', '              example:', []],
    [
      'of a media type',
      '              example: { name: a, count: many }',
      ['warning d/api.yaml:20:42 In the example, “count” is text, not an integer.'],
    ],
    [
      'one of several',
      '              examples:\n                good: { value: { name: a } }\n                bad: { value: { count: 1 } }',
      ['warning d/api.yaml:22:31 The example lacks “name”.'],
    ],
    ['text that is JSON', '              example: \'{"name":"a"}\'', []],
    [
      'text that is JSON and does not match',
      '              example: \'{"name":1}\'',
      ['warning d/api.yaml:20:24 In the example, “name” is an integer, not text.'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(found(content(lines))).toEqual(expected);
  });

  test('a named example of the components, where it stands, once', () => {
    const reference = "              examples: { a: { $ref: '#/components/examples/Bad' } }\n";
    const named = content(reference).replace(
      'components:\n',
      'components:\n  examples:\n    Bad:\n      value: { name: 7 }\n',
    );
    expect(found(named)).toEqual(['warning d/api.yaml:6:22 In the example, “name” is an integer, not text.']);
  });

  test('of another file, in that file', () => {
    const reference = "              examples: { a: { $ref: 'examples.yaml#/Bad' } }\n";
    expect(found(content(reference), { 'd/examples.yaml': 'Bad:\n  value: { name: 7 }\n' })).toEqual([
      'warning d/examples.yaml:2:18 In the example, “name” is an integer, not text.',
    ]);
  });

  test('of schemas, in the words of every version', () => {
    const schema = (version: string, keyword: string): string =>
      `openapi: ${version}\ninfo: { title: Shop, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    Size: { type: integer, ${keyword} }\n`;
    expect(found(schema('3.0.3', 'example: big'))).toEqual([
      'warning d/api.yaml:6:37 The example is text, not an integer.',
    ]);
    expect(found(schema('3.0.3', 'nullable: true, example: null'))).toEqual([]);
    expect(found(schema('3.1.0', 'examples: [1, big]'))).toEqual([
      'warning d/api.yaml:6:42 The example is text, not an integer.',
    ]);
  });

  test('of parameters, but not text that stands for another type, as it is sent', () => {
    const parameter = (example: string): string =>
      `${HEAD}paths:\n  /items:\n    get:\n      parameters:\n        - { name: n, in: query, schema: { type: array, items: { type: integer } }, example: ${example} }\n      responses: { '204': { description: Done } }\n`;
    expect(found(parameter('[1, 2]'))).toEqual([]);
    expect(found(parameter("'1,2'"))).toEqual([]);
    expect(found(parameter('[1, b]'))).toEqual([
      'warning d/api.yaml:15:97 In the example, “1” is text, not an integer.',
    ]);
  });

  test.each<[schema: string, example: string, reason: string | null]>([
    ['type: integer', "'7'", null],
    ['type: integer', 'many', 'text, not an integer'],
    ['type: integer', "''", null],
    ['type: [integer, string]', 'many', null],
    ['type: number', "'-1.5e3'", null],
    ['type: number, minimum: 3', "'2'", 'less than 3'],
    ['type: boolean', "'true'", null],
    ['type: boolean', 'perhaps', 'text, not true or false'],
    ['enum: [a, b]', 'a', null],
    ['enum: [a, b]', 'c', 'none of the values that are allowed'],
    ['enum: [1, 2]', "'1'", null],
    ["$ref: '#/components/schemas/Item'", 'a', null],
  ])('of parameters of one value, which text says: { %s } and %s', (schema, example, reason) => {
    const parameter = `        - { name: n, in: query, schema: { ${schema} }, example: ${example} }\n`;
    const responses = "      responses: { '204': { description: Done } }\n";
    const text = `${HEAD}paths:\n  /items:\n    get:\n      parameters:\n${parameter}${responses}`;
    const column = parameter.indexOf(`${example} }`, parameter.indexOf('example:')) + 1;
    expect(found(text)).toEqual(reason === null ? [] : [`warning d/api.yaml:15:${column} The example is ${reason}.`]);
  });

  test('of responses of Swagger 2.0, by media type', () => {
    const text = `swagger: '2.0'
info: { title: Shop, version: '1' }
paths:
  /items:
    get:
      responses:
        '200':
          description: Items
          schema: { type: array, items: { type: string } }
          examples:
            application/json: [a, 2]
            text/csv: a,2
`;
    expect(found(text)).toEqual(['warning d/api.yaml:11:35 In the example, “1” is an integer, not text.']);
  });

  test('of other media types: what is written in another way is taken as it is', () => {
    const xml = content('              example: x').replace('application/json', 'application/xml');
    expect(found(xml)).toEqual([]);
    const form = content('              example: { count: 1 }').replace('application/json', 'multipart/form-data');
    expect(found(form)).toEqual(['warning d/api.yaml:20:24 The example lacks “name”.']);
  });

  test('many are counted, and none costs more than there is work for', () => {
    const examples = Array.from({ length: 80 }, (_, at) => `                e${at}: { value: {} }`).join('\n');
    const messages = found(content(`              examples:\n${examples}`));
    expect(messages.length).toBe(80);
    const deep = JSON.stringify(Array.from({ length: 200_000 }, () => 1));
    const pairs = `{ type: array, uniqueItems: true, items: { anyOf: [{ type: string }, { type: integer }] }, example: ${deep} }`;
    expect(
      found(`openapi: 3.0.3\ninfo: { title: S, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A: ${pairs}\n`),
    ).toEqual([]);
  });
});
