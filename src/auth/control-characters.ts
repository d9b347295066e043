// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTER = /[\0-\x1f\x7f]/;

/** Finds control characters, which HTTP authentication forbids in user names and passwords. @see RFC 7617 §2 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}
