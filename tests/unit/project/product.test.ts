import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ruleAddress } from '../../../src/project/product.ts';
import { rules } from '../../../src/rules/registry.ts';

test.each([
  ['https://docs.example.com', 'https://docs.example.com/docs/rules.md#summary-missing'],
  ['https://example.com/product/', 'https://example.com/product/docs/rules.md#summary-missing'],
  ['https://git.example.com/a/b#readme', 'https://git.example.com/a/b/docs/rules.md#summary-missing'],
])('a package with the homepage %s explains its rules at %s', (homepage, address) => {
  expect(ruleAddress('summary-missing', homepage)).toBe(address);
});

test.each([null, '', 'nowhere', 'javascript:alert(1)'])('with the homepage %s, nowhere', (homepage) => {
  expect(ruleAddress('summary-missing', homepage)).toBeUndefined();
});

test('every rule has an anchor of its own in that file', () => {
  const file = fileURLToPath(new URL('../../../docs/rules.md', import.meta.url));
  const headings = readFileSync(file, 'utf8').match(/^### .*$/gm) ?? [];
  expect(headings.map((line) => line.slice(4))).toEqual([...rules.keys()]);
});
