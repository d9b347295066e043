/** One figure beside its baseline of the same run. */
export function row(name: string, ours: number, baseline: number, baselineName: string, digits: number): void {
  console.log(
    `  ${name.padEnd(20)} ${ours.toFixed(digits).padStart(8)}   ${baselineName}: ${baseline.toFixed(digits)}   ratio ${(ours / baseline).toFixed(2)}`,
  );
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
