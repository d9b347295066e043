import { withDestinations } from '../../model/markdown-links.ts';
import { markdownCode as code, markdownText, withoutControls } from '../../presentation/markdown-text.ts';
import type { Piece } from '../../presentation/pieces.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';

/**
 * Escaping of untrusted descriptor text. Names and short texts must not create Markdown structure. Descriptions keep
 * their Markdown, but must not contain raw HTML or affect the text after them (CommonMark 0.31).
 */

/** Text that {@link markdownText} leaves as it is, after what stays unescaped before a text. */
const UNESCAPED = /^[\s,;:=]*(?:[A-Za-z(/“][A-Za-z0-9 ,.:;'"()/{}@%$?!“”’-]*)?$/;

/** Writes a phrase as Markdown: escaped text and code spans. Whitespace and `,;:=` around a text stay unescaped. */
export function words(sentence: Phrase): string {
  let written = '';
  for (const part of sentence) written += typeof part === 'string' ? textInPhrase(part) : code(part.code);
  return written;
}

function textInPhrase(part: string): string {
  if (UNESCAPED.test(part) && !part.includes('  ')) return part;
  const [, before = '', inner = '', after = ''] = /^([\s,;:=]*)(.*?)(\s*)$/s.exec(part) ?? [];
  return before + (inner === '' ? '' : markdownText(inner)) + after;
}

/** Writes a phrase like {@link words}, with a capital first letter. */
export function capitalWords([first = '', ...rest]: Phrase): string {
  const start = typeof first === 'string' ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return words([start, ...rest]);
}

/** Writes a text, as a link if it has an address. */
export function piece({ text: title, href }: Piece): string {
  return href === null ? markdownText(title) : link(title, href);
}

/** Writes `More: …` with a link to further documentation. */
export function more(documentation: Piece, language: Words): string {
  return `${language.say('about.more')}: ${piece(documentation)}`;
}

/** Writes a fenced code block with a fence longer than any run of backticks in the content. */
export function fenced(content: string, language = ''): readonly string[] {
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...withoutControls(content).split('\n'), fence];
}

/** Writes a link; special characters in the target are percent-encoded. */
export function link(title: string, target: string): string {
  return `[${markdownText(title)}](<${target.replaceAll(/[<>\\\s]/g, (character) => encodeURIComponent(character))}>)`;
}

/** Resolves a link target (fragment or path) to an address; null if the target does not exist. */
export type AddressOf = (target: string) => string | null;

/** Lines that begin with letters, without code, links and tags: {@link description} leaves them as they are. */
const PROSE_LINES = /^[A-Za-z][^\n<=\]`]*(?:\n+[A-Za-z][^\n<=\]`]*)*$/;

/**
 * Converts a description to lines of Markdown: common HTML becomes Markdown, other HTML is escaped, headings are moved
 * below the given level, fences are closed, and links to parts of the descriptor get addresses.
 * @param level level of the heading above the description
 */
