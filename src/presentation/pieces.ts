import type { ExternalDocumentationObject } from '../schema/schema.ts';

/** Text, which is a link unless `href` is null. */
export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** Link to external documentation, with its description as text. The result is plain text if the URL is not allowed. */
export function documentationOf({ url, description }: ExternalDocumentationObject): Piece {
  const href = webLink(url);
  if (description === undefined) return { text: url, href };
  return { text: href === null ? `${description}: ${url}` : description, href };
}

/** Returns a URL if pages may link to it: http, https or mailto. Null for other schemes, which could run code. */
export function webLink(url: string | undefined): string | null {
  return url !== undefined && /^(https?:\/\/|mailto:)/i.test(url) ? url : null;
}
