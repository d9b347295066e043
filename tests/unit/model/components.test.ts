import { describe, expect, test } from 'vitest';
import { componentName, componentReference } from '../../../src/schema/references.ts';

describe('componentReference', () => {
  test.each(['Book', 'a/b', 'a~1b', 'ü', '%41', '__proto__', '</script>', ''])('%j leads back to its name', (name) => {
    expect(componentName(componentReference('schemas', name))).toBe(name);
  });

  test('of half a character does not throw: requirements name unchecked schemes', () => {
    expect(componentName(componentReference('securitySchemes', 'a\ud800'))).toBe('a\ufffd');
  });
});
