import type { Api } from '../../model/api.ts';
import { type Guide, leadingHeading } from '../../model/guides.ts';
import { pagePath } from '../../model/language.ts';
import type { NavigationLink } from '../page-data/navigation.ts';
import { documentationOf, type Piece } from '../pieces.ts';
import { firstSentence } from '../plain-text.ts';
import { guideSection, guideTitle } from '../titles.ts';

/** Content of the page of a guide. */
interface GuideView {
  readonly title: string;
  /** Markdown; '' where a tag has nothing but a link. */
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

/** A guide in a list. */
export interface GuideRow {
  readonly title: string;
  readonly href: string;
  readonly sentence: string | null;
  /** Heading above this row and the following rows with the same one; null for none. */
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

/** First sentence of an API's summary or description after a heading, or that of its first guide. */
export function apiSentence(api: Api): string | null {
  const [guide] = api.getGuides();
  const text = api.record.info.summary ?? api.getDescription() ?? '';
  const own = firstSentence(text.slice(leadingHeading(text)?.length ?? 0));
  return own ?? (guide === undefined ? null : guideSentence(guide));
}

/** Headings at the beginning of a text. */
const HEADINGS = /^(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+/;

/** Sentence on a guide for lists and the head of its page. */
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

/** The heading of the page says it already. */
export function withoutTitle(text: string, title: string): string {
  const heading = leadingHeading(text);
  return heading?.title.toLowerCase() === title.toLowerCase() ? text.slice(heading.length).trimStart() : text;
}
