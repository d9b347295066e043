import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../src/rules/registry.ts';
import { productFolder } from './documents.ts';

/** A message as the guide quotes it: bold code. */
const QUOTED = /\*\*`([^`]+)`\*\*/g;
/** Parts of a message that shorter names and places stand between. */
const MOST_BETWEEN = 160;

const guides = ['docs/troubleshooting.md', 'docs/rules.md'].map((path) =>
  readFileSync(join(productFolder, path), 'utf8'),
);
const quoted = guides.flatMap((guide) => [...guide.matchAll(QUOTED)].map(([, message = '']) => message));
const files = readdirSync(join(productFolder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ts|mjs)$/.test(name),
);
const textOf = (name: string): string => readFileSync(join(productFolder, 'src', name), 'utf8');
/** The tables that quote messages print none; tests/unit/rules compares those of rules that look at APIs. */
const sources = files.filter((name) => !name.startsWith('rules/')).map(textOf);
const checked = new Set(
  [...rules.values()].filter(({ check }) => check !== undefined).flatMap(({ messages }) => messages),
);

test('quotes messages', () => {
  expect(quoted.length).toBeGreaterThan(60);
});

test.each(quoted.filter((message) => !checked.has(message)))('%s: the product prints it', (message) => {
  const parts = message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
  expect(parts).not.toEqual([]);
  const isPrinted = sources.some((source) => holds(source, parts));
  expect(isPrinted, 'Write the message as src has it, and … in the place of names and values.').toBe(true);
});

/** Forms in which code names the rule of a report. */
const NAMING = [
  /\brule: '(?<rule>[a-z\d-]+)'/g,
  /\.(?:warn|fail)\(\s*[^,]+,\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
  /\bTextProblem\(\s*\w+,\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
  /\b(?:problem|report)\(\s*(?:api,\s*)?'(?<rule>[a-z\d]+-[a-z\d-]+)'/g,
  /'(?:error|warning)',\s*'(?<rule>[a-z]+-[a-z\d-]+)'/g,
];
/** Rules of all reports except changes, which docs/changes.md lists and changes.test.ts checks. */
const reported = new Set(
  files
    .filter((name) => !/^(?:changes|rules)/.test(name))
    .flatMap((name) =>
      NAMING.flatMap((naming) => [...textOf(name).matchAll(naming)].map(({ groups }) => groups?.['rule'] ?? '')),
    ),
);

/** The word for what is not about descriptors. */
const OTHERS = ['configuration', 'template'];

test('finds the rules of check', () => {
  expect(reported.size).toBeGreaterThan(65);
});

test('every rule that something reports is in a table, and nothing else is', () => {
  const listed = [...rules.values()].flatMap(({ name, check }) => (check === undefined ? [name] : []));
  expect([...reported].filter((rule) => !OTHERS.includes(rule) && !listed.includes(rule))).toEqual([]);
  expect(listed.filter((rule) => !sources.some((source) => source.includes(`'${rule}'`)))).toEqual([]);
});

/** Whether the parts follow each other closely, in their order. */
function holds(source: string, parts: readonly string[]): boolean {
  const pattern = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join(`[^]{1,${MOST_BETWEEN}}?`);
  return new RegExp(pattern).test(source);
}
