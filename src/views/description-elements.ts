import type { Element, ElementContent, Root, RootContent } from 'hast';
import { isOwnAnchor, RELATIVE } from '../model/description-links.ts';
import type { Words } from '../words/words.ts';
import { escapeHtml } from './html.ts';

const BLOCKS = new Set('blockquote details div dl h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '));

/** Texts that we add to descriptions. Placeholder elements represent them until the page's language is known. */
const OUR_WORDS = {
  note: 'markdown.note',
  tip: 'markdown.tip',
  important: 'markdown.important',
  warning: 'markdown.warning',
  caution: 'markdown.caution',
  details: 'markdown.details',
} as const;
type OurWord = keyof typeof OUR_WORDS;

const OUR_WORD = /<bdi class="pd-word-([a-z]+)"><\/bdi>/g;
const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Replaces the placeholders of {@link completeElements} with text. @param html HTML of completed elements */
export function withWords(html: string, words: Words): string {
  if (!html.includes('pd-word-')) return html;
  return html.replaceAll(OUR_WORD, (whole, written: string) => {
    return isOurWord(written) ? `<bdi>${escapeHtml(words.say(OUR_WORDS[written]))}</bdi>` : whole;
  });
}

/**
 * Completes sanitised HTML for a page: text between blocks becomes a paragraph, `<details>` begins with its summary,
 * and a blockquote that begins with a marker such as `[!NOTE]` becomes a callout with a title.
 */
export function completeElements(root: Root): void {
  root.children = paragraphs(root.children);
  visit(root);
}

function visit(parent: Root | Element): void {
  // The parser creates an empty paragraph for an unmatched closing tag.
  const isEmpty = (node: RootContent): boolean =>
    node.type === 'element' && node.tagName === 'p' && node.children.length === 0;
  const filled = parent.children.filter((node) => !isEmpty(node));
  Object.assign(parent, { children: filled.flatMap((node) => (hasBreaks(node) ? splitAtBreaks(node) : [node])) });
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child);
    // Keyboard users must be able to focus a block that scrolls horizontally.
    if (child.tagName === 'pre') child.properties['tabIndex'] = 0;
    if (child.tagName === 'img') reserveSpace(child);
    if (child.tagName === 'details') beginWithSummary(child);
    else if (child.tagName === 'blockquote') becomeCallout(child);
  }
}

/** Sets the size of a picture, which its address contains, so that the text below does not move when it arrives. */
function reserveSpace({ properties }: Element): void {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(String(properties['src'])) ?? [];
  if (width !== undefined && height !== undefined) Object.assign(properties, { width, height });
}

function hasBreaks(node: RootContent): node is Element {
  return node.type === 'element' && node.tagName === 'p' && isEmptyLine(node.children);
}

/** Splits a paragraph at consecutive line breaks, as Markdown does at an empty line. */
function splitAtBreaks(paragraph: Element): RootContent[] {
  const parts: ElementContent[][] = [];
  let part: ElementContent[] = [];
  let gap: ElementContent[] = [];
  for (const node of paragraph.children) {
    if (isBreak(node) || isBlank(node)) {
      gap.push(node);
      continue;
    }
    if (isEmptyLine(gap)) {
      parts.push(part);
      part = [];
    } else for (const one of gap) part.push(one);
    part.push(node);
    gap = [];
  }
  parts.push(isEmptyLine(gap) ? part : [...part, ...gap]);
  return parts
    .filter((children) => children.length > 0)
    .flatMap((children, index): RootContent[] => [
      ...(index === 0 ? [] : [{ type: 'text' as const, value: '\n' }]),
      { ...paragraph, children: trimmed(children) },
    ]);
}

function isEmptyLine(gap: readonly ElementContent[]): boolean {
  return gap.filter(isBreak).length > 1;
}

