import type { Api } from '../../model/api.ts';
import { hasIntroductionGuide } from '../../model/guides.ts';
import { wordsOf } from '../../words/words.ts';
import { type GuideRow, guideRows } from '../guides/guide-view.ts';
import { firstSentence } from '../plain-text.ts';

/** A longer description would push the groups off the first screen of an overview. */
const LONGEST_ABOVE_GROUPS = 700;

/** Beginning of an overview. It says no sentence twice. */
interface OverviewLead {
  /** Above all else; null where there is none, or where the description begins with it. */
  readonly sentence: string | null;
  /** Markdown that follows it; '' where there is none, or where it stands elsewhere. */
  readonly description: string;
  /** Link to the text that continues the sentence; null where nothing does. */
  readonly rest: { readonly text: string; readonly href: string } | null;
  /** Markdown for the end of the page, which {@link rest} leads to; '' where there is none. */
  readonly below: string;
  /** Guides but the one that {@link rest} leads to. */
  readonly guides: readonly GuideRow[];
}

/** The place of a long description that is no guide of its own. */
export const INTRODUCTION_ANCHOR = 'introduction';

export function overviewLead(api: Api): OverviewLead {
  const summary = api.record.info.summary?.trim() || null;
  const description = (api.getDescription() ?? '').trim();
  const [first, ...others] = guideRows(api);
  const guides = first === undefined ? others : [first, ...others];
  const nothing = { description: '', rest: null, below: '', guides };
  if (description === '' && summary === null)
    return first === undefined || first.sentence === null
      ? { ...nothing, sentence: null }
      : { ...nothing, sentence: first.sentence, rest: { text: first.title, href: first.href }, guides: others };
  if (description.length <= LONGEST_ABOVE_GROUPS)
    return { ...nothing, sentence: begins(description, summary) ? null : summary, description };
  const sentence = summary ?? firstSentence(description);
  const text = wordsOf(api).say('overview.readIntroduction');
  return first !== undefined && hasIntroductionGuide(api.record)
    ? { ...nothing, sentence, rest: { text, href: first.href }, guides: others }
    : { ...nothing, sentence, rest: { text, href: `#${INTRODUCTION_ANCHOR}` }, below: description };
}

function begins(description: string, sentence: string | null): boolean {
  return sentence !== null && bare(description).startsWith(bare(sentence));
}

/** Removes marks of Markdown, a full stop at the end, and capitals, to compare words alone. */
function bare(text: string): string {
  return text
    .replaceAll(/[*_`\s]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase();
}
