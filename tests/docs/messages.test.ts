import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productFolder } from './documents.ts';

/** A message as the guide quotes it: bold code. */
const QUOTED = /\*\*`([^`]+)`\*\*/g;
/** Parts of a message that shorter names and places stand between. */
const MOST_BETWEEN = 160;

const guide = readFileSync(join(productFolder, 'docs/troubleshooting.md'), 'utf8');
const quoted = [...guide.matchAll(QUOTED)].map(([, message = '']) => message);
const sources = readdirSync(join(productFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|mjs)$/.test(name))
  .map((name) => readFileSync(join(productFolder, 'src', name), 'utf8'));

test('quotes messages', () => {
  expect(quoted.length).toBeGreaterThan(60);
});

test.each(quoted)('%s: the product prints it', (message) => {
  const parts = message.split('…').filter((part) => part.trim().length > 1);
  expect(parts).not.toEqual([]);
  expect(sources.some((source) => holds(source, parts))).toBe(true);
});

/** As code names the rule of a report. */
const NAMING = [
  /\brule: '(?<rule>[a-z\d-]+)'/g,
  /\.(?:warn|fail)\(\s*[^,]+,\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
  /\bTextProblem\(\s*\w+,\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
  /\b(?:problem|report)\(\s*(?:api,\s*)?'(?<rule>[a-z\d]+-[a-z\d-]+)'/g,
  /'(?:error|warning)',\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
];
const rules = new Set(
  sources.flatMap((source) =>
    NAMING.flatMap((naming) => [...source.matchAll(naming)].map(({ groups }) => groups?.['rule'] ?? '')),
  ),
);

test('finds the rules of check', () => {
  expect(rules.size).toBeGreaterThan(65);
  expect([...rules]).toEqual(expect.arrayContaining(['nul-byte', 'service-duplicate', 'route-reserved', 'api-name']));
});

test.each([...rules].sort())('rule %s: the guide explains it', (rule) => {
  expect(guide).toContain(`\`${rule}\``);
});

/** Whether the parts follow each other closely, in their order. */
function holds(source: string, parts: readonly string[]): boolean {
  const pattern = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join(`[^]{1,${MOST_BETWEEN}}?`);
  return new RegExp(pattern).test(source);
}
