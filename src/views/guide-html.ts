import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import { byLinkKey, isOwnAnchor, linkKey, RELATIVE } from '../model/description-links.ts';
import { decodedText } from '../model/texts.ts';
import type { FindOperation } from '../presentation/description-links.ts';
import { DEEPEST_SECTION, SectionAnchors } from '../presentation/guides.ts';
import type { Words } from '../words/words.ts';
import { LINK_MARK, PATH, withWords } from './description-elements.ts';
import { type Content, Markup } from './html.ts';
import { htmlOf, markdownTree, renderMarkdown, withoutPageDirection } from './markdown.ts';
import { description } from './parts/texts.ts';

/** Heading of a guide, for the table of contents. */
interface GuideHeading {
  readonly id: string;
  readonly title: string;
  /** Level of the HTML heading, from 2, since the title of the page has level 1. */
  readonly level: number;
}

interface GuideHtml {
  readonly html: Markup;
  readonly headings: readonly GuideHeading[];
}

const LOWEST_HEADING = 6;

interface GuidePlace {
  /** Level of the heading above the text; defaults to 1, the title of the page. */
  readonly above?: number;
  /** Whether the text is a file of this project; otherwise absolute paths may belong to the site of the API. */
  readonly isFile: boolean;
}

/** Renders the text of a guide: its headings have ids, and code that names an operation links to the operation. */
export function guideHtml(
  text: string,
  findOperation: FindOperation,
  words: Words,
  { above = 1, isFile }: GuidePlace,
): GuideHtml {
  const root = markdownTree(text);
  // A text that cannot be parsed is shown unformatted.
  if (root === null) return { html: new Markup(renderMarkdown(text, above, words)), headings: [] };
  const ids = new SectionAnchors();
  const headings: GuideHeading[] = [];
  const links: Element[] = [];
  const visit = (node: RootContent | ElementContent, isLinked: boolean): void => {
    if (node.type !== 'element') return;
    if (/^h[1-6]$/.test(node.tagName)) toLowerHeading(node, above, ids, headings);
    if (node.tagName === 'a') links.push(node);
    const isOrHoldsLink = isLinked || node.tagName === 'a' || node.tagName === 'pre';
    for (const child of node.children) visit(child, isOrHoldsLink);
    node.children = node.children.map((child) => linked(child, isOrHoldsLink, findOperation));
  };
  for (const child of root.children) visit(child, false);
  const anchors = anchorsOf(headings);
  for (const link of links) toOwnHeading(link, anchors, isFile);
  return { html: new Markup(withWords(withoutPageDirection(htmlOf(root), words), words)), headings };
}

/** Renders the description of an API or a group like a guide, with ids for headings and links to operations. */
export function introductionHtml(text: string, above: number, findOperation: FindOperation, words: Words): Content {
  return /^ {0,3}(?:#|[=-]+[ \t]*$)|`/m.test(text)
    ? guideHtml(text, findOperation, words, { above, isFile: false }).html
    : description(text, above, words);
}

/** Lowers the level of a heading and sets its id. @param above level of the heading above the text */
function toLowerHeading(heading: Element, above: number, ids: SectionAnchors, headings: GuideHeading[]): void {
  const depth = Number(heading.tagName[1]) + 1;
  const level = Math.min(LOWEST_HEADING, depth + above - 1);
  heading.tagName = `h${level}`;
  if (depth > DEEPEST_SECTION) return;
  const title = textOf(heading).replaceAll(/\s+/g, ' ').trim();
  const id = ids.claim(title);
  heading.properties = { id, ...heading.properties };
  headings.push({ id, title, level });
}

/** Map of id, and of title in the form of GitHub's anchors, → id of the heading. */
function anchorsOf(headings: readonly GuideHeading[]): ReadonlyMap<string, string> {
  const byKey = byLinkKey(headings.map(({ id, title }) => [title, id]));
  return new Map([...byKey, ...headings.map(({ id }) => [id, id] as const)]);
}

/** Resolves a link to a heading of the same guide; marks other links, which are resolved with the page. */
function toOwnHeading(link: Element, anchors: ReadonlyMap<string, string>, isFile: boolean): void {
  const { properties } = link;
  const href = String(properties['href'] ?? '');
  if (RELATIVE.test(href) || (!isFile && PATH.test(href))) link.properties = { className: [LINK_MARK], ...properties };
  if (!href.startsWith('#')) return;
  const fragment = href.slice(1);
  const anchor =
    anchors.get(fragment) ?? (fragment.includes('/') ? undefined : anchors.get(linkKey(decodedText(fragment))));
  if (anchor !== undefined) properties['href'] = `#${anchor}`;
  else if (!isOwnAnchor(fragment)) link.properties = { className: [LINK_MARK], ...properties };
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
