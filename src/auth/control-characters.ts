// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTER = /[\0-\x1f\x7f]/;

/** What no user name and no password of HTTP authentication may hold. @see RFC 7617 §2 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}
