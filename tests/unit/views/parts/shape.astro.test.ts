import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { type FieldRow, NO_CONTENT, NO_FACTS } from '../../../../src/presentation/fields/field-shape.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { fieldList } from '../../../../src/views/parts/shape.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { pageOf, render } from '../render.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const schemas: Record<string, JsonSchema> = {
  Book: { type: 'object', properties: { title: { type: 'string' } } },
  Books: { type: 'array', items: ref('Book'), maxItems: 9 },
  Cash: { type: 'object', properties: { coins: { type: 'integer' } } },
  Pay: { oneOf: [ref('Book'), ref('Cash')] },
  List: { type: 'array', items: ref('List') },
  Map: { type: 'object', additionalProperties: ref('Map') },
  Union: { oneOf: [ref('Union'), { type: 'string' }] },
};

/** The HTML of a field `it` of a request. */
async function rowOf(it: JsonSchema): Promise<string> {
  const content = { 'application/json': { schema: { type: 'object', properties: { it, after: true } } } } as const;
  const one = service('S', { operations: [operation('POST', '/s', { requestBody: { content } })] });
  const api = new Api(apiRecord({ services: [one], components: { ...apiRecord().components, schemas } }));
  const [found] = api.getServices();
  if (found === undefined) throw new Error('No service.');
  const html = await render(pageOf({ level: 'service', api, service: found }));
  const [, row = ''] = /<li id="post\.body\.it">(.*)<li id="post\.body\.after">/s.exec(html) ?? [];
  return row;
}

