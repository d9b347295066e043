import { elements, type HtmlElement, parseHtml } from '../readers/html-tree.ts';

const URL_ATTRIBUTES = [
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'xlink:href',
  'srcset',
  'background',
  'cite',
];
const ACTIVE_ELEMENTS = new Set(['iframe', 'object', 'embed', 'base', 'frame', 'applet', 'math', 'template']);

/**
 * Parts of a page that could run code from a descriptor: inline scripts and styles, event handlers, `javascript:` and
 * `data:` addresses, frames. Scripts of our own are files of this origin.
 */
export function activeContent(html: string): readonly string[] {
  return [...elements(parseHtml(html))].flatMap(activeParts);
}

function activeParts({ tag, attributes, children }: HtmlElement): readonly string[] {
  const found: string[] = [];
  if (isData(tag, attributes, children)) return [];
  if (tag === 'script' && !/^\/[^/]/.test(attributes.get('src') ?? ''))
    found.push('a script that is not a file of ours');
  if (tag === 'script' && children.some((child) => typeof child === 'string' && child.trim() !== ''))
    found.push('a script with a body');
  if (tag === 'style') found.push('an inline style sheet');
  if (ACTIVE_ELEMENTS.has(tag)) found.push(`a <${tag}>`);
  if (tag === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh') found.push('a refresh');
  for (const [name, value] of attributes) {
    if (/^on/i.test(name)) found.push(`the event handler ${name} of a <${tag}>`);
    if (name === 'style') found.push(`the inline style of a <${tag}>`);
    if (URL_ATTRIBUTES.includes(name) && hasActiveScheme(value) && !isHarmlessData(tag, value))
      found.push(`${name}="${value.slice(0, 60)}" of a <${tag}>`);
  }
  return found;
}

/** JSON-LD, which browsers do not run: JSON alone, with nothing in it that could end it early. */
function isData(tag: string, attributes: HtmlElement['attributes'], children: HtmlElement['children']): boolean {
  const [text, ...more] = children;
  const isBlock = tag === 'script' && attributes.size === 1 && attributes.get('type') === 'application/ld+json';
  if (!isBlock || typeof text !== 'string' || more.length > 0 || /[<>&]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Browsers skip control characters and blanks in front of and inside a scheme. */
function hasActiveScheme(address: string): boolean {
  return /^(javascript|vbscript|data):/i.test(address.replaceAll(/[\p{Cc}\s]/gu, ''));
}

/** Pictures, and the empty icon that keeps browsers from asking for one. */
function isHarmlessData(tag: string, address: string): boolean {
  return tag === 'link'
    ? address === 'data:,'
    : tag === 'img' && /^data:image\/(png|gif|jpeg|webp|svg\+xml)[;,]/i.test(address);
}
