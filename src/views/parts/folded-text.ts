/** Maximum number of characters that stay visible, about two lines. */
const LONGEST_LEAD = 170;
/** Minimum number of characters of the visible text; a shorter sentence is not informative: `1.`, `Optional.` */
const SHORTEST_LEAD = 20;
/** Maximum number of characters of a first paragraph that may only repeat a title: the lead includes the next one. */
const LONGEST_TITLE = 50;
/** Minimum number of further characters for which a text is folded. */
const SHORTEST_REST = 70;
/** Width of the line break before each block, in characters. */
const LETTERS_OF_BLOCK = 40;

/** Maximum number of characters of a text that are measured. */
const LONGEST_BEGINNING = 4_000;

/** HTML tag; its quoted attributes may contain text that looks like a tag. */
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:[^<>"]|"[^"]*")*>/g;
const TOKEN = new RegExp(`${TAG.source}|&[^;\\s]{1,8};|[^<&]+|.`, 'gs');
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
const BLOCKS: ReadonlySet<string> = new Set('p li tr br h1 h2 h3 h4 h5 h6 dt dd pre'.split(' '));
const NEXT_PARAGRAPH = /^<\/p>\s*<p[ >]/;
/** Copy of a part of the pattern in `presentation/markdown-text.ts`, which browsers load and so must stay small. */
const NO_ABBREVIATION = String.raw`(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx))`;
const SENTENCE_END = new RegExp(`${NO_ABBREVIATION}[.!?]["')\\]”’»]*(?=\\s|$)|[。！？؟۔।][”’」』）]*`, 'giu');
/** Characters of double width. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g;
/** Tags and characters that are wider on a page than their HTML is long. */
const HAS_WIDER = new RegExp(`<br>|${WIDE.source}`);

export interface FoldedText {
  /** HTML of the first complete sentences, which stay visible. */
  readonly lead: string;
  /** HTML of the remaining text. */
  readonly rest: string;
}

/**
 * Splits a long description into its first sentences and the rest, which the page folds, so that more rows fit on a
 * screen. It does not split sentences, code or links.
 * @param rendered sanitised HTML of the description
 * @param longest number of characters up to which a text is not split
 * @returns null if the text is short, or does not begin with a suitable sentence
 */
export function foldedText(rendered: string, longest: number): FoldedText | null {
  // Quick checks: most texts are short, even if all characters have double width, or without such characters.
  if (isOneBlock(rendered) && rendered.length <= (HAS_WIDER.test(rendered) ? longest / 2 : longest)) return null;
  const beginning = rendered.slice(0, LONGEST_BEGINNING);
  const width = widthOf(beginning);
  if (width <= longest) return null;
  const [paragraph] = /^<p(?: [^<>]*)?>/.exec(beginning) ?? [];
  const end = paragraph === undefined ? undefined : leadEnd(beginning);
  if (paragraph === undefined || end === undefined) return null;
  if (width <= widthOf(beginning.slice(0, end)) + SHORTEST_REST) return null;
  const after = rendered.slice(end).replace(/^(?:\s|<br>)+/, '');
  const lead = `${rendered.slice(0, end)}</p>`;
  return after.startsWith('</p>')
    ? { lead, rest: after.slice('</p>'.length).trimStart() }
    : { lead, rest: `${paragraph}${after}` };
}

/** Whether HTML is a single paragraph, so that other text can continue its last line. */
export function isParagraph(rendered: string): boolean {
  return rendered.startsWith('<p') && isOneBlock(rendered);
}

function isOneBlock(rendered: string): boolean {
  return rendered.indexOf('<', rendered.indexOf('</p>') + '</p>'.length) === -1;
}

/** Position after the last sentence that fits into {@link LONGEST_LEAD}; the first sentence may be longer. */
function leadEnd(beginning: string): number | undefined {
  let first: number | undefined;
  let last: number | undefined;
  for (const end of sentenceEnds(beginning)) {
    const width = widthOf(beginning.slice(0, end));
    if (first !== undefined && width > LONGEST_LEAD) break;
    // A whole paragraph may be short, but not empty.
    const isEnd = beginning.startsWith('</p>', end);
    if (width < (isEnd ? 1 : SHORTEST_LEAD)) continue;
    first ??= end;
    last = end;
    if (isEnd && width > LONGEST_TITLE) break;
  }
  return last;
}

/** Yields the ends of sentences in the paragraphs at the beginning, outside nested elements. */
function* sentenceEnds(beginning: string): Generator<number> {
  let depth = 0;
  for (const { 0: token, 1: slash, 2: element, index } of beginning.matchAll(TOKEN)) {
    if (element !== undefined && !VOID.has(element)) {
      depth += slash === '' ? 1 : -1;
      if (depth === 0) yield index;
      if (depth === 0 && !NEXT_PARAGRAPH.test(beginning.slice(index, index + LETTERS_OF_BLOCK))) return;
    }
    if (element !== undefined || depth !== 1) continue;
    for (const end of token.matchAll(SENTENCE_END)) {
      const length = end.index + end[0].length;
      // At the end of a token, the next token may continue the word: `1.<code>x</code>`.
      if (length < token.length || beginning.startsWith('<br>', index + length)) yield index + length;
    }
  }
}

/** Width of HTML in characters, including {@link LETTERS_OF_BLOCK} and double widths; 0 without words. */
function widthOf(html: string): number {
  const text = html
    .replaceAll(TAG, (_, slash: string, element: string) =>
      slash === '' && BLOCKS.has(element) ? '\n'.repeat(LETTERS_OF_BLOCK) : '',
    )
    .replaceAll(/&[^;\s]{1,8};/g, '.')
    .replace(/^\n+/, '');
  return /[\p{L}\p{N}]/u.test(text) ? text.length + (text.match(WIDE)?.length ?? 0) : 0;
}
