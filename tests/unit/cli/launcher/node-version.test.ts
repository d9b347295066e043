import { expect, test } from 'vitest';
import { fitness } from '../../../../src/cli/launcher/node-version.mjs';

test.each([
  ['18.20.8', 'too-old'],
  ['20.18.3', 'too-old'],
  ['20.19.0', 'fetches'],
  ['20.20.2', 'fetches'],
  ['21.7.3', 'fetches'],
  ['22.11.0', 'fetches'],
  ['22.12.0', 'runs'],
  ['22.23.2', 'runs'],
  ['23.0.0', 'runs'],
  ['24.21.0', 'runs'],
  ['26.10.0', 'runs'],
])('Node %s: %s', (version, kind) => {
  expect(fitness(version)).toBe(kind);
});
