/** Why a part of a text is not read as Markdown, and where it begins. */
export interface MarkdownExcess {
  readonly reason: 'long' | 'nested' | 'slow';
  readonly offset: number;
}

/** A part of a text that is read as Markdown by itself, or not at all. */
interface MarkdownSection {
  readonly text: string;
  /** Null for one that is read. */
  readonly excess: MarkdownExcess | null;
}

/** Characters of one text: parsing them takes up to 250 MB. */
const MOST_CHARACTERS = 100_000;
/**
 * Punctuation and ends of lines in one section. The parser compares them with each other: 5,000 take up to a second,
 * ten times as many a hundred. The longest description of DigitalOcean, Stripe, GitHub and Kubernetes has 1,542; of
 * 1,241 descriptions and READMEs 6 have a section with more.
 */
const MOST_MARKS = 5_000;
const MARK = /[!-/:-@[-`{-~\n]|\r(?!\n)/g;
const LINE_END = /(?<=\n|\r(?!\n))/;
const HEADING = /^#{1,6}[ \t]/;
/** First line of a paragraph; after a blank line it is in no list and no quote. */
const PARAGRAPH = /^\p{L}/u;
const FENCE = /^(`{3,}|~{3,})[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;
/** A line that opens more than 50 quotes and lists, and is no thematic break. */
const NESTED = /^(?!(?:[ \t]*-)+[ \t]*$|(?:[ \t]*\*)+[ \t]*$)(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){51}/m;

/**
 * A text in parts that can be parsed without taking time or memory out of proportion to their length, and parts that
 * cannot. Only a long text has more than one: it is cut before headings and paragraphs and around fenced
 * code, which alone may have any number of marks.
 */
export function markdownSections(text: string): readonly MarkdownSection[] {
  if (text.length > MOST_CHARACTERS) return [{ text, excess: { reason: 'long', offset: 0 } }];
  const sections: MarkdownSection[] = [];
  let section = '';
  let marks = 0;
  let offset = 0;
  const end = (): void => {
    if (section !== '') sections.push({ text: section, excess: excessOf(section, marks, offset) });
    offset += section.length;
    section = '';
    marks = 0;
  };
  for (const part of marksIn(text) > MOST_MARKS ? partsOf(text) : [text]) {
    const more = marksIn(part);
    if (marks + more > MOST_MARKS) end();
    section += part;
    marks += more;
  }
  end();
  return sections;
}

/** The first part of a text that is not read as Markdown; null for a text that is read. */
export function markdownExcess(text: string): MarkdownExcess | null {
  return markdownSections(text).find(({ excess }) => excess !== null)?.excess ?? null;
}

function excessOf(section: string, marks: number, offset: number): MarkdownExcess | null {
  // A text that begins with a fence ends with it: see partsOf.
  if (marks > MOST_MARKS) return FENCE.test(firstLine(section)) ? null : { reason: 'slow', offset };
  const nested = NESTED.exec(section);
  return nested === null ? null : { reason: 'nested', offset: offset + nested.index };
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let fence: string | null = null;
  let isAfterBlank = false;
  for (const line of text.split(LINE_END)) {
    const opening: string | undefined = fence === null ? FENCE.exec(line)?.[1] : undefined;
    const isStart = HEADING.test(line) || (isAfterBlank && PARAGRAPH.test(line));
    if (opening !== undefined || (fence === null && isStart)) {
      parts.push(part);
      part = '';
    }
    part += line;
    if (opening !== undefined) fence = opening;
    else if (fence !== null && CLOSING_FENCE.exec(line)?.[1]?.startsWith(fence) === true) {
      parts.push(part);
      part = '';
      fence = null;
    }
    isAfterBlank = line.trim() === '';
  }
  return [...parts, part];
}

function marksIn(text: string): number {
  return text.match(MARK)?.length ?? 0;
}
