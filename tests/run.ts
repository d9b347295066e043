/**
 * `npm test`: type check, lint and every vitest project, one after the other, whatever fails; ends in a summary.
 * Arguments after `--` go to vitest and leave the other steps out: `npm test -- tests/unit/http`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const filters = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-test-'));
const report = join(folder, 'report.json');
const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' };

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const checks: readonly Step[] = [
  { name: 'Types', command: ['astro', 'check', '--minimumFailingSeverity', 'warning'] },
  { name: 'Style', command: ['biome', 'check', '--config-path=tests/tooling/style.json', '.'] },
];
const tests: Step = {
  name: 'Tests',
  command: ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
};

const results = (filters.length > 0 ? [tests] : [...checks, tests]).map(run);
const { passed, failed, skipped } = countTests();
const failedChecks = results.filter(({ name, status }) => name !== tests.name && status !== 0).length;
const passedChecks = results.length - 1 - failedChecks;
console.log('\nSummary');
for (const { name, status, seconds } of results) console.log(`  ${status === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds.toFixed(1)} s`);
console.log(`${passed + passedChecks} passed, ${failed + failedChecks} failed, ${skipped} skipped`);
rmSync(folder, { recursive: true });
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1;

function run({ name, command }: Step): { readonly name: string; readonly status: number; readonly seconds: number } {
  console.log(`\n${name}`);
  const start = performance.now();
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'], env: environment });
  return { name, status: status ?? 1, seconds: (performance.now() - start) / 1000 };
}

function countTests(): { readonly passed: number; readonly failed: number; readonly skipped: number } {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8')) as Readonly<Record<string, number>>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
