/**
 * HTML in descriptions: elements that pages render, without attributes but for the address and title of a link; of all
 * others only the text is shown.
 */
export const RENDERED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a blockquote br code dd del details dl dt em h1 h2 h3 h4 h5 h6 hr kbd li ol p pre s strong sub summary sup ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Old names of rendered elements. */
export const RENAMED_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['samp', 'code'],
  ['strike', 's'],
  ['tt', 'code'],
]);

/** Elements that are taken out with their content. */
export const REMOVED_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style']);

/** Elements whose tags are dropped and whose text stays. An image becomes a link. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'abbr article aside audio bdi bdo big button caption center cite col colgroup dfn div fieldset figcaption figure ' +
    'font footer form header iframe img input ins label legend link main mark math meta nav nobr noscript object ' +
    'option picture q section select small source span svg textarea time u var video wbr'
  ).split(' '),
);

/** Elements that are seldom closed: their tags alone tell them from placeholders. */
const SINGLE_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'li', 'nobr', 'p', 'wbr']);

/** Elements that are seldom closed, where what they stand in is. */
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

export interface Tag {
  /** Lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: string;
  /** Offsets of its beginning and end in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * The tags of a text that are HTML. Placeholders look the same, as in `/tables/<table>`: a tag counts when its name is
 * one of HTML and it is closed somewhere in the text, has attributes, or is seldom closed.
 * @param closed names of elements that the text closes ({@link closedElements})
 */
export function htmlTags(text: string, closed: ReadonlySet<string>): readonly Tag[] {
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

/** Names of HTML elements that a text closes, in lower case. */
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
