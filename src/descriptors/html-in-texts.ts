import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { type MarkdownExcess, markdownExcess } from '../model/slow-markdown.ts';
import { placeInText } from '../yaml/places.ts';
import type { ParsedFile } from './contract.ts';
import { CODE_MARKS, matchesOutsideCode, visitDescriptions } from './description-texts.ts';

/**
 * Elements that pages do not render (`views/description-html.ts`), as descriptions have them. Names of placeholders, as
 * in `/hosts/<source>`, look the same: such a tag counts when it is closed or has attributes.
 */
const DROPPED =
  'abbr|big|button|caption|center|cite|div|figure|font|form|iframe|ins|mark|math|nobr|q|script|section|small|span|style|svg|u|video';
const TOKENS = new RegExp(`${CODE_MARKS}|<(?:/(?:${DROPPED})\\s*|(?:${DROPPED})\\s[^<>=]*=[^<>]*)>`, 'gi');
/** Spares most files the look at every value. */
const SUSPECT = new RegExp(`(?:<|\\\\u003c)/?(?:${DROPPED})\\b`, 'i');
/**
 * Up to 60 characters before a tag, which locate it in the file. Quotes, backslashes and line breaks end them: a file
 * may escape these.
 */
const WRITTEN_AS_IT_IS = /[^"'\\\n]{0,60}$/;

/**
 * One warning for all descriptions of a file that have HTML which pages do not render, at the first: of it only the
 * text is shown.
 */
export function checkHtml(file: ParsedFile): Diagnostic | undefined {
  if (!SUSPECT.test(file.text)) return undefined;
  const found: { first?: Html & { readonly pointer: string }; count: number } = { count: 0 };
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
    ...placeOf(found.first, file),
    severity: 'warning',
    rule: 'html-in-text',
    message: `Pages do not render HTML such as ${tag} here${others}.`,
    remedy: 'Write Markdown instead, or put it in backquotes.',
  };
}

interface Html {
  /** Tag without attributes: `<b>`. */
  readonly tag: string;
  readonly before: string;
}

/**
 * Place of the tag, by a search of the text where the file does not escape it: finding the value takes as long as
 * reading the file.
 */
function placeOf({ tag, before, pointer }: Html & { readonly pointer: string }, file: ParsedFile): Place {
  const written =
    [tag, `</${tag.slice(1)}`]
      .map((name) => file.text.indexOf(`${before}${name.slice(0, -1)}`))
      .find((offset) => offset !== -1) ?? -1;
  if (written === -1) return file.locate(pointer);
  return { file: file.path, ...placeInText(file.text, written + before.length) };
}

/** The first tag outside of code. */
function findHtml(text: string): Html | undefined {
  for (const { 0: token, index } of matchesOutsideCode(text, TOKENS)) {
    const start = startOf(token, index, text);
    return { tag: nameOf(token), before: WRITTEN_AS_IT_IS.exec(text.slice(0, start))?.[0] ?? '' };
  }
  return undefined;
}

/** Offset of the opening tag that belongs to a closing tag; `index` if there is none. */
function startOf(tag: string, index: number, text: string): number {
  const opening = tag.startsWith('</') ? text.lastIndexOf(nameOf(tag).slice(0, -1), index - 1) : -1;
  return opening === -1 ? index : opening;
}

/** Tag without a slash and attributes, which may hold anything. */
function nameOf(tag: string): string {
  return `<${/[a-z0-9]+/i.exec(tag)?.[0] ?? ''}>`;
}

export const SLOW_MARKDOWN = 'slow-markdown';
/** Shorter texts have no excess. */
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

/** Why a text is shown as it is written, and in which of its lines; null: it is read as Markdown. */
export function slowTextOf(
  text: string,
): { readonly problem: string; readonly remedy: string; readonly line: number } | null {
  const excess = text.length < LENGTH_WORTH_A_LOOK ? null : markdownExcess(text);
  if (excess === null) return null;
  const [problem, remedy] = CAUSES[excess.reason];
  const line = text.slice(0, excess.offset).split('\n').length;
  return { problem: `${problem}: pages show it as it is written.`, remedy, line };
}

/** A warning for each description that pages show as it is written, since reading it as Markdown would be too slow. */
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
