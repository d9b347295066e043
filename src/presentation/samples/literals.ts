/** Escape rules of a language for characters that are invisible, or not allowed in a literal. */
interface Escapes {
  /** First character of an escape; defaults to a backslash. */
  readonly mark?: string;
  /** Characters that {@link mark} escapes, in addition to the mark itself. */
  readonly special: string;
  /** Letters that follow the mark for a line feed, a carriage return and a tab. */
  readonly named?: Readonly<Record<string, string>>;
  /** Returns the complete escape of any other character. */
  code(codePoint: number): string;
}

const NAMED = { '\n': 'n', '\r': 'r', '\t': 't' } as const;

/** Characters that are invisible, change the text direction, or end a line in some programs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Text that needs no escape in any language, such as most names and URLs. */
const PLAIN = /^[ !%&(-[\]-_a-~]*$/;

/** Escapes a text for a literal, without quotes. Lone surrogates become U+FFFD, since a request cannot contain them. */
export function escaped(text: string, { mark = '\\', special, named = NAMED, code }: Escapes): string {
  if (PLAIN.test(text)) return text;
  return Array.from(text.toWellFormed(), (character) => {
    if (character === mark || special.includes(character)) return mark + character;
    const name = named[character];
    if (name !== undefined) return mark + name;
    return UNSEEN.test(character) ? code(character.codePointAt(0) ?? 0) : character;
  }).join('');
}

/** Whether a literal can contain the text without escapes; line breaks and tabs are allowed. */
export function isSeen(text: string): boolean {
  return text.isWellFormed() && !UNSEEN.test(text.replaceAll(/[\n\t]/g, ''));
}

/** Formats a hexadecimal number with a minimum number of digits: `2028`. */
export function hex(codePoint: number, digits = 1): string {
  return codePoint.toString(16).padStart(digits, '0');
}

/** Writes an escape of C#, Go and Python: `\u2028`, or `\U000e0001` beyond U+FFFF. */
export function unicodeEscape(codePoint: number): string {
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
}

/** Writes notes as comment lines, each with a line feed. Characters that would end a comment become blanks. */
export function comments(mark: string, notes: readonly string[]): string {
  return notes.map((note) => `${mark} ${note.replaceAll(/[\s\p{Cc}\\]+|\?(?=>)/gu, ' ')}\n`).join('');
}

/** Indents lines; each ends with a line feed. */
export function indented(lines: readonly string[], indent = ''): string {
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/** Quotes a text as one word for a POSIX shell; also `!`, which older shells expand inside quotes of several lines. */
export function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `'${text.includes('\n') ? quoted.replaceAll('!', "'\\!'") : quoted}'`;
}
