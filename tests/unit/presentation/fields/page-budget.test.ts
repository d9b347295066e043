import { describe, expect, test } from 'vitest';
import type { JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import { NO_CONTENT, NO_FACTS, type Shape } from '../../../../src/presentation/fields/field-shape.ts';
import { PageBudget } from '../../../../src/presentation/fields/page-budget.ts';

const fields = (count: number): JsonSchemaObject => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}])),
});
const variants = (count: number): JsonSchemaObject => ({ oneOf: Array.from({ length: count }, () => ({})) });
const SHAPE = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };
/** Of a page that is not measured. */
const MOST_ELEMENTS = 5_200;
/** Besides fields there are so many elements. */
function withElements(elements: number): PageBudget {
  const budget = new PageBudget();
  budget.takeBesides({ bytes: 0, elements });
  return budget;
}
/** How many elements of a page are left for extras after something is drawn: ten fields are 55 of them. */
function roomAfter(draw: (budget: PageBudget) => void): number {
  const may = (besides: number): boolean => {
    const budget = withElements(besides);
    draw(budget);
    return budget.takeExtra('copy', fields(10));
  };
  let room = MOST_ELEMENTS;
  while (!may(MOST_ELEMENTS - room)) room += 1;
  while (room > 0 && may(MOST_ELEMENTS - room + 1)) room -= 1;
  return room - 55;
}

describe('the budget of a page', () => {
  test.each<[string, (count: number) => JsonSchemaObject]>([
    ['fields', fields],
    ['variants', variants],
    ['variants in a list', (count) => ({ items: variants(count) })],
    ['fields in an allOf', (count) => ({ allOf: [fields(count)] })],
  ])('has room for copies whose %s fit', (_, schemaOf) => {
    expect(withElements(MOST_ELEMENTS - 55).takeExtra('copy', schemaOf(10))).toBe(true);
    expect(withElements(MOST_ELEMENTS - 54).takeExtra('copy', schemaOf(10))).toBe(false);
  });

  test.each<[string, Partial<Shape>, number]>([
    ['a type without a link', { type: [{ text: 'string', href: null }] }, 0],
    ['a link in a type', { type: [{ text: 'Order', href: '/Order' }] }, 1],
    ['code in a fact, and a mark', { facts: [['matches ', '^a$']], marks: ['deprecated'] }, 2],
    ['code and a paragraph in a description', { descriptions: ['One `two`.\n\nThree.'] }, 2],
    ['values and their line', { values: ['1', '2'] }, 3],
    ['a thousand values: all but the first are one element', { values: Array.from({ length: 1_000 }, () => '1') }, 12],
  ])('%s takes elements', (_, part, elements) => {
    const drawn = roomAfter((budget) => budget.takeTexts({ ...SHAPE, ...part }, 'a'));
    expect(drawn).toBe(elements);
  });

  test('a row takes three elements when it is queued, a variant five', () => {
    expect(roomAfter((budget) => budget.takeRow({ isVariant: false }))).toBe(3);
    expect(roomAfter((budget) => budget.takeRow({ isVariant: true }))).toBe(5);
  });

  test('a page is large by its texts or its elements, and full by these', () => {
    const budget = new PageBudget();
    budget.takeTexts({ ...SHAPE, descriptions: ['x'.repeat(214_000)] }, 'a');
    expect(budget.isLarge).toBe(false);
    budget.takeTexts({ ...SHAPE, descriptions: ['x'.repeat(1_000)] }, 'a');
    expect([budget.isLarge, budget.isFull]).toEqual([true, false]);
    expect([withElements(4_700), withElements(4_701)].map(({ isLarge, isFull }) => [isLarge, isFull])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('of a page that is measured as many are extras as it says, and what it is before each', () => {
    const noted: unknown[] = [];
    const budget = new PageBudget({ extras: 2, note: (extras, end) => void noted.push(extras, end) });
    budget.takeBesides({ bytes: 53_001, elements: 1_000 });
    expect(budget.takeExtra('received', fields(1))).toBe(true);
    budget.takeRow({ isVariant: false });
    expect([budget.takeExtra('copy', fields(1)), budget.takeExtra('copy', fields(1))]).toEqual([true, false]);
    budget.takeRow({ isVariant: true });
    budget.close();
    const sized = (elements: number) => ({ bytes: 53_001, elements });
    expect(noted).toEqual([
      [
        { kind: 'received', before: sized(1_000) },
        { kind: 'copy', before: sized(1_003) },
      ],
      sized(1_008),
    ]);
  });

  test('of a page that is measured what is sent has more room than what comes back', () => {
    const measured = (elements: number): PageBudget => {
      const budget = new PageBudget({ extras: Number.POSITIVE_INFINITY, note: () => undefined });
      budget.takeBesides({ bytes: 0, elements });
      return budget;
    };
    const may = (elements: number) =>
      (['sent', 'received', 'copy'] as const).filter((kind) => measured(elements).takeExtra(kind, fields(10)));
    expect(may(6_945)).toEqual(['sent', 'received', 'copy']);
    expect([may(6_946), may(17_445), may(17_446)]).toEqual([['sent'], ['sent'], []]);
  });

  test.each([
    ['all of it where all has room', 700, true],
    ['little of it else', 1_000, false],
  ])('of what comes back there is %s', (_, count, isTaken) => {
    const budget = withElements(1_100);
    budget.planReceived([fields(count)]);
    expect(budget.takeExtra('received', fields(1))).toBe(isTaken);
    expect(budget.takeExtra('sent', fields(1))).toBe(true);
  });

  test('the texts of what comes back need room as well', () => {
    const budget = withElements(1_100);
    budget.planReceived([{ description: 'x'.repeat(200_000) }]);
    expect(budget.takeExtra('received', fields(1))).toBe(false);
  });

  test('what else the page holds leaves less room for copies', () => {
    const budget = new PageBudget();
    expect(budget.takeExtra('copy', fields(10))).toBe(true);
    budget.takeBesides({ bytes: 53_001, elements: 0 });
    expect(budget.takeExtra('copy', fields(10))).toBe(false);
  });
});
