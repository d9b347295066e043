import { UniqueNames } from '../../model/unique-name.ts';
import { anchorPart } from '../anchors.ts';
import { plainText } from '../plain-text.ts';

/** Level of the headings of a guide that can be linked to, on its page. */
export const DEEPEST_SECTION = 3;

/** The ids of the sections of one guide: `section-paging`, `section-paging-2`. */
export class SectionAnchors {
  readonly #names = new UniqueNames('-');

  /** @param title of the heading, as plain text */
  claim(title: string): string {
    return this.#names.claim(`section-${slug(title)}`);
  }
}

/** Letters and digits of a heading, in any script. */
function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return anchorPart(words.join('-')) || 'untitled';
}

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
