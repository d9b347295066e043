/** First character of a line that cannot start a Markdown block. */
const HARMLESS_START = /^["'(\p{L}`“‘]/u;
/** Characters without a special meaning in CommonMark and GFM inside a line. */
const WORDS = /[\p{L}\p{N} ,;:'"()?/%.=+\-$#{}“”‘’–—…·]/u;
/** Underscore between letters or digits, which neither opens nor closes emphasis. */
const INNER_UNDERSCORE = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/u;
const CODE = /(?<!`)`(?!`)[^`\p{Cc}\p{Cs}]+`(?!`)/u;
/** Line break tag with text after it on the same line, the only HTML that needs no parser. */
const LINE_BREAK = /<br ?\/?>(?= *[^ ])/u;
const LINE = new RegExp(`^(?:${WORDS.source}|${INNER_UNDERSCORE.source}|${CODE.source}|${LINE_BREAK.source})+$`, 'u');
/** Beginnings of texts that GFM converts to links. */
const AUTOLINK = /www\.|:\/\/|mailto:|xmpp:/i;
const HARD_BREAK = / {2}$/m;

/**
 * Renders a text without the parser if it consists only of plain sentences and code spans, as most descriptions do. A
 * test compares the results with those of the parser on random text. Undefined for texts that need the parser.
 */
export function renderPlainMarkdown(text: string): string | undefined {
  if (AUTOLINK.test(text) || HARD_BREAK.test(text)) return undefined;
  const paragraphs: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    // Blanks around a line break are removed; blanks before the first line of a paragraph may start a code block.
    const lines = paragraph.replaceAll(/ ?\n */g, '\n').split('\n');
    if (!lines.every((line) => HARMLESS_START.test(line) && LINE.test(line))) return undefined;
    paragraphs.push(`<p dir="auto">${inline(lines.join('\n'))}</p>`);
  }
  return paragraphs.join('\n');
}

function inline(text: string): string {
  return text
    .trimEnd()
    .replaceAll(/`([^`]+)`|<br ?\/?> */g, (_, code: string | undefined) =>
      code === undefined ? '<br>\n' : `<code>${escapeCode(code)}</code>`,
    )
    .replaceAll(/(?<!\s)\s*(?:<br>\s*){2,}/g, '</p>\n<p dir="auto">');
}

/** Escapes a code span without one space on each side, which stays if the span is all spaces (CommonMark 6.1). */
function escapeCode(code: string): string {
  const trimmed = /^ .*[^ ].* $/.test(code) || /^ [^ ] $/.test(code) ? code.slice(1, -1) : code;
  return trimmed.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
