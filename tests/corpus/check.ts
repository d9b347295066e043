/** One thing that must hold of one entry. */
export interface Check {
  readonly entry: string;
  readonly name: string;
  /** Empty: it holds. */
  readonly problems: readonly string[];
}

/** @returns the table, and as its last line `N passed, N failed` */
export function tableOf(checks: readonly Check[]): string {
  const byEntry = Map.groupBy(checks, ({ entry }) => entry);
  const width = Math.max(0, ...[...byEntry.keys()].map((entry) => entry.length));
  const lines = [...byEntry].flatMap(([entry, own]) => [
    `${own.every(({ problems }) => problems.length === 0) ? 'ok    ' : 'FAILED'}  ${entry.padEnd(width)}  ${own.map(({ name }) => name).join(', ')}`,
    ...own
      .filter(({ problems }) => problems.length > 0)
      .flatMap(({ name, problems }) => [`          ${name}:`, ...shown(problems)]),
  ]);
  const failed = checks.filter(({ problems }) => problems.length > 0).length;
  return [...lines, `${checks.length - failed} passed, ${failed} failed`].join('\n');
}

const MOST_SHOWN = 8;

function shown(problems: readonly string[]): readonly string[] {
  const first = problems.slice(0, MOST_SHOWN).map((problem) => `            ${problem.slice(0, 300)}`);
  return problems.length > MOST_SHOWN ? [...first, `            and ${problems.length - MOST_SHOWN} more`] : first;
}
