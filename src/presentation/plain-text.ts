/** Markdown as a line of plain text, for lists and the head of a page. */

const LONGEST_SENTENCE = 160;
/** Characters of a text that are looked at. */
const LONGEST_BEGINNING = 4_000;

/** Tags within a word or before a comma, which are no blanks: `<a href="…">Connect</a>, …`. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|kbd|small|span|strong|u)(?:\s[^<>]*)?>/gi;

/** Text without any sign or break that may be markup. */
const PLAIN = /^(?!\s*(?:[-+>#]|\d+[.)]))(?:[^\s<>[\]*_`#!\\]| (?! ))*$/;

/** Rule below a heading or the head of a table, or between paragraphs. */
const RULE_LINE = /^[ \t>]*[-=|:][-=|: \t]*\r?(?:\n|$)/gm;

/** Rows below each other that begin with a bar. */
const TABLE = /^[ \t>]*\|.*(?:\n[ \t>]*\|.*)*/gm;

/** Not the full stop of an abbreviation within it. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))[.!?。](?=\s|$)/i;

/** `> [!NOTE]` before what is described, with all that is quoted there. */
const FIRST_CALLOUTS = /^(?:>[ \t]*\[!\w+\].*(?:\r?\n[ \t]*>.*)*\s*)+/;
/** The mark of a callout, on a line of its own or before its text. */
const CALLOUT_MARK = /^([ \t]*>[ \t]*)\[!\w+\][ \t]*(?:\r?\n[ \t]*>[ \t]*)?/gm;

/** The first sentence of a description after a callout, without its markup; null where there is none. */
export function firstSentence(markdown: string | null | undefined): string | null {
  const beginning = (markdown ?? '').slice(0, LONGEST_BEGINNING).trim();
  const [paragraph] = (beginning.replace(FIRST_CALLOUTS, '') || beginning).split(/\n\s*\n/);
  const text = withoutMarkup(paragraph ?? '');
  if (text === '') return null;
  const end = SENTENCE_END.exec(text)?.index;
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  return shortened(sentence);
}

/** Cuts a plain text to the room in lists and in the head of a page. */
export function shortened(text: string): string {
  return text.length <= LONGEST_SENTENCE ? text : `${text.slice(0, LONGEST_SENTENCE).replace(/\s+\S*$/, '')} …`;
}

/** All of a description without its markup, as far as it is looked at; '' where there is none. */
export function plainText(markdown: string | null | undefined): string {
  return withoutMarkup((markdown ?? '').slice(0, LONGEST_BEGINNING).toWellFormed());
}

/** Rows with a semicolon behind them, but for the end of all, cells with a bar between. */
function tableText(table: string, offset: number, whole: string): string {
  const rows = table
    .split('\n')
    .map((row) =>
      row
        .replace(/^[\s>]*\|/, '')
        .trim()
        .replace(/\|$/, '')
        .trim(),
    )
    .filter((row) => row !== '');
  const isEnd = whole.slice(offset + table.length).trim() === '';
  return rows.map((row, at) => (/[.;:,]$/.test(row) || (isEnd && at === rows.length - 1) ? row : `${row};`)).join(' ');
}

/** Best effort: what is left of links, emphasis, headings, tables and HTML is their text. */
function withoutMarkup(markdown: string): string {
  if (PLAIN.test(markdown)) return markdown.trim();
  return markdown
    .replaceAll(CALLOUT_MARK, '$1')
    .replaceAll(RULE_LINE, '')
    .replaceAll(TABLE, tableText)
    .replaceAll(INLINE_TAG, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\S)[ \t]*\n[ \t]*(?:[-*+]|\d+[.)])[ \t]+/g, (_, last: string) =>
      /[,;:.]/.test(last) ? `${last} ` : `${last}; `,
    )
    .replaceAll(/^\s*(#+|>|[-*+]|\d+[.)])\s+/gm, '')
    .replaceAll(/(\*\*|`+)/g, '')
    .replaceAll(/(^|\s)__(\S[^_]*)__(?=\W|$)/g, '$1$2')
    .replaceAll(/(^|\s)[*_](\S[^*_]*)[*_](?=\W|$)/g, '$1$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
