import { describe, expect, test } from 'vitest';
import { toSchema20, toSchema30 } from '../../../../src/formats/openapi-core/older-schemas.ts';
import type { JsonMap } from '../../../../src/formats/openapi-core/writing.ts';

describe('toSchema30', () => {
  test.each([
    // JSON Schema 2020-12                              OpenAPI 3.0
    [{ type: ['string'] }, { type: 'string' }],
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: 'null' }, { type: 'string', enum: [null], nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: ['string', 'integer', 'null'] }, { anyOf: [{ type: 'string', nullable: true }, { type: 'integer' }] }],
    [
      { type: ['string', 'integer'], anyOf: [{}] },
      { anyOf: [{}], allOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }] },
    ],
    [
      { title: 'T', default: 'a', anyOf: [{ type: 'string', maxLength: 9, enum: ['a'] }, { type: 'null' }] },
      { title: 'T', default: 'a', type: 'string', maxLength: 9, enum: ['a', null], nullable: true },
    ],
    [{ oneOf: [{ type: 'null' }, { type: 'array', items: {} }] }, { type: 'array', items: {}, nullable: true }],
    [{ const: 0 }, { enum: [0] }],
    [
      { const: 1, enum: [1, 2, 2] },
      { const: 1, enum: [1, 2] },
    ],
    [{ examples: [false] }, { example: false }],
    [{ examples: [1, 2] }, { examples: [1, 2], example: 1 }],
    [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
    [
      { exclusiveMinimum: 0, minimum: 5 },
      { minimum: 5, 'x-exclusiveMinimum': 0 },
    ],
    [
      { exclusiveMinimum: 5, minimum: 0 },
      { minimum: 5, exclusiveMinimum: true, 'x-minimum': 0 },
    ],
    [{ exclusiveMaximum: 1 }, { maximum: 1, exclusiveMaximum: true }],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [{ required: [] }, {}],
    [{ required: ['a', 'a'] }, { required: ['a'] }],
    [
      { type: 'string', contentMediaType: 'image/png' },
      { type: 'string', contentMediaType: 'image/png', format: 'binary' },
    ],
    [
      { type: 'string', contentEncoding: 'base64' },
      { type: 'string', contentEncoding: 'base64', format: 'byte' },
    ],
    [{ contentMediaType: 'image/png' }, { type: 'string', contentMediaType: 'image/png', format: 'binary' }],
    [{ contentEncoding: 'base64' }, { type: 'string', contentEncoding: 'base64', format: 'byte' }],
    [
      { contentMediaType: 'application/xml', properties: { a: {} } },
      { contentMediaType: 'application/xml', properties: { a: {} } },
    ],
    // A tuple is a list with items of its types.
    [
      { type: 'array', prefixItems: [{ type: 'number' }, { $ref: '#/a' }, false], items: false, maxItems: 9 },
      {
        type: 'array',
        prefixItems: [{ type: 'number' }, { $ref: '#/a' }, false],
        items: { anyOf: [{ type: 'number' }, { $ref: '#/a' }] },
        maxItems: 3,
      },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'number' } },
      { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'number' } },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'array', prefixItems: [{}] }], items: { type: 'string' } },
      {
        type: 'array',
        prefixItems: [{ type: 'array', prefixItems: [{}] }],
        items: { anyOf: [{ type: 'array' }, { type: 'string' }] },
      },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'number' }] },
      { type: 'array', prefixItems: [{ type: 'number' }], items: {} },
    ],
    [{ $ref: '#/a' }, { $ref: '#/a' }],
    [
      { $ref: '#/a', description: 'b' },
      { description: 'b', allOf: [{ $ref: '#/a' }] },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(toSchema30(schema)).toEqual(expected);
  });

  test.each<JsonMap>([
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }, true] },
    { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', allOf: [{}] }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
    { anyOf: [{ maxLength: 2 }, { type: 'null' }] },
    { description: 'A', anyOf: [{ type: 'string', description: 'B' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'null', description: 'B' }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }], oneOf: [{}] },
  ])('%j stays, which says something else as one type', (schema) => {
    expect(toSchema30(schema)).toEqual(schema);
  });
});

describe('toSchema20', () => {
  test.each([
    [{ anyOf: [{ $ref: '#/a' }] }, { allOf: [{ $ref: '#/a' }] }],
    [
      { title: 'T', oneOf: [{ type: 'null' }, { $ref: '#/a' }] },
      { title: 'T', allOf: [{ $ref: '#/a' }], 'x-nullable': true },
    ],
    [
      { allOf: [{}], anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
      { allOf: [{}, { $ref: '#/a' }], 'x-nullable': true },
    ],
    [{ anyOf: [{ $ref: '#/a' }, { $ref: '#/b' }] }, { anyOf: [{ $ref: '#/a' }, { $ref: '#/b' }] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', 'x-nullable': true }],
    [{ type: ['string', 'null'] }, { type: 'string', 'x-nullable': true }],
    [
      { discriminator: { propertyName: 'kind' }, properties: { kind: {} }, required: ['kind'] },
      { discriminator: 'kind', properties: { kind: {} }, required: ['kind'] },
    ],
    [
      { discriminator: { propertyName: 'kind' }, oneOf: [{}] },
      { 'x-discriminator': { propertyName: 'kind' }, oneOf: [{}] },
    ],
    [
      { discriminator: { propertyName: 'kind', mapping: { a: '#/A' } }, oneOf: [{}] },
      { 'x-discriminator': { propertyName: 'kind', mapping: { a: '#/A' } }, oneOf: [{}] },
    ],
    [
      {
        discriminator: { propertyName: 'kind', mapping: { a: '#/A' } },
        properties: { kind: {} },
        required: ['kind'],
      },
      {
        discriminator: 'kind',
        'x-discriminator-mapping': { a: '#/A' },
        properties: { kind: {} },
        required: ['kind'],
      },
    ],
    [
      { discriminator: { propertyName: 'kind', mapping: { a: '#/A' } }, 'x-discriminator': 'own' },
      { 'x-discriminator': 'own', 'x-discriminator-mapping': { a: '#/A' } },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(toSchema20(schema)).toEqual(expected);
  });
});
