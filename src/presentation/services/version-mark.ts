import type { DocumentDifference } from '../../model/page/document.ts';
import type { Words } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';

/**
 * `Differs from version 1`, as a link to the same thing there; `Not in version 1` where it is new.
 * @param fragment of the link, with its `#`
 */
export function versionMark(
  { version, path }: DocumentDifference,
  kind: 'differs' | 'added',
  words: Words,
  fragment = '',
): Piece {
  return kind === 'added'
    ? { text: words.say('operation.new', { version: String(version) }), href: null }
    : { text: words.say('operation.differs', { version: String(version) }), href: path + fragment };
}
