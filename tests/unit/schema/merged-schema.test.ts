import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import { mergeSchema } from '../../../src/schema/merged-schema.ts';
import { sample } from '../../../src/schema/sample.ts';
import type { JsonType } from '../../../src/schema/schema.ts';
import { problemsOf } from '../../../src/schema/validation.ts';
import { Work } from '../../../src/schema/work.ts';

const components = new Components({
  ...NO_COMPONENTS,
  schemas: { Base: { type: 'object', description: 'Of the base' } },
});
const base = { $ref: '#/components/schemas/Base' };

describe('the description of a merged schema', () => {
  test.each([
    ['that of a named part where there is no other', { allOf: [base] }, 'Of the base'],
    ['that of an unnamed part, which speaks of this place', { allOf: [base, { description: 'Here' }] }, 'Here'],
    [
      'the outer one and those of unnamed parts, a paragraph each',
      { description: 'Outer', allOf: [{ description: 'Here' }, base] },
      'Outer\n\nHere',
    ],
    ['said once where parts repeat it', { description: 'Same', allOf: [{ description: 'Same' }] }, 'Same'],
  ])('is %s', (_rule, schema, description) => {
    expect(mergeSchema(schema, components).schema.description).toBe(description);
  });
});

test.each<[JsonType, JsonType, JsonType]>([
  ['number', 'integer', 'integer'],
  ['integer', 'number', 'integer'],
  ['number', 'number', 'number'],
])('a value of the types %s and %s is a value of the type %s', (first, second, both) => {
  expect(mergeSchema({ allOf: [{ type: first }, { type: second }] }, components).schema.type).toBe(both);
});

test('types that no value has at once stay in allOf, where nothing satisfies them', () => {
  const text = { type: 'string' } as const;
  const schema = { ...text, allOf: [{ type: 'integer' }, { type: ['null', 'string'] }] } as const;
  expect(mergeSchema(schema, components).schema).toEqual({ ...text, allOf: [{ type: 'integer' }] });
  const { problems } = problemsOf('a', schema, components, 'request', new Work(10_000));
  expect(problems.map(({ kind }) => kind)).toEqual(['type']);
  expect(sample(schema, components, { direction: 'request' }).complete).toBe(false);
});

describe('conditions of several parts', () => {
  const card = { if: { properties: { kind: { const: 'card' } } }, then: { required: ['number'] } };
  const cash = { if: { properties: { kind: { const: 'cash' } } }, else: { required: ['iban'] } };
  test.each([
    ['stay apart', { allOf: [card, cash] }, { ...card, allOf: [cash] }],
    [
      'stay apart also where their consequence is the same',
      { ...card, allOf: [{ ...cash, ...card, if: true }] },
      { ...card, allOf: [{ ...card, if: true, else: cash.else }] },
    ],
    [
      'are one where they are the same',
      { ...card, allOf: [card, { minProperties: 1 }] },
      { ...card, minProperties: 1 },
    ],
    [
      'do not finish each other',
      { then: { required: ['a'] }, allOf: [{ if: true }] },
      { then: { required: ['a'] }, allOf: [{ if: true }] },
    ],
  ])('%s', (_rule, schema, merged) => {
    expect(mergeSchema(schema, components).schema).toEqual(merged);
  });
});

test('parts take work in proportion to their number', () => {
  const unitsOf = (count: number): number => {
    const work = new Work(Number.POSITIVE_INFINITY);
    const allOf = Array.from({ length: count }, (_, index) => ({
      properties: { [`p${index}`]: {} },
      required: ['p0'],
    }));
    const { schema } = mergeSchema({ allOf }, new Components({ ...NO_COMPONENTS, schemas: {} }), work);
    expect([Object.keys(schema.properties ?? {}).length, schema.required]).toEqual([count, ['p0']]);
    return work.used;
  };
  expect(unitsOf(4000) / unitsOf(400)).toBeLessThan(11);
});
