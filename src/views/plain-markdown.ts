/** First character of a line that cannot start a Markdown block. */
const HARMLESS_START = /^(?!\d+[.)](?: |$))["'(\p{L}\p{N}`“‘*[<]/u;
/** Characters without a special meaning in CommonMark and GFM inside a line. */
const WORDS = /[\p{L}\p{N} ,;:'"()?/%.=+\-$#{}>^“”‘’‑–—…·]|!(?!\[)/u;
/** Underscore between letters or digits, which neither opens nor closes emphasis. */
const INNER_UNDERSCORE = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/u;
const NAMES = `(?:${WORDS.source}|${INNER_UNDERSCORE.source})`;
const CODE = /(?<!`)`(?!`)[^`\p{Cc}\p{Cs}]+`(?!`)/u;
/** Line break tag with text after it on the same line, the only HTML that needs no parser. */
const LINE_BREAK = /<br ?\/?>(?= *[^ ])/u;
/** Emphasis around whole words. */
const EMPHASIS = `(?<![^ (])(?<mark>\\*\\*?)(?![ *])(?:${NAMES}|${CODE.source})+(?<![ (])\\k<mark>(?=[ .,:;)]|$)`;
/** Link to an address or place without characters that are encoded or escaped. */
const LINK = `\\[(?! )${NAMES}+(?<! )\\]\\((?:https?:\\/\\/|[#/])[\\w\\-.:/?#=+,]*\\)`;
const LINE = new RegExp(`^(?:${[NAMES, CODE.source, LINE_BREAK.source, EMPHASIS, LINK].join('|')})+$`, 'u');
/** Beginnings of texts that GFM converts to links. */
const AUTOLINK = /www\.|:\/\/|mailto:|xmpp:/i;
/** Code and addresses of links, where GFM converts nothing. */
const NO_WORDS = /`[^`\n]+`|\]\([^()\s]+\)/g;
const HARD_BREAK = / {2}$/m;

/**
 * Renders a text without the parser if it consists only of plain sentences, code spans, links and emphasis, as most
 * descriptions do. A test compares the results with those of the parser on random text. Undefined for texts that need
 * the parser.
 */
export function renderPlainMarkdown(text: string): string | undefined {
  if (HARD_BREAK.test(text) || (AUTOLINK.test(text) && AUTOLINK.test(text.replaceAll(NO_WORDS, ' ')))) return undefined;
  const paragraphs: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    // Blanks around a line break are removed; blanks before the first line of a paragraph may start a code block.
    const lines = paragraph.replaceAll(/ ?\n */g, '\n').split('\n');
    if (paragraph.startsWith('<') || !lines.every((line) => HARMLESS_START.test(line) && LINE.test(line)))
      return undefined;
    paragraphs.push(`<p dir="auto">${inline(lines.join('\n'))}</p>`);
  }
  return paragraphs.join('\n');
}

function inline(text: string): string {
  return text
    .trimEnd()
    .replaceAll(
      /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)|((?<![^\s(])\*\*?)|\*\*?|<br ?\/?> */g,
      (found, code: string | undefined, label: string | undefined, target: string, opens: string | undefined) => {
        if (code !== undefined) return `<code>${escapeCode(code)}</code>`;
        if (label !== undefined) return `<a href="${target}">${label}</a>`;
        if (!found.startsWith('*')) return '<br>\n';
        return `<${opens === undefined ? '/' : ''}${found === '*' ? 'em' : 'strong'}>`;
      },
    )
    .replaceAll(/(?<!\s)\s*(?:<br>\s*){2,}/g, '</p>\n<p dir="auto">');
}

/** Escapes a code span without one space on each side, which stays if the span is all spaces (CommonMark 6.1). */
function escapeCode(code: string): string {
  const trimmed = /^ .*[^ ].* $/.test(code) || /^ [^ ] $/.test(code) ? code.slice(1, -1) : code;
  return trimmed.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
