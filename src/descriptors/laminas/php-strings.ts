/** Strings of PHP: in single and double quotes, heredoc and nowdoc. */

/** Returns the offset behind a quoted string that begins at an offset; undefined if it does not end. */
export function endOfQuoted(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start);
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === quote) return index + 1;
  }
  return undefined;
}

const HEREDOC = /<<<[ \t]*(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))(?=\r?\n)/y;

export function startsHeredoc(text: string, at: number): boolean {
  HEREDOC.lastIndex = at;
  return HEREDOC.test(text);
}

/** Returns the offset behind the closing name of a heredoc or nowdoc; undefined if it does not end. */
export function endOfHeredoc(text: string, start: number): number | undefined {
  HEREDOC.lastIndex = start;
  const [opening, ...names] = HEREDOC.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const closing = new RegExp(`\\n[ \\t]*${names.find((name) => name !== undefined)}(?!\\w)`, 'g');
  closing.lastIndex = start + opening.length;
  return closing.exec(text) === null ? undefined : closing.lastIndex;
}

/** Returns the content of a quoted string; undefined if a variable stands in it. */
export function readQuoted(written: string): string | undefined {
  const inner = written.slice(1, -1);
  return written.startsWith("'") ? inner.replaceAll(/\\([\\'])/g, '$1') : unescaped(inner, '"');
}

/** Returns the content of a heredoc or nowdoc without the indentation of its end. */
export function readHeredoc(written: string): string | undefined {
  const lines = written.split(/\r?\n/);
  const [indentation = ''] = /^[ \t]*/.exec(lines.at(-1) ?? '') ?? [];
  const indented = new RegExp(`^[ \\t]{0,${indentation.length}}`);
  const inner = lines
    .slice(1, -1)
    .map((line) => line.replace(indented, ''))
    .join('\n');
  return /^<<<[ \t]*'/.test(written) ? inner : unescaped(inner, '');
}

const VARIABLE = /\\[\s\S]|\$[A-Za-z_{\u0080-\uFFFF]|\{\$/g;
const ESCAPE = /((?:\\x[\dA-Fa-f]{1,2}|\\[0-7]{1,3})+)|\\u\{([\dA-Fa-f]{1,6})\}|\\([\s\S])/g;
const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  e: '\u001B',
  f: '\f',
  '\\': '\\',
  $: '$',
};
const LARGEST_CODE_POINT = 0x10ffff;

function unescaped(text: string, quote: string): string | undefined {
  for (const [found] of text.matchAll(VARIABLE)) if (!found.startsWith('\\')) return undefined;
  return text.replaceAll(ESCAPE, (whole, bytes?: string, codePoint?: string, letter = '') => {
    if (bytes !== undefined) return ofBytes(bytes);
    const code = codePoint === undefined ? Number.NaN : Number.parseInt(codePoint, 16);
    if (code <= LARGEST_CODE_POINT) return String.fromCodePoint(code).toWellFormed();
    if (letter === quote) return quote;
    return Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? whole) : whole;
  });
}

/** Decodes escaped bytes as UTF-8: `\xC3\xA9` is é. */
function ofBytes(escapes: string): string {
  const bytes = [...escapes.matchAll(/\\x([\dA-Fa-f]+)|\\([0-7]+)/g)].map(([, hexadecimal, octal = '']) =>
    hexadecimal === undefined ? Number.parseInt(octal, 8) % 256 : Number.parseInt(hexadecimal, 16),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Converts an operand of `.` as PHP does; undefined for arrays and for numbers that PHP writes in its own way. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Number.isSafeInteger(value)) return String(value);
  if (value === true) return '1';
  return value === false || value === null ? '' : undefined;
}

const BACKSLASH = 0x5c;
