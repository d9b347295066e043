import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { validityOf } from '../../../src/schema/validation.ts';

const components = new Components({ ...NO_COMPONENTS, schemas: {} });
const closed = { type: 'object', properties: { kind: {} }, unevaluatedProperties: false } as const;
const isCard: JsonSchema = { properties: { kind: { const: 'card' } }, required: ['kind'] };
const BY_CONDITION = {
  ...closed,
  if: isCard,
  then: { properties: { number: {} } },
  else: { properties: { iban: {} } },
};
const BY_NAME = { ...closed, dependentSchemas: { kind: { properties: { number: {} } } } };

describe('unevaluatedProperties: false (JSON Schema 2020-12, core §11.3)', () => {
  test.each<[string, JsonSchema, unknown, 'valid' | 'invalid']>([
    ['knows what “then” describes', BY_CONDITION, { kind: 'card', number: '1' }, 'valid'],
    ['knows what “else” describes', BY_CONDITION, { kind: 'cash', iban: '1' }, 'valid'],
    ['does not know “then” where the condition fails', BY_CONDITION, { kind: 'cash', number: '1' }, 'invalid'],
    ['does not know “else” where the condition holds', BY_CONDITION, { kind: 'card', iban: '1' }, 'invalid'],
    ['knows what schemas of present names describe', BY_NAME, { kind: 'card', number: '1' }, 'valid'],
    ['does not know those of absent names', BY_NAME, { number: '1' }, 'invalid'],
  ])('%s', (_rule, schema, value, validity) => {
    expect(new Ajv2020({ strict: false }).validate(schema, value)).toBe(validity === 'valid');
    expect(validityOf(value, schema, components, 'both')).toBe(validity);
  });
});
