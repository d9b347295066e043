import type { Diagnostic } from '../model/diagnostic.ts';

/** Maximum number of messages per rule and file; further messages are only counted. */
const MAX_PER_RULE = 50;

/**
 * Collects diagnostics: drops duplicates and keeps at most {@link MAX_PER_RULE} per rule and file.
 */
export class BoundedDiagnostics {
  readonly #kept: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, { first: Diagnostic; count: number }>();

  /** @returns false if the same problem was reported before */
  add(diagnostic: Diagnostic): boolean {
    const { file, line, column, rule, severity, message } = diagnostic;
    const identity = JSON.stringify([file, line, column, rule, message]);
    if (this.#seen.has(identity)) return false;
    this.#seen.add(identity);
    const group = JSON.stringify([file, rule, severity]);
    const known = this.#counts.get(group);
    if (known === undefined) this.#counts.set(group, { first: diagnostic, count: 1 });
    else known.count++;
    if (known === undefined || known.count <= MAX_PER_RULE) this.#kept.push(diagnostic);
    return true;
  }

  /** Lists diagnostics by file, then by position; the numbers of dropped messages come last in each file. */
  list(): readonly Diagnostic[] {
    const summaries = [...this.#counts.values()]
      .filter(({ count }) => count > MAX_PER_RULE)
      .map(({ first, count }): Diagnostic => {
        const message = `There are ${count - MAX_PER_RULE} more problems of this kind in the file.`;
        return { ...first, line: 0, column: 0, message, remedy: 'Correct the first ones and check again.' };
      });
    const sorted = [...this.#kept].sort(byPlace);
    const ordered = [...sorted, ...summaries];
    return ordered.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
