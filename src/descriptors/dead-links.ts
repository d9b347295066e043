import { Api } from '../model/api.ts';
import { decodedText } from '../model/decoded-text.ts';
import { headingKeysOf, isOwnAnchor, linkKey, linkTarget } from '../model/description-links.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { findLineStarts, placeOf } from '../yaml/places.ts';
import type { Found, ParsedFile } from './contract.ts';
import { CODE_MARKS, matchesOutsideCode, visitDescriptions } from './description-texts.ts';

const RULE = 'dead-link';
/** A link of Markdown or of HTML to a fragment; `](#operation/list "Title")`. */
const LINK = /\]\(#(?<fragment>[^\s()"]*(?:\([^\s()"]*\)[^\s()"]*)*)[\s)]|<a\s+href=["']#(?<html>[^"'<>\s]*)["']/i;
const TOKENS = new RegExp(`${CODE_MARKS}|${LINK.source}`, 'gi');
/** Spares most files the look at every value. */
const SUSPECT = /\]\(#|href=\\?["']#/i;
/** More stand where their text begins: to find where each is written is a look through the rest of the file. */
const MOST_PLACED = 100;

/** A warning for each link of a description to a part of the descriptor that is not there: its text alone is shown. */
export function checkLinks(file: ParsedFile, record: ApiRecord): readonly Found[] {
  if (!SUSPECT.test(file.text)) return [];
  const api = new Api(record);
  const guides = new Set(api.getGuides().map(({ tag }) => tag?.description));
  const lineStarts = findLineStarts(file.text);
  const found: Found[] = [];
  visitDescriptions(file.value, (text, pointer) => {
    const links = fragmentLinks(text).filter(({ fragment }) => linkTarget(api, fragment) === null);
    // The text of a tag may be a guide: headings of other texts have no ids.
    const headings = links.length > 0 && guides.has(text) ? headingKeysOf(text) : new Set();
    for (const { written, fragment } of links) {
      if (!fragment.includes('/') && headings.has(linkKey(decodedText(fragment)))) continue;
      const start = file.locate(pointer());
      const offset = (lineStarts[start.line - 1] ?? 0) + start.column - 1;
      const at = found.length < MOST_PLACED ? file.text.indexOf(written, offset) : -1;
      const place = at === -1 ? start : { file: file.path, ...placeOf(at + written.indexOf('#'), lineStarts) };
      found.push({ diagnostic: deadLink(fragment, place), pointer: pointer() });
    }
  });
  return found;
}

interface FragmentLink {
  /** With what ends the fragment. */
  readonly written: string;
  readonly fragment: string;
  /** Of its `#` in the text. */
  readonly index: number;
}

/** Links to fragments, but for anchors of operations. */
export function fragmentLinks(text: string): readonly FragmentLink[] {
  if (!SUSPECT.test(text)) return [];
  return [...matchesOutsideCode(text, TOKENS)].flatMap(({ 0: written, index, groups }) => {
    const fragment = groups?.['fragment'] ?? groups?.['html'] ?? '';
    return isOwnAnchor(fragment) ? [] : [{ written, fragment, index: index + written.indexOf('#') }];
  });
}

export function deadLink(fragment: string, place: Place): Diagnostic {
  return {
    ...place,
    severity: 'warning',
    rule: RULE,
    message: `Nothing is called “#${fragment}”, so it is not a link.`,
    remedy: 'Correct the operationId, the tag, the heading, the path or the schema.',
  };
}
