/**
 * One word for a POSIX shell. Older interactive shells look for `!` in every line of a word apart, and do not know that
 * the second one is quoted.
 */
export function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `'${text.includes('\n') ? quoted.replaceAll('!', "'\\!'") : quoted}'`;
}
