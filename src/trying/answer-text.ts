/** Body of an answer, decoded as text if possible. */

/** Maximum bytes of an answer to show; the file that the reader can save contains all of it. */
export const MOST_SHOWN = 256 * 1024;

const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|graphql|x-www-form-urlencoded)\s*(?:;|$)/i;
/** Types of a sequence that a server may send over a long time. */
const STREAMED_TYPE =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|json-?lines|jsonl|json-seq|stream\+json))\s*(?:;|$)/i;
/** Control characters that do not occur in text. */
const NOT_TEXT = /[^\P{Cc}\t\n\r\f]/u;

/** Whether an answer is shown as it arrives. */
export function isStreamed(contentType: string | null): boolean {
  return STREAMED_TYPE.test(contentType ?? '');
}

type AnswerText =
  | { readonly kind: 'empty' }
  /** `formatted`: null unless the text is JSON that can be indented whole. */
  | { readonly kind: 'text'; readonly text: string; readonly formatted: string | null; readonly isCut: boolean }
  | { readonly kind: 'binary' };

/** Decodes the body of an answer as text, and indents JSON. @param contentType null: the answer has none */
export function answerText(bytes: Uint8Array, contentType: string | null): AnswerText {
  if (bytes.byteLength === 0) return { kind: 'empty' };
  const isCut = bytes.byteLength > MOST_SHOWN;
  const text = decoded(isCut ? bytes.subarray(0, MOST_SHOWN) : bytes, contentType, isCut);
  if (text === undefined) return { kind: 'binary' };
  return { kind: 'text', text, formatted: isCut ? null : formattedJson(text), isCut };
}

/** Decodes the body; returns undefined if it is not text. */
function decoded(bytes: Uint8Array, contentType: string | null, isCut: boolean): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '') ?? [];
  const isText = TEXT_TYPE.test(contentType ?? '') || isStreamed(contentType);
  try {
    // The cut may have split the last character.
    return acceptable(new TextDecoder(charset, { fatal: !isText }).decode(bytes, { stream: isCut }), isText);
  } catch {
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

function acceptable(text: string, isText: boolean): string | undefined {
  return isText || !NOT_TEXT.test(text) ? text : undefined;
}

const INDENT = '  ';
/** Limits of nesting and of indented length; a text beyond them is shown as received. */
const DEEPEST = 64;
const LONGEST_FORMATTED = 8 * MOST_SHOWN;

/** Indents a JSON object or array, one value per line, without changing values; null for other or too deep texts. */
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
