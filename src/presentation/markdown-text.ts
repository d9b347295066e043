/** Text that Markdown leaves as it is, anywhere in a line. */
const HARMLESS = /^[A-Za-z(/“][A-Za-z0-9 ,.:;'"()/{}@%$?!“”’-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\u000b\u000c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

const ONE_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Escapes a short text for a line of Markdown (CommonMark 0.31); line breaks become blanks. Addresses that are links
 * without any markup stay links.
 */
export function markdownText(value: string): string {
  if (HARMLESS.test(value) && !/ {2}| $/.test(value)) return value;
  return oneLine(value)
    .replaceAll(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replace(/^([-+=:])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A code span that shows the value as it is; an empty one shows two quotes. */
export function markdownCode(value: string): string {
  const line = oneLine(value);
  if (line === '') return '`""`';
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Replaces line breaks by blanks and removes control characters. */
function oneLine(value: string): string {
  if (ONE_LINE.test(value) && !value.includes('  ')) return value;
  return withoutControls(value).replaceAll(/\s+/g, ' ').trim();
}

/** Writes every line break as U+000A and removes control characters. */
export function withoutControls(value: string): string {
  if (!CONTROL.test(value)) return value;
  return value.replaceAll(LINE_BREAK, '\n').replaceAll(UNSEEN, '');
}

const LONGEST_SENTENCE = 160;
/** Characters of a description that are read; the rest is ignored. */
const LONGEST_BEGINNING = 4_000;

/** Inline tags, which are removed without a blank: `<a href="…">Connect</a>, …`. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|kbd|small|span|strong|u)(?:\s[^<>]*)?>/gi;

/** Text without any character or line break that may be markup. */
const PLAIN = /^(?!\s*(?:[-+>#]|\d+[.)]))(?:[^\s<>[\]*_`#!\\]| (?! ))*$/;

/** Rule below a heading or the head of a table, or between paragraphs. */
const RULE_LINE = /^[ \t>]*[-=|:][-=|: \t]*\r?(?:\n|$)/gm;

/** Consecutive lines that begin with a bar. */
const TABLE = /^[ \t>]*\|.*(?:\n[ \t>]*\|.*)*/gm;

/** End of a sentence, but not the full stop of an abbreviation within it. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))[.!?。](?=\s|$)/i;

/** Callouts (`> [!NOTE]`) before a description, with all their lines. */
const FIRST_CALLOUTS = /^(?:>[ \t]*\[!\w+\].*(?:\r?\n[ \t]*>.*)*\s*)+/;
/** Mark of a callout, on its own line or before its text. */
const CALLOUT_MARK = /^([ \t]*>[ \t]*)\[!\w+\][ \t]*(?:\r?\n[ \t]*>[ \t]*)?/gm;

/** The first sentence of a description after its callouts, without markup; null when there is none. */
export function firstSentence(markdown: string | null | undefined): string | null {
  const beginning = (markdown ?? '').slice(0, LONGEST_BEGINNING).trim();
  const [paragraph] = (beginning.replace(FIRST_CALLOUTS, '') || beginning).split(/\n\s*\n/);
  const text = withoutMarkup(paragraph ?? '');
  if (text === '') return null;
  const end = SENTENCE_END.exec(text)?.index;
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  return shortened(sentence);
}

/** Shortens a plain text for lists and the head of a page. */
export function shortened(text: string): string {
  return text.length <= LONGEST_SENTENCE ? text : `${text.slice(0, LONGEST_SENTENCE).replace(/\s+\S*$/, '')} …`;
}

/** A description without its markup, up to {@link LONGEST_BEGINNING} characters; '' when there is none. */
export function plainText(markdown: string | null | undefined): string {
  return withoutMarkup((markdown ?? '').slice(0, LONGEST_BEGINNING).toWellFormed());
}

/** Plain text of a table: bars between cells, semicolons between rows. */
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

/** Removes links, emphasis, headings, tables and HTML, and keeps their text (best effort). */
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
