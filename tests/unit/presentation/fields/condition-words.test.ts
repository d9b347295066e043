import { describe, expect, test } from 'vitest';
import type { JsonSchema, JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import { consequencesOf } from '../../../../src/presentation/fields/condition-words.ts';
import { wordsOf } from '../../../../src/words/words.ts';

/** Titles as text, code in backticks. */
function titles(schema: JsonSchemaObject): readonly string[] {
  return consequencesOf(schema, schema, wordsOf({})).map(({ title }) =>
    title.map((part, index) => (index % 2 === 0 ? part : `\`${part}\``)).join(''),
  );
}

const then = { required: ['x'] };
const on = (name: string, schema: JsonSchema): JsonSchemaObject => ({
  if: { properties: { [name]: schema }, required: [name] },
  then,
});

describe('a condition reads', () => {
  test.each<[JsonSchemaObject, readonly string[]]>([
    [on('kind', { const: 'card' }), ['if `kind` is `"card"`']],
    [on('kind', { type: 'string', enum: ['card', 0] }), ['if `kind` is `"card"` or `0`']],
    [on('kind', { not: { enum: ['card', false] } }), ['if `kind` is not `"card"` or `false`']],
    [on('tags', { contains: { const: null } }), ['if `tags` holds `null`']],
    [on('__proto__', { const: 1 }), ['if `__proto__` is `1`']],
    [{ ...on('kind', { const: 'card' }), else: then }, ['if `kind` is `"card"`', 'unless `kind` is `"card"`']],
    [{ ...on('kind', { const: 'card' }), then: true, else: then }, ['unless `kind` is `"card"`']],
    [{ if: { not: { required: ['iban'] } }, then, else: then }, ['unless `iban` is there', 'if `iban` is there']],
    [{ if: { type: 'object', required: ['a', 'b'] }, then }, ['if `a` is there, and `b` is there']],
    [
      { if: { properties: { a: { const: 1 }, b: { const: 2 } }, required: ['a', 'b', 'c'] }, then },
      ['if `a` is `1`, and `b` is `2`, and `c` is there'],
    ],
    // A condition on a field that may be missing is met without it.
    [{ if: { properties: { a: { const: 1 } } }, then }, ['if `a` is `1` or not there']],
    [{ required: ['a'], if: { properties: { a: { const: 1 } } }, then }, ['if `a` is `1`']],
    [
      on('customer', { properties: { type: { const: 'company' } }, required: ['type'] }),
      ['if `customer.type` is `"company"`'],
    ],
    [on('customer', { properties: { type: { const: 'company' } } }), ['if', 'then']],
    [on('age', { type: 'integer', minimum: 0, exclusiveMaximum: 18 }), ['if `age` is at least 0 and below 18']],
    [on('age', { not: { minimum: 18 } }), ['if `age` is not at least 18']],
    [on('code', { pattern: '^x' }), ['if `code` matches `^x`']],
    [on('code', { pattern: '^x', minLength: 2 }), ['if', 'then']],
    [on('code', { minLength: 2 }), ['if', 'then']],
    [on('kind', { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }), ['if', 'then']],
    [{ if: { pattern: '^x' }, then: { maxLength: 5 }, else: { maxLength: 6 } }, ['if', 'then', 'else']],
    [{ if: true, then }, ['if', 'then']],
    [
      {
        dependentRequired: { card: ['billing'], cash: [] },
        dependentSchemas: { card: { minProperties: 2 }, cash: true },
      },
      ['if `card` is there', 'if `card` is there'],
    ],
    [{ dependentRequired: ['card'], dependentSchemas: null }, []],
    [{ if: { required: ['a'] }, then: {}, else: true }, []],
    [{ if: { required: ['a'] }, then: { required: [] }, else: false }, ['unless `a` is there']],
    [{ then, else: then }, []],
  ])('%j: %j', (schema, expected) => {
    expect(titles(schema)).toEqual(expected);
  });

  test('with what the schema around it requires', () => {
    const part = { if: { properties: { a: { const: 1 } } }, then };
    expect(consequencesOf(part, { required: ['a'] }, wordsOf({})).map(({ title }) => title)).toEqual([
      ['if ', 'a', ' is ', '1'],
    ]);
  });
});
