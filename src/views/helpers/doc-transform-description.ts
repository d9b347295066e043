import { wordsOf } from '../../words/words.ts';
import { renderMarkdown } from '../markdown.ts';
import { Markup } from './markup.ts';

/**
 * A description in Markdown as HTML, sanitised: of HTML in it a short list is rendered. Links to parts of the
 * descriptor have the class `pd-to` until a page is rendered, which knows where they lead; other formats have them as
 * written.
 * @param level of the heading above; headings inside start one below it
 * @param spoken has the language of titles of callouts, as an API has one; left out: English
 */
export function docTransformDescription(
  markdown: string | null,
  level = 2,
  spoken: Parameters<typeof wordsOf>[0] = {},
): Markup {
  const html = markdown === null || markdown.trim() === '' ? '' : renderMarkdown(markdown, level, wordsOf(spoken));
  return new Markup(`${html.trimEnd()}\n`);
}
