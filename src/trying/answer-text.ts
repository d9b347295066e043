/** The body of an answer, as text where it is one. */

/** Bytes of an answer that are shown; the file contains the rest. */
export const MOST_SHOWN = 256 * 1024;

const TEXT_TYPE =
  /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|x-ndjson|graphql|x-www-form-urlencoded)\s*(?:;|$)/i;
/** Control characters that text does not contain. */
const NOT_TEXT = /[^\P{Cc}\t\n\r\f]/u;

type AnswerText =
  | { readonly kind: 'empty' }
  /** `formatted`: null where it is not JSON. */
  | { readonly kind: 'text'; readonly text: string; readonly formatted: string | null; readonly isCut: boolean }
  | { readonly kind: 'binary' };

/** @param contentType null: the answer has none */
export function answerText(bytes: Uint8Array, contentType: string | null): AnswerText {
  if (bytes.byteLength === 0) return { kind: 'empty' };
  const isCut = bytes.byteLength > MOST_SHOWN;
  const text = decoded(isCut ? bytes.subarray(0, MOST_SHOWN) : bytes, contentType, isCut);
  if (text === undefined) return { kind: 'binary' };
  return { kind: 'text', text, formatted: isCut ? null : formattedJson(text), isCut };
}

/** Undefined where it is no text. */
function decoded(bytes: Uint8Array, contentType: string | null, isCut: boolean): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '') ?? [];
  const isText = TEXT_TYPE.test(contentType ?? '');
  try {
    // A character at the end may be in pieces.
    return acceptable(new TextDecoder(charset, { fatal: !isText }).decode(bytes, { stream: isCut }), isText);
  } catch {
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

function acceptable(text: string, isText: boolean): string | undefined {
  return isText || !NOT_TEXT.test(text) ? text : undefined;
}

const INDENT = '  ';
/** A text that is nested deeper, or longer when indented, is shown as it was received. */
const DEEPEST = 64;
const LONGEST_FORMATTED = 8 * MOST_SHOWN;

/** Formats JSON, one value a line; values stay as they were written. Null where the text is not JSON, or too deep. */
export function formattedJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
  } catch {
    return null;
  }
  let depth = 0;
  let formatted = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{}:,]|[^\s"[\]{}:,]+/g)) {
    if (/^[\]}]$/.test(token)) depth -= 1;
    else if (/^[[{]$/.test(token)) depth += 1;
    if (depth > DEEPEST || formatted.length > LONGEST_FORMATTED) return null;
    const line = `\n${INDENT.repeat(depth)}`;
    switch (token) {
      case '{':
      case '[':
      case ',':
        formatted += token + line;
        break;
      case '}':
      case ']':
        formatted += line + token;
        break;
      case ':':
        formatted += ': ';
        break;
      default:
        formatted += /^[[{]/.test(token) ? token.replaceAll(/\s/g, '') : token;
    }
  }
  return formatted;
}
