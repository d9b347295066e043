/** Link to another page: its tag up to the address, then the address. Text escapes `<`, and attributes quotes. */
const LINK = /(<(?:a|link)\b[^<>]*? href=")([^"#][^"]*)/g;
/** Relative address whose first segment is not mistaken for a scheme. */
const RELATIVE = /^[^/?#:]+(?:[/?#]|$)/;
const UP = '../';

/**
 * Shortens the addresses of links to documents beside a page, and one folder above, to relative ones: a tenth of the
 * page. Any other URL of the same page differs from `path` in its last segment, or in the name of the API, only.
 * @param path URL path of the page
 */
export function nearLinks(html: string, path: string): string {
  const [beside, above] = foldersOf(path);
  return html.replaceAll(LINK, (link, start: string, address: string) => {
    const isBeside = address.startsWith(beside);
    if (!isBeside && !address.startsWith(above)) return link;
    const rest = address.slice((isBeside ? beside : above).length);
    return RELATIVE.test(rest) ? start + (isBeside ? '' : UP) + rest : link;
  });
}

/** Reverses {@link nearLinks}. */
export function wholeLinks(html: string, path: string): string {
  const [beside, above] = foldersOf(path);
  return html.replaceAll(LINK, (link, start: string, address: string) => {
    if (!RELATIVE.test(address)) return link;
    return start + (address.startsWith(UP) ? above + address.slice(UP.length) : beside + address);
  });
}

function foldersOf(path: string): readonly [beside: string, above: string] {
  const beside = path.slice(0, path.lastIndexOf('/') + 1);
  return [beside, beside.slice(0, beside.lastIndexOf('/', beside.length - 2) + 1)];
}
