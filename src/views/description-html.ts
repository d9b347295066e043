import { GUIDE_FILES } from '../model/locations.ts';

/**
 * HTML elements in descriptions that pages render, without attributes except `href` and `title` of links. For all other
 * elements, pages show only the text.
 */
export const RENDERED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a blockquote br code dd del details dl dt em h1 h2 h3 h4 h5 h6 hr kbd li ol p pre s strong sub summary sup ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Map of element name → name of the element that is rendered instead. */
const RENAMED_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['samp', 'code'],
  ['strike', 's'],
  ['tt', 'code'],
]);

/** Elements that are removed together with their content. */
const REMOVED_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style']);

/** Elements whose tags are removed, while their text remains. An image becomes a link. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'abbr article aside audio bdi bdo big button caption center cite col colgroup dfn div fieldset figcaption figure ' +
    'font footer form header iframe img input ins label legend link main mark math meta nav nobr noscript object ' +
    'option picture q section select small source span svg textarea time u var video wbr'
  ).split(' '),
);

/** Elements that authors seldom close; their tags are recognized as HTML even if unclosed. */
const SINGLE_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'li', 'nobr', 'p', 'wbr']);

/** Map of element that authors seldom close → enclosing element, which must be closed. */
const SINGLE_WITHIN: ReadonlyMap<string, string> = new Map([
  ['dd', 'dl'],
  ['dt', 'dl'],
  ['tbody', 'table'],
  ['td', 'table'],
  ['th', 'table'],
  ['thead', 'table'],
  ['tr', 'table'],
]);

const TAG = /<(?<slash>\/?)(?<name>[a-z][a-z0-9]*)(?=[\s/>])(?<attributes>[^<>]*)>/gi;

interface Tag {
  /** Element name in lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: string;
  /** Offset of the tag's beginning in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds HTML tags, as distinct from placeholders such as `/tables/<table>`. A tag is HTML if it has the name of an HTML
 * element and the text also closes the element, or the tag has attributes, or authors seldom close the element.
 * @param closed names of elements that the text closes ({@link closedElements})
 */
function htmlTags(text: string, closed: ReadonlySet<string>): readonly Tag[] {
  return [...text.matchAll(TAG)].flatMap((match): readonly Tag[] => {
    const { slash = '', name: written = '', attributes = '' } = match.groups ?? {};
    const name = written.toLowerCase();
    const isSingle = SINGLE_ELEMENTS.has(name) || closed.has(SINGLE_WITHIN.get(name) ?? '');
    const counts = isHtml(name) && (slash !== '' || isSingle || closed.has(name) || attributes.includes('='));
    return counts
      ? [{ name, isClosing: slash !== '', attributes, start: match.index, end: match.index + match[0].length }]
      : [];
  });
}

/** Names of the HTML elements that a text closes, in lower case. */
export function closedElements(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi)].map(([, name = '']) => name.toLowerCase()));
}

function isHtml(name: string): boolean {
  return (
    RENDERED_ELEMENTS.has(name) ||
    RENAMED_ELEMENTS.has(name) ||
    REMOVED_ELEMENTS.has(name) ||
    DROPPED_ELEMENTS.has(name)
  );
}

/** Path of an image file beside a guide; all other images become links. */
export const GUIDE_PICTURE = new RegExp(`^${GUIDE_FILES}[\\w.-]+\\.(?:png|jpe?g|gif|webp|avif|svg)$`, 'i');

/**
 * Reduces the HTML of a description to the parts that pages render: {@link RENDERED_ELEMENTS} without attributes except
 * `href` and `title`, links instead of images, and text. The caller must still parse and sanitise the result.
 * @param closed names of elements that the whole description closes
 * @returns null for text without HTML
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

function rewritten({ name, isClosing, attributes }: Tag, closed: ReadonlySet<string>): string {
  const slash = isClosing ? '/' : '';
  // An unclosed script or style element would hide the rest of the text.
  if (REMOVED_ELEMENTS.has(name)) return closed.has(name) ? `<${slash}${name}>` : '';
  if (name === 'img') return isClosing ? '' : imageLink(attributes);
  const element = RENAMED_ELEMENTS.get(name) ?? name;
  // A line break keeps the words before and after a block separate.
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

/** Value of an attribute, with its character references kept, and safe between double quotes; null if missing. */
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
