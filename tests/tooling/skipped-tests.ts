import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';

/** Tests of one file that were not run for one reason. */
export interface SkippedTests {
  /** Relative to the current folder. */
  readonly file: string;
  /** Null where none is told. */
  readonly reason: string | null;
  readonly count: number;
}

/** Where the list goes, as JSON. */
export const SKIPPED_TESTS_FILE = 'PLATFORM_SKIPPED_TESTS_FILE';

/** Reporter for vitest: which tests were not run, and why. */
export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: Parameters<NonNullable<Reporter['onTestRunEnd']>>[0]): void {
    const skipped = modules.flatMap(({ moduleId, children }) =>
      [...children.allTests('skipped')].map((test) => ({ file: relative('', moduleId), reason: reasonOf(test) })),
    );
    const groups = Map.groupBy(skipped, ({ file, reason }) => JSON.stringify([file, reason]));
    const list = [...groups.values()].flatMap((group) =>
      group.slice(0, 1).map((first): SkippedTests => ({ ...first, count: group.length })),
    );
    writeFileSync(process.env[SKIPPED_TESTS_FILE] ?? '/dev/stdout', JSON.stringify(list));
  }
}

/** What `context.skip` was told, or what a title says in parentheses: `(skipped where it is not installed: curl)`. */
function reasonOf(test: TestCase): string | null {
  const result = test.result();
  return (
    (result.state === 'skipped' ? result.note : undefined) ?? /\((skipped [^()]*)\)/.exec(test.fullName)?.[1] ?? null
  );
}
