/**
 * Most descriptions are plain sentences, perhaps with some code in them. What Markdown makes of those is known without
 * parsing; a test compares this with the parser on random text.
 */

/** Starts no block. */
const HARMLESS_START = /^["'(\p{L}`“‘]/u;
/** Characters that mean nothing to CommonMark or GFM inside a line. */
const WORDS = /[\p{L}\p{N} ,;:'"()?/%.=+\-$#{}“”‘’–—…·]/u;
/** An underscore between letters neither opens nor closes emphasis. */
const INNER_UNDERSCORE = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/u;
const CODE = /(?<!`)`(?!`)[^`\p{Cc}\p{Cs}]+`(?!`)/u;
/** The only HTML that is obeyed, with text after it on its line. */
const BREAK = /<br ?\/?>(?= *[^ ])/u;
const LINE = new RegExp(`^(?:${WORDS.source}|${INNER_UNDERSCORE.source}|${CODE.source}|${BREAK.source})+$`, 'u');
/** Texts that GFM turns into links. */
const AUTOLINK = /www\.|:\/\/|mailto:|xmpp:/i;
const HARD_BREAK = / {2}$/m;

/** The HTML of a text that needs no parser; undefined where only the parser knows. */
export function renderPlainMarkdown(text: string): string | undefined {
  if (AUTOLINK.test(text) || HARD_BREAK.test(text)) return undefined;
  const paragraphs: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    // Blanks around a line break inside a paragraph are dropped; before its first line they may mean code.
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

/** One space on both sides is taken off, unless there is nothing else (CommonMark 6.1). */
function escapeCode(code: string): string {
  const trimmed = /^ .*[^ ].* $/.test(code) || /^ [^ ] $/.test(code) ? code.slice(1, -1) : code;
  return trimmed.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
