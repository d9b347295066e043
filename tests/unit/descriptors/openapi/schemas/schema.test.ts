import { describe, expect, test } from 'vitest';
import { readValue, recordOf, rulesOf } from '../../read-text.ts';

function convert(schema: unknown, openapi: string, others: object = {}) {
  const head = openapi === '2.0' ? { swagger: '2.0' } : { openapi };
  const schemas = { S: schema, Other: { type: 'object' }, ...others };
  const result = readValue({
    ...head,
    info: { title: 'T', version: '1' },
    paths: {},
    ...(openapi === '2.0' ? { definitions: schemas } : { components: { schemas } }),
  });
  return { schema: recordOf(result).components.schemas['S'], rules: rulesOf(result) };
}

const OTHER = { $ref: '#/components/schemas/Other' };
const NULL = { type: 'null' };

const MARKS = { readOnly: true, writeOnly: false, deprecated: true };

describe('a schema of an older version becomes JSON Schema 2020-12', () => {
  test.each([
    ['nullable with a type', '3.0.4', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable with an enum',
      '3.0.4',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['nullable with oneOf', '3.0.4', { oneOf: [OTHER], nullable: true }, { oneOf: [OTHER, NULL] }],
    [
      'nullable with allOf',
      '3.0.4',
      { title: 'T', allOf: [OTHER], nullable: true, 'x-a': 1 },
      { title: 'T', 'x-a': 1, anyOf: [OTHER, NULL] },
    ],
    [
      'nullable with allOf of several',
      '3.0.4',
      { allOf: [OTHER, OTHER], nullable: true },
      { anyOf: [{ allOf: [OTHER, OTHER] }, NULL] },
    ],
    [
      'nullable with allOf and more',
      '3.0.4',
      { allOf: [OTHER], nullable: true, minLength: 1 },
      { anyOf: [{ allOf: [OTHER], minLength: 1 }, NULL] },
    ],
    ['nullable that allows anything anyway', '3.0.4', { nullable: true }, {}],
    ['nullable: false', '3.0.4', { type: 'string', nullable: false }, { type: 'string' }],
    ['x-nullable', '2.0', { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
    [
      'an exclusive bound',
      '3.0.4',
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    ['an exclusive bound as a number', '3.1.0', { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
    ['an example', '3.0.4', { example: null }, { examples: [null] }],
    ['a discriminator that is a name', '2.0', { discriminator: 'kind' }, { discriminator: { propertyName: 'kind' } }],
    ['a file', '2.0', { type: 'file' }, { type: 'string', format: 'binary' }],
    [
      'items that are a list',
      '3.1.0',
      { items: [{}, OTHER], additionalItems: false },
      { prefixItems: [{}, OTHER], items: false },
    ],
    ['definitions', '3.1.0', { definitions: { a: {} } }, { $defs: { a: {} } }],
    [
      'a discriminator with names and references',
      '3.0.4',
      { discriminator: { propertyName: 'k', mapping: { a: 'Other', b: OTHER.$ref } } },
      { discriminator: { propertyName: 'k', mapping: { a: OTHER.$ref, b: OTHER.$ref } } },
    ],
    ['siblings of $ref in 3.1', '3.1.0', { ...OTHER, minProperties: 1 }, { ...OTHER, minProperties: 1 }],
    ['the description beside $ref in 3.0', '3.0.4', { ...OTHER, description: 'D' }, { ...OTHER, description: 'D' }],
    ['what is true of one place alone, beside $ref in 3.0', '3.0.4', { ...OTHER, ...MARKS }, { ...OTHER, ...MARKS }],
    [
      'nullable beside $ref in 3.0',
      '3.0.4',
      { ...OTHER, description: 'D', nullable: true },
      { description: 'D', anyOf: [OTHER, { type: 'null' }] },
    ],
    ['x-nullable beside $ref', '3.0.4', { ...OTHER, 'x-nullable': true }, { anyOf: [OTHER, { type: 'null' }] }],
    ['unknown keywords', '3.1.0', { $vocabulary: {}, foo: [1] }, { $vocabulary: {}, foo: [1] }],
    ['true and false', '3.1.0', false, false],
  ])('%s (%s)', (_title, openapi, given, expected) => {
    expect(convert(given, openapi)).toEqual({ schema: expected, rules: [] });
  });
});

describe('a wrong schema gives a warning and a usable one', () => {
  test.each([
    ['an unknown type', '3.0.4', { type: 'any' }, { 'x-type': 'any' }, ['schema-type']],
    ['a word for a type', '3.0.4', { type: 'int' }, { type: 'integer' }, ['schema-type']],
    ['a list of types', '3.0.4', { type: ['string', null] }, { type: ['string', 'null'] }, ['schema-type']],
    ['nullable in 3.1', '3.1.0', { type: 'string', nullable: true }, { type: ['string', 'null'] }, ['nullable']],
    [
      'required at a property',
      '3.0.4',
      { properties: { a: { type: 'string', required: true } } },
      { properties: { a: { type: 'string' } }, required: ['a'] },
      ['required-flag'],
    ],
    ['a constraint beside $ref in 3.0', '3.0.4', { ...OTHER, minProperties: 1 }, OTHER, ['ref-sibling']],
    [
      'nullable beside $ref in 3.1',
      '3.1.0',
      { ...OTHER, nullable: true },
      { anyOf: [OTHER, { type: 'null' }] },
      ['nullable'],
    ],
    ['a list of properties', '3.1.0', { properties: [1] }, {}, ['wrong-type']],
    ['an object in allOf', '3.1.0', { allOf: OTHER }, { allOf: [OTHER] }, ['wrong-type']],
    ['a number as text', '3.1.0', { maxLength: '5' }, { maxLength: 5 }, ['wrong-type']],
    ['text', '3.1.0', 'string', {}, ['wrong-type']],
    ['a length below 0', '3.1.0', { minLength: -1 }, {}, ['wrong-type']],
    ['half an item', '3.0.4', { maxItems: 1.5 }, {}, ['wrong-type']],
    ['a multiple of nothing', '3.1.0', { multipleOf: 0 }, {}, ['wrong-type']],
    ['an empty list of items', '3.1.0', { items: [] }, {}, []],
    [
      'names that depend on text',
      '3.1.0',
      { dependentRequired: { a: 'b', c: ['d'] } },
      { dependentRequired: { c: ['d'] } },
      ['wrong-type'],
    ],
    [
      'an XML object with keys that it has not',
      '3.2.0',
      { xml: { name: 'a', attribute: 'true', nodeType: 'leaf', colour: 'red', 'x-a': 1 } },
      { xml: { name: 'a', attribute: true, 'x-colour': 'red', 'x-a': 1 } },
      ['wrong-type', 'wrong-type', 'unknown-key'],
    ],
    ['a reference of an older draft', '3.1.0', { $recursiveRef: '#' }, { $recursiveRef: '#' }, ['unknown-key']],
    ['a dynamic anchor that is not there', '3.1.0', { $dynamicRef: '#a' }, { $dynamicRef: '#a' }, ['ref-not-found']],
    [
      'a schema that is not there',
      '3.1.0',
      { items: { $ref: '#/components/schemas/Gone' } },
      { items: { $ref: '#/components/schemas/Gone' } },
      ['ref-not-found'],
    ],
  ])('%s (%s)', (_title, openapi, given, expected, rules) => {
    expect(convert(given, openapi)).toEqual({ schema: expected, rules });
  });
});

describe('a list of types', () => {
  test.each([
    [['string', 'null'], 'Write “type: string” and “nullable: true”.'],
    [['string'], 'Write “type: string”.'],
    [['string', 'integer'], 'Write “anyOf” with a schema for each type.'],
    [['string', 'integer', 'null'], 'Write “anyOf” with a schema for each type and “nullable: true”.'],
    [['null'], 'Write “nullable: true”.'],
    [[], 'Remove the empty list.'],
  ])('%j is of OpenAPI 3.1: %s', (type, remedy) => {
    const read = (openapi: string) =>
      readValue({ openapi, info: { title: 'T', version: '1' }, paths: {}, components: { schemas: { S: { type } } } });
    const message = 'OpenAPI 3.0 has no lists of types; it was read as one of OpenAPI 3.1.';
    expect(read('3.0.4').diagnostics).toMatchObject([{ rule: 'schema-type', message, remedy }]);
    expect(read('3.1.0').diagnostics).toEqual([]);
    expect(recordOf(read('3.0.4')).components.schemas).toEqual(recordOf(read('3.1.0')).components.schemas);
  });
});
