/** One figure beside its baseline of the same run. */
export function row(name: string, ours: number, baseline: number, baselineName: string, digits: number): void {
  console.log(
    `  ${name.padEnd(20)} ${ours.toFixed(digits).padStart(8)}   ${baselineName}: ${baseline.toFixed(digits)}   ratio ${(ours / baseline).toFixed(2)}`,
  );
}

/** Requests a second, one measured right after the other. */
export interface Pair {
  readonly ours: number;
  readonly bare: number;
}

/** The round with the middle ratio: a machine is not equally fast in all of them. */
export function middleRow(name: string, rounds: readonly Pair[]): void {
  const byRatio = rounds.toSorted((a, b) => a.ours / a.bare - b.ours / b.bare);
  const { ours, bare } = byRatio[Math.floor(byRatio.length / 2)] ?? { ours: Number.NaN, bare: Number.NaN };
  row(name, ours, bare, 'bare node:http, same bytes', 0);
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Figures in one line, the largest first. */
export function listed(figures: ReadonlyMap<string, number>, digits: number): string {
  return [...figures]
    .sort(([, one], [, other]) => other - one)
    .map(([name, figure]) => `${name} ${figure.toFixed(digits)}`)
    .join(', ');
}
