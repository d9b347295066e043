import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesGuide, withRules } from './rules-page.ts';

test('docs/rules.md has what the tables of rules say; else run "npm run schema"', () => {
  const guide = readFileSync(rulesGuide, 'utf8');
  expect(guide).toBe(withRules(guide));
});
