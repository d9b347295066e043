import type { ExternalDocumentationObject } from '../model/schema/schema.ts';
import type { Piece } from './field-shape.ts';
import { webLink } from './web-link.ts';

/** What is documented somewhere else, by its description where it has one. */
export function documentationOf({ url, description }: ExternalDocumentationObject): Piece {
  return { text: description ?? url, href: webLink(url) };
}
