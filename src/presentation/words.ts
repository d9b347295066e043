/** A sentence in words and code: every second part is written as code, as in `['matches ', '^[A-Z]{3}$']`. */
export type Constraint = readonly string[];

/** Parts of one sentence, each in words and code. */
export function joined(parts: readonly Constraint[]): Constraint {
  const result: string[] = [];
  for (const [words = '', ...rest] of parts) {
    // After code, or at the start, words are a part of their own.
    if (result.length % 2 === 0) result.push(words, ...rest);
    else result.push(`${result.pop() ?? ''}${words}`, ...rest);
  }
  return result;
}
