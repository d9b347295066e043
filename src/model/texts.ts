/** Control characters other than tabs and line breaks: they are invisible, and terminals may interpret them. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';

/**
 * Makes control characters visible: U+0007 becomes `␇`. HTML cannot contain them; JSON and YAML escape them.
 * Characters from U+0080 to U+009F have no symbol and become U+FFFD.
 */
export function withVisibleControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    if (code < DELETE) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? DELETE_PICTURE : '\ufffd';
  });
}

/**
 * Escapes characters, other than `\n` and tabs, that a terminal would interpret or that would reorder text. The
 * escapes are those of JSON; names and descriptions come from untrusted files. Also escapes the start of commands in
 * CI logs: `##vso[task.setvariable …]`, `##[error]`, `##teamcity[…]`.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|#(?=#\w*\[)/gu, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Decodes a percent-encoded text; returns a malformed text unchanged. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares names for lists: `Item 2` comes before `Item 10`. The result for `1` and `01` is 0. */
export const naturalOrder: (a: string, b: string) => number = collator.compare;
