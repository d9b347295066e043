import type { Element, ElementContent, Nodes as HtmlNodes, Root as HtmlRoot } from 'hast';
import type { Definition, Html, Nodes, Root, RootContent } from 'mdast';
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
import { renderPlainMarkdown } from './plain-markdown.ts';

const PICTURE: [name: string, value: RegExp] = ['src', GUIDE_PICTURE];
/** Class with the language of a code block, which {@link colourCode} uses and removes. */
const LANGUAGE: [name: string, value: RegExp] = ['className', /^language-/];
/** Schema of allowed HTML; everything else is removed, including ids. Relative links are allowed. */
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

/** Maximum nesting depth of Markdown nodes; each level of a list adds two. */
const MOST_LEVELS = 100;
/** Maximum nesting depth of HTML elements, low enough for the smallest stack, so that all threads behave equally. */
const MOST_LEVELS_OF_HTML = 150;

/** Number of cached texts at which the cache is emptied; descriptors repeat many texts. */
const REMEMBERED_TEXTS = 20_000;
/** Cache of text → HTML whose highest heading is `<h1>`; for right-to-left pages, a mark precedes the text. */
const memory = new Map<string, string>();

/**
 * Renders a description (CommonMark and GFM) as sanitised HTML: keeps only a few HTML elements (`description-html.ts`),
 * removes ids, and replaces images by links unless they are files beside guides, so that pages load nothing from other
 * sites. All threads (`release/drawing/`) must render a text equally, although their stacks differ: a text that is
 * nested too deeply is shown unformatted. Cached HTML has headings from level 1, which are then lowered for the page.
 * @param level level of the heading above; headings in the description start one level below it
 * @param words language of the texts that we add, such as titles of callouts
 */
export function renderMarkdown(text: string, level: number, words: Words): string {
  // On right-to-left pages, every text keeps its direction, so that their texts are cached separately.
  const key = words.language.direction === 'rtl' ? `\u200f${text}` : text;
  const known = memory.get(key);
  const html = known ?? withoutPageDirection(renderTopMarkdown(text), words);
  if (known === undefined && memory.size === REMEMBERED_TEXTS) memory.clear();
  if (known === undefined) memory.set(key, html);
  return withWords(below(level, html), words);
}

/** Characters of right-to-left scripts: Hebrew, Arabic, and the blocks that Unicode reserves for such scripts. */
export const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Direction of blocks other than headings, by whose `dir` style sheets distinguish them from headings of a page. */
const AUTO_DIRECTION = /(<(?!h[1-6])[a-z]+) dir="auto"/g;

/** Removes directions that equal that of the page, which makes pages smaller. */
export function withoutPageDirection(html: string, words: Words): string {
  return needsDirection(html, words) ? html : html.replaceAll(AUTO_DIRECTION, '$1');
}

/** Whether the direction of a text may differ from that of its page. */
export function needsDirection(text: string, words: Words): boolean {
  return words.language.direction === 'rtl' || RIGHT_TO_LEFT.test(text);
}

/** Renders a description without the cache, with headings from the first level. */
function renderTopMarkdown(text: string): string {
  const trimmed = text.trimEnd();
  // The plain renderer yields the parser's result for simple texts, but is too slow for texts of several megabytes.
  const isExcessive = markdownExcess(trimmed) !== null;
  return withMarkedLinks((isExcessive ? undefined : renderPlainMarkdown(trimmed)) ?? parseMarkdown(trimmed));
}

