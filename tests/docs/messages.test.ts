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
const files = readdirSync(join(productFolder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ts|mjs)$/.test(name),
);
const textOf = (name: string): string => readFileSync(join(productFolder, 'src', name), 'utf8');
const sources = files.map(textOf);

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
/** Those of changes are in docs/changes.md, which changes.test.ts holds against them. */
const rules = new Set(
  files
    .filter((name) => !name.startsWith('changes'))
    .flatMap((name) =>
      NAMING.flatMap((naming) => [...textOf(name).matchAll(naming)].map(({ groups }) => groups?.['rule'] ?? '')),
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
