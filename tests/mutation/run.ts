/**
 * Changes src/auth, and what asks it, in many small ways, one at a time, and sees whether a test fails: `npm run
 * mutation`, or
 * `npm run mutation -- nonces digest` for some of the groups. Works on a copy. A store (`redis-server` or
 * `valkey-server`) has to be there. Lists what survived, then the scores; fails below the lowest score, or when
 * `equivalent.json` names a mutant that is none.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { GROUPS, type Group } from './groups.ts';
import { type Outcome, outcomesOf, readEquivalents, type Score, scoreOf, staleOf } from './outcome.ts';

const LOWEST_SCORE = 85;

const project = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(project);
const equivalents = readEquivalents('tests/mutation/equivalent.json');
const names = process.argv.slice(2);
const groups = names.length === 0 ? GROUPS : GROUPS.filter(({ name }) => names.includes(name));
const sources = new Map(groups.map((group) => [group, globSync([...group.sources]).toSorted()]));
if (groups.length === 0)
  throw new Error(`No such group. There are: ${GROUPS.map(({ name }) => `"${name}"`).join(', ')}`);
if (names.length === 0) checkComplete([...sources.values()].flat());

const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
try {
  const outcomes: Outcome[] = [];
  for (const [group, files] of sources) outcomes.push(...(await runGroup(group, files)));
  const stale = staleOf(equivalents, outcomes);
  for (const { file, line, became } of stale)
    console.log(`equivalent.json: ${file}: ${line} → ${became}: no such survivor. Take it out.`);
  console.log('\nkilled survived equivalent  score  with equivalents as survivors');
  for (const [file, own] of Map.groupBy(outcomes, (outcome) => outcome.file)) console.log(row(scoreOf(own), file));
  const whole = scoreOf(outcomes);
  console.log(row(whole, 'all'));
  process.exitCode = percentage(whole) >= LOWEST_SCORE && stale.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkComplete(files: readonly string[]): void {
  const wrong = globSync('src/auth/**/*.ts').filter((file) => files.filter((one) => one === file).length !== 1);
  if (wrong.length > 0) throw new Error(`Not in exactly one group of groups.ts: ${wrong.join(', ')}`);
}

async function runGroup({ name, tests }: Group, files: readonly string[]): Promise<readonly Outcome[]> {
  const start = performance.now();
  // Read by vitest.config.ts, in processes that inherit it.
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  // All cases of each property: whether a mutant survives must not depend on who asks.
  process.env['CI'] = 'true';
  const results = await new Stryker({
    configFile: 'tests/mutation/stryker.json',
    mutate: [...files],
    tempDirName: folder,
  }).runMutationTest();
  const outcomes = outcomesOf(
    results.map((result) => ({ ...result, fileName: relative(project, result.fileName) })),
    equivalents,
    (file) => readFileSync(file, 'utf8'),
  );
  const timeouts = outcomes.filter(({ isTimeout }) => isTimeout);
  console.log(
    `${name}: ${outcomes.length} mutants, ${timeouts.length} timed out, ${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
  for (const { file, lineNumber, mutation, was, became } of timeouts)
    console.log(`  timed out: ${file}:${lineNumber}: ${mutation}: ${was} → ${became}`);
  for (const { file, lineNumber, mutation, was, became, isUntested, kind } of outcomes)
    if (kind === 'survived')
      console.log(`  ${file}:${lineNumber}: ${mutation}${isUntested ? ', untested' : ''}: ${was} → ${became}`);
  return outcomes;
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
