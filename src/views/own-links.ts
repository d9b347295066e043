import { PATH_ITEM_METHODS } from '../model/path-items.ts';

/** A link to a place on the same page, as our Markdown writes it; links hold no links. */
const OWN_LINK = /<a href="#([^"]*)"(?:[^<>"]|"[^"]*")*>(.*?)<\/a>/gs;
/** Anchors that pages have (`presentation/anchors.ts`): those of operations and what is inside them. */
const ANCHOR = new RegExp(`^(?:entity\\.)?(?:${PATH_ITEM_METHODS.join('|')})(?:\\.|$)`);

/**
 * The HTML of a description without links to places that no page of ours has, as `#operation/list` or `#tag/Books`,
 * which other generators give: their text stays. Descriptions have no ids of their own.
 */
export function withoutDeadLinks(html: string): string {
  if (!html.includes('href="#')) return html;
  return html.replaceAll(OWN_LINK, (link, anchor: string, text: string) => (ANCHOR.test(anchor) ? link : text));
}
