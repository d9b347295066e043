/** Letters of about three lines of a row: what is longer than this is folded. */
const LONGEST_UNFOLDED = 240;
/** Letters of about two lines, in which what stays in sight ends. */
const LONGEST_LEAD = 170;
/** A line more or less, for each block that begins on one of its own. */
const LETTERS_OF_LINE = 80;

const FIRST_PARAGRAPH = /^<p( dir="auto")?>(.*?)<\/p>/s;
const BLOCK = /<(?:p|li|tr|br|h[1-6]|dt|dd|pre)\b/g;
const TOKEN = /<(\/?)[a-z][^>]*>|&[^;\s]{1,8};|[^<&]+|./gs;
/** Not the full stop of an abbreviation within a sentence. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx|cf|no))[.!?。](?=\s|$)/gi;
/** Elements that hold nothing, and so are never open. */
const VOID = /^<(?:br|hr)\b/;

interface FoldedText {
  /** What stays in sight: whole sentences of the first paragraph, as HTML. */
  readonly lead: string;
  /** Everything after it, as HTML. */
  readonly rest: string;
}

/**
 * A long description of a row in two parts, so that six rows have room on a screen (READING §3): the first sentences,
 * and the rest, which the page holds in a closed part. Nothing is cut: sentences, code and links stay whole.
 * @param rendered our own sanitised rendering of Markdown
 * @returns null where the text is short, or begins with nothing that can stand alone
 */
export function foldedText(rendered: string): FoldedText | null {
  if (rendered.length <= LONGEST_UNFOLDED) return null;
  const [paragraph, attributes = '', inner = ''] = FIRST_PARAGRAPH.exec(rendered) ?? [];
  if (paragraph === undefined || lengthOf(rendered) <= LONGEST_UNFOLDED) return null;
  const after = rendered.slice(paragraph.length).trimStart();
  const end = endOfLead(inner);
  if (end === null) return null;
  const begin = inner.slice(end).trimStart();
  const rest = begin === '' ? after : `<p${attributes}>${begin}</p>${after}`;
  return rest === '' ? null : { lead: `<p${attributes}>${inner.slice(0, end)}</p>`, rest };
}

/** Letters that a reader sees, and a line's worth for each block after the first. */
function lengthOf(html: string): number {
  const blocks = (html.match(BLOCK) ?? []).length - 1;
  const letters = html.replaceAll(/<[^>]*>/g, '').replaceAll(/&[^;\s]{1,8};/g, '.').length;
  return letters + blocks * (LETTERS_OF_LINE / 2);
}

/**
 * Where the last sentence ends that has room in the lead; where not one has, where the first ends.
 * @returns a place in the HTML with no element open; null: the first sentence is as long as what is shown whole
 */
function endOfLead(inner: string): number | null {
  let [depth, letters, at] = [0, 0, 0];
  let found: number | null = null;
  for (const [token, slash] of inner.matchAll(TOKEN)) {
    if (token.startsWith('<') && token.length > 1) {
      if (!VOID.test(token)) depth += slash === '/' ? -1 : 1;
    } else if (token.startsWith('&')) {
      letters += 1;
    } else {
      for (const { index } of depth === 0 ? token.matchAll(SENTENCE_END) : []) {
        const isLast = index + 1 === token.length;
        // What follows may be the rest of a word: `1.<code>x</code>`.
        if (isLast && at + token.length < inner.length && !inner.startsWith('<br', at + token.length)) continue;
        const length = letters + index + 1;
        if (found !== null && length > LONGEST_LEAD) return found;
        if (length > LONGEST_UNFOLDED) return null;
        found = at + index + 1;
      }
      letters += token.length;
    }
    at += token.length;
  }
  // A paragraph without a full stop, before a list.
  return found ?? (letters <= LONGEST_LEAD ? inner.length : null);
}