export function description(markdown: string, level: number, addressOf: AddressOf): readonly string[] {
  const text = withoutControls(markdown).trim();
  if (PROSE_LINES.test(text)) return text.split('\n');
  const lines = withAddresses(text, addressOf).trim().split('\n');
  const result: string[] = [];
  const paired = pairedFences(lines);
  // An unclosed code span would change the meaning of every later backtick.
  const hasSpans = lines.every(
    (line, index) => paired.has(index) || /^ {0,3}(?:`{3,}|~{3,})/.test(line) || hasWholeSpans(line),
  );
  let fence: string | null = null;
  // After a list or quote has begun, an indented fence may be part of it and end with it: only unindented ones count.
  let isContained = false;
  for (const [index, line] of lines.entries()) {
    if (fence !== null) {
      result.push(line);
      if (closes(line, fence)) fence = null;
      continue;
    }
    if (paired.has(index)) {
      result.push(line);
      continue;
    }
    const opened = (isContained ? FENCE : INDENTED_FENCE).exec(line);
    isContained ||= CONTAINER.test(line);
    fence = opened?.groups?.['run'] ?? opened?.groups?.['tildes'] ?? null;
    if (fence !== null) result.push(line);
    else if (CONTAINED_FENCE.test(line)) result.push(escapeTags(line.replace(CONTAINED_FENCE, '$1\\')));
    else pushProse(hasSpans ? fromHtml(line) : line, level, hasSpans, result);
  }
  if (fence !== null) result.push(fence);
  return result;
}

const FENCE = /^(?:(?<run>`{3,})[^`]*|(?<tildes>~{3,}).*)$/;
const INDENTED_FENCE = /^ {0,3}(?:(?<run>`{3,})[^`]*|(?<tildes>~{3,}).*)$/;
const CONTAINER = /^[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/;

/** Markers of the lists and quotes that contain a line, and the indentation of the line. */
const CONTAINERS = '(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t])))*[ \\t]*';
const HEADING = new RegExp(`^(${CONTAINERS})(#{1,6})(?=[ \\t]|$)`);
const UNDERLINE = new RegExp(`^(${CONTAINERS})(=+|-+)[ \\t]*$`);
const CONTAINED_FENCE = new RegExp(`^(${CONTAINERS})(?=\`{3}|~{3})`);

function pushProse(line: string, level: number, hasSpans: boolean, result: string[]): void {
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const [whole, before = '', marks = ''] = heading;
    result.push(
      `${before}${'#'.repeat(Math.min(6, level + marks.length))}${withoutHtml(line.slice(whole.length), hasSpans)}`,
    );
    return;
  }
  const [, before, underline] = UNDERLINE.exec(line) ?? [];
  const above = result.at(-1);
  if (before === undefined || underline === undefined || above === undefined || above.trim() === '') {
    result.push(withoutHtml(line, hasSpans));
  } else if (before.length <= 3 && before.trim() === '' && /^[^\s#>|`~=*+-]/.test(above) && !/^\d/.test(above)) {
    result[result.length - 1] =
      `${'#'.repeat(Math.min(6, level + (underline.startsWith('=') ? 1 : 2)))} ${above.trim()}`;
  } else result.push(`${before}\\${underline}`);
}

/**
 * Finds the lines of indented fenced code blocks that are closed whether or not a list contains them: the closing fence
 * has the same indentation, and no line between has less. Any other indented fence could swallow the text that follows.
 */
function pairedFences(lines: readonly string[]): ReadonlySet<number> {
  const paired = new Set<number>();
  let open: { readonly index: number; readonly indent: string; readonly fence: string } | null = null;
  for (const [index, line] of lines.entries()) {
    const [, indent = '', rest = ''] = /^(\s*)(.*)$/s.exec(line) ?? [];
    if (open !== null) {
      if (indent === open.indent && closes(rest, open.fence)) {
        for (let inside = open.index; inside <= index; inside += 1) paired.add(inside);
        open = null;
      } else if (rest !== '' && !indent.startsWith(open.indent)) open = null;
      continue;
    }
    const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(rest);
    if (indent !== '' && fence !== null) open = { index, indent, fence: fence[1] ?? fence[2] ?? '' };
  }
  return paired;
}

/** Matches where a link target is not an absolute or `//` URL, and definitions; most texts have neither. */
const NEAR = String.raw`(?!<?(?:\/\/|[a-z][a-z\d+.-]*:))`;
const SUSPECT = new RegExp(String.raw`\]\([ \t]*${NEAR}|\]:|(?:href|src)=["']${NEAR}`, 'i');
const NEAR_TARGET = new RegExp(`^${NEAR}`, 'i');

/** Replaces link targets by addresses; a link to a missing target is reduced to its text. */
function withAddresses(text: string, addressOf: AddressOf): string {
  if (!SUSPECT.test(text)) return text;
  const nearAddress = ({ target }: { readonly target: string }): string | null | undefined =>
    NEAR_TARGET.test(target) ? addressOf(target) : undefined;
  return withDestinations(text, nearAddress, { inlinesDefinitions: true });
}

function closes(line: string, fence: string): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run?.startsWith(fence) === true;
}

/** Line that begins with a word, possibly inside a tag, and therefore stays a paragraph when its tags are replaced. */
const PROSE = /^( {0,3})(?:<p>)?(?=\p{L}|<(?:a|b|code|strong)\b)([^|]*)$/iu;

/** Replaces HTML tags by Markdown and line breaks by spaces. In a line with a backtick only the breaks are replaced. */
function fromHtml(line: string): string {
  const [, indent = '', prose = ''] = (line.includes('<') && PROSE.exec(line)) || [];
  if (prose === '') return line;
  const marked = prose.includes('`')
    ? prose
    : prose
        .replaceAll(/(?<!\\)<code>([^`<>&\\]+)<\/code>/gi, '`$1`')
        .replaceAll(/(?<!\\)<(b|strong)>(\p{L}[\p{L}\d ]*)<\/\1>/giu, '**$2**')
        .replaceAll(/(?<![\\!])<a href="((?:https?:\/)?\/[^\s"<>()\\]+)"[^<>]*>([^[\]<`\\]+)<\/a>/gi, '[$2]($1)');
  const plain = marked.split(CODE_SPAN).map((part, index) => (index % 2 === 1 ? part : part.replaceAll(BREAKS, ' ')));
  return indent + plain.join('').trimEnd();
}

const BREAKS = /(?:<(?:br ?\/?|\/?p)>\s*)+/gi;

/** Escapes HTML tags, except in autolinks (`<https://…>`) and in code spans that are known to be closed. */
function withoutHtml(line: string, hasSpans: boolean): string {
  if (!line.includes('<')) return line;
  // In a table row, a `|` ends a code span.
  if (!hasSpans || line.includes('|')) return escapeTags(line);
  return line
    .split(CODE_SPAN)
    .map((part, index) => (index % 2 === 1 ? part : escapeTags(part)))
    .join('');
}

const CODE_SPAN = /((?<!`)`(?!`)[^`]+`(?!`)|(?<!`)``(?!`)[^`]+``(?!`))/;

/** Whether every backtick of a line belongs to a code span that is closed on that line. */
function hasWholeSpans(line: string): boolean {
  return (
    !line.includes('`') ||
    (!line.includes('\\`') && line.split(CODE_SPAN).every((part, index) => index % 2 === 1 || !part.includes('`')))
  );
}

function escapeTags(line: string): string {
  return line.replaceAll(/(?<!\\)(\\*)<(?!https?:\/\/[^\s<>]*>)(?=[A-Za-z/!?])/g, escapeBracket);
}

/** Writes `&lt;` rather than a backslash, which could become part of a URL before it (`https://example.com\<b>`). */
function escapeBracket(_: string, slashes: string): string {
  return `${slashes.slice(slashes.length % 2)}&lt;`;
}
