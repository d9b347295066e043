import { describe, expect, test } from 'vitest';
import { NO_COMPONENTS } from '../../../src/model/components.ts';
import type { ComponentsRecord } from '../../../src/model/openapi-objects.ts';
import { reachableComponents } from '../../../src/model/reachable-components.ts';
import { COMPONENT_SECTIONS } from '../../../src/schema/references.ts';

const components: ComponentsRecord = {
  ...NO_COMPONENTS,
  schemas: {
    Order: {
      properties: {
        lines: { items: { $ref: '#/components/schemas/Line' } },
        parent: { $ref: '#/components/schemas/Order' },
      },
    },
    Line: { discriminator: { propertyName: 'kind', mapping: { gift: '#/components/schemas/a~1b%20c' } } },
    'a/b c': {},
    Untouched: { $ref: '#/components/schemas/Order' },
  },
  responses: {
    Missing: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } } },
  },
  securitySchemes: { key: { type: 'apiKey' }, token: { type: 'http' }, unused: { type: 'http' } },
  callbacks: { paid: { '{$url}': { post: { security: [{ token: [] }] } } } },
};

function namesReachedFrom(...roots: readonly unknown[]): readonly string[] {
  const reached = reachableComponents(components, roots);
  return COMPONENT_SECTIONS.flatMap((section) => Object.keys(reached[section]).map((name) => `${section} ${name}`));
}

describe('what values reach', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['nothing', { description: 'Order' }, []],
    [
      'a schema, those below it in the order of the section, itself only once',
      { $ref: '#/components/schemas/Order' },
      ['Order', 'Line', 'a/b c'].map((name) => `schemas ${name}`),
    ],
    [
      'a response and the schemas in it',
      [{ $ref: '#/components/responses/Missing' }],
      ['schemas Line', 'schemas a/b c', 'responses Missing'],
    ],
    ['the schemes that a requirement names', { security: [{ key: [] }, {}] }, ['securitySchemes key']],
    [
      'a callback and the schemes that it asks for',
      { paid: { $ref: '#/components/callbacks/paid' } },
      ['securitySchemes token', 'callbacks paid'],
    ],
    ['a reference to what is not there', { $ref: '#/components/schemas/Nowhere' }, []],
    ['requirements that are none', { security: [null, 'key', { nowhere: [] }] }, []],
  ])('%s', (_, root, expected) => {
    expect(namesReachedFrom(root)).toEqual(expected);
  });

  test('is the same object as in the whole, not a copy', () => {
    expect(reachableComponents(components, [{ $ref: '#/components/schemas/Line' }]).schemas['Line']).toBe(
      components.schemas['Line'],
    );
  });
});
