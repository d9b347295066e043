import { LONGEST_UNFOLDED } from '../../presentation/fields/folds.ts';

/** Most letters that stay visible, about two lines. */
const LONGEST_LEAD = 170;
/** A shorter sentence says too little to stand alone: `1.`, `Optional.` */
const SHORTEST_LEAD = 20;
/** Fewest further letters that are worth a click. */
const SHORTEST_REST = 70;
/** Letters that each block counts for in addition to its own, since it begins on a new line. */
const LETTERS_OF_BLOCK = 40;

/** Most characters of a text that are measured. */
const LONGEST_BEGINNING = 4_000;

/** A tag; its quoted attributes may contain text that looks like a tag. */
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:[^<>"]|"[^"]*")*>/g;
const TOKEN = new RegExp(`${TAG.source}|&[^;\\s]{1,8};|[^<&]+|.`, 'gs');
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
const BLOCKS: ReadonlySet<string> = new Set('p li tr br h1 h2 h3 h4 h5 h6 dt dd pre'.split(' '));
/** Copy of a pattern in `presentation/markdown-text.ts`, whose parts are not shared because browsers load that file. */
const NO_ABBREVIATION = String.raw`(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))`;
const SENTENCE_END = new RegExp(`${NO_ABBREVIATION}[.!?]["')\\]”’»]*(?=\\s|$)|[。！？؟۔।][”’」』）]*`, 'giu');
/** Letters that count twice, being as wide as two others. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g;

export interface FoldedText {
  /** Whole sentences of the first paragraph, which stay visible, as HTML. */
  readonly lead: string;
  /** Everything after it, as HTML. */
  readonly rest: string;
}

/**
 * Splits a long description of a row into its first sentences and a rest, which the page folds, so that six rows fit on
 * a screen. Sentences, code and links stay whole.
 * @param rendered our own sanitised rendering of Markdown
 * @returns null where the text is short, or does not begin with a sentence that can stand alone
 */
export function foldedText(rendered: string): FoldedText | null {
  // Most texts are short, even if each letter counts twice.
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

/** Whether HTML is a single paragraph, so that other text can follow on its last line. */
export function isParagraph(rendered: string): boolean {
  return rendered.startsWith('<p') && isOneBlock(rendered);
}

function isOneBlock(rendered: string): boolean {
  return rendered.indexOf('<', rendered.indexOf('</p>') + '</p>'.length) === -1;
}

/** Position after the last sentence that fits into the lead; the first sentence may be longer. */
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

/** Ends of sentences in the first paragraph, outside of elements in it. */
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

/** Width of HTML in letters, with those that blocks count for, wide letters twice; 0 without words. */
function widthOf(html: string): number {
  const text = html
    .replaceAll(TAG, (_, slash: string, element: string) =>
      slash === '' && BLOCKS.has(element) ? '\n'.repeat(LETTERS_OF_BLOCK) : '',
    )
    .replaceAll(/&[^;\s]{1,8};/g, '.')
    .replace(/^\n+/, '');
  return /[\p{L}\p{N}]/u.test(text) ? text.length + (text.match(WIDE)?.length ?? 0) : 0;
}
