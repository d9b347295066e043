import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import { rulesOf, shapeConstraints, shownRules } from '../../../../src/presentation/fields/shape-words.ts';
import type { JsonSchemaObject } from '../../../../src/schema/schema.ts';

const components = new Components({
  ...NO_COMPONENTS,
  schemas: { Card: { type: 'object' } },
});

/** Demands as text, code in backticks. */
function said(schema: JsonSchemaObject): readonly string[] {
  return shapeConstraints(schema, components, () => false).map((parts) =>
    parts.map((part) => (typeof part === 'string' ? part : `\`${part.code}\``)).join(''),
  );
}

describe('demands on the shape of a value', () => {
  test.each<[JsonSchemaObject, readonly string[]]>([
    [{ additionalProperties: { type: 'string', maxLength: 63 } }, ['any other name: string, up to 63 characters']],
    [{ additionalProperties: true }, ['any other name: any value']],
    [
      { additionalProperties: { type: 'array', items: { minimum: 3 } } },
      ['any other name: `{"type":"array","items":{"minimum":3}}`'],
    ],
    [{ additionalProperties: { not: { const: 1 } } }, ['any other name: `{"not":{"const":1}}`']],
    [{ additionalProperties: false, unevaluatedProperties: false }, []],
    [
      { patternProperties: { '^x-': { type: 'string', pattern: '`' } } },
      ['names that match `^x-`: string, matches ```'],
    ],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, ['names: matches `^[a-z]+$`']],
    [{ propertyNames: { enum: ['a', 'b'] } }, ['names: `"a"` or `"b"`']],
    [{ propertyNames: { $ref: '#/components/schemas/Card' } }, ['names: Card']],
    [
      { contentSchema: { type: 'array', items: { type: 'string' }, maxItems: 2 } },
      ['its content: array of string, up to 2 items'],
    ],
    [{ contentSchema: { required: ['a'], minProperties: 2 } }, ['its content: object with `a`, at least 2 fields']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] }, ['required: any of `a`; `b` and `c`']],
    [{ oneOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }] }, ['required: one of `a`; `b`']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'] }, { type: 'null' }] }, ['required: any of `a`; `b`']],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'], minProperties: 2 }] }, []],
    [{ not: { const: 1 }, contains: { const: 2 }, if: { const: 3 }, then: false }, []],
  ])('%j: %j', (schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  test('leave out what is shown in another way', () => {
    const schema = { additionalProperties: true, propertyNames: { const: 2 } };
    expect(shapeConstraints(schema, components, ({ isOfFields }) => isOfFields)).toEqual([['names: ', { code: '2' }]]);
  });
});

describe('rules without phrases', () => {
  const dependentRequired = { card: ['billing'] };
  test.each<[JsonSchemaObject, JsonSchemaObject | null]>([
    [
      { type: 'object', if: { required: ['a'] }, then: false },
      { if: { required: ['a'] }, then: false },
    ],
    [{ type: 'object', then: false, maxContains: 2 }, null],
    [{ not: { type: 'string' } }, null],
    [{ type: 'string', not: { enum: ['admin'] } }, { not: { enum: ['admin'] } }],
    [
      { contains: true, minContains: 2, dependentRequired },
      { dependentRequired, contains: true, minContains: 2 },
    ],
    [{ unevaluatedProperties: false, unevaluatedItems: true }, null],
    [{ unevaluatedProperties: { minimum: 1 } }, { unevaluatedProperties: { minimum: 1 } }],
  ])('of %j: %j', (schema, expected) => {
    expect(rulesOf(schema)).toEqual(expected);
  });

  test('are cut where they are long', () => {
    const blockOf = (not: JsonSchemaObject): string => shownRules({ not }, components, String).json;
    const text = blockOf({ enum: Array.from({ length: 5000 }, (_, index) => index) });
    expect(text.length).toBeLessThanOrEqual(4002);
    expect(text).toMatch(/\d,\n…$/);
    expect(blockOf({ const: 'x'.repeat(5000) })).toMatch(/^\{\n {2}"not": \{\n…$/);
  });
});
