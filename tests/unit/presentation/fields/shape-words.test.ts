import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import type { JsonSchemaObject } from '../../../../src/model/schema/schema.ts';
import { shapeConstraints } from '../../../../src/presentation/fields/shape-words.ts';

const loop = { $ref: '#/components/schemas/Loop' };
const components = new Components({
  ...NO_COMPONENTS,
  schemas: { Card: { type: 'object' }, Loop: { not: { $ref: '#/components/schemas/Loop', description: 'Again.' } } },
});

/** Demands as text, code in backticks. */
function said(schema: JsonSchemaObject): readonly string[] {
  return shapeConstraints(schema, components, () => false).map((parts) =>
    parts.map((part, index) => (index % 2 === 0 ? part : `\`${part}\``)).join(''),
  );
}

describe('demands on the shape of a value', () => {
  test.each<[JsonSchemaObject, readonly string[]]>([
    [{ additionalProperties: { type: 'string', maxLength: 63 } }, ['any other name: string, up to 63 characters']],
    [{ additionalProperties: true }, ['any other name: any value']],
    [{ additionalProperties: false, unevaluatedProperties: false }, []],
    [{ unevaluatedProperties: { type: 'integer', minimum: 0 } }, ['any other name: integer, at least 0']],
    [{ unevaluatedItems: { type: 'string', minLength: 0 } }, ['any other item: string, at least 0 characters']],
    [
      { patternProperties: { '^x-': { type: 'string', pattern: '`' } } },
      ['names that match `^x-`: string, matches ```'],
    ],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, ['names: matches `^[a-z]+$`']],
    [{ propertyNames: { enum: ['a', 'b'] } }, ['names: `"a"` or `"b"`']],
    [{ contains: { enum: ['must'] } }, ['at least 1 of the items: `"must"`']],
    [{ contains: { const: 0 }, minContains: 0, maxContains: 3 }, ['at least 0 and at most 3 of the items: `0`']],
    [{ type: 'string', not: { enum: ['admin', 'root'] } }, ['anything but `"admin"` or `"root"`']],
    [{ not: { const: 'zero' } }, ['anything but `"zero"`']],
    [{ type: 'string', not: { pattern: '^x' } }, ['anything but matches `^x`']],
    [{ not: { required: ['secret'] } }, ['`secret` not allowed']],
    [{ not: { type: 'string' } }, []],
    [{ description: 'Told by its type.', not: { type: 'string' } }, []],
    [{ type: 'object', not: { $ref: '#/components/schemas/Card' } }, ['anything but Card']],
    [{ not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }, ['`a`, `b` not allowed']],
    [{ not: { required: ['a', 'b'] } }, ['`a` and `b` not together']],
    [
      { not: { anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] } },
      ['anything but required: any of `a` and `b`; `c`'],
    ],
    [{ not: { required: ['a'], minProperties: 2 } }, ['anything but object with `a`, at least 2 fields']],
    [{ not: { not: { minimum: 3, type: 'number' } } }, ['anything but anything but number, at least 3']],
    [{ type: 'object', not: { properties: { a: { const: 1 } } } }, ['anything but `{"properties":{"a":{"const":1}}}`']],
    [{ type: 'array', not: { items: { minimum: 3 } } }, ['anything but `{"items":{"minimum":3}}`']],
    [{ type: 'array', not: { items: { type: 'string' } } }, ['anything but array of string']],
    [
      { contentSchema: { type: 'array', items: { type: 'string' }, maxItems: 2 } },
      ['its content: array of string, up to 2 items'],
    ],
    [
      { dependentSchemas: { card: { required: ['billing', 'iban'] } } },
      ['if `card` is there: required `billing`, `iban`'],
    ],
    [{ dependentRequired: { card: ['billing'], cash: [] } }, ['if `card` is there: required `billing`']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] }, ['required: any of `a`; `b` and `c`']],
    [{ oneOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }] }, ['required: one of `a`; `b`']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'] }, { type: 'null' }] }, ['required: any of `a`; `b`']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'], minProperties: 2 }] }, []],
    [{ if: { const: 1 } }, []],
    [
      { if: { pattern: '^x' }, then: { maxLength: 5 }, else: false },
      ['if: matches `^x`', 'then: up to 5 characters', 'else: not allowed'],
    ],
    [
      { if: { required: ['card'] }, then: { required: ['billing'] }, else: { not: { required: ['billing'] } } },
      ['if `card` is there: required `billing`', 'unless `card` is there: `billing` not allowed'],
    ],
  ])('%j: %j', (schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  test('end for a schema that forbids itself', () => {
    expect(said({ type: 'string', not: { ...loop, description: 'Not itself.' } })[0]).toMatch(
      /^anything but .*`\{"\$ref"/,
    );
  });

  test('leave out what is shown in another way', () => {
    expect(
      shapeConstraints({ not: { const: 1 }, contains: { const: 2 } }, components, ({ kind }) => kind === 'not'),
    ).toEqual([['at least 1 of the items: ', '2']]);
  });
});
