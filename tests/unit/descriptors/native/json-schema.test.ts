import { describe, expect, test } from 'vitest';
import schema from '../../../../src/descriptors/native/api-descriptor.schema.json' with { type: 'json' };

function* objectsIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, `${path}/${key}`);
}

const maps = [...objectsIn(schema)].filter(
  ([path, node]) => node['type'] === 'object' && node['properties'] !== undefined && !path.endsWith('/properties'),
);

describe('the JSON Schema for editors', () => {
  test.each(maps.map(([path, node]) => [path === '' ? '(top)' : path, node] as const))(
    '%s has a title, is closed, and takes x- keys',
    (_, node) => {
      expect(node).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        additionalProperties: false,
        patternProperties: { '^x-': expect.anything() },
      });
    },
  );

  test.each(maps.map(([path, node]) => [path === '' ? '(top)' : path, node] as const))(
    '%s explains each of its keys',
    (_, node) => {
      for (const [key, property] of Object.entries(
        node['properties'] as Record<string, { $ref?: string; description?: string }>,
      )) {
        const name = property.$ref?.split('/').at(-1);
        const target = Object.entries(schema.$defs).find(([definition]) => definition === name)?.[1];
        expect(
          property.description ?? (target !== undefined && 'description' in target ? target.description : undefined),
          key,
        ).toMatch(/\.$/);
      }
    },
  );
});
