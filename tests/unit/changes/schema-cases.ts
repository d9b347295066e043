import type { RuleName } from '../../../src/changes/rules.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';

const B = 'breaking';
const N = 'notable';
const D = 'docs-only';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const list = { type: 'array', items: text } as const;
const map = { type: 'object' } as const;
const object = { type: 'object', properties: { a: text } } as const;
const card = { title: 'Card', type: 'object', properties: { number: text } } as const;
const bank = { title: 'Bank', type: 'object', properties: { iban: text } } as const;
const cat = { $ref: '#/components/schemas/Cat' } as const;
const dog = { $ref: '#/components/schemas/Dog' } as const;
const conditional = (rest: object): JsonSchema => ({ ...object, if: { required: ['a'] }, ...rest });
const bothWays = conditional({ then: { required: ['b'] }, else: { required: ['c'] } });
const containing = (rest: object): JsonSchema => ({ ...list, contains: { const: 'a' }, ...rest });
export const chosen = (mapping: Readonly<Record<string, string>>, propertyName = 'kind') =>
  ({ oneOf: [cat, dog], discriminator: { propertyName, mapping } }) as const;
const defaulting = (defaultMapping: string) =>
  ({ oneOf: [cat, dog], discriminator: { propertyName: 'kind', defaultMapping } }) as const;
/** Schemas to which the rows refer. */
export const schemas = {
  Cat: { type: 'object', properties: { kind: text } },
  Dog: { type: 'object', properties: { kind: text, bark: text } },
} as const;

