import { Api } from '../model/api.ts';
import { fragmentOfFile, headingKeysOf, isOwnAnchor, linkKey, linkTarget } from '../model/description-links.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { type MarkdownExcess, markdownExcess } from '../model/slow-markdown.ts';
import { decodedText } from '../model/texts.ts';
import { findLineStarts, placeInText, placeOf } from '../yaml/places.ts';
import type { ParsedFile, PlacedFinding } from './contract.ts';
import { CODE_MARKS, matchesOutsideCode, visitDescriptions } from './description-texts.ts';

const RULE = 'dead-link';
/** Excludes absolute paths and absolute URLs. */
const NEAR = String.raw`(?!\/|[a-z][a-z\d+.-]*:)`;
/** A link of Markdown or of HTML, or the definition of one: `](#operation/list "Title")`. */
const LINKS = [
  String.raw`\]\((?<inline>${NEAR}[^\s()"<]+(?:\([^\s()"]*\)[^\s()"]*)*)[\s)]`,
  String.raw`^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*(?<defined>${NEAR}[^\s<]+)`,
  String.raw`<a\s+href=["'](?<html>${NEAR}[^"'<>\s]+)["']`,
];
const LINK_TOKENS = new RegExp(`${CODE_MARKS}|${LINKS.join('|')}`, 'gim');
/** Matches the text of files that may have one, so that the values of most files are not visited. */
const LINK_SUSPECT = new RegExp(String.raw`\]\(${NEAR}|\]:[ \t]*${NEAR}|href=\\?["']${NEAR}`, 'i');
/**
 * Number of links that get an exact place, for which the rest of the file is searched; further ones get the place of
 * their description.
 */
const MOST_PLACED = 100;

/**
 * Warns of links in descriptions to a part of the descriptor, or a file beside it, that does not exist: pages show the
 * text of the link alone.
 * @param hasGuide whether there is a file of guides by that name
 */
