import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationGuide, withReference } from './configuration-reference.ts';

test('the tables of docs/configuration.md have what the schema says; else run "npm run schema"', () => {
  const guide = readFileSync(configurationGuide, 'utf8');
  expect(guide).toBe(withReference(guide));
});
