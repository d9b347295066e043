/** Control characters except tabs and line breaks: no text shows them, and terminals may act on them. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';

/**
 * Makes control characters visible: U+0007 becomes `␇`. HTML cannot hold them; JSON and YAML escape them.
 * Those from U+0080 to U+009F have no picture and become U+FFFD.
 */
export function withVisibleControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    if (code < DELETE) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? DELETE_PICTURE : '\ufffd';
  });
}

/**
 * Escapes, as JSON does, all characters except line breaks and tabs that a terminal would obey or that would reorder
 * its text: names and descriptions come from files of others. Also escapes the beginnings of commands in logs of
 * pipelines: `##vso[task.setvariable …]`, `##[error]`, `##teamcity[…]`.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|#(?=#\w*\[)/gu, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Decodes the percent-encoding of a text; returns a malformed text unchanged. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** For lists that people read: `Item 2` before `Item 10`. 0 also for names that differ in case alone, or in accents. */
export const naturalOrder: (a: string, b: string) => number = collator.compare;