export function checkLinks(
  file: ParsedFile,
  record: ApiRecord,
  hasGuide: (name: string) => boolean,
): readonly PlacedFinding[] {
  if (!LINK_SUSPECT.test(file.text)) return [];
  const api = new Api(record);
  const guides = new Set(api.getGuides().map(({ tag }) => tag?.description));
  const lineStarts = findLineStarts(file.text);
  const found: PlacedFinding[] = [];
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

/** Links to fragments, except anchors of operations, and to files beside the descriptor. */
export function nearLinks(text: string): readonly NearLink[] {
  if (!LINK_SUSPECT.test(text)) return [];
  return [...matchesOutsideCode(text, LINK_TOKENS)].flatMap(({ 0: written, index, groups }) => {
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

/**
 * HTML elements of descriptions that pages do not render (`views/description-html.ts`). Placeholders, as in
 * `/hosts/<source>`, look the same, so that a tag counts only when it is closed or has attributes.
 */
const DROPPED =
  'abbr|big|button|caption|center|cite|div|figure|font|form|iframe|ins|mark|math|nobr|q|script|section|small|span|style|svg|u|video';
const HTML_TAGS = new RegExp(`${CODE_MARKS}|<(?:/(?:${DROPPED})\\s*|(?:${DROPPED})\\s[^<>=]*=[^<>]*)>`, 'gi');
/** Matches the text of files that may have one, so that the values of most files are not visited. */
const HTML_SUSPECT = new RegExp(`(?:<|\\\\u003c)/?(?:${DROPPED})\\b`, 'i');
/**
 * Up to 60 characters before a tag, by which it is found in the file. They begin after a quote, backslash or line
 * break, which the file may escape.
 */
const WRITTEN_AS_IT_IS = /[^"'\\\n]{0,60}$/;

/**
 * Warns once for a file, at the first place, of HTML in descriptions that pages do not render: they show only the text
 * in it.
 */
export function checkHtml(file: ParsedFile): Diagnostic | undefined {
  if (!HTML_SUSPECT.test(file.text)) return undefined;
  const found: { first?: FoundTag & { readonly pointer: string }; count: number } = { count: 0 };
  visitDescriptions(file.value, (text, pointer) => {
    const html = text.includes('<') ? findHtml(text) : undefined;
    if (html === undefined) return;
    found.count++;
    found.first ??= { pointer: pointer(), ...html };
  });
  if (found.first === undefined) return undefined;
  const { tag } = found.first;
  const others = found.count === 1 ? '' : `; ${found.count} descriptions have HTML like that`;
  return {
    ...placeOfTag(found.first, file),
    severity: 'warning',
    rule: 'html-in-text',
    message: `Pages do not render HTML such as ${tag} here${others}.`,
    remedy: 'Write Markdown instead, or put it in backquotes.',
  };
}

/** First tag of a description that pages do not render. */
interface FoundTag {
  /** Tag without attributes: `<b>`. */
  readonly tag: string;
  readonly before: string;
}

/**
 * Place of the tag by a search of the file's text, since locating the value takes as long as reading the file. If the
 * file escapes the tag, the place is that of the description.
 */
function placeOfTag({ tag, before, pointer }: FoundTag & { readonly pointer: string }, file: ParsedFile): Place {
  const written =
    [tag, `</${tag.slice(1)}`]
      .map((name) => file.text.indexOf(`${before}${name.slice(0, -1)}`))
      .find((offset) => offset !== -1) ?? -1;
  if (written === -1) return file.locate(pointer);
  return { file: file.path, ...placeInText(file.text, written + before.length) };
}

/** The first tag outside of code. */
function findHtml(text: string): FoundTag | undefined {
  for (const { 0: token, index } of matchesOutsideCode(text, HTML_TAGS)) {
    const start = startOf(token, index, text);
    return { tag: tagWithoutAttributes(token), before: WRITTEN_AS_IT_IS.exec(text.slice(0, start))?.[0] ?? '' };
  }
  return undefined;
}

/** Offset of the opening tag that belongs to a closing tag; `index` if there is none. */
function startOf(tag: string, index: number, text: string): number {
  const opening = tag.startsWith('</') ? text.lastIndexOf(tagWithoutAttributes(tag).slice(0, -1), index - 1) : -1;
  return opening === -1 ? index : opening;
}

/** Tag without a slash and attributes, which may hold anything. */
function tagWithoutAttributes(tag: string): string {
  return `<${/[a-z0-9]+/i.exec(tag)?.[0] ?? ''}>`;
}

export const SLOW_MARKDOWN = 'slow-markdown';
/** Shorter texts are never too slow. */
const LENGTH_WORTH_A_LOOK = 100;

const CAUSES: Readonly<Record<MarkdownExcess['reason'], readonly [problem: string, remedy: string]>> = {
  long: ['is too long to be read as Markdown', 'Split it: sections of it may be documents that it links to.'],
  nested: [
    'nests quotes or lists too deeply to be read as Markdown',
    'Nest less deeply, or put the line into a code block.',
  ],
  slow: [
    'has too many Markdown marks in one section to be read as Markdown',
    'Divide the section by headings, lines that begin with “#”, and put what is not meant as Markdown into code blocks.',
  ],
};

/** Explains why a text is shown unrendered, with the line of the cause; null for a text that is rendered. */
export function slowTextOf(
  text: string,
): { readonly problem: string; readonly remedy: string; readonly line: number } | null {
  const excess = text.length < LENGTH_WORTH_A_LOOK ? null : markdownExcess(text);
  if (excess === null) return null;
  const [problem, remedy] = CAUSES[excess.reason];
  const line = text.slice(0, excess.offset).split('\n').length;
  return { problem: `${problem}: pages show it as it is written.`, remedy, line };
}

/** Warns of descriptions that pages show unrendered, since reading them as Markdown would be too slow. */
export function checkSlowTexts(file: ParsedFile): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  visitDescriptions(file.value, (text, pointer) => {
    const slow = slowTextOf(text);
    if (slow === null) return;
    const { problem, remedy, line } = slow;
    const where = line > 1 ? `, in its line ${line},` : '';
    const message = `The description${where} ${problem}`;
    found.push({ ...file.locate(pointer()), severity: 'warning', rule: SLOW_MARKDOWN, message, remedy });
  });
  return found;
}