/** Tags of headings. Other tags match as a whole, so that text in their attributes is not mistaken for a heading. */
const TAG = /<(\/?)h([1-6])((?: dir="auto")?)>|<\/?[a-z](?:[^<>"]|"[^"]*")*>/g;

/** Lowers the levels of headings by `level`; a heading below level 6 becomes a bold line. */
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
 * @returns null for a text that is shown unformatted
 */
export function markdownTree(text: string): HtmlRoot | null {
  const trimmed = text.trimEnd();
  const tree = treeOf(trimmed);
  if (tree === null) return null;
  try {
    return processor.runSync(tree, new VFile(trimmed));
  } catch (error) {
    // Too deeply nested HTML may overflow the stack before the limit is checked.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function htmlOf(root: HtmlRoot): string {
  return processor.stringify(root);
}

/**
 * Parses a text; sections that would take too long become plain paragraphs. Null for a text that is nested too deeply,
 * since threads have different stacks, and for a text whose HTML would be much longer than the text.
 */
function treeOf(text: string): Root | null {
  const children: RootContent[] = [];
  try {
    for (const { text: section, definitions, excess } of markdownSections(text)) {
      const read =
        excess === null ? processor.parse(section + definitions).children : paragraphsOf(section).map(asParagraph);
      for (const child of read) children.push(child);
    }
  } catch (error) {
    // The parser has overflowed the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
  const root: Root = { type: 'root', children };
  return isDeeperThan(MOST_LEVELS, root) || grows(root, text.length) ? null : root;
}

function asParagraph(value: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}

/** Maximum growth of a text, in characters for each character: tables pad short rows, and references repeat URLs. */
const MOST_GROWTH = 10;
const SMALL_GROWTH = 10_000;
const CHARACTERS_A_CELL = 10;

function grows(root: Root, length: number): boolean {
  const addresses = new Map<string, number>();
  const references: string[] = [];
  let characters = 0;
  const count = (node: Nodes): void => {
    // The first of several definitions counts.
    if (node.type === 'definition' && !addresses.has(node.identifier))
      addresses.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    if (node.type === 'linkReference' || node.type === 'imageReference') references.push(node.identifier);
    if (node.type === 'table') characters += node.children.length * (node.align?.length ?? 0) * CHARACTERS_A_CELL;
    if ('children' in node) for (const child of node.children) count(child);
  };
  count(root);
  for (const reference of references) characters += addresses.get(reference) ?? 0;
  return characters > SMALL_GROWTH + MOST_GROWTH * length;
}

/** Renders a text as plain paragraphs, without Markdown. */
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

/** Converts images, footnotes and check boxes to text and links, and reduces HTML to {@link RENDERED_ELEMENTS}. */
function simplify(root: Root): void {
  const html: string[] = [];
  const definitions = new Map<string, Definition>();
  const collect = (node: Nodes): void => {
    if (node.type === 'html') html.push(node.value);
    // The first of several definitions counts.
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) collect(child);
  };
  collect(root);
  rewrite(root, { isInLink: false, closed: closedElements(html.join('')), definitions });
}

interface Surroundings {
  readonly isInLink: boolean;
  /** Names of the HTML elements that the text closes. */
  readonly closed: ReadonlySet<string>;
  readonly definitions: ReadonlyMap<string, Definition>;
}

function rewrite(parent: Nodes, around: Surroundings): void {
  if (!('children' in parent)) return;
  const { isInLink, closed, definitions } = around;
  const children: readonly Nodes[] = parent.children;
  const rewritten = children.flatMap((node): readonly Nodes[] => {
    if (node.type === 'html') return reducedHtml(node, closed, parent.type !== 'paragraph' && isFlow(parent));
    if (node.type === 'image' || node.type === 'imageReference') {
      const { url = '', title = null } = node.type === 'image' ? node : (definitions.get(node.identifier) ?? {});
      const alt = node.alt ?? '';
      return [GUIDE_PICTURE.test(url) ? { type: 'image', url, title, alt } : imageAsLink(alt, url, isInLink)];
    }
    if (node.type === 'footnoteReference') return [{ type: 'text', value: `[${node.identifier}]` }];
    if (node.type === 'footnoteDefinition')
      return [{ type: 'paragraph', children: [{ type: 'text', value: `[${node.identifier}]` }] }, ...node.children];
    return [node];
  });
  for (const node of rewritten)
    rewrite(node, { ...around, isInLink: isInLink || node.type === 'link' || node.type === 'linkReference' });
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
  // `<br>`, by far the most frequent tag, needs no HTML parser.
  const isText = plainHtml(node.value.replaceAll(BREAKS, ''), closed) === null;
  if (!isText) return [{ ...node, value: plainHtml(node.value, closed) ?? '' }];
  const parts = node.value.split(BREAK).map((value) => ({ type: 'text' as const, value }));
  const broken = parts.flatMap((part, index) => (index === 0 ? [part] : [{ type: 'break' as const }, part]));
  const filled = broken.filter((part) => part.type === 'break' || part.value !== '');
  return isBlock ? [{ type: 'paragraph', children: filled }] : filled;
}

/** Parses the HTML in a description; skipped for the majority, which contains none. */
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

/** Raises headings so that the highest has level 1, and sets `dir`: `ltr` on code blocks, `auto` on other blocks. */
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
