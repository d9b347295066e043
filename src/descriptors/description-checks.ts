import { Api } from '../model/api.ts';
import { fragmentOfFile, headingKeysOf, isOwnAnchor, linkKey, linkTarget } from '../model/description-links.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { markdownLinks } from '../model/markdown-links.ts';
import type { ApiRecord } from '../model/records.ts';
import { type MarkdownExcess, markdownExcess } from '../model/slow-markdown.ts';
import { decodedText } from '../model/texts.ts';
import { findLineStarts, placeInText, placeOf } from '../yaml/places.ts';
import type { ParsedFile, PlacedFinding } from './contract.ts';
import { CODE_MARKS, matchesOutsideCode, visitDescriptions } from './description-texts.ts';

const RULE = 'dead-link';
/** Lookahead that rejects absolute paths and absolute URLs. */
const NEAR = String.raw`(?!<?(?:\/|[a-z][a-z\d+.-]*:))`;
const NEAR_TARGET = new RegExp(`^${NEAR}.`, 'is');
/** Matches the text of files that may contain a relative link, so that most files need no search of their values. */
const LINK_SUSPECT = new RegExp(String.raw`\]\(${NEAR}|\]:[ \t]*${NEAR}|href=\\?["']${NEAR}`, 'i');
/**
 * Maximum number of links with an exact position, which requires a search of the file. Further links get the
 * position of their description.
 */
const MOST_PLACED = 100;

/**
 * Warns about links in descriptions to a missing part of the descriptor, or to a file beside it that is no guide. Pages
 * show only the text of such a link.
 * @param hasGuide returns true if a guide file with the name exists
 */
export function checkLinks(
  file: ParsedFile,
  record: ApiRecord,
  hasGuide: (name: string) => boolean,
): readonly PlacedFinding[] {
  if (!LINK_SUSPECT.test(file.text)) return [];
  const api = new Api(record);
  const ofTags = new Set(api.record.tags.map(({ description }) => description));
  const lineStarts = findLineStarts(file.text);
  const found: PlacedFinding[] = [];
  visitDescriptions(file.value, (text, pointer) => {
    const links = nearLinks(text).filter(({ target }) => isDead(target, api, hasGuide));
    // Headings in the description of a tag have ids, on the page of its group or guide; those of other parts have none.
    const headings = links.length > 0 && ofTags.has(text) ? headingKeysOf(text) : new Set();
    for (const { written, target } of links) {
      if (target.startsWith('#') && !target.includes('/') && headings.has(linkKey(decodedText(target)))) continue;
      const start = file.locate(pointer());
      const offset = (lineStarts[start.line - 1] ?? 0) + start.column - 1;
      const at = found.length < MOST_PLACED ? file.text.indexOf(written, offset) : -1;
      const place = at === -1 ? start : { file: file.path, ...placeOf(at + 1, lineStarts) };
      found.push({ diagnostic: deadLink(target, place), pointer: pointer() });
    }
  });
  return found;
}

