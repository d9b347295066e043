import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Rule, RuleSettings } from '../../../src/rules/contract.ts';
import { ruleGroups, rules } from '../../../src/rules/registry.ts';
import { RuleBook } from '../../../src/rules/rule-book.ts';
import { projectWith } from '../config/project.ts';

const STRICT: RuleSettings = { extends: 'strict', rules: {}, exceptions: [] };

/** Parts that the example of a rule leaves out, as the documentation does. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  openapi: "openapi: '3.1.0'\n",
  info: "info: { title: Books, version: '1' }\n",
  paths: 'paths: {}\n',
};

function whole(example: string): string {
  const has = (key: string): boolean => new RegExp(`^${key}:`, 'm').test(example);
  if (has('api') || has('item')) return example;
  const missing = Object.entries(LEFT_OUT).filter(([key]) => !has(key) && !(key === 'openapi' && has('swagger')));
  return `${missing.map(([, text]) => text).join('')}${example}\n`;
}

function find(text: string, settings = STRICT): readonly Diagnostic[] {
  const projectRoot = projectWith({ 'api-descriptors/books.yaml': text });
  return readFolder({ projectRoot, folder: 'api-descriptors', rules: new RuleBook(settings) }).diagnostics;
}

const all = [...rules.values()];
const shown = all.flatMap(({ bad, good, ...rule }) =>
  bad === undefined || good === undefined ? [] : [[rule.name, { ...rule, bad, good }] as const],
);

describe('every rule', () => {
  test('has a name of its own', () => {
    expect(rules.size).toBe(ruleGroups.flatMap((group) => group.rules).length);
  });

  test.each(shown)(
    '%s: its wrong example breaks it, where the documentation says, and its right one does not',
    (name, { bad, good, finds }) => {
      const found = find(whole(bad)).filter(({ rule }) => rule === name);
      expect(found).not.toEqual([]);
      expect(found.some(({ message }) => rules.get(name)?.messages.some((quoted) => says(message, quoted)))).toBe(true);
      const severities = new Set(found.map(({ severity }) => severity));
      if (finds !== 'both') expect([...severities]).toEqual([finds === 'errors' ? 'error' : 'warning']);
      expect(found.every(({ line, column }) => line > 0 && column > 0)).toBe(true);
      // A build that keeps findings looks there for the lines that they depend on.
      for (const { message, places = [] } of found)
        expect(message.match(/:\d+:\d+\b/g) ?? []).toEqual(places.map(({ line, column }) => `:${line}:${column}`));
      expect(find(whole(good)).filter(({ rule }) => rule === name)).toEqual([]);
    },
  );

  test.each(all.filter(({ check }) => check !== undefined).map((rule) => [rule.name, rule] as const))(
    '%s looks at APIs and has examples',
    (_, { bad, good }: Rule) => expect([bad, good]).not.toContain(undefined),
  );
});

test('examples are YAML, but for those that are about it', () => {
  const broken = shown.filter(([, { bad }]) => !isYaml(bad)).map(([name]) => name);
  expect(broken).toEqual(['yaml-syntax', 'yaml-documents', 'yaml-key', 'duplicate-key']);
});

function says(message: string, quoted: string): boolean {
  const parts = quoted.split('…').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(parts.join('.*')).test(message);
}

function isYaml(text: string): boolean {
  try {
    load(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['https://api.example.com/', 1],
  ['https://api.example.com', 0],
  ['https://', 0],
  ['/', 0],
])('the server %s has a slash too much: %i', (url, count) => {
  const found = find(whole(`servers: [{ url: '${url}' }]`));
  expect(found.filter(({ rule }) => rule === 'server-trailing-slash')).toHaveLength(count);
});
