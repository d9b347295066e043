import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { RuleBook } from '../../../src/rules/rule-book.ts';
import { projectWith } from '../config/project.ts';

const OFF = { extends: 'minimal', rules: { 'unknown-key': 'off', 'audience-key': 'off' } } as const;

function read(files: Readonly<Record<string, string>>) {
  const exceptions = [{ rule: 'audience-key', api: null, at: null }];
  const rules = new RuleBook({ ...OFF, exceptions });
  return readFolder({ projectRoot: projectWith(files), folder: 'api-descriptors', rules });
}

function openapi(rest: object): Readonly<Record<string, string>> {
  const whole = { openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths: {}, ...rest };
  return { 'api-descriptors/books.json': JSON.stringify(whole, null, 1) };
}

const operation = (more: object): object => ({
  paths: { '/books': { get: { responses: { 200: { description: 'Right.' } }, ...more } } },
});

describe.each([
  ['x-internal', ['x_internal', 'X-Internal', 'x-Internal', 'X_INTERNAL', 'x-internl', 'x-internals', 'x-intenral']],
  [
    'x-internal',
    ['xinternal', 'x--internal', 'x.internal', 'x-intern', 'x‑internal', 'x-inter\u200Bnal', 'ｘ-internal'],
  ],
  ['x-internal', ['internal', '_internal', 'Internal', 'internals', 'z-internal', '-internal']],
  ['x-internal', ['x-hidden', 'x-excluded', 'x-scalar-ignore']],
  ['x-audience', ['x_audience', 'X-Audience', 'x-audiences', 'x-audence', 'xAudience', 'audience', 'audiences']],
])('instead of %s', (meant, keys) => {
  const value = meant === 'x-internal' ? true : ['partner'];

  test.each(keys)('%s publishes nothing, no matter what is configured', (key) => {
    const { apis, diagnostics } = read(openapi(operation({ [key]: value })));
    expect(apis).toEqual([]);
    const found = diagnostics.filter(({ rule }) => rule === 'audience-key');
    expect(found).toMatchObject([{ severity: 'error', line: 15, column: 5 }]);
    expect(found[0]?.message).toContain(`“${meant}” may be meant`);
  });
});

test.each([
  ['in a schema', { components: { schemas: { Book: { type: 'object', 'x-internl': true } } } }],
  [
    'in a field called like one',
    { components: { schemas: { Book: { properties: { internal: { internal: true } } } } } },
  ],
  ['beside paths', { paths: { 'X-Internal': true } }],
  ['in a tag', { tags: [{ name: 'a', x_internal: true }] }],
  ['in an example', { components: { examples: { Book: { value: 1, 'x-internals': true } } } }],
])('%s it is found', (_, rest) => expect(read(openapi(rest)).apis).toEqual([]));

test('it is found in a file that is referred to, and in native descriptors', () => {
  const files = openapi({ components: { schemas: { Book: { $ref: 'parts/book.yaml#/Book' } } } });
  const part = 'Book: { type: object, x_internal: true }';
  expect(read({ ...files, 'api-descriptors/parts/book.yaml': part }).apis).toEqual([]);
  const native = 'api: Books\nversion: 1\nservices: [{ name: Book, route: /books, x_internal: true }]';
  expect(read({ 'api-descriptors/books.yaml': native }).apis).toEqual([]);
});

test.each([
  ['the keys themselves', operation({ 'x-internal': false, 'x-audience': ['public'] })],
  ['keys of other tools that hide nothing', operation({ 'x-hidden': false, 'x-excluded': false })],
  ['words of their own', operation({ 'x-external': true, 'x-interval': 5, 'x-internal-id': 7, 'x-integral': 1 })],
  ['fields', { components: { schemas: { Book: { properties: { internal: true, audience: {}, 'X-Internal': {} } } } } }],
  ['values', { components: { schemas: { Book: { example: { internal: true }, examples: [{ x_internal: true }] } } } }],
  ['examples', { components: { examples: { Book: { value: { internal: true, x_audience: 'a' } } } } }],
  [
    'schemas with such names',
    { components: { schemas: { Internal: { type: 'object' }, audience: { type: 'string' } } } },
  ],
  ['headers', operation({ responses: { 200: { description: 'Right.', headers: { 'X-Audience': { schema: {} } } } } })],
  ['what vendors say', operation({ 'x-gateway': { headers: { 'X-Internal': '1' } } })],
])('%s are no such keys', (_, rest) => {
  const { apis, diagnostics } = read(openapi(rest));
  expect(diagnostics.filter(({ rule }) => rule === 'audience-key')).toEqual([]);
  expect(apis).toHaveLength(1);
});