function isDead(target: string, api: Api, hasGuide: (name: string) => boolean): boolean {
  const fragment = target.startsWith('#') ? target.slice(1) : fragmentOfFile(target);
  if (fragment === null) return true;
  // Guides are read after all descriptors, so only the existence of the file is known here.
  const [, file] = /^(?:#guide|(?:\.\/)?guides)\/([^#]+)/.exec(target) ?? [];
  if (file !== undefined && hasGuide(target.startsWith('#') ? (file.split('/', 1)[0] ?? '') : file)) return false;
  return linkTarget(api, fragment) === null;
}

interface NearLink {
  /** Fragment with its `#`, or a relative URL. */
  readonly target: string;
  /** Target as the text has it, after the character before it. */
  readonly written: string;
  /** Offset of the target in the text. */
  readonly index: number;
}

/** Finds links to files beside the descriptor and to fragments, except for anchors of operations. */
export function nearLinks(text: string): readonly NearLink[] {
  if (!LINK_SUSPECT.test(text)) return [];
  return markdownLinks(text)
    .filter(({ target }) => NEAR_TARGET.test(target) && !isOwnAnchor(target.slice(1)))
    .map(({ target, written: { start, end } }) => ({ target, written: text.slice(start - 1, end), index: start }));
}

export function deadLink(target: string, place: Place): Diagnostic {
  const isFragment = target.startsWith('#');
  return {
    ...place,
    severity: 'warning',
    rule: RULE,
    message: isFragment
      ? `Nothing is called “${target}”, so it is not a link.`
      : `“${target}” is not an address of this site, so it is not a link.`,
    remedy: isFragment
      ? 'Correct the operationId, the tag, the heading, the path or the schema.'
      : 'Write the whole address, with https://, or link to a guide: guides/<name>.md.',
  };
}

/**
 * HTML elements that pages do not render in descriptions (`views/description-html.ts`). A placeholder, as in
 * `/hosts/<source>`, looks like an opening tag, so only closing tags and tags with attributes are counted.
 */
const DROPPED =
  'abbr|big|button|caption|center|cite|div|figure|font|form|iframe|ins|mark|math|nobr|q|script|section|small|span|style|svg|u|video';
const HTML_TAGS = new RegExp(`${CODE_MARKS}|<(?:/(?:${DROPPED})\\s*|(?:${DROPPED})\\s[^<>=]*=[^<>]*)>`, 'gi');
/** Matches the text of files that may contain such a tag, so that most files need no search of their values. */
const HTML_SUSPECT = new RegExp(`(?:<|\\\\u003c)/?(?:${DROPPED})\\b`, 'i');
/**
 * Up to 60 characters before a tag, used to find the tag in the file. They contain no quote, backslash or line break,
 * since the file may escape these.
 */
const WRITTEN_AS_IT_IS = /[^"'\\\n]{0,60}$/;

/**
 * Warns about HTML tags that pages remove from descriptions, keeping only the text between the tags. A file gets one
 * warning, at its first such tag.
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

/** First unrendered tag in a description, and the text before the tag. */
interface FoundTag {
  /** Tag without attributes: `<b>`. */
  readonly tag: string;
  readonly before: string;
}

/**
 * Finds the position of a tag by searching the file's text, since locating the value takes as long as reading the
 * file. If the file escapes the tag, returns the position of the description.
 */
function placeOfTag({ tag, before, pointer }: FoundTag & { readonly pointer: string }, file: ParsedFile): Place {
  const written =
    [tag, `</${tag.slice(1)}`]
      .map((name) => file.text.indexOf(`${before}${name.slice(0, -1)}`))
      .find((offset) => offset !== -1) ?? -1;
  if (written === -1) return file.locate(pointer);
  return { file: file.path, ...placeInText(file.text, written + before.length) };
}

/** Finds the first unrendered tag outside of code. */
function findHtml(text: string): FoundTag | undefined {
  for (const { 0: token, index } of matchesOutsideCode(text, HTML_TAGS)) {
    const start = startOf(token, index, text);
    return { tag: tagWithoutAttributes(token), before: WRITTEN_AS_IT_IS.exec(text.slice(0, start))?.[0] ?? '' };
  }
  return undefined;
}

/** Finds the offset of the opening tag that belongs to a closing tag; returns `index` if there is no opening tag. */
function startOf(tag: string, index: number, text: string): number {
  const opening = tag.startsWith('</') ? text.lastIndexOf(tagWithoutAttributes(tag).slice(0, -1), index - 1) : -1;
  return opening === -1 ? index : opening;
}

/** Removes the slash and the attributes of a tag: attributes may contain arbitrary text. */
function tagWithoutAttributes(tag: string): string {
  return `<${/[a-z0-9]+/i.exec(tag)?.[0] ?? ''}>`;
}

export const SLOW_MARKDOWN = 'slow-markdown';
/** Minimum length, in characters, of a text that is checked; shorter texts are never slow to parse. */
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

/** Explains why pages show a text unrendered, with the line of the cause; returns null for a rendered text. */
export function slowTextOf(
  text: string,
): { readonly problem: string; readonly remedy: string; readonly line: number } | null {
  const excess = text.length < LENGTH_WORTH_A_LOOK ? null : markdownExcess(text);
  if (excess === null) return null;
  const [problem, remedy] = CAUSES[excess.reason];
  const line = text.slice(0, excess.offset).split('\n').length;
  return { problem: `${problem}: pages show it as it is written.`, remedy, line };
}

/** Warns about descriptions that pages show unrendered because parsing their Markdown would be too slow. */
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
