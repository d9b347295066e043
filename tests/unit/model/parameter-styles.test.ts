import { describe, expect, test } from 'vitest';
import { type FilledValue, headerText, pathText, queryParts } from '../../../src/model/parameter-styles.ts';

const text = (value: string): FilledValue => ({ kind: 'text', text: value });
const BLUE = text('blue');
const LIST: FilledValue = { kind: 'list', items: ['blue', 'black', 'brown'] };
const RGB: FilledValue = {
  kind: 'object',
  members: [
    ['R', '100'],
    ['G', '200'],
  ],
};

/** OpenAPI 3.2 §4.12.6, “Style Examples”. */
describe('a parameter of the path', () => {
  test.each([
    [undefined, undefined, BLUE, 'blue'],
    ['simple', false, LIST, 'blue,black,brown'],
    ['simple', false, RGB, 'R,100,G,200'],
    ['simple', true, RGB, 'R=100,G=200'],
    ['label', false, BLUE, '.blue'],
    ['label', false, LIST, '.blue,black,brown'],
    ['label', true, LIST, '.blue.black.brown'],
    ['label', false, RGB, '.R,100,G,200'],
    ['label', true, RGB, '.R=100.G=200'],
    ['matrix', false, BLUE, ';color=blue'],
    ['matrix', false, LIST, ';color=blue,black,brown'],
    ['matrix', true, LIST, ';color=blue;color=black;color=brown'],
    ['matrix', false, RGB, ';color=R,100,G,200'],
    ['matrix', true, RGB, ';R=100;G=200'],
    [undefined, undefined, text("/../a b?c#d%2F'é"), '%2F..%2Fa%20b%3Fc%23d%252F%27%C3%A9'],
    [undefined, undefined, text('\ud800'), '%EF%BF%BD'],
  ])('of style %s, explode %s, %j: %s', (style, explode, value, expected) => {
    expect(pathText('color', value, optional(style, explode))).toBe(expected);
  });
});

describe('a parameter of the query', () => {
  test.each([
    [undefined, undefined, BLUE, 'color=blue'],
    ['form', undefined, LIST, 'color=blue&color=black&color=brown'],
    ['form', false, LIST, 'color=blue,black,brown'],
    ['form', true, RGB, 'R=100&G=200'],
    ['form', false, RGB, 'color=R,100,G,200'],
    ['spaceDelimited', undefined, LIST, 'color=blue%20black%20brown'],
    ['spaceDelimited', false, RGB, 'color=R%20100%20G%20200'],
    ['pipeDelimited', undefined, LIST, 'color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', true, LIST, 'color=blue&color=black&color=brown'],
    ['deepObject', true, RGB, 'color%5BR%5D=100&color%5BG%5D=200'],
    ['form', true, text('a&b=c#d+e'), 'color=a%26b%3Dc%23d%2Be'],
  ])('of style %s, explode %s, %j: %s', (style, explode, value, expected) => {
    expect(queryParts('color', value, optional(style, explode)).join('&')).toBe(expected);
  });

  test('keeps what is reserved where that is allowed, and what would end it encoded', () => {
    expect(queryParts('q', text('a/b?c=d&e#f+g h'), { isReserved: true })).toEqual(['q=a/b?c=d%26e%23f%2Bg%20h']);
  });
});

test.each([
  [undefined, BLUE, 'blue'],
  [undefined, LIST, 'blue,black,brown'],
  [false, RGB, 'R,100,G,200'],
  [true, RGB, 'R=100,G=200'],
])('a header field, explode %s, %j: %s', (explode, value, expected) => {
  expect(headerText(value, optional(undefined, explode))).toBe(expected);
});

function optional(style: string | undefined, explode: boolean | undefined): { style?: string; explode?: boolean } {
  return { ...(style === undefined ? {} : { style }), ...(explode === undefined ? {} : { explode }) };
}
