/** Reason why part of a text is not parsed as Markdown, with the offset of that part. */
export interface MarkdownExcess {
  readonly reason: 'long' | 'nested' | 'slow';
  readonly offset: number;
}

/** Part of a text that is parsed separately or not at all. */
interface MarkdownSection {
  readonly text: string;
  /** Link reference definitions of the whole text, to be parsed after a section that is not the whole text. */
  readonly definitions: string;
  /** Null if the section is parsed. */
  readonly excess: MarkdownExcess | null;
}

/** Maximum number of characters in a text; parsing this many takes up to 250 MB. */
const MOST_CHARACTERS = 100_000;
/**
 * Maximum number of marks (punctuation and line ends) in one section. The time of the parser is quadratic: 5,000 marks
 * take up to 1 s, 50,000 up to 100 s. The longest description of DigitalOcean, Stripe, GitHub and Kubernetes has 1,542
 * marks; 6 of 1,241 descriptions and READMEs have a section over the limit.
 */
const MOST_MARKS = 5_000;
const MARK = /[!-/:-@[-`{-~\n]|\r(?!\n)/g;
const DEFINITION = /^ {0,3}\[[^[\]\r\n]+\]:[ \t]*\S.*$/gm;
/** Maximum number of characters of the definitions that are added to each section. */
const MOST_DEFINITIONS = 20_000;
const LINE_END = /(?<=\n|\r(?!\n))/;
const HEADING = /^#{1,6}[ \t]/;
/** First line of a paragraph; after a blank line, such a line is not part of a list or quote. */
const PARAGRAPH = /^\p{L}/u;
const FENCE = /^(`{3,}|~{3,})[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;
/** Line that opens more than 50 nested quotes and lists and is not a thematic break. */
const NESTED = /^(?!(?:[ \t]*-)+[ \t]*$|(?:[ \t]*\*)+[ \t]*$)(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){51}/m;

/**
 * Splits a text into sections that the parser can handle in reasonable time and memory, and sections that it cannot.
 * Only a text with many marks has several sections: it is cut before headings and paragraphs and around fenced code.
 * Fenced code alone may have any number of marks.
 */
export function markdownSections(text: string): readonly MarkdownSection[] {
  if (text.length > MOST_CHARACTERS) return [{ text, definitions: '', excess: { reason: 'long', offset: 0 } }];
  const isWhole = marksIn(text) <= MOST_MARKS;
  const defined = isWhole ? '' : (text.match(DEFINITION)?.join('\n') ?? '');
  const definitions = defined === '' || defined.length > MOST_DEFINITIONS ? '' : `\n\n${defined}`;
  const sections: MarkdownSection[] = [];
  let section = '';
  let marks = 0;
  let offset = 0;
  const end = (): void => {
    if (section !== '') sections.push({ text: section, definitions, excess: excessOf(section, marks, offset) });
    offset += section.length;
    section = '';
    marks = 0;
  };
  for (const part of isWhole ? [text] : partsOf(text)) {
    const more = marksIn(part);
    if (marks + more > MOST_MARKS) end();
    section += part;
    marks += more;
  }
  end();
  return sections.length > 1 ? sections : sections.map((only) => ({ ...only, definitions: '' }));
}

/** Describes the first part of a text that is not parsed as Markdown; null if all of it is parsed. */
export function markdownExcess(text: string): MarkdownExcess | null {
  return markdownSections(text).find(({ excess }) => excess !== null)?.excess ?? null;
}

function excessOf(section: string, marks: number, offset: number): MarkdownExcess | null {
  // A section that begins with a fence contains only that fenced block: see `partsOf`.
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
