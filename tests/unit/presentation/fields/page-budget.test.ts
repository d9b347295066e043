import { describe, expect, test } from 'vitest';
import type { JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import type { Shape } from '../../../../src/presentation/fields/field-shape.ts';
import { NO_CONTENT, NO_FACTS } from '../../../../src/presentation/fields/field-shape.ts';
import { PageBudget } from '../../../../src/presentation/fields/page-budget.ts';

const fields = (count: number): JsonSchemaObject => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}])),
});
const variants = (count: number): JsonSchemaObject => ({ oneOf: Array.from({ length: count }, () => ({})) });
const TOP = { depth: 0, copiedVariants: 0 };
const SHAPE = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };
const empty = () => ({ bytes: 0, elements: 0 });
/** Besides fields there are so many elements. */
function withElements(elements: number): PageBudget {
  const budget = new PageBudget();
  budget.takeBesides({ bytes: 0, elements });
  return budget;
}
/** How many elements of a page are left for copies after something is drawn: ten fields are 65 of them. */
function roomAfter(draw: (budget: PageBudget) => void): number {
  const may = (besides: number): boolean => {
    const budget = withElements(besides);
    draw(budget);
    return budget.mayCopy(fields(10), TOP, false);
  };
  let room = 4_700;
  while (!may(4_700 - room)) room += 1;
  while (room > 0 && may(4_700 - room + 1)) room -= 1;
  return room - 65;
}

describe('the budget of a page', () => {
  test.each<[string, (count: number) => JsonSchemaObject]>([
    ['fields', fields],
    ['variants', variants],
    ['variants in a list', (count) => ({ items: variants(count) })],
    ['fields in an allOf', (count) => ({ allOf: [fields(count)] })],
  ])('has room for copies whose %s fit, and for small ones a little more', (_, schemaOf) => {
    expect(withElements(4_635).mayCopy(schemaOf(10), TOP, false)).toBe(true);
    expect(withElements(4_636).mayCopy(schemaOf(10), TOP, false)).toBe(false);
    expect(withElements(4_980).mayCopy(schemaOf(3), TOP, false)).toBe(true);
    expect(withElements(4_981).mayCopy(schemaOf(3), TOP, false)).toBe(false);
  });

  test('copies end at a depth, and variants of copies are deeper', () => {
    const may = (depth: number, copiedVariants: number, isSameBody: boolean): boolean =>
      withElements(2_600).mayCopy(fields(10), { depth, copiedVariants }, isSameBody);
    expect([may(5, 0, false), may(4, 1, false), may(6, 0, false), may(4, 2, false)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([may(1, 0, true), may(1, 1, true)]).toEqual([true, false]);
  });

  test('copies are deeper while more than half of the room is left', () => {
    const may = (elements: number, depth: number): boolean =>
      withElements(elements).mayCopy(fields(10), { depth, copiedVariants: 0 }, false);
    expect([may(2_285, 7), may(2_335, 8), may(2_286, 7)]).toEqual([true, false, false]);
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

  test('a row takes four elements when it is queued, a variant six', () => {
    expect(roomAfter((budget) => budget.takeRow({ body: empty(), isVariant: false }))).toBe(4);
    expect(roomAfter((budget) => budget.takeRow({ body: empty(), isVariant: true }))).toBe(6);
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
    for (const body of bodies) take(body, 275);
    expect([is(bodies[0]), is(bodies[1]), is()]).toEqual([false, false, false]);
    take(bodies[0] ?? empty(), 1);
    expect([is(bodies[0]), is(bodies[1]), is(), is(bodies[0], 'request')]).toEqual([true, false, false, false]);
    take(bodies[0] ?? empty(), 100);
    expect([is(bodies[1]), is(), is(bodies[0], 'request')]).toEqual([true, true, false]);
  });

  test('what else the page holds leaves less room for copies', () => {
    const budget = new PageBudget();
    expect(budget.mayCopy(fields(10), TOP, false)).toBe(true);
    budget.takeBesides({ bytes: 48_001, elements: 0 });
    expect(budget.mayCopy(fields(10), TOP, false)).toBe(false);
  });
});
