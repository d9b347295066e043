import { describe, expect, test } from 'vitest';
import type { JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import { NO_CONTENT, NO_FACTS } from '../../../../src/presentation/fields/field-shape.ts';
import { PageBudget } from '../../../../src/presentation/fields/page-budget.ts';

const fields = (count: number): JsonSchemaObject => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}])),
});
const variants = (count: number): JsonSchemaObject => ({ oneOf: Array.from({ length: count }, () => ({})) });
const TOP = { depth: 0, copiedVariants: 0 };

function withRows(count: number): PageBudget {
  const budget = new PageBudget();
  for (let row = 0; row < count; row += 1) budget.takeRow();
  return budget;
}

describe('the budget of a page', () => {
  test.each<[string, (count: number) => JsonSchemaObject]>([
    ['fields', fields],
    ['variants', variants],
    ['variants in a list', (count) => ({ items: variants(count) })],
    ['fields in an allOf', (count) => ({ allOf: [fields(count)] })],
  ])('has room for copies whose %s fit, and for small ones a little more', (_, schemaOf) => {
    expect(withRows(550).mayCopy(schemaOf(10), TOP, false)).toBe(true);
    expect(withRows(551).mayCopy(schemaOf(10), TOP, false)).toBe(false);
    expect(withRows(725).mayCopy(schemaOf(3), TOP, false)).toBe(true);
    expect(withRows(726).mayCopy(schemaOf(3), TOP, false)).toBe(false);
  });

  test('copies end at a depth, and variants of copies are deeper', () => {
    const may = (depth: number, copiedVariants: number, isSameBody: boolean): boolean =>
      new PageBudget().mayCopy(fields(10), { depth, copiedVariants }, isSameBody);
    expect([may(3, 0, false), may(2, 1, false), may(4, 0, false), may(2, 2, false)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([may(1, 0, true), may(1, 1, true)]).toEqual([true, false]);
  });

  test('a body is large by its texts, what comes back sooner than what is sent', () => {
    const budget = new PageBudget();
    const body = { bytes: 0 };
    const shape = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT, descriptions: ['x'.repeat(30_000)] };
    budget.takeTexts(shape, { body, anchor: 'a' });
    expect(budget.isLarge({ body, direction: 'response' })).toBe(true);
    expect(budget.isLarge({ body, direction: 'request' })).toBe(false);
    expect(budget.isLarge({ body: { bytes: 0 }, direction: 'response' })).toBe(false);
  });

  test('what else the page holds leaves less room for copies', () => {
    const budget = new PageBudget();
    expect(budget.mayCopy(fields(10), TOP, false)).toBe(true);
    budget.takeBesides(46_001);
    expect(budget.mayCopy(fields(10), TOP, false)).toBe(false);
  });
});
