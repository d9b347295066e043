/** Escapes of a language for characters that its literals cannot hold, or that would be invisible. */
interface Escapes {
  /** First character of an escape; left out: a backslash. */
  readonly mark?: string;
  /** Characters that need the mark before them, apart from the mark itself. */
  readonly special: string;
  /** Letters for a line feed, carriage return and tab, behind the mark. */
  readonly named?: Readonly<Record<string, string>>;
  /** Complete escape of any other character. */
  code(codePoint: number): string;
}

const NAMED = { '\n': 'n', '\r': 'r', '\t': 't' } as const;

/** Characters that are invisible, change the direction, or end a line for some programs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Text without special characters in any language; most names and addresses. */
const PLAIN = /^[ !%&(-[\]-_a-~]*$/;

/** The text between the quotes of a literal; lone surrogates become U+FFFD, since no request holds them. */
export function escaped(text: string, { mark = '\\', special, named = NAMED, code }: Escapes): string {
  if (PLAIN.test(text)) return text;
  return Array.from(text.toWellFormed(), (character) => {
    if (character === mark || special.includes(character)) return mark + character;
    const name = named[character];
    if (name !== undefined) return mark + name;
    return UNSEEN.test(character) ? code(character.codePointAt(0) ?? 0) : character;
  }).join('');
}

/** Whether a literal can contain the text unescaped, line breaks and tabs included. */
export function isSeen(text: string): boolean {
  return text.isWellFormed() && !UNSEEN.test(text.replaceAll(/[\n\t]/g, ''));
}

/** `2028`: hexadecimal number with a minimum of digits. */
export function hex(codePoint: number, digits = 1): string {
  return codePoint.toString(16).padStart(digits, '0');
}

/** `\u2028`, and `\U000e0001` beyond U+FFFF: C#, Go and Python. */
export function unicodeEscape(codePoint: number): string {
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
}

/** Comment lines, each with a line feed. Translated words cannot end a line early. */
export function comments(mark: string, notes: readonly string[]): string {
  return notes.map((note) => `${mark} ${note.replaceAll(/[\s\p{Cc}\\]+|\?(?=>)/gu, ' ')}\n`).join('');
}

/** Indented lines, each with a line feed. */
export function indented(lines: readonly string[], indent = ''): string {
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/**
 * One word for a POSIX shell. Older interactive shells expand `!` line by line, even in quotes from an earlier line.
 */
export function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `'${text.includes('\n') ? quoted.replaceAll('!', "'\\!'") : quoted}'`;
}
