import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/table.ts';
import { productFolder } from './documents.ts';

const guide = readFileSync(join(productFolder, 'docs/commands.md'), 'utf8');

test.each(commands.map(({ name }) => name))('docs/commands.md has a row for %s', (name) => {
  expect(guide, `Add the row | \`${name}\` | … | to the table of docs/commands.md.`).toMatch(
    new RegExp(`^\\| \`${name}[ \`]`, 'm'),
  );
});
