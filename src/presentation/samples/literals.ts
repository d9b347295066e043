/** Escapes of a language for characters that cannot stand in its literals, or would not be seen there. */
interface Escapes {
  /** Begins an escape: a backslash in most. */
  readonly mark?: string;
  /** Characters that need the mark before them, beside the mark itself. */
  readonly special: string;
  /** Letters for a line feed, carriage return and tab, behind the mark. */
  readonly named?: Readonly<Record<string, string>>;
  /** The whole escape of any other character. */
  code(codePoint: number): string;
}

const NAMED = { '\n': 'n', '\r': 'r', '\t': 't' } as const;

/** Invisible, of another direction, or read as the end of a line by something. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Characters that are special in no language; most names and addresses hold nothing else. */
const PLAIN = /^[ !%&(-[\]-_a-~]*$/;

/** The characters of a text between quotes; lone surrogates, which no request holds, are U+FFFD. */
export function escaped(text: string, { mark = '\\', special, named = NAMED, code }: Escapes): string {
  if (PLAIN.test(text)) return text;
  return Array.from(text.toWellFormed(), (character) => {
    if (character === mark || special.includes(character)) return mark + character;
    const name = named[character];
    if (name !== undefined) return mark + name;
    return UNSEEN.test(character) ? code(character.codePointAt(0) ?? 0) : character;
  }).join('');
}

/** Whether a text can stand in a literal as it is seen: lines, where several are allowed, and tabs. */
export function isSeen(text: string): boolean {
  return text.isWellFormed() && !UNSEEN.test(text.replaceAll(/[\n\t]/g, ''));
}

/** `2028`, of at least so many digits. */
export function hex(codePoint: number, digits = 1): string {
  return codePoint.toString(16).padStart(digits, '0');
}

/** `\u2028`, and `\U000e0001` beyond the first plane: C#, Go and Python. */
export function unicodeEscape(codePoint: number): string {
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
}

/** Lines behind the mark of a comment, each with a line feed; words that a site has replaced end none of them. */
export function comments(mark: string, notes: readonly string[]): string {
  return notes.map((note) => `${mark} ${note.replaceAll(/[\s\p{Cc}\\]+|\?(?=>)/gu, ' ')}\n`).join('');
}

/** Lines with a line feed each, further in. */
export function indented(lines: readonly string[], indent = ''): string {
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/**
 * One word for a POSIX shell. Older interactive shells look for `!` in every line of a word apart, and do not know that
 * the second one is quoted.
 */
export function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `'${text.includes('\n') ? quoted.replaceAll('!', "'\\!'") : quoted}'`;
}
