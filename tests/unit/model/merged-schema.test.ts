import { describe, expect, test } from 'vitest';
import { Components } from '../../../src/model/components.ts';
import { mergeSchema } from '../../../src/model/merged-schema.ts';

const none = { responses: {}, parameters: {}, examples: {}, requestBodies: {}, headers: {}, securitySchemes: {}, links: {}, callbacks: {}, mediaTypes: {} };
const components = new Components({ ...none, schemas: { Base: { type: 'object', description: 'Of the base' } } });
const base = { $ref: '#/components/schemas/Base' };

describe('the description of a merged schema', () => {
  test.each([
    ['that of a named part where there is no other', { allOf: [base] }, 'Of the base'],
    ['that of an unnamed part, which speaks of this place', { allOf: [base, { description: 'Here' }] }, 'Here'],
    ['the outer one and those of unnamed parts, a paragraph each', { description: 'Outer', allOf: [{ description: 'Here' }, base] }, 'Outer\n\nHere'],
    ['said once where parts repeat it', { description: 'Same', allOf: [{ description: 'Same' }] }, 'Same'],
  ])('is %s', (_rule, schema, description) => {
    expect(mergeSchema(schema, components).schema.description).toBe(description);
  });
});
