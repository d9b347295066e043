import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../../src/model/diagnostic.ts';
import { faultOfText, faultsOf, MOST_EXCERPTS } from '../../../../src/server/development/faults.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  for (const name of ['templates', 'data', 'node_modules/a']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['templates/Show.astro', 'data/htpasswd.txt', '.env.ts', 'node_modules/a/b.ts', 'a.yaml'])
    writeFileSync(join(folder, name), 'first\nsecond\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a place in the text of a compiler', () => {
  test.each([
    ['templates/Show.astro:2:1: no luck', 'templates/Show.astro:2:1'],
    ['at eval (FOLDER/templates/Show.astro:2:1)', 'templates/Show.astro:2:1'],
    ['file://FOLDER/templates/Show.astro:2:1', 'templates/Show.astro:2:1'],
    ['in "templates/Show.astro:2:1:", here', 'templates/Show.astro:2:1'],
    ['/elsewhere/Show.astro:1:1 or templates/Show.astro:2:1', 'templates/Show.astro:2:1'],
    ['../outside.ts:1:1', ''],
    ['http://example.com/x.js:1:1', ''],
    ['node_modules/a/b.ts:1:1', ''],
    ['data/htpasswd.txt:1:1', ''],
    ['./.env.ts:1:1', ''],
    ['no place at all', ''],
  ])('%s', (text, place) => {
    const fault = faultOfText(text.replaceAll('FOLDER', folder), folder);
    expect(fault.place).toBe(place);
    expect(fault.excerpt?.lines.find(({ marked }) => marked !== '')?.marked).toBe(place === '' ? undefined : 'second');
  });

  test.each([
    ['one long word', 'a'.repeat(200_000)],
    ['one with dots', 'a.'.repeat(100_000)],
    ['many that are nearly one', 'a.b:1:'.repeat(40_000)],
  ])('is looked for in time in proportion to %s', (_, text) => {
    // Quadratic time would be minutes: the limit of the test runner is the bound.
    expect(faultOfText(text, folder).place).toBe('');
  });
});

test('errors have their place, and the first of them their source', () => {
  const error: Diagnostic = {
    ...{ file: 'a.yaml', line: 2, column: 1, severity: 'error', rule: 'unknown-key' },
    ...{ message: 'It names templates/Show.astro:1:1.', remedy: 'Write another.' },
  };
  const faults = faultsOf([{ ...error, severity: 'warning' }, ...Array(MOST_EXCERPTS + 5).fill(error)], folder);
  expect(faults).toHaveLength(MOST_EXCERPTS + 5);
  expect(new Set(faults.map(({ place }) => place))).toEqual(new Set(['a.yaml:2:1']));
  expect(faults.filter(({ excerpt }) => excerpt !== null)).toHaveLength(MOST_EXCERPTS);
});

test('an error of the configuration that names a place in a module is at that place', () => {
  const [fault] = faultsOf(
    [
      {
        ...{ file: 'config/autoload/global.yaml', line: 3, column: 5, severity: 'error', rule: 'configuration' },
        ...{ message: 'templates/Show.astro:2:1: The module cannot be loaded.', remedy: 'Fix it.' },
      },
    ],
    folder,
  );
  expect(fault?.place).toBe('templates/Show.astro:2:1');
});
