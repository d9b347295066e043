import type { DocumentDifference } from '../../model/page/document.ts';
import type { Piece } from '../pieces.ts';

/**
 * `Differs from version 1`, as a link to the same thing there; `Not in version 1` where it is new.
 * @param fragment of the link, with its `#`
 */
export function versionMark({ version, path }: DocumentDifference, kind: 'differs' | 'added', fragment = ''): Piece {
  return kind === 'added'
    ? { text: `Not in version ${version}`, href: null }
    : { text: `Differs from version ${version}`, href: path + fragment };
}
