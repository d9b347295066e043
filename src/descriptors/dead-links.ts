import { Api } from '../model/api.ts';
import { fragmentOfFile, headingKeysOf, isOwnAnchor, linkKey, linkTarget } from '../model/description-links.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { decodedText } from '../model/texts.ts';
import { findLineStarts, placeOf } from '../yaml/places.ts';
import type { Found, ParsedFile } from './contract.ts';
import { CODE_MARKS, matchesOutsideCode, visitDescriptions } from './description-texts.ts';

const RULE = 'dead-link';
/** Excludes paths of a site and whole addresses. */
const NEAR = String.raw`(?!\/|[a-z][a-z\d+.-]*:)`;
/** A link of Markdown or of HTML, or the definition of one: `](#operation/list "Title")`. */
const LINKS = [
  String.raw`\]\((?<inline>${NEAR}[^\s()"<]+(?:\([^\s()"]*\)[^\s()"]*)*)[\s)]`,
  String.raw`^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*(?<defined>${NEAR}[^\s<]+)`,
  String.raw`<a\s+href=["'](?<html>${NEAR}[^"'<>\s]+)["']`,
];
const TOKENS = new RegExp(`${CODE_MARKS}|${LINKS.join('|')}`, 'gim');
/** Spares most files the look at every value. */
const SUSPECT = new RegExp(String.raw`\]\(${NEAR}|\]:[ \t]*${NEAR}|href=\\?["']${NEAR}`, 'i');
/**
 * Number of links that are placed exactly; further ones get the place of their text, since each search reads the rest
 * of the file.
 */
const MOST_PLACED = 100;

/**
 * A warning for each link of a description to a part of the descriptor, or a file beside it, that is not there: its
 * text alone is shown.
 * @param hasGuide whether there is a file of guides by that name
 */
export function checkLinks(file: ParsedFile, record: ApiRecord, hasGuide: (name: string) => boolean): readonly Found[] {
  if (!SUSPECT.test(file.text)) return [];
  const api = new Api(record);
  const guides = new Set(api.getGuides().map(({ tag }) => tag?.description));
  const lineStarts = findLineStarts(file.text);
  const found: Found[] = [];
  visitDescriptions(file.value, (text, pointer) => {
    const links = nearLinks(text).filter(({ target }) => isDead(target, api, hasGuide));
    // The text of a tag may be a guide: headings of other texts have no ids.
    const headings = links.length > 0 && guides.has(text) ? headingKeysOf(text) : new Set();
    for (const { written, target } of links) {
      if (target.startsWith('#') && !target.includes('/') && headings.has(linkKey(decodedText(target)))) continue;
      const start = file.locate(pointer());
      const offset = (lineStarts[start.line - 1] ?? 0) + start.column - 1;
      const at = found.length < MOST_PLACED ? file.text.indexOf(written, offset) : -1;
      const place = at === -1 ? start : { file: file.path, ...placeOf(at + written.lastIndexOf(target), lineStarts) };
      found.push({ diagnostic: deadLink(target, place), pointer: pointer() });
    }
  });
  return found;
}

function isDead(target: string, api: Api, hasGuide: (name: string) => boolean): boolean {
  const fragment = target.startsWith('#') ? target.slice(1) : fragmentOfFile(target);
  if (fragment === null) return true;
  // Guides are read when all descriptors are.
  const [, file] = /^(?:#guide|(?:\.\/)?guides)\/([^#]+)/.exec(target) ?? [];
  if (file !== undefined && hasGuide(target.startsWith('#') ? (file.split('/', 1)[0] ?? '') : file)) return false;
  return linkTarget(api, fragment) === null;
}

interface NearLink {
  /** The link as written, its end included. */
  readonly written: string;
  /** `#` and a fragment, or a relative address. */
  readonly target: string;
  /** Offset of the target in the text. */
  readonly index: number;
}

/** Links to fragments, but for anchors of operations, and to files beside the descriptor. */
export function nearLinks(text: string): readonly NearLink[] {
  if (!SUSPECT.test(text)) return [];
  return [...matchesOutsideCode(text, TOKENS)].flatMap(({ 0: written, index, groups }) => {
    const target = groups?.['inline'] ?? groups?.['defined'] ?? groups?.['html'] ?? '';
    return target === '' || isOwnAnchor(target.slice(1))
      ? []
      : [{ written, target, index: index + written.lastIndexOf(target) }];
  });
}

export function deadLink(target: string, place: Place): Diagnostic {
  const isFragment = target.startsWith('#');
  return {
    ...place,
    severity: 'warning',
    rule: RULE,
    message: isFragment
      ? `Nothing is called “${target}”, so it is not a link.`
      : `“${target}” is no address of this site, so it is not a link.`,
    remedy: isFragment
      ? 'Correct the operationId, the tag, the heading, the path or the schema.'
      : 'Write the whole address, with https://, or link to a guide: guides/<name>.md.',
  };
}