function isBreak(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'br';
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function paragraphs(children: readonly RootContent[]): RootContent[] {
  const settled: RootContent[] = [];
  let line: ElementContent[] = [];
  const end = (): void => {
    if (line.every(isBlank)) settled.push(...line);
    else settled.push({ type: 'element', tagName: 'p', properties: {}, children: trimmed(line) });
    line = [];
  };
  for (const child of children) {
    if (child.type === 'text' || (child.type === 'element' && !BLOCKS.has(child.tagName))) line.push(child);
    else {
      end();
      settled.push(child);
    }
  }
  end();
  return settled;
}

function trimmed(line: ElementContent[]): ElementContent[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return line;
}

function beginWithSummary(details: Element): void {
  const isSummary = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'summary';
  const [first] = details.children.filter(isSummary);
  const summary: Element = first ?? {
    type: 'element',
    tagName: 'summary',
    properties: {},
    children: [ourWord('details')],
  };
  const rest = details.children.flatMap((node) => (node === first ? [] : isSummary(node) ? node.children : [node]));
  details.children = [summary, ...rest];
}

function becomeCallout(quote: Element): void {
  const first = quote.children.find((node) => node.type === 'element');
  const text = first?.tagName === 'p' ? first.children[0] : undefined;
  const [mark = '', kind = ''] = text?.type === 'text' ? (CALLOUT.exec(text.value) ?? []) : [];
  const word = kind.toLowerCase();
  if (first === undefined || text?.type !== 'text' || !isOurWord(word)) return;
  text.value = text.value.slice(mark.length);
  if (text.value === '') first.children.shift();
  if (first.children[0] !== undefined && isBreak(first.children[0])) first.children.shift();
  quote.tagName = 'div';
  quote.properties = { className: ['pd-callout', `pd-callout-${word}`], role: 'note' };
  const rest = first.children.length === 0 ? quote.children.filter((node) => node !== first) : quote.children;
  const heading: Element = { type: 'element', tagName: 'strong', properties: {}, children: [ourWord(word)] };
  quote.children = [{ type: 'element', tagName: 'p', properties: {}, children: [heading] }, ...rest];
}

function isOurWord(word: string): word is OurWord {
  return Object.hasOwn(OUR_WORDS, word);
}

function ourWord(word: OurWord): Element {
  return { type: 'element', tagName: 'bdi', properties: { className: [`pd-word-${word}`] }, children: [] };
}

/** Maximum number of characters of a word that a table column has room for. */
const LONGEST_WHOLE = 24;
const LONG_WORD = new RegExp(`(\\S{${LONGEST_WHOLE + 1},})`, 'u');
/** Separator characters in names and URLs. */
const SIGNS = '-/._:,;=&?@#+|';
/** Part of a long word: text up to and including the next separator, no longer than {@link LONGEST_WHOLE}. */
const PART = new RegExp(`[^${SIGNS}]{0,${LONGEST_WHOLE - 1}}(?:[${SIGNS}]{1,${LONGEST_WHOLE}}|.)`, 'gsu');

/** Allows line breaks after separators in tables, so that long names and URLs do not overflow into the examples. */
export function breakTableWords(root: Root): void {
  for (const child of root.children) if (child.type === 'element') visitCells(child, false);
}

function visitCells(element: Element, isInside: boolean): void {
  const isInCell = isInside || element.tagName === 'td' || element.tagName === 'th';
  if (isInCell) element.children = element.children.flatMap(broken);
  for (const child of element.children) if (child.type === 'element') visitCells(child, isInCell);
}

function broken(node: ElementContent): ElementContent[] {
  if (node.type !== 'text' || !LONG_WORD.test(node.value)) return [node];
  // Pieces at odd indexes are long words.
  return node.value
    .split(LONG_WORD)
    .flatMap((piece, index) => (index % 2 === 0 ? [textNode(piece)] : brokenWord(piece)));
}

function brokenWord(word: string): ElementContent[] {
  const parts = word.match(PART) ?? [];
  return parts.flatMap((part, index): ElementContent[] => [
    ...(index === 0 ? [] : [{ type: 'element' as const, tagName: 'wbr', properties: {}, children: [] }]),
    textNode(part),
  ]);
}

function textNode(value: string): ElementContent {
  return { type: 'text', value };
}

/**
 * Class of links that are resolved when their page is rendered. Until then, the HTML of a description depends only on
 * its text, which is the cache key. Descriptions themselves cannot set classes.
 */
export const LINK_MARK = 'pd-to';
const MARKED = `<a class="${LINK_MARK}" href="`;

/** Absolute path, relative to the site that the text was written for. */
export const PATH = /^\/(?!\/)/;

/** Link in the HTML that we render from Markdown; links are never nested. */
const LINK = /<a href="([^"]*)"((?:[^<>"]|"[^"]*")*)>(.*?)<\/a>/gs;
const MARKED_LINK = new RegExp(LINK.source.replace('<a href="', MARKED), LINK.flags);

/** Marks the links to resolve in the HTML of a description, which has no ids of its own. */
export function withMarkedLinks(html: string): string {
  if (!html.includes('<a href="')) return html;
  return html.replaceAll(LINK, (link, target: string, rest: string, text: string) =>
    needsLookup(target) ? `${MARKED}${target}"${rest}>${text}</a>` : link,
  );
}

/** Whether a link target must be resolved: a fragment, an absolute path, or a file beside the descriptor. */
function needsLookup(target: string): boolean {
  return target.startsWith('#') ? !isOwnAnchor(target.slice(1)) : PATH.test(target) || RELATIVE.test(target);
}

/**
 * Resolves the marked links of a page. A link without a target is replaced by its text.
 * @param addressOf resolves a target to an address, or null
 */
export function withFoundLinks(html: string, addressOf: (target: string) => string | null): string {
  if (!html.includes(MARKED)) return html;
  return html.replaceAll(MARKED_LINK, (_, ...parts: string[]) => {
    const [target = '', rest = '', text = ''] = parts;
    const address = addressOf(target.replaceAll(AMPERSAND, '&'));
    return address === null ? text : `<a href="${escapeHtml(address)}"${rest}>${text}</a>`;
  });
}

/** Character reference for an ampersand in the HTML of descriptions. */
const AMPERSAND = /&(?:#x26|amp);/g;
