import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/model/schema/schema.ts';
import { serviceView } from '../../../../src/presentation/services/service-view.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

test('five thousand schemas inside each other are drawn down to some depth', () => {
  const to = (index: number): JsonSchema => ({ $ref: `#/components/schemas/S${index}` });
  const steps = Array.from({ length: 5000 }, (_, index): readonly [string, JsonSchema] => [
    `S${index}`,
    { type: 'object', properties: { next: to(index + 1) } },
  ]);
  const record = apiRecord({
    services: [
      service('Deep', {
        operations: [
          operation('POST', '/deep', { requestBody: { content: { 'application/json': { schema: to(0) } } } }),
        ],
      }),
    ],
    components: { ...apiRecord().components, schemas: Object.fromEntries([...steps, ['S5000', { type: 'string' }]]) },
  });
  const [deep] = new Api(record).getServices();
  const text = deep === undefined ? '' : JSON.stringify(serviceView(deep, ''));
  expect(text).toContain('see schema S');
});
