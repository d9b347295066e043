import { isOwnAnchor, RELATIVE } from '../model/description-links.ts';
import { escapeHtml } from './helpers/markup.ts';

/*
 * HTML of a description is the same in every API, and kept by its text. Where its links lead is known to the page that
 * it stands in: until then they are marked.
 */

/** Class of links whose place is not known yet; descriptions cannot have classes. */
export const LINK_MARK = 'pd-to';
const MARKED = `<a class="${LINK_MARK}" href="`;

/** Path on the site that a text was written for. */
export const PATH = /^\/(?!\/)/;

/** A link in the HTML of our Markdown; links hold no links. */
const LINK = /<a href="([^"]*)"((?:[^<>"]|"[^"]*")*)>(.*?)<\/a>/gs;
const MARKED_LINK = new RegExp(LINK.source.replace('<a href="', MARKED), LINK.flags);

/** @param html of a description, which has no ids of its own */
export function withMarkedLinks(html: string): string {
  if (!html.includes('<a href="')) return html;
  return html.replaceAll(LINK, (link, target: string, rest: string, text: string) =>
    isToBeFound(target) ? `${MARKED}${target}"${rest}>${text}</a>` : link,
  );
}

/** A fragment, a path of the site that the text was written for, or a file beside the descriptor. */
function isToBeFound(target: string): boolean {
  return target.startsWith('#') ? !isOwnAnchor(target.slice(1)) : PATH.test(target) || RELATIVE.test(target);
}

/**
 * A page, in UTF-8, whose marked links lead where they are meant to. Of a link that leads nowhere its text stays.
 * @param addressOf the address that what a link names stands for; null: there is none
 */
export function withFoundLinks(
  page: Uint8Array<ArrayBuffer>,
  addressOf: (target: string) => string | null,
): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  if (!bytes.includes(MARKED)) return page;
  const html = bytes.toString('utf8').replaceAll(MARKED_LINK, (_, ...parts: string[]) => {
    const [target = '', rest = '', text = ''] = parts;
    const address = addressOf(target.replaceAll(AMPERSAND, '&'));
    return address === null ? text : `<a href="${escapeHtml(address)}"${rest}>${text}</a>`;
  });
  return new TextEncoder().encode(html);
}

/** Ampersand in the HTML of descriptions. */
const AMPERSAND = /&(?:#x26|amp);/g;
