/** Text without any meaning in Markdown, anywhere in a line. */
const HARMLESS = /^[A-Za-z(/“][A-Za-z0-9 ,.:;'"()/{}@%$?!“”’-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\u000b\u000c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

const ONE_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Escapes a short text for a line of Markdown (CommonMark 0.31); line breaks become blanks. Autolinked URLs remain
 * links.
 */
export function markdownText(value: string): string {
  if (HARMLESS.test(value) && !/ {2}| $/.test(value)) return value;
  return oneLine(value)
    .replaceAll(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replace(/^([-+=:])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Writes a code span that shows the value unchanged; for an empty value it shows two quotes. */
export function markdownCode(value: string): string {
  const line = oneLine(value);
  if (!line.includes('`')) return line === '' ? '`""`' : `\`${line}\``;
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Replaces line breaks with blanks and removes control characters. */
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
/** Number of characters of a description that are processed; the rest is ignored. */
const LONGEST_BEGINNING = 4_000;

/** Inline tags, which are removed without adding a blank: `<a href="…">Connect</a>, …`. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|kbd|small|span|strong|u)(?:\s[^<>]*)?>/gi;
const TAG = /<[^<>]*>/g;

/** Text without any character or line break that could be markup. */
const PLAIN = /^(?!\s*(?:[-+>#]|\d+[.)]))(?:[^\s<>[\]*_`#!\\~&]| (?! ))*$/;

/** Definition of a link: `[label]: /address "Title"`. */
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]\n]+)\]:[ \t]*\S.*(?:\n|$)/gm;
/** Innermost link or image with an address, which may contain parentheses. */
const LINK = /!?\[([^[\]]*|[^[\]]*\[[^[\]]*\][^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
/** Link or image with a label; after a word or a bracket, brackets are an index. */
const LABELLED = /(?<![\w\]])!?\[([^[\]]+)\]\[([^[\]]*)\]/g;
const SHORTCUT = /(?<![\w\]])!?\[([^[\]]+)\](?![[(])/g;
/** Address in angle brackets. */
const AUTOLINK = /<([a-z][a-z\d+.-]+:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/gi;
const REFERENCES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

/** Line of dashes or the like: below a heading or table header, or between paragraphs. */
const RULE_LINE = /^[ \t>]*[-=|:][-=|: \t]*\r?(?:\n|$)/gm;

/** Table: consecutive lines that begin with a vertical bar. */
const TABLE = /^[ \t>]*\|.*(?:\n[ \t>]*\|.*)*/gm;

/** End of a sentence; the period of an abbreviation does not count. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))[.!?。](?=\s|$)/i;

/** Callouts (`> [!NOTE]`) before a description, including all their lines. */
const FIRST_CALLOUTS = /^(?:>[ \t]*\[!\w+\].*(?:\r?\n[ \t]*>.*)*\s*)+/;
/** Marker of a callout (`[!NOTE]`), on its own line or before its text. */
const CALLOUT_MARK = /^([ \t]*>[ \t]*)\[!\w+\][ \t]*(?:\r?\n[ \t]*>[ \t]*)?/gm;

/** The first sentence of a description after its callouts, without markup; null when there is none. */
export function firstSentence(markdown: string | null | undefined): string | null {
  const beginning = (markdown ?? '').slice(0, LONGEST_BEGINNING).trim();
  const described = (beginning.replace(FIRST_CALLOUTS, '') || beginning).replace(DEFINITION, '');
  const [paragraph] = described.trim().split(/\n\s*\n/);
  const text = withoutMarkup(paragraph ?? '', markdown ?? '');
  if (text === '') return null;
  const end = SENTENCE_END.exec(text)?.index;
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  return shortened(sentence);
}

/** Truncates a plain text for lists and the head of a page. */
export function shortened(text: string): string {
  return text.length <= LONGEST_SENTENCE ? text : `${text.slice(0, LONGEST_SENTENCE).replace(/\s+\S*$/, '')} …`;
}

/** Removes the markup from the first {@link LONGEST_BEGINNING} characters of a description; '' without description. */
export function plainText(markdown: string | null | undefined): string {
  return withoutMarkup((markdown ?? '').slice(0, LONGEST_BEGINNING).toWellFormed());
}

/** Converts a table to plain text: vertical bars between cells, semicolons between rows. */
function tableText(table: string, offset: number, whole: string): string {
  const rows = table
    .split('\n')
    .map((row) =>
      row
        .trim()
        .replaceAll(/^[\s>]*\||\|$/g, '')
        .trim(),
    )
    .filter((row) => row !== '');
  const isEnd = whole.slice(offset + table.length).trim() === '';
  return rows.map((row, at) => (/[.;:,]$/.test(row) || (isEnd && at === rows.length - 1) ? row : `${row};`)).join(' ');
}

/** Decodes a character reference: `&lt;`, `&#32;`; others stay. */
function character(reference: string, name: string): string {
  const text = String.fromCodePoint(/^#\d{1,6}$/.test(name) ? Number(name.slice(1)) : 0).toWellFormed();
  return REFERENCES.get(name) ?? (/\p{Cc}/u.test(text) ? reference : text);
}

/** Replaces links, whose labels `whole` defines, emphasis, headings, tables and HTML with their text (best effort). */
function withoutMarkup(markdown: string, whole = markdown): string {
  if (PLAIN.test(markdown)) return markdown.trim();
  const hasBrackets = markdown.includes('[');
  let text = hasBrackets ? markdown.replaceAll(DEFINITION, '').replaceAll(CALLOUT_MARK, '$1') : markdown;
  text = text.replaceAll(RULE_LINE, '').replaceAll(TABLE, tableText);
  if (text.includes('<')) text = text.replaceAll(AUTOLINK, '$1').replaceAll(INLINE_TAG, '').replaceAll(TAG, ' ');
  if (hasBrackets) {
    const labels = new Set([...whole.matchAll(DEFINITION)].map(([, label = '']) => label.toLowerCase()));
    text = text.replaceAll(LINK, '$1').replaceAll(LINK, '$1').replaceAll(LABELLED, '$1');
    text = text.replaceAll(SHORTCUT, (link, name: string) => (labels.has(name.toLowerCase()) ? name : link));
  }
  return text
    .replaceAll(/(\S)[ \t]*\n[ \t]*(?:[-*+]|\d+[.)])[ \t]+/g, (_, last: string) =>
      /[,;:.]/.test(last) ? `${last} ` : `${last}; `,
    )
    .replaceAll(/^\s*(#+|>|[-*+]|\d+[.)])\s+/gm, '')
    .replaceAll(/(\*\*|~~|`+)/g, '')
    .replaceAll(/(^|\s)__(\S[^_]*)__(?=\W|$)/g, '$1$2')
    .replaceAll(/(^|\s)[*_](\S[^*_]*)[*_](?=\W|$)/g, '$1$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&(#?\w{2,8});/g, character)
    .replaceAll(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}
