import type { ExternalDocumentationObject } from '../schema/schema.ts';

/** Text, linked where there is an address. */
export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** Link to external documentation, by its description where it has one. An address that is no link is shown, too. */
export function documentationOf({ url, description }: ExternalDocumentationObject): Piece {
  const href = webLink(url);
  if (description === undefined) return { text: url, href };
  return { text: href === null ? `${description}: ${url}` : description, href };
}

/**
 * The address where a link may lead there: http, https or mailto. Other schemes run code or load data; they stay text.
 */
export function webLink(url: string | undefined): string | null {
  return url !== undefined && /^(https?:\/\/|mailto:)/i.test(url) ? url : null;
}
