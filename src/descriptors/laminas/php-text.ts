import { MAX_DEPTH, TextProblem, tooDeep } from '../text-problem.ts';
import { endOfHeredoc, endOfQuoted, startsHeredoc, toText } from './php-strings.ts';

/** Blanks and comments of one line. */
const BLANK = /\s*(?:(?:\/\/|#(?!\[))[^\n]*\s*)*/y;
/** Runs of text in which no string, comment or bracket begins, for skipping. */
const DULL = /[^'"`#/<()[\]{},;]+/y;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** Signal that the current value cannot be read without running PHP; no error, since those record a stack. */
export class Unreadable {
  readonly offset: number;
  readonly what: string;

  constructor(offset: number, what: string) {
    this.offset = offset;
    this.what = what;
  }
}

export const NAME = /\\?[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*(?:\\[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)*/y;
export const NUMBER =
  /0[xX][\da-fA-F][\da-fA-F_]*|0[bB][01][01_]*|0[oO][0-7][0-7_]*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
export const CONSTANTS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  php_eol: '\n',
  directory_separator: '/',
};
export const INCLUDES: ReadonlySet<string> = new Set(['include', 'include_once', 'require', 'require_once']);

export const VARIABLE = /\$[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*/y;
export const ASSIGNMENT = /\$[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*\s*=(?![=>])/y;

/** Returns the name of a variable, without the equals sign of its assignment. */
export function nameOf(written: string): string {
  return written.replace(/\s*=?$/, '');
}

/** Maximum length of a `use` statement, in characters. */
export const MOST_OF_USE = 10_000;

export function toKey(value: unknown): string | undefined {
  if (typeof value === 'number') return String(Math.trunc(value));
  if (typeof value === 'boolean') return String(Number(value));
  return toText(value);
}

/** Returns the declaration that begins a text, up to its semicolon or closing brace. */
export function declarationIn(text: string): string {
  const [written = ''] = /^[^;{]*(?:\{[^;}]*\})?/.exec(text) ?? [];
  return written.trim();
}

/** Lists the classes that `use` names: alias in lower case, name. */
export function usedNames(text: string): readonly (readonly [alias: string, name: string])[] {
  if (/^(?:function|const)\s/i.test(text)) return [];
  const [, prefix = '', inner = text] = /^([^{]*)\{([^}]*)\}/.exec(text) ?? [];
  return inner.split(',').flatMap((one) => {
    const [name = '', alias = name.split('\\').at(-1) ?? ''] = one.trim().split(/\s+as\s+/i);
    return name === '' ? [] : [[alias.toLowerCase(), (prefix + name).replace(/^\\/, '')] as const];
  });
}

/** Scanner over PHP that skips blanks, comments and values that are not read. */
export class PhpText {
  protected readonly text: string;
  protected at = 0;
  /** Expected closing brackets; the innermost is last. */
  protected readonly open: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Skips blanks and comments. @returns the offset behind them */
  protected space(): number {
    for (;;) {
      if (/[^\s/#]/.test(this.text[this.at] ?? '')) return this.at;
      this.match(BLANK);
      if (!this.text.startsWith('/*', this.at)) return this.at;
      const end = this.text.indexOf('*/', this.at + 2);
      this.at = end === -1 ? this.fail('a comment does not end') : end + 2;
    }
  }

  protected match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }

  protected enter(bracket: string): void {
    if (this.open.length >= MAX_DEPTH) throw tooDeep(this.at);
    this.open.push(CLOSING[bracket] ?? '');
    this.at++;
  }

  protected leave(): void {
    if (this.text[this.space()] !== this.open.at(-1)) this.fail(`"${this.open.at(-1)}" is missing`);
    this.open.pop();
    this.at++;
  }

  /**
   * Skips a value that is not read: up to `end` outside of brackets, or up to the bracket that closes around it.
   * @param isStatement skips the character too, and ends after a block
   * @param depth number of open brackets around the value
   */
  protected skip(end: ',' | ';', isStatement = false, depth = 0): void {
    for (;;) {
      this.space();
      if (this.match(DULL) !== undefined) continue;
      const at = this.at;
      const char = this.text[at];
      if (char === undefined) {
        if (this.open.length > 0) this.fail(`"${this.open.at(-1)}" is missing`);
        return;
      }
      const isOutside = this.open.length === depth;
      if (isOutside && (char === end || char === ';')) {
        if (isStatement) this.at++;
        return;
      }
      if (Object.hasOwn(CLOSING, char)) this.enter(char);
      else if (/[)\]}]/.test(char)) {
        if (isOutside && depth > 0) return;
        if (char !== this.open.pop()) this.fail(`"${char}" closes nothing`);
        this.at++;
        if (isStatement && char === '}' && this.open.length === 0) return;
      } else if (/['"`]/.test(char)) this.at = endOfQuoted(this.text, at) ?? this.fail('a text does not end');
      else if (startsHeredoc(this.text, at)) this.at = endOfHeredoc(this.text, at) ?? this.fail('a text does not end');
      else this.at++;
    }
  }

  protected fail(reason: string): never {
    throw new TextProblem(this.at, 'php-syntax', `This is not PHP: ${reason}.`, 'Correct the PHP at this place.');
  }
}
