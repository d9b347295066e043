import { UniqueNames } from '../model/unique-name.ts';
import { percentEncode, percentEncoded } from './parameter-styles.ts';

/** Ids of places on a page (READING §2): parts joined by dots, the same text as `id` and after `#`. */

/** Anchor part for the items of a list and for free keys. */
export const ANY_NAME = '*';

const PLAIN = /^[\w-]*$/;

/** One part of an anchor: all but `A-Za-z0-9_-` is percent-encoded, byte by byte of its UTF-8 form. */
export function anchorPart(name: string): string {
  if (PLAIN.test(name)) return name;
  return percentEncode(name).replaceAll(/[.~]/g, percentEncoded);
}

/** A variant of `oneOf` or `anyOf`: `~Card`. */
export function variantPart(name: string): string {
  return `~${anchorPart(name)}`;
}

/** `get` of a collection or an action, `entity.get` of an entity. */
export function operationAnchor(resource: 'collection' | 'entity' | 'action', method: string): string {
  const name = anchorPart(method.toLowerCase());
  return resource === 'entity' ? `entity.${name}` : name;
}

/** The ids given out on one page. */
export class Anchors {
  readonly #names = new UniqueNames('~');

  /** Reserves an id: the anchor itself if it is free, else with `~2`, `~3` … at its end. */
  claim(anchor: string): string {
    return this.#names.claim(anchor);
  }
}
