import type { ExternalDocumentationObject } from '../schema/schema.ts';

/** Text, with a link if it has an address. */
export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** Link to external documentation, named by its description if there is one. An address that is no link stays text. */
export function documentationOf({ url, description }: ExternalDocumentationObject): Piece {
  const href = webLink(url);
  if (description === undefined) return { text: url, href };
  return { text: href === null ? `${description}: ${url}` : description, href };
}

/**
 * The address if pages may link to it: http, https or mailto. Other schemes run code or load data, so they stay text.
 */
export function webLink(url: string | undefined): string | null {
  return url !== undefined && /^(https?:\/\/|mailto:)/i.test(url) ? url : null;
}
