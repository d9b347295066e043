import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { hasOneWayFields, schemasBelow } from '../../../../src/presentation/fields/notes.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const components = new Components({
  ...apiRecord().components,
  schemas: {
    Shelf: { title: 'Shelf', properties: { books: { items: ref('Book') }, next: ref('Shelf') } },
    Book: { title: 'Book', properties: { id: { title: 'id', readOnly: true } } },
    Login: { properties: { password: { writeOnly: true } } },
    Loan: { properties: { days: {} } },
  },
});
const titlesBelow = (): readonly (string | undefined)[] =>
  [...schemasBelow([ref('Shelf'), ref('Book')], components)].flatMap(({ title }) => title ?? []);

test('all schemas inside of others are there once, also where they contain themselves', () => {
  expect(titlesBelow().toSorted()).toEqual(['Book', 'Shelf', 'id']);
});

test.each([
  ['Shelf', true],
  ['Login', true],
  ['Loan', false],
])('of %s requests and responses have other fields: %s', (name, expected) => {
  expect(hasOneWayFields(name, components)).toBe(expected);
});
