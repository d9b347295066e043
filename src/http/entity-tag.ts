/** One entity tag and the comma after it. The opaque part may contain commas but no quotes (RFC 9110 §8.8.3). */
const MEMBER = /[\t ,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?:,|$)/y;

/** Quotes the opaque part of a strong entity tag. */
export function toEntityTag(opaque: string): string {
  return `"${opaque}"`;
}

/**
 * Whether an If-None-Match header matches an entity tag by weak comparison, which ignores `W/`. `*` matches every tag.
 * Parsing stops at the first malformed member, so that in case of doubt the content is sent.
 * @param entityTag with its quotes
 * @see RFC 9110 §13.1.2
 */
export function namesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch === entityTag || ifNoneMatch.trim() === '*' || lists(ifNoneMatch, entityTag, true);
}

/**
 * Whether an If-Match header matches an entity tag by strong comparison: weak tags never match. `*` matches every
 * document, even one without a tag.
 * @param entityTag with its quotes; null if the document has none
 * @see RFC 9110 §13.1.1
 */
export function matchesEntityTag(ifMatch: string, entityTag: string | null): boolean {
  return ifMatch.trim() === '*' || (entityTag !== null && lists(ifMatch, entityTag, false));
}

function lists(field: string, entityTag: string, isWeakNamed: boolean): boolean {
  const opaque = entityTag.slice(1, -1);
  MEMBER.lastIndex = 0;
  for (let member = MEMBER.exec(field); member !== null; member = MEMBER.exec(field)) {
    if (member[2] === opaque && (isWeakNamed || member[1] === undefined)) return true;
  }
  return false;
}
