import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import type { FindOperation } from '../presentation/guides/operation-links.ts';
import { DEEPEST_SECTION, SectionAnchors } from '../presentation/guides/section-anchors.ts';
import type { Words } from '../words/words.ts';
import { withWords } from './description-html.ts';
import { Markup } from './helpers/markup.ts';
import { htmlOf, markdownTree, renderMarkdown } from './markdown.ts';

/** A heading of a guide, for its contents. */
interface GuideHeading {
  readonly id: string;
  readonly title: string;
  /** 2 or 3. */
  readonly level: number;
}

interface GuideHtml {
  readonly html: Markup;
  readonly headings: readonly GuideHeading[];
}

const LOWEST_HEADING = 6;

/** The text of a guide: its headings can be linked to, and code that names an operation leads there. */
export function guideHtml(text: string, findOperation: FindOperation, words: Words): GuideHtml {
  const root = markdownTree(text);
  // Shown as it is written.
  if (root === null) return { html: new Markup(renderMarkdown(text, 1, words)), headings: [] };
  const ids = new SectionAnchors();
  const headings: GuideHeading[] = [];
  const visit = (node: RootContent | ElementContent, isLinked: boolean): void => {
    if (node.type !== 'element') return;
    if (/^h[1-6]$/.test(node.tagName)) toLowerHeading(node, ids, headings);
    const isOrHoldsLink = isLinked || node.tagName === 'a' || node.tagName === 'pre';
    node.children = node.children.map((child) => linked(child, isOrHoldsLink, findOperation));
    for (const child of node.children) visit(child, isOrHoldsLink);
  };
  for (const child of root.children) visit(child, false);
  return { html: new Markup(withWords(htmlOf(root), words)), headings };
}

/** Below the title of the page, which is the only heading of the first level. */
function toLowerHeading(heading: Element, ids: SectionAnchors, headings: GuideHeading[]): void {
  const level = Math.min(LOWEST_HEADING, Number(heading.tagName[1]) + 1);
  heading.tagName = `h${level}`;
  if (level > DEEPEST_SECTION) return;
  const title = textOf(heading).replaceAll(/\s+/g, ' ').trim();
  const id = ids.claim(title);
  heading.properties = { id, ...heading.properties };
  headings.push({ id, title, level });
}

function linked(node: ElementContent, isLinked: boolean, findOperation: FindOperation): ElementContent {
  if (isLinked || node.type !== 'element' || node.tagName !== 'code') return node;
  const href = findOperation(textOf(node));
  return href === null ? node : { type: 'element', tagName: 'a', properties: { href }, children: [node] };
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
