import { LONGEST_UNFOLDED } from '../../presentation/fields/folds.ts';

/** Most letters that stay in sight, about two lines. */
const LONGEST_LEAD = 170;
/** A shorter sentence says too little to stand alone: `1.`, `Optional.` */
const SHORTEST_LEAD = 20;
/** Fewest letters behind it that are worth a click. */
const SHORTEST_REST = 70;
/** Letters that a block counts for beside its own, since it begins on a new line. */
const LETTERS_OF_BLOCK = 40;

/** Characters of a text that are looked at. */
const LONGEST_BEGINNING = 4_000;

/** A tag, whose quoted attributes may hold what looks like another. */
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:[^<>"]|"[^"]*")*>/g;
const TOKEN = new RegExp(`${TAG.source}|&[^;\\s]{1,8};|[^<&]+|.`, 'gs');
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
const BLOCKS: ReadonlySet<string> = new Set('p li tr br h1 h2 h3 h4 h5 h6 dt dd pre'.split(' '));
/** Copy of one in `presentation/markdown-text.ts`, which browsers load: a pattern of parts would cost bytes there. */
const NO_ABBREVIATION = String.raw`(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))`;
const SENTENCE_END = new RegExp(`${NO_ABBREVIATION}[.!?]["')\\]”’»]*(?=\\s|$)|[。！？؟۔।][”’」』）]*`, 'giu');
/** Letters as wide as two others. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g;

export interface FoldedText {
  /** Whole sentences of the first paragraph, which stay in sight, as HTML. */
  readonly lead: string;
  /** Everything after it, as HTML. */
  readonly rest: string;
}

/**
 * A long description of a row in two parts, so that six rows have room on a screen: the first sentences, and the rest,
 * which the page holds in a closed part. Nothing is cut: sentences, code and links stay whole.
 * @param rendered our own sanitised rendering of Markdown
 * @returns null where the text is short, or begins with nothing that can stand alone
 */
export function foldedText(rendered: string): FoldedText | null {
  // Most are short, also where every letter is a wide one.
  if (isOneBlock(rendered) && rendered.length <= LONGEST_UNFOLDED / 2) return null;
  const beginning = rendered.slice(0, LONGEST_BEGINNING);
  const [paragraph] = /^<p(?: [^<>]*)?>/.exec(beginning) ?? [];
  const end = paragraph === undefined ? undefined : leadEnd(beginning);
  if (paragraph === undefined || end === undefined) return null;
  if (widthOf(beginning) <= Math.max(LONGEST_UNFOLDED, widthOf(beginning.slice(0, end)) + SHORTEST_REST)) return null;
  const after = rendered.slice(end).replace(/^(?:\s|<br>)+/, '');
  const lead = `${rendered.slice(0, end)}</p>`;
  return after.startsWith('</p>')
    ? { lead, rest: after.slice('</p>'.length).trimStart() }
    : { lead, rest: `${paragraph}${after}` };
}

/** Whether it is one paragraph and nothing else: what follows on its line needs no line of its own. */
export function isParagraph(rendered: string): boolean {
  return rendered.startsWith('<p') && isOneBlock(rendered);
}

function isOneBlock(rendered: string): boolean {
  return rendered.indexOf('<', rendered.indexOf('</p>') + '</p>'.length) === -1;
}

/** The last end of a sentence that has room in the lead; the first sentence has the room that it needs. */
function leadEnd(beginning: string): number | undefined {
  let first: number | undefined;
  let last: number | undefined;
  for (const end of sentenceEnds(beginning)) {
    const width = widthOf(beginning.slice(0, end));
    if (first !== undefined && width > LONGEST_LEAD) break;
    // A paragraph may be short, but not empty.
    if (width < (beginning.startsWith('</p>', end) ? 1 : SHORTEST_LEAD)) continue;
    first ??= end;
    last = end;
  }
  return last;
}

/** Ends of sentences of the first paragraph outside of every other element. */
function* sentenceEnds(beginning: string): Generator<number> {
  let depth = 0;
  for (const { 0: token, 1: slash, 2: element, index } of beginning.matchAll(TOKEN)) {
    if (element !== undefined && !VOID.has(element)) {
      depth += slash === '' ? 1 : -1;
      if (depth === 0) return yield index;
    }
    if (element !== undefined || depth !== 1) continue;
    for (const end of token.matchAll(SENTENCE_END)) {
      const length = end.index + end[0].length;
      // The next token may be the rest of a word: `1.<code>x</code>`.
      if (length < token.length || beginning.startsWith('<br>', index + length)) yield index + length;
    }
  }
}

/** Letters that a reader sees of HTML, wide ones twice, with those that blocks count for; 0 without words. */
function widthOf(html: string): number {
  const text = html
    .replaceAll(TAG, (_, slash: string, element: string) =>
      slash === '' && BLOCKS.has(element) ? '\n'.repeat(LETTERS_OF_BLOCK) : '',
    )
    .replaceAll(/&[^;\s]{1,8};/g, '.')
    .replace(/^\n+/, '');
  return /[\p{L}\p{N}]/u.test(text) ? text.length + (text.match(WIDE)?.length ?? 0) : 0;
}
