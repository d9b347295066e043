import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import type { ComponentsRecord } from '../../../../src/model/openapi-objects.ts';
import {
  constraints,
  markWords,
  valueMeanings,
  valueWords,
} from '../../../../src/presentation/fields/constraint-words.ts';
import { typeWords } from '../../../../src/presentation/fields/type-words.ts';
import type { JsonSchemaObject } from '../../../../src/schema/schema.ts';
import { wordsOf } from '../../../../src/words/words.ts';

const record: ComponentsRecord = {
  ...NO_COMPONENTS,
  schemas: {
    Card: { type: 'object' },
    Transfer: { type: 'object' },
    Missing: { 'x-platform-missing': 'schema “Missing” is not in the descriptor' },
  },
};
const components = new Components(record);
const card = { $ref: '#/components/schemas/Card' };
const transfer = { $ref: '#/components/schemas/Transfer' };

describe('constraints', () => {
  test.each([
    [{ minimum: 0 }, ['at least 0']],
    [{ minimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 }, ['at least 0', 'below 1', 'multiple of 0.01']],
    [{ exclusiveMinimum: 0, maximum: 9 }, ['above 0', 'at most 9']],
    [{ minLength: 1, maxLength: 200 }, ['1 to 200 characters']],
    [{ minLength: 0 }, ['at least 0 characters']],
    [{ minItems: 0, maxItems: 2 }, ['0 to 2 items']],
    [{ minProperties: 0 }, ['at least 0 fields']],
    [{ maxLength: 0 }, ['up to 0 characters']],
    [{ minLength: 0, maxLength: 0 }, ['exactly 0 characters']],
    [{ minLength: 3, maxLength: 3 }, ['exactly 3 characters']],
    [{ minLength: 1 }, ['at least 1 character']],
    [{ pattern: '^[A-Z]{3}$' }, ['matches `^[A-Z]{3}$`']],
    [{ maxItems: 10, uniqueItems: true }, ['up to 10 items, no repeats']],
    [{ uniqueItems: true }, ['no repeats']],
    [{ type: ['array', 'string'] as const, uniqueItems: true }, ['no repeats']],
    // A constraint that no text can have is left out: descriptors of Kubernetes have it on every parameter.
    [{ type: 'string' as const, uniqueItems: true }, []],
    [{ const: 'card' }, ['always `card`']],
    [{ const: '0' }, ['always `"0"`']],
    [{ const: 0 }, ['always `0`']],
    [{ const: 'true' }, ['always `"true"`']],
    [{ const: null }, ['always `null`']],
    [{ default: false }, ['default `false`']],
    [{ default: 0 }, ['default `0`']],
    [{ default: '' }, ['default `""`']],
    [{ additionalProperties: false }, ['no other fields']],
    [{ minProperties: 1 }, ['at least 1 field']],
  ])('%j reads %j', (schema, expected) => {
    expect(
      constraints(schema, wordsOf({})).map((parts) =>
        parts.map((part) => (typeof part === 'string' ? part : `\`${part.code}\``)).join(''),
      ),
    ).toEqual(expected);
  });

  test('marks and values are words', () => {
    expect(markWords({ deprecated: true, readOnly: true, writeOnly: true }, wordsOf({}))).toHaveLength(3);
    expect(valueWords({ enum: ['0', 0, false, null] })).toEqual(['"0"', '0', 'false', 'null']);
  });
});

