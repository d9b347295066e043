import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Programs of their own, which are no tests. */
const PROGRAMS = /^tests\/(?:bench|corpus|mutation)\//;
/** A test, a hook, a wait or a child with a number of its own. */
const OWN_LIMIT =
  /^ *\}, [\d_]{4,}\);|\btimeout: \d|\b(?:test|hook)Timeout: \d|AbortSignal\.timeout\(\d|waitFor.*, \d{4,}/;

test.each(globSync('tests/**/*.ts').filter((file) => !PROGRAMS.test(file)))(
  '%s has the limits of all tests',
  (file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const own = lines.flatMap((line, index) => (OWN_LIMIT.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
    expect(own, 'Machines differ: take a limit of tests/limits.ts.').toEqual([]);
  },
);
