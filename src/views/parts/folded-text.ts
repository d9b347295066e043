import { LONGEST_UNFOLDED } from '../../presentation/fields/folds.ts';

/** Letters of about two lines, in which what stays in sight ends. */
const LONGEST_LEAD = 170;
/** A shorter sentence says too little to stand alone: `1.`, `Optional.` */
const SHORTEST_LEAD = 20;
/** Less than this behind it is not worth a click. */
const SHORTEST_REST = 70;
/** Letters that a block counts for beside its own, since it begins on a new line. */
const LETTERS_OF_BLOCK = 40;

/** A tag, whose quoted attributes may hold what looks like another; a reference; text. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)(?:[^<>"]|"[^"]*")*>|&[^;\s]{1,8};|[^<&]+|./gs;
/** Elements that a paragraph can be split between; a well-formed paragraph has no others. */
const INLINE: ReadonlySet<string> = new Set('a br code del em kbd s strong sub sup'.split(' '));
const BLOCKS: ReadonlySet<string> = new Set('p li tr br h1 h2 h3 h4 h5 h6 dt dd pre'.split(' '));
/** Copy of one in `presentation/plain-text.ts`, which browsers load: a pattern of parts would cost bytes there. */
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
 * A long description of a row in two parts, so that six rows have room on a screen (READING §3): the first sentences,
 * and the rest, which the page holds in a closed part. Nothing is cut: sentences, code and links stay whole. No more is
 * looked at than it takes to know that.
 * @param rendered our own sanitised rendering of Markdown
 * @returns null where the text is short, or begins with nothing that can stand alone
 */
export function foldedText(rendered: string): FoldedText | null {
  // Most are short, also where every letter is a wide one.
  if (isOneBlock(rendered) && rendered.length <= LONGEST_UNFOLDED / 2) return null;
  const end = new LeadSearch(rendered).end();
  if (end === null) return null;
  const [paragraph = ''] = /^<p[^<>]*>/.exec(rendered) ?? [];
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

/** Goes through a text until it is known where the lead ends, and that enough follows. */
class LeadSearch {
  readonly #rendered: string;
  /** Letters so far, with what blocks take beside. */
  #letters = 0;
  /** Letters of the lead, and the place in the text where it ends. */
  #found: { readonly letters: number; readonly at: number } | null = null;
  /** Elements that are open within the first paragraph. */
  #depth = 0;
  #isInLead = true;
  #hasWords = false;

  constructor(rendered: string) {
    this.#rendered = rendered;
  }

  /** @returns a place within the first paragraph, outside of every other element */
  end(): number | null {
    if (!/^<p[ >]/.test(this.#rendered)) return null;
    for (const { 0: token, 1: slash, 2: element, index } of this.#rendered.matchAll(TOKEN)) {
      if (index === 0) continue;
      if (element === undefined) this.#readText(token, index);
      else if (!this.#readTag(element, slash === '/', index)) return null;
      if (!this.#isInLead && this.#found === null) return null;
      const { letters = 0, at = null } = this.#found ?? {};
      if (!this.#isInLead && this.#letters > Math.max(LONGEST_UNFOLDED, letters + SHORTEST_REST)) return at;
    }
    return null;
  }

  /** @returns false where the first paragraph holds what it cannot be parted beside */
  #readTag(element: string, isEnd: boolean, index: number): boolean {
    if (!isEnd && BLOCKS.has(element)) this.#letters += LETTERS_OF_BLOCK;
    if (!this.#isInLead || element === 'br') return true;
    if (element === 'p' && isEnd && this.#depth === 0) {
      this.#endAt(index);
      this.#isInLead = false;
      return true;
    }
    this.#depth += isEnd ? -1 : 1;
    return INLINE.has(element);
  }

  #readText(token: string, index: number): void {
    const before = this.#letters;
    this.#letters += token.startsWith('&') ? 1 : widthOf(token);
    if (!this.#isInLead) return;
    this.#hasWords ||= /[\p{L}\p{N}]/u.test(token);
    if (this.#depth > 0 || token.startsWith('&')) return;
    for (const end of token.matchAll(SENTENCE_END)) {
      const length = end.index + end[0].length;
      // The next token may be the rest of a word: `1.<code>x</code>`.
      if (length === token.length && !this.#rendered.startsWith('<br>', index + length)) continue;
      const letters = before + widthOf(token.slice(0, length));
      if (letters < SHORTEST_LEAD) continue;
      if (this.#isTooLong(letters)) return;
      this.#found = { letters, at: index + length };
    }
  }

  /** The paragraph ends as a sentence does. */
  #endAt(index: number): void {
    if (this.#hasWords && !this.#isTooLong(this.#letters)) this.#found = { letters: this.#letters, at: index };
  }

  /** Whether the lead ends before this; the first sentence has the room that it needs. */
  #isTooLong(letters: number): boolean {
    const isTooLong = this.#found !== null && letters > LONGEST_LEAD;
    if (isTooLong) this.#isInLead = false;
    return isTooLong;
  }
}

function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
