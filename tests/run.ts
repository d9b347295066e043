/**
 * `npm test`: type check, lint and every vitest project, even where one of them fails; ends in a summary. The checks,
 * of one thread each, run beside the tests, and what they print follows.
 * Arguments after `--` go to vitest and leave the other steps out: `npm test -- tests/unit/http`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { commandOf } from '../src/cli/launcher/launch.mjs';
import { LIMITS } from './limits.ts';
import { type FailedTest, type SkippedTests, TESTS_TO_NAME_FILE, type TestsToName } from './tooling/tests-to-name.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const filters = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-test-'));
const report = join(folder, 'report.json');
const testsToName = join(folder, 'tests-to-name.json');
const environment = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  ASTRO_DEV_BACKGROUND: '0',
  [TESTS_TO_NAME_FILE]: testsToName,
};

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const checks: readonly Step[] = [
  {
    // First, because it writes the types that Astro makes of the project. It needs the API of TypeScript 6, which takes
    // three times as long for modules as tsc, the native TypeScript 7, and knows nothing of the run before.
    name: 'Types of templates',
    command: ['astro', 'check', '--tsconfig', 'tsconfig.templates.json', '--minimumFailingSeverity', 'warning'],
  },
  { name: 'Types', command: ['tsc'] },
  { name: 'Style', command: ['biome', 'check', '.'] },
];
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  '--reporter=./tests/tooling/tests-to-name.ts',
];
const tests: Step = {
  name: 'Tests',
  command: ['vitest', 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...filters],
};

const reports: string[] = [];
const checking = filters.length > 0 ? [] : [runChecks()];
const results = [await runTests(), ...(await Promise.all(checking)).flat()];
const { passed, skipped } = countTests();
const named = readTestsToName();
const failed = results[0]?.status === 0 ? 0 : Math.max(1, named.failed.length);
const failedChecks = results.filter(({ name, status }) => name !== tests.name && status !== 0).length;
const passedChecks = results.length - 1 - failedChecks;
for (const printed of reports) console.log(printed);
console.log('\nSummary');
for (const { name, status, seconds } of results)
  console.log(`  ${status === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds.toFixed(1)} s`);
for (const line of [...notRun(named.skipped), ...named.failed.map(failedLine)]) console.log(line);
console.log(`${passed + passedChecks} passed, ${failed + failedChecks} failed, ${skipped} skipped`);
rmSync(folder, { recursive: true });
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1;

interface Result {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
}

function runTests(): Promise<Result> {
  console.log(tests.name);
  return run(tests, 'inherit');
}

/** One after the other, so that most of the machine is for the tests. */
async function runChecks(): Promise<readonly Result[]> {
  const done: Result[] = [];
  for (const check of checks) done.push(await run(check, 'pipe'));
  return done;
}

/** @param output `inherit`: as it comes; `pipe`: once all is run, under the name of the step */
async function run({ name, command }: Step, output: 'inherit' | 'pipe'): Promise<Result> {
  const start = performance.now();
  const [program, ...args] = command;
  const child = spawn(process.execPath, [commandOf(program), ...args], {
    cwd: project,
    stdio: ['ignore', output, output],
    env: environment,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const limit = setTimeout(() => {
    reports.push(`\n${name} did not end within ${LIMITS.all / 3_600_000} hours.`);
    child.kill();
  }, LIMITS.all);
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const [status, ...printed] = await Promise.all([ended, ...streams.map((stream) => text(stream))]);
  clearTimeout(limit);
  reports.push(...(output === 'pipe' ? [`\n${name}\n${printed.join('')}`] : []));
  return { name, status: status ?? 1, seconds: (performance.now() - start) / 1000 };
}

function countTests(): { readonly passed: number; readonly skipped: number } {
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Readonly<Record<string, number>>;
    return { passed: counts['numPassedTests'] ?? 0, skipped: counts['numPendingTests'] ?? 0 };
  } catch {
    return { passed: 0, skipped: 0 };
  }
}

/** Tests that were left out without being asked to. */
function notRun(skipped: readonly SkippedTests[]): readonly string[] {
  return skipped
    .filter(({ reason }) => reason !== null || filters.length === 0)
    .map(({ file, reason, count }) => `  not run: ${count} of ${file}, ${reason ?? 'no reason given'}`);
}

/** The end of a long log is what is kept of it: the summary says which test failed, and why. */
function failedLine({ file, name, message }: FailedTest): string {
  const place = [file, name].filter((part) => part !== null).join(' > ');
  return `  failed: ${place}: ${message.replaceAll('\n', '\n    ')}`;
}

function readTestsToName(): TestsToName {
  try {
    return JSON.parse(readFileSync(testsToName, 'utf8')) as TestsToName;
  } catch {
    return { skipped: [], failed: [] };
  }
}