describe('valueMeanings', () => {
  const states = { enum: [0, 1, null] };
  test.each<readonly [string, JsonSchemaObject, readonly string[]]>([
    ['none', states, []],
    ['none without values', { 'x-enum-varnames': ['Draft'] }, []],
    ['names by place', { ...states, 'x-enum-varnames': ['Draft', 'Sent'] }, ['- `0` Draft\n- `1` Sent\n- `null`']],
    ['texts by value', { ...states, 'x-enumDescriptions': { 1: 'To\na * b' } }, ['- `0`\n- `1` To a * b\n- `null`']],
    [
      'both, each once',
      { enum: ['a'], 'x-enumNames': ['A'], 'x-enum-varnames': ['A'], 'x-enum-descriptions': ['First.'] },
      ['- `"a"` A: First.'],
    ],
    [
      'those of Azure',
      {
        ...states,
        'x-ms-enum': {
          values: [
            { value: 0, name: 'Draft', description: 'New.' },
            { value: 7, name: 'X' },
          ],
        },
      },
      ['- `0` Draft: New.\n- `1`\n- `null`'],
    ],
    ['no names that are the values', { enum: ['a'], 'x-enum-varnames': ['a'] }, []],
    [
      'names as they are written',
      { enum: ['i'], 'x-enum-varnames': ['__init__ <b>'] },
      ['- `"i"` \\_\\_init\\_\\_ \\<b\\>'],
    ],
    ['values with signs of Markdown', { enum: ['a`b'], 'x-enumNames': ['A'] }, ['- ``"a`b"`` A']],
    [
      'texts of what is no text',
      { enum: [{ toString: 1 }, 2], 'x-enumDescriptions': { 2: 'B' } },
      ['- `{"toString":1}`\n- `2` B'],
    ],
    [
      'no half a character of a long text',
      { enum: ['a'], 'x-enumNames': [`${'a'.repeat(498)}😀b`] },
      [`- \`"a"\` ${'a'.repeat(498)}…`],
    ],
    ['nothing that is no text', { enum: ['constructor'], 'x-enum-varnames': [{}], 'x-enumDescriptions': {} }, []],
  ])('%s', (_title, schema, expected) => {
    expect(valueMeanings(schema)).toEqual(expected);
  });
});

describe('typeWords', () => {
  test.each([
    [true, 'any value'],
    [{}, 'any value'],
    [false, 'no value at all'],
    [{ type: 'integer', format: 'int64' }, 'integer, int64'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'null' }, 'null'],
    [{ type: 'array', items: card }, 'array of Card'],
    [{ type: 'array' }, 'array'],
    [card, 'Card'],
    [{ anyOf: [card, { type: 'null' }] }, 'Card or null'],
    [{ oneOf: [card, transfer], discriminator: { propertyName: 'kind' } }, 'one of Card, Transfer, chosen by kind'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ oneOf: [{ type: 'string' }, { items: { type: 'integer' } }] }, 'string or array of integer'],
    [{ oneOf: [{ items: { type: 'integer' } }, { type: 'string' }] }, 'one of array of integer, string'],
    [{ oneOf: [card, { type: 'string' }] }, 'one of Card, string'],
    [{ type: 'array', items: { oneOf: [{ type: 'object' }, { type: 'integer' }] } }, 'array of object or integer'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 'one of number, integer'],
    [{ anyOf: [{ not: { type: 'string' } }, { type: 'integer' }] }, 'any of anything but string, integer'],
    [{ oneOf: [{ type: 'string', format: 'date' }, { type: 'integer' }] }, 'one of string, date, integer'],
    [{ type: ['array', 'integer'], items: { type: 'string' } }, 'integer or array of string'],
    [{ anyOf: [card, { type: 'string', enum: [''] }] }, 'Card, or empty'],
    [{ oneOf: [{ const: '' }, { type: 'array', items: card }] }, 'array of Card, or empty'],
    [{ anyOf: [card, { type: 'string', enum: ['', 'none'] }] }, 'any of Card, string'],
    [{ not: { type: 'string' } }, 'anything but string'],
    [{ not: card }, 'anything but Card'],
    [{ not: {} }, 'no value at all'],
    [{ not: { enum: ['a'] } }, 'any value'],
    [{ not: { type: 'object', required: ['a'] } }, 'any value'],
    [{ type: 'string', oneOf: [{ minLength: 5 }, { maxLength: 2 }] }, 'string'],
    [{ type: 'object', anyOf: [card, { required: ['a'] }, {}] }, 'any of Card, object'],
    [{ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }, 'object'],
    [{ items: { items: { items: { items: { items: { type: 'string' } } } } } }, 'array of array of array of array'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ properties: {} }, 'object'],
    [{ $ref: '#/components/schemas/Missing' }, 'unknown: schema “Missing” is not in the descriptor'],
  ] as const)('%j reads %s', (schema, expected) => {
    expect(typeWords(schema, components)).toBe(expected);
  });
});
