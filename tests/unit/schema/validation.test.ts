import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import { componentReference } from '../../../src/schema/references.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { problemsOf, validityOf } from '../../../src/schema/validation.ts';
import { Work } from '../../../src/schema/work.ts';

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

test('a discriminator without a mapping chooses a variant whose name a reference escapes', () => {
  const name = 'pay/by card';
  const $ref = componentReference('schemas', name);
  const card = { type: 'object', properties: { kind: {}, number: { type: 'string' } } } as const;
  const cash = { type: 'object', properties: { kind: {}, number: false } } as const;
  const schemas = new Components({ ...NO_COMPONENTS, schemas: { [name]: card, cash } });
  const choice: JsonSchema = {
    oneOf: [{ $ref }, { $ref: '#/components/schemas/cash' }],
    discriminator: { propertyName: 'kind' },
  };
  const { problems } = problemsOf({ kind: name, number: 1 }, choice, schemas, 'request', new Work(10_000));
  expect(problems.map(({ kind, path }) => [kind, ...path])).toEqual([['type', 'number']]);
});