/** Each row in both directions: there the rule in requests and in responses, back its mirror. */
export const SCHEMA_CASES: readonly (readonly [
  rule: RuleName,
  before: JsonSchema,
  after: JsonSchema,
  request: string,
  response: string,
  mirrorInRequest: string,
  mirrorInResponse: string,
])[] = [
  ['type-narrowed', { type: ['string', 'integer'] }, text, B, N, N, B],
  ['type-narrowed', number, { type: 'integer' }, B, N, N, B],
  ['type-narrowed', { type: ['string', 'null'], title: 'x' }, { type: 'null', title: 'x' }, B, N, N, B],
  // No value is left, or none was allowed.
  ['type-narrowed', { type: 'array' }, { type: 'array', items: false }, B, N, N, B],
  ['type-narrowed', { ...map, properties: { a: text } }, { ...map, properties: { a: false } }, B, N, N, B],
  ['type-narrowed', { ...list, items: { anyOf: [card, bank] } }, { ...list, items: { not: {} } }, B, N, N, B],
  ['type-changed', text, { type: 'integer' }, B, B, B, B],
  ['type-changed', { type: ['string', 'integer'] }, { type: ['string', 'boolean'] }, B, B, B, B],
  ['type-changed', { type: 'string' }, { oneOf: [card, bank] }, B, B, B, B],
  ['null-refused', { type: ['string', 'null'] }, text, B, N, N, B],
  ['null-refused', { anyOf: [card, bank, { type: 'null' }] }, { anyOf: [card, bank] }, B, N, N, B],
  ['format-added', text, { ...text, format: 'date' }, B, N, N, B],
  ['format-narrowed', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }, B, N, N, B],
  ['format-changed', { ...text, format: 'date' }, { ...text, format: 'date-time' }, B, B, B, B],
  // Many generators write so what may be left empty.
  ['null-allowed', text, { anyOf: [text, { type: 'null' }] }, N, B, B, N],
  ['null-allowed', { ...text, title: 'A' }, { anyOf: [text, { type: 'null' }], title: 'A' }, N, B, B, N],
  [
    'null-allowed',
    { type: ['string', 'null'], enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
    N,
    B,
    B,
    N,
  ],
  ['enum-added', text, { ...text, enum: ['a'] }, B, N, N, B],
  ['enum-added', text, { ...text, const: 'a' }, B, N, N, B],
  ['enum-value-removed', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, B, N, N, B],
  ['enum-value-removed', { ...text, enum: ['a', 'b'] }, { ...text, const: 'a' }, B, N, N, B],
  ['range-tightened', number, { ...number, minimum: 0 }, B, N, N, B],
  ['range-tightened', { ...number, minimum: 1 }, { ...number, minimum: 2 }, B, N, N, B],
  ['range-tightened', { ...number, maximum: 9 }, { ...number, maximum: 8 }, B, N, N, B],
  ['range-tightened', { ...number, exclusiveMinimum: 1 }, { ...number, exclusiveMinimum: 2 }, B, N, N, B],
  ['range-tightened', { ...number, exclusiveMaximum: 9 }, { ...number, exclusiveMaximum: 8 }, B, N, N, B],
  ['range-tightened', { ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }, B, N, N, B],
  ['range-tightened', { ...number, exclusiveMaximum: 9 }, { ...number, maximum: 8 }, B, N, N, B],
  ['range-tightened', { ...number, maximum: 9 }, { ...number, maximum: 9, exclusiveMaximum: 9 }, B, N, N, B],
  ['length-tightened', text, { ...text, minLength: 1 }, B, N, N, B],
  ['length-tightened', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }, B, N, N, B],
  ['item-count-tightened', { ...list, minItems: 1 }, { ...list, minItems: 2 }, B, N, N, B],
  ['item-count-tightened', list, { ...list, maxItems: 2 }, B, N, N, B],
  ['field-count-tightened', map, { ...map, minProperties: 1 }, B, N, N, B],
  ['field-count-tightened', { ...map, maxProperties: 9 }, { ...map, maxProperties: 8 }, B, N, N, B],
  ['step-tightened', number, { ...number, multipleOf: 0.5 }, B, N, N, B],
  ['step-tightened', { ...number, multipleOf: 2 }, { ...number, multipleOf: 4 }, B, N, N, B],
  ['step-changed', { ...number, multipleOf: 2 }, { ...number, multipleOf: 3 }, B, B, B, B],
  ['unique-items-required', list, { ...list, uniqueItems: true }, B, N, N, B],
  ['pattern-added', text, { ...text, pattern: '^a' }, B, N, N, B],
  ['pattern-added', { ...text, pattern: '.*' }, { ...text, pattern: '^a' }, B, N, N, B],
  ['pattern-changed', { ...text, pattern: '^b' }, { ...text, pattern: '^a' }, B, B, B, B],
  ['default-added', text, { ...text, default: '' }, N, N, N, N],
  ['default-added', { type: ['string', 'null'] }, { type: ['string', 'null'], default: null }, N, N, N, N],
  ['default-changed', { ...text, default: 'a' }, { ...text, default: 'b' }, N, N, N, N],
  ['field-added', map, object, N, N, B, B],
  ['required-field-added', map, { ...object, required: ['a'] }, B, N, B, B],
  ['deprecated-field-removed', { ...map, properties: { a: { ...text, deprecated: true } } }, map, N, N, N, N],
  ['field-became-required', object, { ...object, required: ['a'] }, B, N, N, B],
  ['field-became-required', { ...map, required: ['x'] }, { ...map, required: ['x', 'y'] }, B, N, N, B],
  ['became-read-only', object, { ...map, properties: { a: { ...text, readOnly: true } } }, B, N, N, N],
  ['became-write-only', object, { ...map, properties: { a: { ...text, writeOnly: true } } }, N, B, N, N],
  ['free-names-refused', object, { ...object, additionalProperties: false }, B, N, N, N],
  ['free-names-refused', object, { ...object, unevaluatedProperties: false }, B, N, N, N],
  ['deprecated', text, { ...text, deprecated: true }, N, N, N, N],
  ['variant-removed', { oneOf: [card, bank] }, { oneOf: [card] }, B, N, N, B],
  ['variant-removed', { anyOf: [cat, dog] }, { anyOf: [cat] }, B, N, N, B],
  ['variant-added', { ...text, description: 'A.' }, { anyOf: [text, number], description: 'A.' }, N, B, B, N],
  ['variant-removed', { oneOf: [card, bank] }, card, B, N, N, B],
  ['variant-removed', { type: ['string', 'integer', 'boolean'] }, { anyOf: [{ type: 'integer' }, text] }, B, N, N, B],
  ['variant-removed', { enum: ['a', 'b', 'c'] }, { oneOf: [{ const: 'b' }, { const: 'a' }] }, B, N, N, B],
  ['alternatives-added', object, { ...object, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, B, N, N, B],
  ['discriminator-added', { oneOf: [cat, dog] }, chosen({}), B, B, B, B],
  ['discriminator-changed', chosen({}), chosen({}, 'type'), B, B, B, B],
  ['discriminator-changed', chosen({ a: cat.$ref }), chosen({ a: dog.$ref }), B, B, B, B],
  ['discriminator-changed', defaulting('Cat'), defaulting('Dog'), B, B, B, B],
  ['discriminator-value-removed', chosen({ a: cat.$ref }), chosen({}), B, N, N, B],
  // A value of a variant that went with it.
  ['variant-removed', chosen({ a: cat.$ref, b: dog.$ref }), { ...chosen({ a: cat.$ref }), oneOf: [cat] }, B, N, N, B],
  [
    'variant-removed',
    chosen({ a: cat.$ref, b: 'Dog', c: 'Dog' }),
    { ...chosen({ a: 'Cat' }), oneOf: [cat] },
    B,
    N,
    N,
    B,
  ],
  ['condition-added', text, { ...text, not: { const: 'a' } }, B, N, N, B],
  ['condition-added', object, { ...object, if: { required: ['a'] }, else: { required: ['b'] } }, B, N, N, B],
  ['condition-added', list, { ...list, contains: text, minContains: 2 }, B, N, N, B],
  ['condition-added', object, { ...object, dependentRequired: { a: ['b'] } }, B, N, N, B],
  ['condition-changed', { ...text, not: { const: 'b' } }, { ...text, not: { const: 'a' } }, B, B, B, B],
  ['condition-changed', { allOf: [{ not: { const: 1 } }, { not: { const: 2 } }] }, { not: { const: 1 } }, B, B, B, B],
  ['condition-tightened', conditional({ then: { required: ['b'] } }), bothWays, B, N, N, B],
  ['condition-tightened', conditional({ else: { required: ['c'] } }), bothWays, B, N, N, B],
  ['condition-tightened', { ...list, contains: text }, { ...list, contains: text, minContains: 2 }, B, N, N, B],
  ['condition-tightened', containing({ maxContains: 3 }), containing({ maxContains: 2 }), B, N, N, B],
  ['condition-tightened', containing({}), containing({ minContains: 2, maxContains: 3 }), B, N, N, B],
  ['condition-changed', containing({ minContains: 2 }), containing({ minContains: 1, maxContains: 3 }), B, B, B, B],
  ['condition-changed', containing({}), { ...list, contains: { const: 'b' }, minContains: 2 }, B, B, B, B],
  ['condition-changed', conditional({ then: { required: ['b'] } }), conditional({ then: false }), B, B, B, B],
  ['content-coding-changed', text, { ...text, contentEncoding: 'base64' }, B, B, B, B],
  ['xml-changed', text, { ...text, xml: { name: 'A' } }, N, N, N, N],
  ['keyword-changed', { ...text, unit: 'm' }, { ...text, unit: 'ft' }, N, N, N, N],
  ['description-changed', text, { ...text, description: 'A.' }, D, D, D, D],
  ['title-changed', { ...text, title: 'A' }, { ...text, title: 'B' }, D, D, D, D],
  ['example-changed', text, { ...text, examples: ['a'] }, D, D, D, D],
  // Places.
  ['length-tightened', list, { ...list, items: { ...text, maxLength: 2 } }, B, N, N, B],
  ['type-narrowed', { ...list, prefixItems: [{}] }, { ...list, prefixItems: [text] }, B, N, N, B],
  ['type-narrowed', map, { ...map, additionalProperties: text }, B, N, N, B],
  ['type-narrowed', map, { ...map, unevaluatedProperties: text }, B, N, N, B],
  [
    'pattern-added',
    { patternProperties: { '^x': text } },
    { patternProperties: { '^x': { ...text, pattern: 'a' } } },
    B,
    N,
    N,
    B,
  ],
  [
    'length-tightened',
    { oneOf: [card, bank] },
    { oneOf: [card, { ...bank, properties: { iban: { ...text, maxLength: 34 } } }] },
    B,
    N,
    N,
    B,
  ],
  [
    'length-tightened',
    { oneOf: [text, { type: 'integer' }] },
    { oneOf: [{ ...text, maxLength: 3 }, { type: 'integer' }] },
    B,
    N,
    N,
    B,
  ],
];
