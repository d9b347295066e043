import type { Element, ElementContent, Nodes as HtmlNodes, Root as HtmlRoot } from 'hast';
import { LRUCache } from 'lru-cache';
import type { Html, Nodes, Root, RootContent } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import { VFile } from 'vfile';
import { markdownExcess, markdownSections } from '../model/slow-markdown.ts';
import type { Words } from '../words/words.ts';
import { colourCode } from './code-pieces.ts';
import { breakTableWords, completeElements, withMarkedLinks, withWords } from './description-elements.ts';
import { closedElements, GUIDE_PICTURE, plainHtml, RENDERED_ELEMENTS } from './description-html.ts';

const PICTURE: [name: string, value: RegExp] = ['src', GUIDE_PICTURE];
/** Class with the language of code, for {@link colourCode}, which removes it. */
const LANGUAGE: [name: string, value: RegExp] = ['className', /^language-/];
/** Allowed HTML; everything else is removed, including ids. Links without a protocol are relative and stay. */
const ALLOWED = {
  strip: ['script', 'style'],
  tagNames: [...RENDERED_ELEMENTS, 'img'],
  attributes: { a: ['href', 'title'], code: [LANGUAGE], img: ['alt', 'title', PICTURE], ol: ['start'], '*': [] },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: {
    dd: ['dl'],
    dt: ['dl'],
    li: ['ol', 'ul'],
    summary: ['details'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
  },
};

/** Limit of nested Markdown nodes; each level of a list has two. */
const MOST_LEVELS = 100;
/** Limit of nested HTML elements: far below what the smallest stack allows, so that every thread has the same limit. */
const MOST_LEVELS_OF_HTML = 150;

/** Most cached texts: descriptors repeat theirs. */
const REMEMBERED_TEXTS = 20_000;
/** HTML by text, with headings that begin with `<h1>`. */
const memory = new LRUCache<string, string>({ max: REMEMBERED_TEXTS });

/**
 * Renders a description (CommonMark and GFM) as sanitised HTML. Few HTML elements are kept (`description-html.ts`), ids
 * are removed, and images become links except for those beside guides, so that a page fetches nothing from other sites.
 * The HTML of a text must be the same on every thread (`release/drawing/`), whose stacks differ: a text that is nested
 * too deeply is shown as written. Cached HTML has headings from the first level, which are then moved below the page's.
 * @param level of the heading above; headings inside start one below it
 * @param words language of our own words in the HTML: titles of callouts
 */
export function renderMarkdown(text: string, level: number, words: Words): string {
  const known = memory.get(text);
  const html = known ?? renderTopMarkdown(text);
  if (known === undefined) memory.set(text, html);
  return withWords(below(level, html), words);
}

/** Renders a description without the cache, with headings from the first level. */
function renderTopMarkdown(text: string): string {
  const trimmed = text.trimEnd();
  // The plain renderer has the parser's result for simple texts; its expressions are too slow for megabytes.
  const isExcessive = markdownExcess(trimmed) !== null;
  return withMarkedLinks((isExcessive ? undefined : renderPlainMarkdown(trimmed)) ?? parseMarkdown(trimmed));
}

/** Tags of headings, and other tags with their attributes, in which text that looks like a heading must not match. */
const TAG = /<(\/?)h([1-6])((?: dir="auto")?)>|<\/?[a-z](?:[^<>"]|"[^"]*")*>/g;

/** Moves headings below a level of the page; below the sixth level a heading becomes a bold line. */
function below(level: number, html: string): string {
  if (level === 0 || !html.includes('<h')) return html;
  return html.replaceAll(TAG, (tag, slash: string, depth: string | undefined, direction: string) => {
    if (depth === undefined) return tag;
    const lower = Number(depth) + level;
    if (lower <= 6) return `<${slash}h${lower}${direction}>`;
    return slash === '' ? `<p${direction}><strong>` : '</strong></p>';
  });
}

const processor = remark()
  .use(remarkGfm)
  .use(() => simplify)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(() => parseHtml)
  .use(rehypeSanitize, ALLOWED)
  .use(() => completeElements)
  .use(() => breakTableWords)
  .use(() => colourCode)
  .use(() => normalizeBlocks)
  .use(rehypeStringify)
  .freeze();

/** Renders any description with the parser. */
export function parseMarkdown(text: string): string {
  const root = markdownTree(text);
  return root === null ? asWritten(text) : htmlOf(root);
}

/**
 * Parses a description to sanitised elements, with headings from the first level.
 * @returns null for a text that is shown as it is written
 */
export function markdownTree(text: string): HtmlRoot | null {
  const trimmed = text.trimEnd();
  const tree = treeOf(trimmed);
  if (tree === null) return null;
  try {
    return processor.runSync(tree, new VFile(trimmed));
  } catch (error) {
    // HTML that is nested too deeply; the stack may overflow before the limit is checked.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function htmlOf(root: HtmlRoot): string {
  return processor.stringify(root);
}

/** Definitions of links in a long text, which are added to each of its sections. */
const DEFINITION = /^ {0,3}\[[^[\]\r\n]+\]:[ \t]*\S.*$/gm;
const MOST_DEFINITIONS = 20_000;

/**
 * Parses a text; sections that would take too long become plain paragraphs. Null for a text that is nested too deeply
 * (stacks differ between threads, the HTML must not), and for one whose HTML would be much longer than the text.
 */
function treeOf(text: string): Root | null {
  const sections = markdownSections(text);
  const defined = sections.length > 1 ? (text.match(DEFINITION)?.join('\n') ?? '') : '';
  const added = defined === '' || defined.length > MOST_DEFINITIONS ? '' : `\n\n${defined}`;
  const children: RootContent[] = [];
  try {
    for (const { text: section, excess } of sections) {
      const read = excess === null ? processor.parse(section + added).children : paragraphsOf(section).map(asParagraph);
      for (const child of read) children.push(child);
    }
  } catch (error) {
    // The parser's stack has overflowed.
    if (error instanceof RangeError) return null;
    throw error;
  }
  const root: Root = { type: 'root', children };
  return isDeeperThan(MOST_LEVELS, root) || grows(root, text.length) ? null : root;
}

function asParagraph(value: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}

/** Limits of added HTML, relative to the characters of a text: tables fill short rows, links repeat addresses. */
const MOST_GROWTH = 10;
const SMALL_GROWTH = 10_000;
const CHARACTERS_A_CELL = 10;

function grows(root: Root, length: number): boolean {
  const addresses = new Map<string, number>();
  const references: string[] = [];
  let characters = 0;
  const count = (node: Nodes): void => {
    if (node.type === 'definition') addresses.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    if (node.type === 'linkReference') references.push(node.identifier);
    if (node.type === 'table') characters += node.children.length * (node.align?.length ?? 0) * CHARACTERS_A_CELL;
    if ('children' in node) for (const child of node.children) count(child);
  };
  count(root);
  for (const reference of references) characters += addresses.get(reference) ?? 0;
  return characters > SMALL_GROWTH + MOST_GROWTH * length;
}

/** Renders a text as plain paragraphs, without reading it as Markdown. */
function asWritten(text: string): string {
  return paragraphsOf(text)
    .map((paragraph) => `<p dir="auto">${escapeText(paragraph)}</p>`)
    .join('\n');
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n[ \t\r]*\n\s*/);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;').replaceAll('\0', '\ufffd');
}

function isDeeperThan(levels: number, root: Root | HtmlRoot): boolean {
  let nodes: readonly (Nodes | HtmlNodes)[] = [root];
  for (let level = 0; level < levels && nodes.length > 0; level += 1)
    nodes = nodes.flatMap((node): readonly (Nodes | HtmlNodes)[] => ('children' in node ? node.children : []));
  return nodes.length > 0;
}

/** Turns images, footnotes and check boxes into text and links, and reduces HTML to what pages render. */
function simplify(root: Root): void {
  rewrite(root, { isInLink: false, closed: closedElements(htmlIn(root).join('')) });
}

/** Pieces of HTML in a text; tags in code do not count. */
function htmlIn(node: Nodes): readonly string[] {
  if (node.type === 'html') return [node.value];
  return 'children' in node ? node.children.flatMap(htmlIn) : [];
}

interface Surroundings {
  readonly isInLink: boolean;
  /** Names of HTML elements that the text closes somewhere. */
  readonly closed: ReadonlySet<string>;
}

function rewrite(parent: Nodes, around: Surroundings): void {
  if (!('children' in parent)) return;
  const { isInLink, closed } = around;
  const children: readonly Nodes[] = parent.children;
  const rewritten = children.flatMap((node): readonly Nodes[] => {
    if (node.type === 'html') return reducedHtml(node, closed, parent.type !== 'paragraph' && isFlow(parent));
    if (node.type === 'image')
      return GUIDE_PICTURE.test(node.url) ? [node] : [imageAsLink(node.alt ?? '', node.url, isInLink)];
    if (node.type === 'imageReference') return [{ type: 'text', value: node.alt ?? node.identifier }];
    if (node.type === 'footnoteReference') return [{ type: 'text', value: `[${node.identifier}]` }];
    if (node.type === 'footnoteDefinition')
      return [{ type: 'paragraph', children: [{ type: 'text', value: `[${node.identifier}]` }] }, ...node.children];
    return [node];
  });
  for (const node of rewritten)
    rewrite(node, { closed, isInLink: isInLink || node.type === 'link' || node.type === 'linkReference' });
  if (parent.type === 'listItem' && typeof parent.checked === 'boolean') {
    const box: Nodes = { type: 'text', value: parent.checked ? '☑ ' : '☐ ' };
    parent.checked = null;
    const first = rewritten[0];
    if (first?.type === 'paragraph') first.children.unshift(box);
  }
  Object.assign(parent, { children: rewritten });
}

function isFlow(parent: Nodes): boolean {
  return (
    parent.type === 'root' ||
    parent.type === 'blockquote' ||
    parent.type === 'listItem' ||
    parent.type === 'footnoteDefinition'
  );
}

const BREAK = /<br\s*\/?>/i;
const BREAKS = new RegExp(BREAK, 'gi');

function reducedHtml(node: Html, closed: ReadonlySet<string>, isBlock: boolean): readonly Nodes[] {
  // Line breaks, by far the most frequent tag, need no HTML parser.
  const isText = plainHtml(node.value.replaceAll(BREAKS, ''), closed) === null;
  if (!isText) return [{ ...node, value: plainHtml(node.value, closed) ?? '' }];
  const parts = node.value.split(BREAK).map((value) => ({ type: 'text' as const, value }));
  const broken = parts.flatMap((part, index) => (index === 0 ? [part] : [{ type: 'break' as const }, part]));
  const filled = broken.filter((part) => part.type === 'break' || part.value !== '');
  return isBlock ? [{ type: 'paragraph', children: filled }] : filled;
}

/** Parses HTML in a description if there is any: most have none. */
function parseHtml(root: HtmlRoot, file: VFile): HtmlRoot {
  if (!holdsHtml(root)) return root;
  const elements = toElements(root, file);
  if (isDeeperThan(MOST_LEVELS_OF_HTML, elements)) throw new RangeError('The elements are nested beyond reason.');
  return elements;
}

const toElements = rehypeRaw();

function holdsHtml(node: HtmlNodes): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(holdsHtml));
}

function imageAsLink(alt: string, url: string, insideLink: boolean): Nodes {
  const text = { type: 'text' as const, value: alt === '' ? url : alt };
  return insideLink ? text : { type: 'link', url, children: [text] };
}

/** Moves the highest heading to the first level, and sets `dir="auto"` for every block except code. */
function normalizeBlocks(root: HtmlRoot): void {
  const headings = root.children.flatMap(headingsOf);
  const highest = headings.reduce((least, heading) => Math.min(least, depthOf(heading)), 6);
  for (const heading of headings) heading.tagName = `h${depthOf(heading) - highest + 1}`;
  for (const node of root.children)
    if (node.type === 'element') node.properties['dir'] = node.tagName === 'pre' ? 'ltr' : 'auto';
}

function headingsOf(node: HtmlRoot['children'][number] | ElementContent): readonly Element[] {
  if (node.type !== 'element') return [];
  return [...(/^h[1-6]$/.test(node.tagName) ? [node] : []), ...node.children.flatMap(headingsOf)];
}

function depthOf(heading: Element): number {
  return Number(heading.tagName[1]);
}

/** Beginning of a line that starts no block of Markdown. */
const HARMLESS_START = /^["'(\p{L}`“‘]/u;
/** Characters without a special meaning in CommonMark and GFM inside a line. */
const WORDS = /[\p{L}\p{N} ,;:'"()?/%.=+\-$#{}“”‘’–—…·]/u;
/** An underscore between letters neither opens nor closes emphasis. */
const INNER_UNDERSCORE = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/u;
const CODE = /(?<!`)`(?!`)[^`\p{Cc}\p{Cs}]+`(?!`)/u;
/** The only HTML that needs no parser: a line break with text after it on the same line. */
const LINE_BREAK = /<br ?\/?>(?= *[^ ])/u;
const LINE = new RegExp(`^(?:${WORDS.source}|${INNER_UNDERSCORE.source}|${CODE.source}|${LINE_BREAK.source})+$`, 'u');
/** Texts that GFM turns into links. */
const AUTOLINK = /www\.|:\/\/|mailto:|xmpp:/i;
const HARD_BREAK = / {2}$/m;

/**
 * Renders a text that needs no parser, as most descriptions are: plain sentences, perhaps with some code in them. A
 * test compares the result with the parser's on random text. Undefined for texts that need the parser.
 */
export function renderPlainMarkdown(text: string): string | undefined {
  if (AUTOLINK.test(text) || HARD_BREAK.test(text)) return undefined;
  const paragraphs: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    // Blanks around a line break in a paragraph are dropped; before its first line they may begin a code block.
    const lines = paragraph.replaceAll(/ ?\n */g, '\n').split('\n');
    if (!lines.every((line) => HARMLESS_START.test(line) && LINE.test(line))) return undefined;
    paragraphs.push(`<p dir="auto">${inline(lines.join('\n'))}</p>`);
  }
  return paragraphs.join('\n');
}

function inline(text: string): string {
  return text
    .trimEnd()
    .replaceAll(/`([^`]+)`|<br ?\/?> */g, (_, code: string | undefined) =>
      code === undefined ? '<br>\n' : `<code>${escapeCode(code)}</code>`,
    )
    .replaceAll(/(?<!\s)\s*(?:<br>\s*){2,}/g, '</p>\n<p dir="auto">');
}

/** Removes one space on each side, unless there is nothing else (CommonMark 6.1), and escapes the rest. */
function escapeCode(code: string): string {
  const trimmed = /^ .*[^ ].* $/.test(code) || /^ [^ ] $/.test(code) ? code.slice(1, -1) : code;
  return trimmed.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
