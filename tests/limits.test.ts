import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tests = fileURLToPath(new URL('.', import.meta.url));
/** Programs of their own, which are no tests. */
const PROGRAMS = /^(?:bench|corpus|mutation)\b/;
/** A test, a hook, a wait or a child with a number of its own. */
const OWN_LIMIT =
  /^ *\}, [\d_]{4,}\);|\btimeout: \d|\b(?:test|hook)Timeout: \d|AbortSignal\.timeout\(\d|waitFor.*, \d{4,}/;

test('no test has a limit of its own', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file));
  const own = files
    .filter((file) => !PROGRAMS.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(tests, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => (OWN_LIMIT.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
    });
  expect(files.length).toBeGreaterThan(500);
  expect(own, 'Machines differ: take a limit of tests/limits.ts.').toEqual([]);
});
