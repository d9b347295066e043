import { renderMarkdown } from '../markdown.ts';
import { Markup } from './markup.ts';

/**
 * A description in Markdown as HTML, sanitised: of HTML in it a short list is rendered.
 * @param level of the heading above; headings inside start one below it
 */
export function docTransformDescription(markdown: string | null, level = 2): Markup {
  const html = markdown === null || markdown.trim() === '' ? '' : renderMarkdown(markdown, level);
  return new Markup(`${html.trimEnd()}\n`);
}
