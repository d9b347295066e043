import { plainText } from '../plain-text.ts';
import { DEEPEST_SECTION, SectionAnchors } from './section-anchors.ts';

/** A part of a guide below one heading. */
interface GuideSection {
  /** Null for the text before the first heading. */
  readonly title: string | null;
  /** Id of the heading, or of the next one above it that has an id; '' for the top of the page. */
  readonly anchor: string;
  /** Plain text. */
  readonly text: string;
}

const HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?<title>\S.*)$/;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** The text of a guide by its headings, with the anchors that its page has. Headings of code are none. */
export function guideSections(text: string): readonly GuideSection[] {
  const parts = partsOf(text);
  const highest = Math.min(...parts.map(({ depth }) => depth));
  const ids = new SectionAnchors();
  let anchor = '';
  return parts.map(({ depth, title, lines }) => {
    if (title !== null && depth - highest + 2 <= DEEPEST_SECTION) anchor = ids.claim(title);
    return { title, anchor, text: plainText(lines.join('\n')) };
  });
}

interface Part {
  /** Level of the heading; infinite for the text before the first heading. */
  readonly depth: number;
  readonly title: string | null;
  readonly lines: string[];
}

function partsOf(text: string): readonly Part[] {
  let current: Part = { depth: Number.POSITIVE_INFINITY, title: null, lines: [] };
  const parts = [current];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const { marks, title } = (fence === undefined ? HEADING.exec(line)?.groups : undefined) ?? {};
    if (marks === undefined || title === undefined) {
      if (mark === undefined) current.lines.push(line);
      continue;
    }
    current = { depth: marks.length, title: plainText(title.replace(/[ \t]#+[ \t]*$/, '')), lines: [] };
    parts.push(current);
  }
  return parts;
}