/** Its text: one blank between words, what is inside included, without the names of heads. */
async function textOf(it: JsonSchema): Promise<string> {
  return (await rowOf(it))
    .replaceAll(/<summary[^>]*>(?=\d|one of|any of)/g, '· ')
    .replaceAll(/<summary[^>]*>[^<]*/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test.each([
  ['/schemas/Order', ['id', 'state'], '<p class="pd-e"><bdi>id</bdi>, <bdi>state</bdi></p>'],
  ['/schemas/Order', [], ''],
  ['#get.200', ['id'], '<p class="pd-e"><bdi>id</bdi> · <a href="#get.200">see</a></p>'],
])('what is drawn at %s, with the names %j, is linked to once', (href, names, expected) => {
  const note = { names, isCut: false, link: 'see', href };
  const row: FieldRow = {
    ...{ ...NO_FACTS, id: 'it', name: 'it', path: '', place: 'it', title: null, counts: null },
    ...{ required: false, open: false, type: [{ text: 'Order', href: '/schemas/Order' }] },
    content: { ...NO_CONTENT, note },
  };
  const html = fieldList([row], wordsOf({})).toString().replaceAll(/\s+/g, ' ');
  expect(/<a href="\/schemas\/Order">Order<\/a> ?(.*?) ?<\/li>/.exec(html)?.[1]).toBe(expected);
});

test('the path before the name of a deep field keeps its last full stop on its side', () => {
  const row: FieldRow = {
    ...{ ...NO_FACTS, id: 'it', name: 'it', path: 'a.b.', place: 'it', title: null, counts: null },
    ...{ required: false, open: false, type: [], content: NO_CONTENT },
  };
  expect(fieldList([row], wordsOf({})).toString()).toContain('<small><bdi>a.b.</bdi></small>');
});

describe('a field says', () => {
  test.each<[string, JsonSchema, string]>([
    [
      'how many variants hold, where all are of one type',
      { type: 'string', oneOf: [{ const: 'A1' }, { const: 'B2' }] },
      'it string · one of 2 variants Variant 1',
    ],
    [
      'the same of what a list holds',
      {
        type: 'array',
        items: {
          anyOf: [
            { title: 'A', minProperties: 1, type: 'object' },
            { title: 'B', required: ['b'], type: 'object' },
          ],
        },
      },
      'it array of object · any of 2 variants A object · at least 1 field B object · required b',
    ],
    ['the same of a named schema', ref('Pay'), 'it Pay · one of 2 variants Book · 1 field'],
    ['it once', { oneOf: [ref('Book'), ref('Cash')] }, 'it one of Book, Cash · 2 variants Book · 1 field'],
    [
      'its only example after its default',
      { type: 'integer', minimum: 0, default: 0, examples: [7] },
      'it integer · at least 0 · default 0 · example 7',
    ],
    [
      'a long example on a line of its own',
      { type: 'string', default: 'x'.repeat(30), examples: ['y'.repeat(30)] },
      `it string · default "${'x'.repeat(30)}" Example "${'y'.repeat(30)}"`,
    ],
    ['several examples on a line of their own', { type: 'integer', examples: [7, 8] }, 'it integer Example 7 8'],
    [
      'its example after the allowed values',
      { type: 'string', enum: ['a', 'b'], examples: ['c'] },
      'it string Values "a" "b" · Example "c"',
    ],
    ['that a named schema is a list', ref('Books'), 'it Books, array of Book · up to 9 items · 1 field title string'],
    ['that a list is one of lists of itself', ref('List'), 'it List, array of List recursive'],
    ['that free keys hold more of them', ref('Map'), 'it Map any other name Map recursive'],
    ['that a variant begins anew', ref('Union'), 'it Union · one of 2 variants Union recursive Variant 2 string'],
    [
      'fields that are required and described elsewhere',
      { type: 'object', required: ['ghost'] },
      'it object · required ghost',
    ],
    [
      'which fields are required together',
      { type: 'object', properties: { a: true }, anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
      'it object · required: any of a ; b and c · 1 field a any value',
    ],
    [
      'what a variant requires of the fields around it',
      {
        type: 'object',
        properties: { a: true, b: true },
        oneOf: [{ required: ['a'], description: 'With a.' }, { required: ['b'] }],
      },
      'one of Variant 1 object · required a With a. Variant 2 object · required b',
    ],
    [
      'rules without phrases, as JSON Schema with links to the schemas in it',
      { type: 'string', if: { pattern: '^x' }, then: ref('Cash'), else: { not: { enum: ['<b>'] } } },
      'it string Further rules, as JSON Schema: Cash { "if": { "pattern": "^x" }, "then": { "$ref": "#/components/schemas/Cash" }, "else": { "not": { "enum": [ "&lt;b&gt;" ] } } }',
    ],
    [
      'the rules of parts that cannot be united, and of what a list holds',
      {
        type: 'array',
        items: {
          type: 'object',
          allOf: [
            { if: { required: ['a'] }, then: false },
            { if: { required: ['b'] }, then: false },
          ],
        },
      },
      'Further rules, as JSON Schema { "items": { "allOf": [ { "if": { "required": [ "a" ] }, "then": false }, { "if": { "required": [ "b" ] }, "then": false } ] } }',
    ],
    [
      'the rules beside a named schema',
      { allOf: [ref('Book')], dependentRequired: { title: ['isbn'] } },
      '· 1 field title string Further rules, as JSON Schema { "dependentRequired": { "title": [ "isbn" ] } }',
    ],
    [
      'rules of a free key in a row of its own',
      { type: 'object', additionalProperties: { type: 'string', not: { const: 'a' } } },
      'any other name string Further rules, as JSON Schema { "not": { "const": "a" } }',
    ],
    [
      'the members of parts that cannot be united',
      {
        type: 'object',
        allOf: [
          { patternProperties: { a: { enum: [0] } } },
          { propertyNames: { description: 'One' } },
          { propertyNames: { description: 'Two' } },
        ],
      },
      'names any value One names any value Two',
    ],
    [
      'what a text holds',
      {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { type: 'object', properties: { inner: true } },
      },
      'it string · holds application/json its content object · 1 field inner any value',
    ],
  ])('%s', async (_, schema, expected) => {
    expect(await textOf(schema)).toContain(expected);
  });
});

test.each<[string, JsonSchema, string]>([
  ['default', { type: 'integer', default: 7, examples: [7] }, 'it integer · default 7'],
  ['values', { type: 'string', enum: ['a', 'b'], examples: ['a'] }, 'it string Values "a" "b"'],
])('an example that its %s says is not said again', async (_, schema, expected) => {
  expect(await textOf(schema)).toBe(expected);
});

test.each<[string, (index: number) => string, number]>([
  ['one element', (index) => `value-${index}`, 9],
  ['an element each where they read from right to left, and would change places', (index) => `قيمة-${index}`, 20],
])('beyond the first values of many, the others are %s', async (_, value, elements) => {
  const row = await rowOf({ type: 'string', enum: Array.from({ length: 20 }, (_value, index) => value(index)) });
  expect(row.match(/<code>/g)).toHaveLength(elements);
  for (let index = 0; index < 20; index += 1) expect(row).toContain(`${value(index)}"`);
});

test('values whose meanings are listed are listed once', async () => {
  const row = await rowOf({ enum: [0, 1], 'x-enum-varnames': ['Draft', 'Sent'] });
  expect(row.match(/<code>0<\/code>/g)).toHaveLength(1);
  expect(row).toMatch(/<li><code>1<\/code> Sent/);
  expect(row).not.toContain('Values');
});

test.each([
  ['all of them', 13, 13, undefined],
  ['twelve of more', 14, 12, '2 more values'],
])('values whose meanings are listed: %s', async (_, count, shown, folded) => {
  const values = Array.from({ length: count }, (_value, index) => index);
  const row = await rowOf({ enum: values, 'x-enum-varnames': values.map((value) => `No. ${value}`) });
  const [before = ''] = row.split('<details');
  expect(before.match(/<li><code>\d+<\/code> No\. /g)).toHaveLength(shown);
  expect(row.match(/<li><code>\d+<\/code> No\. /g)).toHaveLength(count);
  expect(row.match(/\d+ more values?/)?.[0]).toBe(folded);
});

test.each<[string, number, number, string | undefined]>([
  ['eight', 20, 8, '12 more values'],
  ['all of nine: the name of a fold has the room of a value', 9, 8, undefined],
  ['two lines of long ones', 9, 36, '5 more values'],
  ['three of the longest', 9, 300, '6 more values'],
])('allowed values on the line: %s', async (_, count, letters, folded) => {
  const row = await rowOf({
    type: 'string',
    enum: Array.from({ length: count }, (_value, index) => `${index}`.padEnd(letters, 'x')),
  });
  expect(row.match(/\d+ more values?/)?.[0]).toBe(folded);
});
