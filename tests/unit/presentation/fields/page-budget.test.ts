import { describe, expect, test } from 'vitest';
import type { PageSize } from '../../../../src/model/page/field-allowance.ts';
import type { JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import { NO_CONTENT, NO_FACTS, type Shape } from '../../../../src/presentation/fields/field-shape.ts';
import { PageBudget } from '../../../../src/presentation/fields/page-budget.ts';

const fields = (count: number): JsonSchemaObject => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}])),
});
const variants = (count: number): JsonSchemaObject => ({ oneOf: Array.from({ length: count }, () => ({})) });
const SHAPE = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };
const empty = () => ({ bytes: 0, elements: 0 });
/** Of a page with copies. */
const MOST_ELEMENTS = 5_200;
/** Besides fields there are so many elements. */
function withElements(elements: number): PageBudget {
  const budget = new PageBudget();
  budget.takeBesides({ bytes: 0, elements });
  return budget;
}
/** How many elements of a page are left for copies after something is drawn: ten fields are 55 of them. */
function roomAfter(draw: (budget: PageBudget) => void): number {
  const may = (besides: number): boolean => {
    const budget = withElements(besides);
    draw(budget);
    return budget.takeCopy(fields(10));
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
    expect(withElements(MOST_ELEMENTS - 55).takeCopy(schemaOf(10))).toBe(true);
    expect(withElements(MOST_ELEMENTS - 54).takeCopy(schemaOf(10))).toBe(false);
  });

  test.each<[string, Partial<Shape>, number]>([
    ['a type without a link', { type: [{ text: 'string', href: null }] }, 0],
    ['a link in a type', { type: [{ text: 'Order', href: '/Order' }] }, 1],
    ['code in a fact, and a mark', { facts: [['matches ', '^a$']], marks: ['deprecated'] }, 2],
    ['code and a paragraph in a description', { descriptions: ['One `two`.\n\nThree.'] }, 2],
    ['values and their line', { values: ['1', '2'] }, 3],
    ['a thousand values: all but the first are one element', { values: Array.from({ length: 1_000 }, () => '1') }, 12],
  ])('%s takes elements', (_, part, elements) => {
    const drawn = roomAfter((budget) => budget.takeTexts({ ...SHAPE, ...part }, { body: empty(), anchor: 'a' }));
    expect(drawn).toBe(elements);
  });

  test('a row takes three elements when it is queued, a variant five', () => {
    expect(roomAfter((budget) => budget.takeRow({ body: empty(), isVariant: false }))).toBe(3);
    expect(roomAfter((budget) => budget.takeRow({ body: empty(), isVariant: true }))).toBe(5);
  });

  test('a body is large by its texts, what comes back sooner than what is sent', () => {
    const budget = new PageBudget();
    const body = empty();
    budget.takeTexts({ ...SHAPE, descriptions: ['x'.repeat(30_000)] }, { body, anchor: 'a' });
    expect(budget.isLarge({ body, direction: 'response' })).toBe(true);
    expect(budget.isLarge({ body, direction: 'request' })).toBe(false);
    expect(budget.isLarge({ body: empty(), direction: 'response' })).toBe(false);
  });

  test('what comes back is large by its elements, in one body or in all', () => {
    const budget = new PageBudget();
    const bodies = [empty(), empty()];
    const is = (body = empty(), direction: 'request' | 'response' = 'response') => budget.isLarge({ body, direction });
    const take = (body: ReturnType<typeof empty>, rows: number): void => {
      for (let row = 0; row < rows; row += 1) budget.takeRow({ body, isVariant: false });
    };
    for (const body of bodies) take(body, 366);
    expect([is(bodies[0]), is(bodies[1]), is()]).toEqual([false, false, false]);
    take(bodies[0] ?? empty(), 1);
    expect([is(bodies[0]), is(bodies[1]), is(), is(bodies[0], 'request')]).toEqual([true, false, false, false]);
    take(bodies[0] ?? empty(), 140);
    expect([is(bodies[1]), is(), is(bodies[0], 'request')]).toEqual([true, true, false]);
  });

  test('of a page that is measured as many are copies as it says, and what it is before each', () => {
    const noted: PageSize[][] = [];
    const note = (sizes: readonly PageSize[]) => void noted.push([...sizes]);
    const budget = new PageBudget({ copies: 2, depth: 2, note });
    budget.takeBesides({ bytes: 53_001, elements: 1_000 });
    expect(budget.takeCopy(fields(1))).toBe(true);
    budget.takeRow({ body: empty(), isVariant: false });
    expect([budget.takeCopy(fields(1)), budget.takeCopy(fields(1))]).toEqual([true, false]);
    budget.takeRow({ body: empty(), isVariant: true });
    budget.close();
    expect(noted.map((sizes) => sizes.map(({ elements }) => elements))).toEqual([[1_000, 1_003, 1_008]]);
  });

  test.each([
    [2, false, false],
    [1.5, true, false],
    [1, true, false],
    [0.5, true, true],
  ])('a body is large sooner where the page is drawn less deep: %d', (depth, response, request) => {
    const budget = new PageBudget({ copies: 0, depth, note: () => undefined });
    const body = empty();
    budget.takeTexts({ ...SHAPE, descriptions: ['x'.repeat(depth < 1 ? 50_000 : 20_000)] }, { body, anchor: 'a' });
    expect(budget.isLarge({ body, direction: 'response' })).toBe(response);
    expect(budget.isLarge({ body, direction: 'request' })).toBe(request);
  });

  test('what else the page holds leaves less room for copies', () => {
    const budget = new PageBudget();
    expect(budget.takeCopy(fields(10))).toBe(true);
    budget.takeBesides({ bytes: 53_001, elements: 0 });
    expect(budget.takeCopy(fields(10))).toBe(false);
  });
});
