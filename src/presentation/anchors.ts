import { percentEncode, percentEncoded } from '../model/parameter-styles.ts';
import { UniqueNames } from '../model/unique-name.ts';

/** Ids of elements on a page (READING §2): parts joined by dots. `id` attributes and URL fragments are equal. */

/** Anchor part for the items of a list and for properties without a fixed name. */
export const ANY_NAME = '*';

/** Anchor of the fields on the page of a named schema. */
export const SCHEMA_ANCHOR = 'schema';

const PLAIN = /^[\w-]*$/;

/** One part of an anchor: every UTF-8 byte outside `A-Za-z0-9_-` is percent-encoded. */
export function anchorPart(name: string): string {
  if (PLAIN.test(name)) return name;
  return percentEncode(name).replaceAll(/[.~]/g, percentEncoded);
}

/** Anchor part for a variant of `oneOf` or `anyOf`: `~Card`. */
export function variantPart(name: string): string {
  return `~${anchorPart(name)}`;
}

/** Anchor part for a callback, below that of its operation: `callback.paid.post`. */
export function callbackPart(name: string, method: string): string {
  return `callback.${anchorPart(name)}.${anchorPart(method.toLowerCase())}`;
}

/** Anchor of an operation: `get` for a collection or an action, `entity.get` for an entity. */
export function operationAnchor(resource: 'collection' | 'entity' | 'action', method: string): string {
  const name = anchorPart(method.toLowerCase());
  return resource === 'entity' ? `entity.${name}` : name;
}

/** Registry of the ids that one page uses, which keeps them unique. */
export class Anchors {
  readonly #names = new UniqueNames('~');

  /** Reserves an id: the anchor itself if it is unused, else the anchor with the suffix `~2`, `~3` and so on. */
  claim(anchor: string): string {
    return this.#names.claim(anchor);
  }
}
