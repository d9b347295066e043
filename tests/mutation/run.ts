/**
 * Changes src/auth in many small ways, one at a time, and sees whether a test fails: `npm run mutation`, or
 * `npm run mutation -- src/auth/nonces.ts` for some files. Works on a copy. A store (`redis-server` or `valkey-server`) has to be installed.
 * Lists what survived, then the scores; fails below the lowest score, or when `equivalent.json` names a mutant that is none.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { outcomesOf, readEquivalents, type Score, scoreOf, staleOf } from './outcome.ts';

const LOWEST_SCORE = 85;

const project = fileURLToPath(new URL('../..', import.meta.url));
const equivalents = readEquivalents(join(project, 'tests/mutation/equivalent.json'));
const files = process.argv.slice(2);

process.chdir(project);
const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
try {
  const results = await new Stryker({
    mutate: files.length > 0 ? files : ['src/auth/**/*.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    ignorePatterns: ['/dist', '/data', '/.astro', '/tests/http', '/tests/browser'],
    tempDirName: folder,
    cleanTempDir: 'always',
    allowEmpty: false,
  }).runMutationTest();
  const outcomes = outcomesOf(
    results.map((result) => ({ ...result, fileName: relative(project, result.fileName) })),
    equivalents,
    (file) => readFileSync(join(project, file), 'utf8'),
  );
  const stale = staleOf(equivalents, outcomes);
  for (const { file, lineNumber, mutation, was, became, isUntested, kind } of outcomes)
    if (kind === 'survived') console.log(`${file}:${lineNumber}: ${mutation}${isUntested ? ', untested' : ''}: ${was} → ${became}`);
  for (const { file, line, became } of stale) console.log(`equivalent.json: ${file}: ${line} → ${became}: no such survivor. Take it out.`);
  console.log('\nkilled survived equivalent  score  with equivalents as survivors');
  for (const [file, own] of Map.groupBy(outcomes, (outcome) => outcome.file)) console.log(row(scoreOf(own), file));
  const whole = scoreOf(outcomes);
  console.log(row(whole, 'all'));
  process.exitCode = percentage(whole) >= LOWEST_SCORE && stale.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function percentage({ killed, survived }: Score): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

function row(score: Score, name: string): string {
  const { killed, survived, equivalent } = score;
  const strict = percentage({ killed, survived: survived + equivalent, equivalent: 0 });
  const counts = `${String(killed).padStart(6)} ${String(survived).padStart(8)} ${String(equivalent).padStart(10)}`;
  return `${counts} ${percentage(score).toFixed(1).padStart(6)} ${strict.toFixed(1).padStart(6)}  ${name}`;
}
