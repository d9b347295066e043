import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { sampleLanguages } from '../../src/presentation/samples/languages/registry.ts';
import { RULE_SETS } from '../../src/rules/contract.ts';
import { rules } from '../../src/rules/registry.ts';
import { productFolder } from './documents.ts';

const readme = readFileSync(join(productFolder, 'README.md'), 'utf8');
/** Formats that one page of a service has. */
const ofServices = formats.filter(({ levels }) => levels.includes('service'));
const openApi = ofServices.filter(({ name }) => /^openapi(?:-\d|$)/.test(name));

test.each<[sentence: string, count: number]>([
  ['Samples in # languages', sampleLanguages.length],
  ['| Code samples | # languages |', sampleLanguages.length],
  ['| Formats at the same URL by `Accept` | #, OpenAPI', ofServices.length],
  ['OpenAPI in # versions', openApi.length],
  ['**# rules, configurable**', rules.size],
  ['[rules](docs/rules.md) in # sets', RULE_SETS.length],
])('README has the figure of “%s”: %i', (sentence, count) => {
  const written = sentence.replace('#', String(count));
  expect(readme.includes(written), `Write “${written}” in README.md.`).toBe(true);
});

test('README has 120 lines at most', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
