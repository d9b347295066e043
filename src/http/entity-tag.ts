/** One entity tag and the comma after it; sticky. The opaque part may hold commas, but no quote (RFC 9110 §8.8.3). */
const MEMBER = /[\t ,]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?:,|$)/y;

/** Quotes the opaque part of a strong entity tag. */
export function toEntityTag(opaque: string): string {
  return `"${opaque}"`;
}

/**
 * Whether an If-None-Match header names an entity tag, by weak comparison: `W/` makes no difference. `*` names every
 * tag. From the first malformed member on the header is not read, so that in doubt the content is sent.
 * @param entityTag with its quotes
 * @see RFC 9110 §13.1.2
 */
export function namesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  if (ifNoneMatch === entityTag || ifNoneMatch.trim() === '*') return true;
  const opaque = entityTag.slice(1, -1);
  MEMBER.lastIndex = 0;
  for (let member = MEMBER.exec(ifNoneMatch); member !== null; member = MEMBER.exec(ifNoneMatch)) {
    if (member[1] === opaque) return true;
  }
  return false;
}
