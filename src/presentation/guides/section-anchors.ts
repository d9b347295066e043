import { UniqueNames } from '../../model/unique-name.ts';
import { anchorPart } from '../anchors.ts';

/** Level of the headings of a guide that can be linked to, on its page. */
export const DEEPEST_SECTION = 3;

/** The ids of the sections of one guide: `section-paging`, `section-paging-2`. */
export class SectionAnchors {
  readonly #names = new UniqueNames('-');

  /** @param title of the heading, as plain text */
  claim(title: string): string {
    return this.#names.claim(`section-${slug(title)}`);
  }
}

/** Letters and digits of a heading, in any script. */
function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return anchorPart(words.join('-')) || 'untitled';
}
