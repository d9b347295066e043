import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GROUPS } from './mutation/groups.ts';
import { readEquivalents, spaced } from './mutation/outcome.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const mutated = new Set(
  globSync(
    GROUPS.flatMap(({ sources }) => sources),
    { cwd: project },
  ),
);
const linesOf = (file: string): readonly string[] => readFileSync(`${project}/${file}`, 'utf8').split('\n');

/** `npm run mutation` finds stale entries too, but takes long, and says nothing of files that it does not change. */
test.each(readEquivalents(`${project}/tests/mutation/equivalent.json`))(
  'the equivalent mutant $was → $became of $file is one of code that is there',
  (mutant) => {
    const { file, line, was, became } = mutant;
    expect(mutated).toContain(file);
    const lines = linesOf(file);
    const behind = lines.flatMap((text, index) =>
      spaced(text) === line ? [spaced(lines.slice(index).join(' '))] : [],
    );
    // The change begins in that line.
    expect(behind.some((text) => text.includes(was) && text.indexOf(was) < line.length)).toBe(true);
    expect(became).not.toBe(was);
  },
);
