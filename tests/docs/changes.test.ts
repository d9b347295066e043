import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../src/changes/rules.ts';
import { english } from '../../src/words/catalogues/en.ts';
import { productFolder } from './documents.ts';

const guide = readFileSync(join(productFolder, 'docs/changes.md'), 'utf8');

test('docs/changes.md has a row for every rule, with its classes and reasons', () => {
  const rows = [...rules.values()].map(({ name, request, response }) => {
    const [first, second] = [request, response].map((verdict) => `${verdict.class}: ${english[verdict.reason]}`);
    return `| \`${name}\` | ${english[`change.${name}`]} | ${first} | ${first === second ? 'the same' : second} |`;
  });
  const written = guide.split('\n').filter((line) => line.startsWith('| `') && line.split(' | ').length === 4);
  expect(written, `Where src/changes/rules.ts is right, paste its rows:\n${rows.join('\n')}`).toEqual(rows);
});
