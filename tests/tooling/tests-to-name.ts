import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Tests of one file that were not run for one reason. */
export interface SkippedTests {
  /** Relative to the current folder. */
  readonly file: string;
  /** Null where none is given. */
  readonly reason: string | null;
  readonly count: number;
}

/** A test that failed, or what surrounds tests: a file that cannot be loaded, a hook. */
export interface FailedTest {
  /** Relative to the current folder. Null for an error that belongs to no file. */
  readonly file: string | null;
  /** Null for the file as a whole. */
  readonly name: string | null;
  /** The error, of long ones the first line and the last ones, where the output of programs is. */
  readonly message: string;
}

export interface TestsToName {
  readonly skipped: readonly SkippedTests[];
  readonly failed: readonly FailedTest[];
}

const MOST_LINES = 20;
const MOST_CHARACTERS = 300;

/** Variable that names the file for them, in JSON. */
export const TESTS_TO_NAME_FILE = 'PLATFORM_TESTS_TO_NAME_FILE';

/** Reporter for vitest: what the summary of a run names, which are tests that failed or were not run. */
export default class TestsToNameReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const unhandled = errors.map((error) => ({ file: null, name: null, message: messageOf(error) }));
    const named: TestsToName = { skipped: skippedTests(modules), failed: [...modules.flatMap(failures), ...unhandled] };
    writeFileSync(process.env[TESTS_TO_NAME_FILE] ?? '/dev/stdout', JSON.stringify(named));
  }
}

function skippedTests(modules: readonly TestModule[]): readonly SkippedTests[] {
  const skipped = modules.flatMap(({ moduleId, children }) =>
    [...children.allTests('skipped')].map((test) => ({ file: relative('', moduleId), reason: reasonOf(test) })),
  );
  const groups = Map.groupBy(skipped, ({ file, reason }) => JSON.stringify([file, reason]));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first): SkippedTests => ({ ...first, count: group.length })),
  );
}

function failures(module: TestModule): readonly FailedTest[] {
  const file = relative('', module.moduleId);
  const failed = (name: string | null, errors: readonly SerializedError[]): FailedTest[] =>
    errors.slice(0, 1).map((error) => ({ file, name, message: messageOf(error) }));
  return [
    ...failed(null, module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => failed(suite.fullName, suite.errors())),
    ...[...module.children.allTests('failed')].flatMap((test) => failed(test.fullName, test.result().errors ?? [])),
  ];
}

function messageOf({ message }: SerializedError): string {
  const lines = message.split('\n').map((line) => line.slice(0, MOST_CHARACTERS));
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, 1), '…', ...lines.slice(2 - MOST_LINES)] : lines;
  return shown.join('\n').trimEnd();
}

/** The note of `context.skip`, `(skipped where it is not installed: curl)` of the title, or the hook that failed. */
function reasonOf(test: TestCase): string | null {
  const result = test.result();
  return (
    (result.state === 'skipped' ? result.note : undefined) ??
    /\((skipped [^()]*)\)/.exec(test.fullName)?.[1] ??
    failedHook(test)
  );
}

function failedHook({ parent }: TestCase | TestSuite): string | null {
  const [error] = parent.errors();
  if (error !== undefined) return `a hook failed: ${error.message.split('\n')[0]}`;
  return parent.type === 'module' ? null : failedHook(parent);
}
