import type { Element, ElementContent, Root, RootContent } from 'hast';
import {
  closedElements,
  htmlTags,
  REMOVED_ELEMENTS,
  RENAMED_ELEMENTS,
  RENDERED_ELEMENTS,
  type Tag,
} from '../model/description-html.ts';
import { GUIDE_FILES } from '../model/locations.ts';
import type { Words } from '../words/words.ts';
import { escapeHtml } from './helpers/markup.ts';

/** Limit for one text; a text with more tags is shown as written. */
const MOST_TAGS = 20_000;
/** Beside a guide: all others are links. */
export const GUIDE_PICTURE = new RegExp(`^${GUIDE_FILES}[\\w.-]+\\.(?:png|jpe?g|gif|webp|avif|svg)$`, 'i');
const BLOCKS = new Set('blockquote details div dl h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '));

/**
 * HTML of a description in the few words that pages render: tags without attributes but the address and title of links,
 * images as links, everything else as its text. What comes out is parsed and sanitised once more.
 * @param closed names of elements that the whole text closes
 * @returns null where no tag is one of HTML: the text is text
 */
export function plainHtml(html: string, closed: ReadonlySet<string>): string | null {
  const text = withoutComments(html);
  const tags = htmlTags(text, closed);
  if (tags.length === 0 && text === html) return null;
  let at = 0;
  let written = '';
  for (const tag of tags) {
    written += escapeTags(text.slice(at, tag.start)) + rewritten(tag, closed);
    at = tag.end;
  }
  return written + escapeTags(text.slice(at));
}

/** Whether a text has more tags than are parsed. How deep they are in each other is known when they are. */
export function isExcessiveHtml(text: string): boolean {
  return text.includes('<') && htmlTags(text, closedElements(text)).length > MOST_TAGS;
}

function rewritten({ name, isClosing, attributes }: Tag, closed: ReadonlySet<string>): string {
  const slash = isClosing ? '/' : '';
  // Unclosed, one of these would take the rest of the text with it.
  if (REMOVED_ELEMENTS.has(name)) return closed.has(name) ? `<${slash}${name}>` : '';
  if (name === 'img') return isClosing ? '' : imageLink(attributes);
  const element = RENAMED_ELEMENTS.get(name) ?? name;
  // Words on both sides of a block stay apart.
  if (!RENDERED_ELEMENTS.has(element)) return element === 'div' || element === 'section' ? '\n' : '';
  if (element !== 'a' || isClosing) return `<${slash}${element}>`;
  const address = attributeOf(attributes, 'href');
  const title = attributeOf(attributes, 'title');
  return `<a${address === null ? '' : ` href="${address}"`}${title === null ? '' : ` title="${title}"`}>`;
}

function imageLink(attributes: string): string {
  const address = attributeOf(attributes, 'src');
  const alternative = attributeOf(attributes, 'alt') ?? '';
  if (address !== null && GUIDE_PICTURE.test(address)) return `<img src="${address}" alt="${alternative}">`;
  return address === null
    ? escapeTags(alternative)
    : `<a href="${address}">${escapeTags(alternative === '' ? address : alternative)}</a>`;
}

/** Value as written, with its character references, and safe between double quotes. */
function attributeOf(attributes: string, name: string): string | null {
  const value = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return value === null ? null : (value[1] ?? value[2] ?? value[3] ?? '').replaceAll('"', '&quot;');
}

function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;');
}

function withoutComments(html: string): string {
  let kept = '';
  let at = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', at)) {
    const end = html.indexOf('-->', start + 4);
    if (end === -1) break;
    kept += html.slice(at, start);
    at = end + 3;
  }
  return kept + html.slice(at);
}

/** Words of ours in descriptions: they take the place of elements whose class no description can have. */
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

/** Says {@link settle}'s words in a language. @param html of sanitised and settled elements */
export function withWords(html: string, words: Words): string {
  if (!html.includes('pd-word-')) return html;
  return html.replaceAll(OUR_WORD, (whole, written: string) => {
    return isOurWord(written) ? `<bdi>${escapeHtml(words.say(OUR_WORDS[written]))}</bdi>` : whole;
  });
}

/**
 * Completes sanitised HTML for a page: text between blocks becomes a paragraph, `<details>` begins with its summary,
 * and a quote that begins with `[!NOTE]` or its kin becomes a callout, the word first.
 */
export function settle(root: Root): void {
  root.children = paragraphs(root.children);
  visit(root);
}

function visit(parent: Root | Element): void {
  // An unmatched closing tag leaves an empty paragraph.
  const isEmpty = (node: RootContent): boolean =>
    node.type === 'element' && node.tagName === 'p' && node.children.length === 0;
  const filled = parent.children.filter((node) => !isEmpty(node));
  Object.assign(parent, { children: filled.flatMap((node) => (hasBreaks(node) ? parted(node) : [node])) });
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child);
    // A block that scrolls sideways has to be reached by keyboard.
    if (child.tagName === 'pre') child.properties['tabIndex'] = 0;
    if (child.tagName === 'details') beginWithSummary(child);
    else if (child.tagName === 'blockquote') becomeCallout(child);
  }
}

function hasBreaks(node: RootContent): node is Element {
  return node.type === 'element' && node.tagName === 'p' && isEmptyLine(node.children);
}

/** An empty line that is made of line breaks parts a paragraph, as one of Markdown does. */
function parted(paragraph: Element): RootContent[] {
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
