import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import type { JsonSchemaObject } from '../../../src/schema/schema.ts';
import { asTypeOrNull } from '../../../src/schema/types.ts';
import { validityOf } from '../../../src/schema/validation.ts';

describe('a choice of one type and null as that type or null allows what it did', () => {
  const nothing = { type: 'null' } as const;
  const object = { type: 'object', additionalProperties: false } as const;
  const list = { type: 'array', items: { type: 'string' } } as const;
  test.each<JsonSchemaObject>([
    { anyOf: [{ type: 'string', maxLength: 1 }, nothing] },
    { oneOf: [nothing, { type: 'string', enum: ['a'] }] },
    { enum: ['a', 1], anyOf: [{ type: 'string' }, nothing] },
    { default: 1, anyOf: [object, nothing] },
    // Both have to hold, and nothing does both.
    { anyOf: [{ type: 'string' }], oneOf: [nothing] },
    { properties: { a: { type: 'string' } }, anyOf: [object, nothing] },
    { additionalProperties: false, anyOf: [{ type: 'object', properties: { a: {} } }, nothing] },
    { allOf: [{ properties: { a: {} } }], anyOf: [{ type: 'object', unevaluatedProperties: false }, nothing] },
    { prefixItems: [{ type: 'integer' }], anyOf: [list, nothing] },
    { items: { type: 'integer' }, anyOf: [{ type: 'array', prefixItems: [{}] }, nothing] },
    { contains: { type: 'integer' }, anyOf: [{ type: 'array', minContains: 0 }, nothing] },
  ])('%j', (schema) => {
    const components = new Components(NO_COMPONENTS);
    const verdictsOf = (one: JsonSchemaObject): readonly unknown[] =>
      [null, 'a', 'ab', 1, {}, { a: 'a' }, { b: 1 }, [], ['a'], [1], [1, 'a']].map((value) =>
        validityOf(value, one, components, 'request'),
      );
    expect(verdictsOf(asTypeOrNull(schema))).toEqual(verdictsOf(schema));
  });
});
