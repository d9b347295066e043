import type { Words } from '../../words/words.ts';

/** Letters of a title that the field of the header has room for. */
const LONGEST_TITLE = 20;

/** What the field of an API says that it searches. */
export function searchLabel(api: string, words: Words): string {
  return [...api].length > LONGEST_TITLE ? words.say('search.withinThis') : words.say('search.within', { api });
}
