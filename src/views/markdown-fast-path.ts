/**
 * Most descriptions are a plain sentence, perhaps with some code in it. What Markdown makes of those is known without
 * parsing; a test compares this with the parser on random text.
 */

/** Every line starts with something that opens no block. */
const HARMLESS_START = /^["'(\p{L}`“‘]/u;
/** Punctuation that means nothing to CommonMark or GFM inside a line. */
const WORDS = /[\p{L}\p{N} ,;:'"()?/%.=+\-$“”‘’–—…·]/u;
/** An underscore between letters neither opens nor closes emphasis. */
const INNER_UNDERSCORE = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/u;
const CODE = /(?<!`)`(?!`)[^`\p{Cc}\p{Cs}]+`(?!`)/u;
const LINE = new RegExp(`^(?:${WORDS.source}|${INNER_UNDERSCORE.source}|${CODE.source})+$`, 'u');
/** What GFM turns into links. */
const AUTOLINK = /www\.|:\/\/|mailto:|xmpp:/i;
const TWO_SPACES_BEFORE_BREAK = / $/;

/** The HTML of a text that needs no parser; undefined where only the parser knows. */
export function renderPlainMarkdown(text: string): string | undefined {
  const lines = text.split('\n');
  for (const line of lines) {
    if (!HARMLESS_START.test(line) || !LINE.test(line) || TWO_SPACES_BEFORE_BREAK.test(line) || AUTOLINK.test(line)) return undefined;
  }
  return `<p dir="auto">${text.replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${escapeCode(code)}</code>`)}</p>`;
}

/** One space on both sides is taken off, unless there is nothing else (CommonMark 6.1). */
function escapeCode(code: string): string {
  const trimmed = /^ .*[^ ].* $/.test(code) || /^ [^ ] $/.test(code) ? code.slice(1, -1) : code;
  return trimmed.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
