import { remembering } from './words.ts';

/**
 * A small reader for the HTML that this product writes: well-formed, no omitted end tags but those of void elements.
 */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (HtmlElement | string)[];
}

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const RAW_TEXT = new Set(['script', 'style']);
const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][^\s/>]*)\s*>|<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** @returns an element `#document` that holds everything */
export function parseHtml(text: string): HtmlElement {
  const document: HtmlElement = { tag: '#document', attributes: new Map(), children: [] };
  const open: HtmlElement[] = [document];
  let position = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const parent = open.at(-1) ?? document;
    if (token.index > position) parent.children.push(decode(text.slice(position, token.index)));
    position = TOKEN.lastIndex;
    const [, closed, opened, attributes = ''] = token;
    if (closed !== undefined) {
      const depth = open.findLastIndex(({ tag }) => tag === closed.toLowerCase());
      if (depth > 0) open.length = depth;
    } else if (opened !== undefined) {
      const element: HtmlElement = { tag: opened.toLowerCase(), attributes: parseAttributes(attributes), children: [] };
      parent.children.push(element);
      if (RAW_TEXT.has(element.tag)) {
        const end = text.toLowerCase().indexOf(`</${element.tag}`, position);
        element.children.push(text.slice(position, end < 0 ? text.length : end));
        position = end < 0 ? text.length : end;
        TOKEN.lastIndex = position;
        open.push(element);
      } else if (!VOID.has(element.tag) && !attributes.endsWith('/')) {
        open.push(element);
      }
    }
  }
  if (position < text.length) document.children.push(decode(text.slice(position)));
  return document;
}

/** The element itself and all below it, in document order. */
export function elements(root: HtmlElement): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (element: HtmlElement): void => {
    found.push(element);
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(root);
  return found;
}

/** Every text below an element, without scripts and styles, in document order. */
export function texts(root: HtmlElement): readonly string[] {
  const found: string[] = [];
  const visit = ({ tag, children }: HtmlElement): void => {
    if (RAW_TEXT.has(tag)) return;
    for (const child of children) {
      if (typeof child === 'string') found.push(child);
      else visit(child);
    }
  };
  visit(root);
  return found;
}

export function textContent(root: HtmlElement): string {
  return texts(root).join('');
}

/** Most elements have the attributes of others: one map for all of them, not one each. */
const parseAttributes = remembering((text): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ''));
  return found;
});

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return name !== undefined && Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    },
  );
}
