import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { hasOneWayFields, hiddenOf, noteOn } from '../../../../src/presentation/fields/notes.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const components = new Components(apiRecord().components);
const names = Array.from({ length: 50 }, (_, at) => `f${at}`);
const properties = { ...Object.fromEntries(names.map((name) => [name, {}])), id: { readOnly: true } };
const schema = { properties, required: ['f1', 'id'] };
const at = {
  anchor: 'body',
  target: 'body',
  direction: 'request',
  elsewhere: '#',
  title: '',
  facts: new Map(),
  body: 'body',
  path: [],
  around: new Map(),
  inPlace: [],
  variantOf: null,
  limits: { depth: 4, rows: 200 },
} as const;

test('a line about fields drawn elsewhere names twelve of them', () => {
  const place = { ...at, queue: [], depth: 2 };
  const content = noteOn(schema, place, { link: 'see', href: '#b' }, { components });
  expect([content.fieldCount, content.requiredCount]).toEqual([names.length, 1]);
  expect(content.note).toMatchObject({ names: names.slice(0, 12), isCut: true });
});

test('fields that travel the other way are counted, and no more than twelve of them named', () => {
  const hidden = hiddenOf(names, 'request', wordsOf(components), '/Book');
  expect(hidden?.names).toEqual(names.slice(0, 12));
  expect(hidden?.link.text).toContain('50');
  expect(hiddenOf([], 'request', wordsOf(components), '/Book')).toBeNull();
});

test.each([
  ['Shelf', true],
  ['Login', true],
  ['Loan', false],
  ['Loop', false],
])('of %s requests and responses have other fields: %s', (name, expected) => {
  const ref = (schema: string): JsonSchema => ({ $ref: `#/components/schemas/${schema}` });
  const schemas = {
    Shelf: { properties: { books: { items: ref('Book') }, next: ref('Shelf') } },
    Book: { properties: { id: { readOnly: true } } },
    Login: { properties: { password: { writeOnly: true } } },
    Loan: { properties: { days: {} } },
    Loop: { properties: { next: ref('Loop') } },
  };
  expect(hasOneWayFields(name, new Components({ ...apiRecord().components, schemas }))).toBe(expected);
});
