import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Nodes, Root } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import { renderPlainMarkdown } from './markdown-fast-path.ts';

/** Everything else, ids among it, is taken out. Links without a protocol are relative and stay. */
const ALLOWED = {
  strip: ['script', 'style'],
  tagNames: 'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(' '),
  attributes: { a: ['href', 'title'], ol: ['start'], '*': [] },
  protocols: { href: ['http', 'https', 'mailto'] },
};

/** How many texts are remembered: descriptors repeat theirs. */
const MEMORY_SIZE = 20_000;
/** What depends on the level, because there are headings inside, is kept by level and text. */
const memory = { byText: new Map<string, string>(), byLevel: new Map<string, string>() };

/**
 * A description as HTML: CommonMark and GFM, sanitised. The only text that templates may print with `set:html`.
 * Raw HTML is shown as text (`<br>` breaks the line), images become links, ids are removed.
 * @param level of the heading above; headings inside start one below it
 */
export function renderMarkdown(text: string, level: number): string {
  const known = memory.byText.get(text) ?? memory.byLevel.get(`${level}${text}`);
  if (known !== undefined) return known;
  const { html, hasHeadings } = made(text, level);
  if (hasHeadings) keep(memory.byLevel, `${level}${text}`, html);
  else keep(memory.byText, text, html);
  return html;
}

/** What {@link renderMarkdown} makes of a text below any heading; undefined where that depends on the heading. */
export function renderAtAnyLevel(text: string): string | undefined {
  const { html, hasHeadings } = made(text, 1);
  return hasHeadings ? undefined : html;
}

/** Takes over texts that another thread has rendered with {@link renderAtAnyLevel}. */
export function rememberMarkdown(rendered: ReadonlyMap<string, string>): void {
  for (const [text, html] of rendered) keep(memory.byText, text, html);
}

function keep(texts: Map<string, string>, key: string, html: string): void {
  if (texts.size >= MEMORY_SIZE) for (const oldest of texts.keys()) if (texts.delete(oldest)) break;
  texts.set(key, html);
}

function made(text: string, level: number): Made {
  const trimmed = text.trimEnd();
  const plain = renderPlainMarkdown(trimmed);
  return plain === undefined ? parse(trimmed, level) : { html: plain, hasHeadings: false };
}

interface Made {
  readonly html: string;
  readonly hasHeadings: boolean;
}

const processor = remark()
  .use(remarkGfm)
  .use(() => disarm)
  .use(remarkRehype)
  .use(rehypeSanitize, ALLOWED)
  .use(() => fitIn)
  .use(rehypeStringify)
  .freeze();

/** {@link renderMarkdown} without memory and without the short way. */
export function parseMarkdown(text: string, level: number): string {
  return parse(text, level).html;
}

function parse(text: string, level: number): Made {
  const file = processor.processSync({ value: text, data: { level } });
  return { html: String(file), hasHeadings: file.data['hasHeadings'] === true };
}

/** Raw HTML, images, footnotes and check boxes become plain text and links. */
function disarm(root: Root): void {
  rewrite(root, false);
}

function rewrite(parent: Nodes, insideLink: boolean): void {
  if (!('children' in parent)) return;
  const children: readonly Nodes[] = parent.children;
  const rewritten = children.flatMap((node): readonly Nodes[] => {
    if (node.type === 'html') return htmlAsText(node.value, parent.type !== 'paragraph' && isFlow(parent));
    if (node.type === 'image') return [imageAsLink(node.alt ?? '', node.url, insideLink)];
    if (node.type === 'imageReference') return [{ type: 'text', value: node.alt ?? node.identifier }];
    if (node.type === 'footnoteReference') return [{ type: 'text', value: `[${node.identifier}]` }];
    if (node.type === 'footnoteDefinition') return [{ type: 'paragraph', children: [{ type: 'text', value: `[${node.identifier}]` }] }, ...node.children];
    return [node];
  });
  for (const node of rewritten) rewrite(node, insideLink || node.type === 'link' || node.type === 'linkReference');
  if (parent.type === 'listItem' && typeof parent.checked === 'boolean') {
    const box: Nodes = { type: 'text', value: parent.checked ? '☑ ' : '☐ ' };
    parent.checked = null;
    const first = rewritten[0];
    if (first?.type === 'paragraph') first.children.unshift(box);
  }
  Object.assign(parent, { children: rewritten });
}

function isFlow(parent: Nodes): boolean {
  return parent.type === 'root' || parent.type === 'blockquote' || parent.type === 'listItem' || parent.type === 'footnoteDefinition';
}

function htmlAsText(html: string, asBlock: boolean): readonly Nodes[] {
  const parts = html.split(/<br\s*\/?>/i).map((value) => ({ type: 'text' as const, value }));
  const broken = parts.flatMap((part, index) => (index === 0 ? [part] : [{ type: 'break' as const }, part]));
  const filled = broken.filter((part) => part.type === 'break' || part.value !== '');
  return asBlock ? [{ type: 'paragraph', children: filled }] : filled;
}

function imageAsLink(alt: string, url: string, insideLink: boolean): Nodes {
  const text = { type: 'text' as const, value: alt === '' ? url : alt };
  return insideLink ? text : { type: 'link', url, children: [text] };
}

/** Headings go below the page's own, and every block finds its own direction. */
function fitIn(root: HtmlRoot, file: { readonly data: Record<string, unknown> }): void {
  const level = Number(file.data['level'] ?? 1);
  const depths = root.children.flatMap(function depthsOf(node): readonly number[] {
    if (node.type !== 'element') return [];
    return [...(/^h[1-6]$/.test(node.tagName) ? [Number(node.tagName[1])] : []), ...node.children.flatMap(depthsOf)];
  });
  file.data['hasHeadings'] = depths.length > 0;
  const shift = level + 1 - Math.min(...depths);
  const visit = (node: HtmlRoot['children'][number] | ElementContent): void => {
    if (node.type !== 'element') return;
    if (/^h[1-6]$/.test(node.tagName)) setLevel(node, Number(node.tagName[1]) + shift);
    node.children.forEach(visit);
  };
  for (const node of root.children) {
    visit(node);
    if (node.type === 'element') node.properties['dir'] = 'auto';
  }
}

/** Below the sixth level a heading is a bold line. */
function setLevel(heading: Element, level: number): void {
  heading.tagName = level <= 6 ? `h${level}` : 'p';
  if (level > 6) heading.children = [{ type: 'element', tagName: 'strong', properties: {}, children: heading.children }];
}
