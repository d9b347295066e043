import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tests = fileURLToPath(new URL('.', import.meta.url));
/** Programs of their own, which are no tests. */
const PROGRAMS = /^(?:bench|corpus|mutation)\b/;
/** A test, a hook, a wait or a child with a number of its own. */
const OWN_LIMIT =
  /^ *\},? ?\n? *[\d_]{4,},?\n? *\);|\btimeout: (?!LIMITS).*_MILLISECONDS|\btimeout: \d.*|AbortSignal\.timeout\(\d.*|waitFor.*, \d{4,}/gm;

test('no test has a limit of its own', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file));
  const own = files
    .filter((file) => !PROGRAMS.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(tests, file), 'utf8');
      return [...text.matchAll(OWN_LIMIT)].map(([limit]) => `${file}: ${limit.trim()}`);
    });
  expect(files.length).toBeGreaterThan(500);
  expect(own, 'Machines differ: take a limit of tests/limits.ts.').toEqual([]);
});
