import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { see, titleText } from '../../../../src/presentation/fields/schema-facts.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const schemas = {
  Order: { title: 'An order that was paid', type: 'object' },
  full_name: { title: 'Full Name', type: 'string' },
} satisfies Record<string, JsonSchema>;
const components = new Components({ ...apiRecord().components, schemas });

test.each<[string, JsonSchema, string | null]>([
  ['id', { title: 'The number of the order' }, 'The number of the order'],
  ['id', { title: '  Two\n lines ' }, 'Two lines'],
  ['id', { title: 'The number', description: ' ' }, 'The number'],
  ['order', { $ref: '#/components/schemas/Order' }, 'An order that was paid'],
  // Text of its own is enough.
  ['id', { title: 'The number of the order', description: 'Unique.' }, null],
  // Names that programs made of names.
  ['created_at', { title: 'Created At' }, null],
  ['createdAt', { title: 'created at' }, null],
  ['name', { $ref: '#/components/schemas/full_name' }, null],
  ['list', { title: 'ExternalAccountList' }, null],
  ['id', { title: '' }, null],
  ['id', {}, null],
  ['id', true, null],
])('of %s the title in %j says %j', (name, schema, text) => {
  expect(titleText(name, see(schema, components))).toBe(text);
});
