import type { Api } from '../model/api.ts';
import { type Guide, leadingHeading } from '../model/guides.ts';
import { pagePath } from '../model/language.ts';
import { UniqueNames } from '../model/unique-name.ts';
import { anchorPart } from './anchors.ts';
import { firstSentence, plainText } from './markdown-text.ts';
import type { NavigationLink } from './page-data/navigation.ts';
import { documentationOf, type Piece } from './pieces.ts';
import { guideSection, guideTitle } from './titles.ts';

/** View model of a guide's page. */
interface GuideView {
  readonly title: string;
  /** Text as Markdown; '' for a tag that has only a link. */
  readonly text: string;
  readonly documentation: Piece | null;
  readonly previous: NavigationLink | null;
  readonly next: NavigationLink | null;
}

export function guideView(api: Api, guide: Guide): GuideView {
  const guides = api.getGuides();
  const at = guides.indexOf(guide);
  const title = guideTitle(api, guide);
  const { externalDocs } = guide.tag ?? {};
  return {
    title,
    text: withoutTitle(guide.text, title),
    documentation: externalDocs === undefined ? null : documentationOf(externalDocs),
    previous: linkTo(api, guides[at - 1]),
    next: linkTo(api, guides[at + 1]),
  };
}

export interface GuideRow {
  readonly title: string;
  readonly href: string;
  readonly sentence: string | null;
  /** Heading that this row shares with adjacent rows of the same section; null without a section. */
  readonly section: string | null;
}

export function guideRows(api: Api): readonly GuideRow[] {
  return api.getGuides().map((guide) => ({
    title: guideTitle(api, guide),
    href: guidePath(api, guide),
    sentence: guideSentence(guide),
    section: guideSection(guide),
  }));
}

/** First sentence of an API's summary or description, after its heading; else that of the guide about all of it. */
export function apiSentence(api: Api): string | null {
  const text = api.record.info.summary ?? api.getDescription() ?? '';
  const own = firstSentence(text.slice(leadingHeading(text)?.length ?? 0));
  const guide = firstGuide(api);
  return own ?? (guide === undefined ? null : guideSentence(guide));
}

/** First guide of an API; undefined if that is the text of a tag, which introduces a part of the API at most. */
function firstGuide(api: Api): Guide | undefined {
  const [guide] = api.getGuides();
  return guide?.tag === null ? guide : undefined;
}

/** Row of the guide that introduces an API, and rows of its other guides. */
export function introductionRows(api: Api): {
  readonly first: GuideRow | undefined;
  readonly others: readonly GuideRow[];
} {
  const rows = guideRows(api);
  const [first, ...others] = rows;
  return firstGuide(api) === undefined ? { first: undefined, others: rows } : { first, others };
}

/** Headings at the beginning of a text. */
const HEADINGS = /^(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+/;

/** Summary sentence of a guide, for lists and the head of its page. */
export function guideSentence(guide: Guide): string | null {
  return guide.description ?? firstSentence(guide.text.replace(HEADINGS, '')) ?? firstSentence(guide.text);
}

function guidePath(api: Api, guide: Guide): string {
  return pagePath({ level: 'guide', ...api.place, name: guide.name }, api);
}

function linkTo(api: Api, guide: Guide | undefined): NavigationLink | null {
  return guide === undefined
    ? null
    : { text: guideTitle(api, guide), href: guidePath(api, guide), isCurrent: false, count: null };
}

/** Removes the first heading if it repeats the title of the page. */
export function withoutTitle(text: string, title: string): string {
  const heading = leadingHeading(text);
  return heading?.title.toLowerCase() === title.toLowerCase() ? text.slice(heading.length).trimStart() : text;
}

/** Deepest level of headings that have ids on the page of a guide. */
export const DEEPEST_SECTION = 3;

/** Registry of the section ids of one guide: `section-paging`, `section-paging-2`. */
export class SectionAnchors {
  readonly #names = new UniqueNames('-');

  /** Reserves the id of a heading. @param title heading as plain text */
  claim(title: string): string {
    return this.#names.claim(`section-${slug(title)}`);
  }
}

/** Joins the words of a heading, in any script, by hyphens. */
function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return anchorPart(words.join('-')) || 'untitled';
}

/** Part of a guide from one heading to the next. */
interface GuideSection {
  /** Heading; null for the text before the first heading. */
  readonly title: string | null;
  /** Id of the heading, or of the nearest preceding heading with an id; '' for the top of the page. */
  readonly anchor: string;
  readonly text: string;
}

const HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?<title>\S.*)$/;
/** Line below a heading without marks, and a line that such a heading may be. */
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const PARAGRAPH = /^ {0,3}(?!(?:[-+*]|\d+[.)])\s|(?:[-*_][ \t]*){3,}$)[^\s>#|<]/;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** Splits a guide at its headings, with the anchors of its page. Lines of code are not headings. */
export function guideSections(text: string): readonly GuideSection[] {
  const parts = partsOf(text);
  const highest = parts.reduce((least, { depth }) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  const ids = new SectionAnchors();
  let anchor = '';
  return parts.map(({ depth, title, lines }) => {
    if (title !== null && depth - highest + 2 <= DEEPEST_SECTION) anchor = ids.claim(title);
    return { title, anchor, text: plainText(lines.join('\n')) };
  });
}

interface HeadedLines {
  /** Level of the heading; Infinity for the text before the first heading. */
  readonly depth: number;
  readonly title: string | null;
  readonly lines: string[];
}

function partsOf(text: string): readonly HeadedLines[] {
  let current: HeadedLines = { depth: Number.POSITIVE_INFINITY, title: null, lines: [] };
  const parts = [current];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const { marks, title } = (fence === undefined ? HEADING.exec(line)?.groups : undefined) ?? {};
    const underline = fence === undefined ? UNDERLINE.exec(line)?.[1] : undefined;
    if (underline !== undefined && PARAGRAPH.test(current.lines.at(-1) ?? '')) {
      const above = current.lines.pop() ?? '';
      current = { depth: underline.startsWith('=') ? 1 : 2, title: plainText(above), lines: [] };
      parts.push(current);
      continue;
    }
    if (marks === undefined || title === undefined) {
      if (mark === undefined) current.lines.push(line);
      continue;
    }
    current = { depth: marks.length, title: plainText(title.replace(/[ \t]#+[ \t]*$/, '')), lines: [] };
    parts.push(current);
  }
  return parts;
}
